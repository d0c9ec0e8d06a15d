"""The page as text: what is in it is what the fold says, and nothing in it can be taken for markup."""

import hashlib
import json
import re
from base64 import b64encode
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Success

from tests.rows import TABLES
from toolfold import abandon, changes, feed, new, notes, outcomes
from toolfold.core.lookup import seal_of
from toolfold.core.seal import Seal
from toolfold.outcomes import matched
from toolfold.show.fragment_texts import FragmentText, Packing, text_of
from toolfold.show.html import SCRIPTS, embedded, page_data, render_frame, render_page
from toolfold.show.mattered import Mattered

ANY = st.text(st.characters(exclude_categories=()))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY, inner, max_size=4),
    max_leaves=12,
)
ROWS = [pytest.param(row, id=f"{wire}: {row.name}") for wire, rows in TABLES.items() for row in rows]
EVIL = "</script><script>alert(1)</script><!--<script>\u2028\u2029]]>&lt;\"'\ud83d"


def chunk(text="", index=0, finish=None, **head):
    entry = {"index": index, "function": {"arguments": text, **({"name": head.pop("name")} if "name" in head else {})}}
    delta = {} if finish else {"tool_calls": [{**entry, **head}]}
    return {"id": "chat-1", "model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


class Page(HTMLParser):
    """What a browser takes from a page: its elements, and what is inside script, style and title."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.inside = [], {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.elements and self.elements[-1][0] in ("script", "style", "title"):
            self.inside.setdefault(len(self.elements) - 1, data)

    def of(self, tag):
        return [(attrs, self.inside.get(at, "")) for at, (one, attrs) in enumerate(self.elements) if one == tag]


# -- a reader of the page's data, as plain as can be: it replays every list up to a step


def dated(values, step):
    found = [value for since, value, *_ in values if since <= step]
    return found[-1] if found else None


def units(text):
    return text.encode("utf-16-le", "surrogatepass")


def text_at(call, step):
    """The argument text after a step, in UTF-16 units as the page counts."""
    new_text, resets, now, at, end = units(call.get("text", "")), call.get("resets", []), b"", 0, 0
    keeps = dict(zip(resets[::2], resets[1::2], strict=True))
    cuts = call.get("cuts", [])
    for number, (later, more) in enumerate(zip(cuts[::2], cuts[1::2], strict=True)):
        at += later
        if at > step:
            break
        now = now[: 2 * keeps.get(number, len(now))] + new_text[2 * end : 2 * (end + more)]
        end += more
    return now


def fragment_at(data, step):
    shape, *own = data["rows"][step - 1]
    values = iter(own)
    return "".join(data["values"][next(values)] if piece is None else piece for piece in data["shapes"][shape])


@pytest.mark.parametrize("row", ROWS)
def test_every_step_is_what_the_fold_says(row):
    data = page_data(row.fragments)
    calls = {call["key"]: call for call in data["calls"]}
    state = new()
    for step, fragment in enumerate(row.fragments, start=1):
        state = feed(state, fragment)
        assert fragment_at(data, step) == "".join(map("".join, zip(*woven(text_of(fragment)), strict=True)))
        assert {key for key, call in calls.items() if call["ids"][0][0] <= step} == set(state)
        for key, call in state.items():
            told = calls[key]
            assert text_at(told, step) == units(call.text)
            assert (dated(told["ids"], step), dated(told["names"], step)) == (call.id, call.name)
            assert (dated(told.get("seals", []), step) or 0) == seal_of(state, call)
        check_faults(calls, step, state)
    assert list(calls) == list(state)
    check_end(data["end"], state)


def check_faults(calls, step, state):
    """A call that is over has the fault that an end of the stream right now would give it."""
    for one, outcome in zip(matched(state), outcomes(state), strict=True):
        if seal_of(state, one.call) >= Seal.SEALED:
            told = dated(calls[one.call.key].get("faults", []), step)
            assert (told and told[0]) == (None if isinstance(outcome, Success) else outcome.failure().kind)


def check_end(end, state):
    found = [fault and fault[0] for _, fault in end["calls"]]
    assert found == [None if isinstance(one, Success) else one.failure().kind for one in outcomes(state)]
    assert end["notes"] == [[note.call, note.kind, note.message] for note in notes(state)]
    arguments = {one.unwrap().value for one in outcomes(state) if isinstance(one, Success)}
    assert all(value in arguments for _, value in end["taken"])


def woven(text):
    return text.around, (*text.values, "")


def test_a_fault_that_later_text_mends_is_gone_from_then_on():
    fragments = [chunk('{"n":', id="c1", name="go"), chunk(finish="length"), chunk("1}"), chunk(finish="stop")]
    [call] = page_data(fragments)["calls"]
    assert [(step, fault and fault[0]) for step, fault in call["faults"]] == [(2, "truncated"), (3, None)]


def test_a_call_that_the_provider_takes_back_says_when():
    fragments = [
        {"type": "start-step"},
        {"type": "tool-input-start", "toolCallId": "c1", "toolName": "go"},
        {"type": "tool-input-delta", "toolCallId": "c1", "inputTextDelta": "{"},
        {"type": "reset-step"},
    ]
    [call] = page_data(fragments)["calls"]
    assert call["dropped"] == 4


def test_arguments_by_path_say_what_is_being_written():
    def part(path, **value):
        return {"jsonPath": path, **value}

    def piece(*args, **name):
        inside = {"functionCall": {**name, "partialArgs": list(args), "willContinue": bool(name)}}
        return {"candidates": [{"content": {"role": "model", "parts": [inside]}}]}

    fragments = [
        piece(part("$.to", stringValue="Os", willContinue=True), name="go"),
        piece(part("$.to", stringValue="lo")),
    ]
    [call] = page_data(fragments)["calls"]
    assert call["paths"] == [[1, [["to"]]], [2, []]]
    assert text_at(call, 2) == units('{"to":"Oslo"}')


def test_it_starts_where_the_stream_started():
    start = feed(new(), chunk('{"n":', id="c1", name="go"))
    [call] = page_data([chunk("1}")], feed, start)["calls"]
    assert (call["ids"], text_at(call, 0), text_at(call, 1)) == ([[0, "c1"]], units('{"n":'), units('{"n":1}'))


def test_why_a_call_was_opened_or_is_over_is_told():
    [call] = page_data([chunk("{}", id="c1", name="go"), chunk(finish="stop")])["calls"]
    assert call["rule"] == "a new id on a free index"
    assert call["seals"] == [[2, 3, "its response ended well"]]


# -- the fragments


@given(st.lists(JSON, max_size=6))
def test_every_fragment_can_be_put_together_again(fragments):
    packing = Packing()
    for fragment in fragments:
        packing.add(text_of(fragment))
    data = packing.packed()._asdict()
    for step, fragment in enumerate(fragments, start=1):
        text = fragment_at(data, step)
        assert text == json.dumps(fragment, ensure_ascii=False, separators=(",", ":"))


class Unreadable:
    def __getattr__(self, name):
        raise RuntimeError(name)


def test_what_is_no_json_is_shown_all_the_same():
    packing = Packing()
    fragments = [Unreadable(), {1, 2}, b"bytes", object(), {"a": Unreadable()}, float("nan"), {"n": 10**5000}]
    for fragment in fragments:
        packing.add(text_of(fragment))
    assert all(fragment_at(packing.packed()._asdict(), step) for step in range(1, len(fragments) + 1))


def test_an_object_of_an_sdk_is_shown_by_its_attributes():
    chunk_type = pytest.importorskip("openai.types.chat").ChatCompletionChunk
    given = {**chunk("{}", id="c1", name="go"), "object": "chat.completion.chunk", "created": 1}
    data = page_data([chunk_type.model_validate(given)])
    assert json.loads(fragment_at(data, 1)) == given
    assert data["calls"][0]["names"] == [[1, "go"]]


# -- the part that mattered


def marked(*fragments):
    state, mattered, found = new(), Mattered(feed), []
    for fragment in fragments:
        before, state = state, feed(state, fragment)
        text = text_of(fragment)
        found.append({text.values[place] for place in mattered.values(before, text, changes(before, state))})
    return found


def test_what_mattered_is_what_would_be_missed():
    assert marked(
        chunk("", id="c1", name="go", type="function"),
        chunk('{"n":'),
        chunk("1}"),
        {"type": "ping"},
        chunk(finish="stop"),
    ) == [{"0", '"c1"', '"go"'}, {'"{\\"n\\":"'}, {'"1}"'}, set(), {'"stop"'}]


def test_an_index_matters_where_another_call_was_written_before():
    one, two = chunk("{", id="c1", name="go"), chunk("{", 1, id="c2", name="go")
    *_, same, other, again = marked(one, two, chunk('"a"', 1), chunk('"b"', 0), chunk(":1", 0))
    assert (same, other, again) == ({'"\\"a\\""'}, {"0", '"\\"b\\""'}, {'":1"'})


def test_the_type_of_an_event_matters_and_its_number_does_not():
    start = {"type": "content_block_start", "index": 7, "content_block": {"type": "tool_use", "id": "t1", "name": "go"}}
    delta = {"type": "content_block_delta", "index": 7, "delta": {"type": "input_json_delta", "partial_json": "{"}}
    assert marked(start, delta)[1] == {'"content_block_delta"', "7", '"input_json_delta"', '"{"'}


def test_a_fragment_that_is_too_large_to_try_every_part_is_marked_by_the_part():
    entry = {"function": {"name": "go", "arguments": "{}"}}
    entries = [{"index": at, "id": f"c{at}", **entry} for at in range(300)]
    many = {"choices": [{"index": 0, "delta": {"tool_calls": entries}}]}
    [found] = marked(many)
    assert {'"c0"', '"c299"', '"go"'} <= found


def test_what_matters_deep_inside_is_marked_as_a_whole():
    args = {"n": 1}
    for _ in range(80):
        args = {"x": args, "y": []}
    fragment = {
        "candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": "go", "args": args}}]}}]
    }
    [found] = marked(fragment)
    assert found == {'"go"', "1", "[]"}


def test_text_that_is_no_json_is_not_taken_apart():
    did = changes(new(), feed(new(), chunk("{}", id="c1", name="go")))
    assert Mattered(feed).values(new(), FragmentText(("", ""), ("<unreadable>",)), did) == ()


def test_fragments_that_look_alike_are_tried_once():
    fed = []

    def counted(state, fragment):
        fed.append(fragment)
        return feed(state, fragment)

    page_data([chunk("", id="c1", name="go"), *(chunk("1") for _ in range(1000)), chunk(finish="stop")], counted)
    assert len(fed) < 1002 + 100


# -- size


def test_a_long_stream_makes_a_small_page():
    fragments = [chunk("", id="c1", name="go"), *(chunk(f"{at},") for at in range(20_000)), chunk(finish="stop")]
    page = render_page(fragments)
    recorded = sum(len(json.dumps(fragment)) for fragment in fragments)
    assert len(page) - len(render_page([])) < recorded / 4


def test_text_that_is_replaced_again_and_again_is_not_kept_again_and_again():
    def piece(at):
        args = [{"jsonPath": "$.text", "stringValue": "abcd", "willContinue": True}]
        return {
            "candidates": [
                {"content": {"parts": [{"functionCall": {"name": "go", "partialArgs": args, "willContinue": True}}]}}
            ],
            "at": at,
        }

    small, large = (len(embedded(page_data(map(piece, range(size))))) for size in (200, 800))
    assert large < 5 * small


# -- the page


@given(ANY)
def test_nothing_in_the_data_means_anything_to_html(text):
    shown = embedded([text, EVIL])
    assert shown.isascii()
    assert not set("<>&") & set(shown)
    assert json.loads(shown) == [text, EVIL]


@given(ANY)
def test_the_stream_adds_no_element(text):
    fragments = [chunk(text, id=text, name=text), {"error": {"type": text, "message": text}}, text, EVIL]
    plain, page = Page(render_page([])), Page(render_page(fragments, title=text))
    assert page.elements == plain.elements
    [(_, data), _] = page.of("script")
    assert fragment_at(json.loads(data), 4) == json.dumps(EVIL, ensure_ascii=False)


def test_a_title_is_text():
    page = render_page([], title=f"{EVIL}\u202e\x1b")
    [(_, title)] = Page(page).of("title")
    assert "<script>alert" not in page
    assert title.endswith("\\ud83d\\u202e\\x1b · toolfold")
    assert page.encode()


def test_only_the_scripts_and_styles_of_the_page_may_run():
    page = Page(render_page([chunk("{}", id="c1", name="go")]))
    [policy] = [
        attrs["content"] for attrs, _ in page.of("meta") if attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    _, (attrs, script) = page.of("script")
    [(_, style)] = page.of("style")
    digests = [b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (script, style)]
    assert attrs == {}
    assert policy.split("; ")[:3] == [
        "default-src 'none'", f"script-src 'sha256-{digests[0]}'", f"style-src 'sha256-{digests[1]}'"
    ]  # fmt: skip
    assert "unsafe" not in policy


def test_the_page_refers_to_nothing_outside():
    page = render_page([])
    assert not re.search(r"(?:src|href|action)=|url\(|@import|https?:", page)


def test_no_script_writes_markup():
    for script in SCRIPTS:
        source = files("toolfold").joinpath("show", "page", f"{script}.js").read_text("utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(|fetch\(|import\(", source
        )


def test_every_part_of_the_page_is_used():
    parts = {path.name for path in files("toolfold").joinpath("show", "page").iterdir()}
    assert parts == {"page.html", "page.css", *(f"{script}.js" for script in SCRIPTS)}


def test_a_frame_holds_the_page_and_keeps_it_apart():
    frame = render_frame([chunk(EVIL, id="c1", name="go")], title='"<b>')
    [(tag, attrs)] = Page(frame).elements
    assert (tag, attrs["sandbox"], attrs["title"]) == ("iframe", "allow-scripts", '"<b>')
    assert attrs["srcdoc"] == render_page([chunk(EVIL, id="c1", name="go")], title='"<b>')


def test_no_fragments_and_no_calls():
    data = page_data([])
    assert (data["steps"], data["rows"], data["calls"]) == (0, [], [])
    assert page_data([{"type": "ping"}])["end"]["calls"] == []


def test_a_stream_that_was_given_up_shows_its_faults():
    start = abandon(feed(new(), chunk("{", id="c1", name="go")), "the user left")
    [call] = page_data([], feed, start)["calls"]
    assert call["faults"][0][1][0] == "abandoned"
