"""Which step gave a call what it has."""

import pytest

import toolfold
from tests.rows import ai_sdk, openai_responses, pydantic_ai
from tests.rows.build import block, chunk, delta, end, entry, over, parts, path, stop
from tests.rows.build import call as function_call
from tests.rows.kinds import DEEP
from toolfold import History, Seal
from toolfold.history import NoteGiven, SealGiven, Stretch

PING = {"type": "ping"}


def test_id_name_text_seal_and_fault():
    log = History(
        [
            PING,
            chunk(entry(0, name="sea", text="")),
            chunk(entry(0, "c1", text='{"q":')),
            chunk(entry(1, "c2", "mail", "{}")),
            chunk(entry(0, name="search", text='"x')),
            end("length"),
        ]
    )
    found = log.blame(0)
    assert (found.call, found.opened, found.id, found.name) == (0, 2, 3, (2, 5))
    assert found.text == (Stretch(3, 0, '{"q":'), Stretch(5, 5, '"x'))
    assert found.seals == (SealGiven(6, Seal.SEALED),)
    assert (found.fault.kind, found.fault_at, found.mistake) == ("truncated", 6, None)
    assert found.steps == (2, 3, 5, 6)
    assert log.blame("c1") == found
    assert log.blame("c2").steps == (4, 6)
    assert log.blame("c2").fault is None


def test_the_step_of_a_character():
    found = History([[entry(0, "c1", "f", '{"q"')], PING, [entry(0, text=":1}")]]).blame(0)
    assert [found.step_of(place) for place in (-1, 0, 3, 4, 6, 7)] == [None, 1, 1, 3, 3, None]
    assert History([[entry(0, "c1", "f")]]).blame(0).step_of(0) is None


def test_a_name_that_is_replaced_by_another_is_the_others():
    log = History(
        [
            {"Index": 0, "ID": "a", "Name": "first", "InputJSON": ""},
            {"Index": 0, "ID": "b", "Name": "other", "InputJSON": ""},
            {"Index": 0, "ID": "", "Name": "otherwise", "InputJSON": ""},
        ]
    )
    found = log.blame(0)
    assert (found.opened, found.id, found.name) == (1, 2, (2, 3))


def test_a_final_text_that_differs_throws_away_what_it_does_not_begin_with():
    log = History(
        [
            *openai_responses_stream('{"city":"Os', 'lo"}'),
            {
                "type": "response.function_call_arguments.done",
                "item_id": "i",
                "output_index": 0,
                "arguments": '{"city":"Bergen"}',
            },
        ]
    )
    found = log.blame(0)
    assert found.text == (Stretch(2, 0, '{"city":"'), Stretch(4, 9, 'Bergen"}'))
    assert found.replaced == (4,)
    assert [given.note.kind for given in found.notes] == ["arguments-replaced"]
    assert "".join(stretch.text for stretch in found.text) == log.state[0].text


def openai_responses_stream(*pieces):
    item = {"type": "function_call", "id": "i", "call_id": "c", "name": "f", "arguments": ""}
    yield {"type": "response.output_item.added", "output_index": 0, "item": item}
    for piece in pieces:
        yield {"type": "response.function_call_arguments.delta", "item_id": "i", "output_index": 0, "delta": piece}


def test_arguments_by_path_belong_to_the_step_that_last_wrote_them():
    log = History(
        [
            parts(function_call("f", id_="c", willContinue=True)),
            parts(function_call(partialArgs=[path("$.a", stringValue="x", more=True)], willContinue=True)),
            parts(function_call(partialArgs=[path("$.a", stringValue="yz")], willContinue=True)),
            parts(function_call(), finish="STOP"),
        ]
    )
    found = log.blame(0)
    assert log.state[0].text == '{"a":"xyz"}'
    assert found.text == (Stretch(1, 0, "{"), Stretch(2, 1, '"a":"x'), Stretch(3, 7, 'yz"}'))
    assert found.replaced == (2, 3)


def test_text_that_came_without_a_name_is_the_step_that_brought_it():
    log = History([chunk(entry(0, "c1", "f", "")), chunk(entry(1, text='{"n"')), chunk(entry(1, text=":1}")), end()])
    found = log.blame("c1")
    assert toolfold.finalize(log.state).unwrap()[0].arguments == {"n": 1}
    assert found.text == (Stretch(2, 0, '{"n"'), Stretch(3, 4, ":1}"))
    assert found.fault is None


def test_a_note_of_the_call_and_what_only_the_end_shows():
    log = History([chunk(entry(0, "c1", "f", "{}")), end(), chunk(entry(0, text="}")), chunk(entry(0, text="}"))])
    found = log.blame(0)
    assert [(given.step, given.note.kind, given.note.count) for given in found.notes] == [
        (3, "late-delta", 1),
        (4, "late-delta", 2),
    ]
    assert isinstance(found.notes[0], NoteGiven)
    open_ended = History([chunk(entry(0, "c1", "f", '{"n"'))]).blame(0)
    assert (open_ended.fault.kind, open_ended.fault_at) == ("truncated", None)


@pytest.mark.parametrize(
    ("pieces", "kind", "mistake"),
    [
        (('{"n":', "1 2}"), "invalid-json", 7),
        (("{'n': ", "True}"), "invalid-json", 1),
        ((' {"n":1}', " </tool>"), "trailing-data", 9),
        (('{"n":1}', '{"n":2}'), "concatenated-json", 7),
        ((DEEP[:100], DEEP[100:]), "too-deep", 5 + 255),
        (('{"n":1,', '"n":2}'), "duplicate-key", None),
        (("[1]",), "not-an-object", None),
    ],
)
def test_the_place_of_the_mistake(pieces, kind, mistake):
    first, *more = pieces
    log = History([block(0, "a", "f", {}), delta(0, first), *(delta(0, piece) for piece in more), stop(0), *over()])
    found = log.blame(0)
    assert (found.fault.kind, found.mistake) == (kind, mistake)
    assert found.fault_at == 2 + len(pieces)
    if mistake is not None:
        assert found.step_of(mistake) == (2 if mistake < len(first) else 3)


@pytest.mark.parametrize("table", [openai_responses.ROWS, pydantic_ai.ROWS, ai_sdk.UI], ids=["responses", "pai", "ui"])
def test_every_call_has_an_origin_also_one_that_was_taken_back(table):
    for row in table:
        log = History(row.fragments)
        for key in log.state:
            assert log.blame(key).call == key


def test_an_unknown_call_is_named_with_those_there_are():
    log = History([[entry(0, "c1", "f")], [entry(1, None, "g")]])
    made_up = toolfold.outcomes(log.state)[1].unwrap()
    assert log.blame(made_up.id).opened == 2
    with pytest.raises(KeyError, match=f"no call has the id 'x'; there are c1, {made_up.id}"):
        log.blame("x")
    with pytest.raises(KeyError):
        log.blame(2)
    with pytest.raises(KeyError, match="there are none"):
        History().blame("x")
