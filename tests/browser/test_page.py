"""The page in a real browser: what a person does to it, and what a hostile stream cannot."""

import json
from importlib.resources import files

import pytest

from tests.browser.conftest import PHONE
from tests.conftest import require
from toolfold.arguments.reader import START, Stage, open_path, read_on, stage
from toolfold.show.html import render_frame

Keys = require("selenium.webdriver.common.keys").Keys
ActionChains = require("selenium.webdriver.common.action_chains").ActionChains


def chunk(text="", index=0, finish=None, **head):
    name = {"name": head.pop("name")} if "name" in head else {}
    entry = {"index": index, **head, "function": {"arguments": text, **name}}
    delta = {} if finish else {"tool_calls": [entry]}
    return {"id": "chat-1", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def said(text):
    return {"id": "chat-1", "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}


STREAM = [
    said("Let me look."),
    chunk("", 0, id="call_1", name="weather"),
    chunk('{"city": "Os', 0),
    chunk("", 1, id="call_2", name="clock"),
    chunk('lo", "days": [1, 2', 0),
    said("Wait."),
    chunk('{"zone": "C', 1),
    chunk("]}", 0),
    chunk(finish="length"),
]
"""Two calls in turn; the second is cut."""

LONG = [chunk("", 0, id="c0", name="write"), chunk('{"text": "', 0)]
LONG += [chunk(f"line {at}\\n", 0) for at in range(20_000 - 4)]
LONG += [chunk('"}', 0), chunk(finish="tool_calls")]

BIDI = "user\u202egnp.exe\u2066 \u200b\x00\x07\x1b[31m\tx\r\n\ud83d \ufeff"


def evil(url):
    """Text that would be seen if any of it were taken for markup."""
    harm = "document.title='owned'"
    return (
        f'</script><script>{harm}</script><img src="{url}/img" onerror="{harm}"><!-- --><svg onload="{harm}">'
        f'<link rel=stylesheet href="{url}/css"><style>@import "{url}/import"</style><iframe src="{url}/frame">'
        f'</iframe><base href="{url}/"><meta http-equiv=refresh content="0;url={url}/meta">'
        f"javascript:{harm} \u2028 {{{{data}}}} ${{{harm}}}"
    )


def hostile(url):
    bad = evil(url)
    quoted = json.dumps(bad)[1:-1]
    return [
        chunk('{"', 0, id=bad, name=bad), chunk(quoted, 0), chunk(f'": "{BIDI}', 0), chunk(quoted, 0),
        chunk("{", 1, id=BIDI, name=BIDI), chunk("\x01", 1),
        {"choices": [{"index": 0, "delta": {"tool_calls": [
            {"index": 2, "id": "c", "type": "custom", "custom": {"name": "x", "input": bad + "\n" + BIDI}}]}}]},
        {"error": {"type": bad, "message": BIDI}}, bad, BIDI, {bad: {BIDI: bad}}, chunk(finish="stop"),
    ]  # fmt: skip


# -- steps


def test_it_opens_at_the_first_fault_and_at_the_end_if_there_is_none(page):
    assert page.open(STREAM).step == 9
    assert page.open([*STREAM[:5], chunk("]}", 0), chunk("{}", 1), chunk(finish="stop"), {"type": "ping"}]).step == 9
    assert page.open([*STREAM[:3], {"error": {"type": "overloaded"}}, said("x")]).step == 4


def test_the_slider(page):
    page.open(STREAM, at="#step=0")
    page.run("const s = arguments[0]; s.value = 3; s.dispatchEvent(new Event('input'))", page.find("#slider"))
    assert page.step == 3
    assert page.text("#title") == "Fragment 3"
    assert page.texts(".card h3") == ["weather"]
    page.press(Keys.ARROW_RIGHT, on="#slider")
    assert page.step == 4
    assert page.find("#slider").get_attribute("aria-valuetext") == "step 4 of 9"


def test_the_keys(page):
    page.open(STREAM, at="#step=4")
    for keys, step in [
        ([Keys.ARROW_RIGHT], 5), ([Keys.ARROW_LEFT] * 2, 3), ([Keys.END], 9), ([Keys.ARROW_RIGHT], 9), ([Keys.HOME], 0),
        ([Keys.ARROW_LEFT], 0), (["n"], 2), (["n", "n", "n", "n"], 7), (["p"], 5), (["f"], 9), ([Keys.PAGE_UP], 0),
        ([Keys.PAGE_DOWN], 9), (["F"], 9),
    ]:  # fmt: skip
        for key in keys:
            page.press(key)
        assert page.step == step, keys


def test_the_buttons_and_the_number(page):
    page.open(STREAM, at="#step=4")
    for button, step in [("#back", 3), ("#forth", 4), ("#later", 5), ("#later", 7), ("#earlier", 5), ("#faults", 9)]:
        assert page.click(button).step == step, button
    assert page.find("#forth").get_attribute("disabled")
    page.press(Keys.CONTROL + "a", "6", Keys.ENTER, on="#number")
    assert (page.step, page.text("#title")) == (6, "Fragment 6")
    page.press(Keys.CONTROL + "a", "99", Keys.ENTER, on="#number")
    assert page.text("#title") == "Fragment 9"


def test_a_step_has_an_address(page):
    assert page.open(STREAM, at="#step=5").step == 5
    page.press(Keys.ARROW_RIGHT)
    assert page.wait("return location.hash === '#step=6'")
    page.run("location.hash = '#step=2'")
    assert page.wait("return document.getElementById('number').value === '2'")
    assert page.open(STREAM, at="#step=4000").step == 9
    assert page.open(STREAM, at="#step=x'><script>").step == 9


def test_the_list_of_steps(page):
    page.open(STREAM, at="#step=0")
    assert page.texts(".step .place") == [str(step) for step in range(1, 10)]
    assert page.text(".step[data-step='3'] .gist") == '{"city": "Os'
    assert page.text(".step[data-step='9'] .tag-fault") == "truncated"
    assert page.click(".step[data-step='7']").step == 7
    assert page.find(".step[data-step='7']").get_attribute("aria-selected") == "true"
    page.press(Keys.ARROW_DOWN, on="#steps")
    assert page.step == 8


def test_only_the_steps_about_calls(page):
    page.open(STREAM, at="#step=5")
    page.click("#only")
    assert page.texts(".step .place") == ["2", "3", "4", "5", "7", "8", "9"]
    assert page.press(Keys.ARROW_RIGHT).step == 7
    assert page.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT).step == 4
    assert page.find("#slider").get_attribute("max") == "7"
    page.run("location.hash = '#step=6'")  # one that is not in the list
    page.wait("return document.getElementById('number').value === '6'")
    assert page.press(Keys.ARROW_LEFT).step == 5


# -- what is shown


def test_a_call_grows_in_its_card(page):
    page.open(STREAM, at="#step=5")
    card = ".card[data-key='0']"
    assert page.texts(f"{card} .line") == ["{", '"city": "Oslo",', '"days": [', "1,", "2", "]", "}"]
    assert page.texts(f"{card} .line.live") == ["{", '"days": [', "2"]
    assert page.texts(f"{card} .line.settled") == ['"city": "Oslo",', "1,"]
    assert page.texts(f"{card} .line.ghost") == ["]", "}"]
    assert "".join(page.texts(f"{card} mark.new")) == 'lo","days":[1,2'
    assert page.text(f"{card} .writing") == "writing $.days[1]"
    assert page.text(f"{card} .seal") == "open"
    assert page.text(f"{card} .facts") == "call 0id call_1index 0"
    assert page.texts(".card.fresh h3") == ["weather"]
    assert page.text(".card[data-key='1'] .arguments") == "no arguments yet"


def test_a_fault_is_told_in_its_place(page):
    page.open(STREAM, at="#step=9")
    assert page.texts(".card .verdict:not([hidden])") == ["sound", "truncated"]
    assert page.text(".card[data-key='1'] .fault").startswith("clock cannot be run (truncated): ")
    assert page.texts("#summary .chip") == ["9 fragments", "openai-chat", "2 calls", "1 sound", "1 fault"]
    assert page.texts("#did li") == [
        "the response was cut short",
        page.text(".card[data-key='1'] .fault"),
        "weather, clock are sealed: its response was cut short",
    ]
    page.click(".card[data-key='1'] .jump-opened")
    assert page.step == 4


def test_what_a_fragment_did_and_what_of_it_mattered(page):
    page.open(STREAM, at="#step=2")
    assert page.texts("#did li") == ["opened weather at index 0, id call_1: a new id on a free index"]
    assert page.texts("#raw mark.mattered") == ["0", '"call_1"', '"weather"']
    page.press(Keys.ARROW_LEFT)
    assert page.texts("#did li") == ["It says nothing about tool calls."]
    assert page.texts("#raw mark") == []


def test_a_fragment_is_shown_with_every_character(page):
    fragment = {"text": 'a "quoted"\nline é 京 🚄', "number": 1e300, "deep": [[], {}, [1, {"x": None}]], "\u202e": True}
    page.open([fragment], at="#step=1")
    shown = "".join(page.texts("#raw .line"))
    assert json.loads(shown.replace("\\u202e", "\\\\u202e").replace("\\\\u202e", "\\u202e")) == fragment


def test_exactly_as_received(page):
    fragments = [chunk('{ "a":\n\t1 ', 0, id="c", name="go")]
    page.open(fragments, at="#step=1")
    assert page.texts(".card .line:not(.ghost)") == ["{", '"a": 1']
    page.click("#received")
    assert page.text(".card .arguments") == '{ "a":\\n\n\\t1 '


def test_text_that_is_no_json_is_shown_from_where_it_breaks(page):
    page.open([chunk('{"a": 1}{"a": 2}', 0, id="c", name="go"), chunk(finish="stop")])
    assert page.text(".card .of-bad") == '{"a": 2}'
    assert page.text(".card .writing") == "not JSON from here on"


def test_a_repaired_call_says_what_it_was_taken_as(page):
    pieces = ['{"q":', '{"q":"te', '{"q":"tea"}']
    page.open([chunk(pieces[0], 0, id="c", name="go"), *(chunk(text) for text in pieces[1:]), chunk(finish="stop")])
    assert page.text(".card .taken") == 'taken as {"q":"tea"}'
    assert page.text(".card .note").startswith("arguments-cumulative ")


def test_arguments_by_path(page):
    def piece(more, *args, **name):
        call = {**name, "partialArgs": list(args), "willContinue": more}
        return {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": call}]}}]}

    number = {"jsonPath": "$.n", "numberValue": 1}
    begun = {"jsonPath": "$.to.x", "stringValue": "O", "willContinue": True}
    fragments = [piece(True, number, begun, name="go"), piece(False, {"jsonPath": "$.to.x", "stringValue": "k"})]
    page.open(fragments, at="#step=1")
    assert page.texts(".card .line.live") == ['"x": "O"']
    assert page.texts(".card .line.settled") == []
    assert page.text(".card .writing") == "writing $.to.x"
    page.press(Keys.ARROW_RIGHT)
    assert page.texts(".card .line.settled")[-3:] == ['"x": "Ok"', "}", "}"]
    page.press(Keys.ARROW_LEFT)
    assert page.texts(".card .line.live") == ['"x": "O"']


# -- the strip and the search


PLACE = """
    const strip = document.getElementById("strip");
    const labels = getComputedStyle(document.documentElement).getPropertyValue("--labels");
    const { left, top } = strip.getBoundingClientRect();
    return [left, top, strip.clientWidth, parseFloat(labels)];"""


def at_step(page, step, lane):
    """Click the strip where a step of a lane lies."""
    left, top, width, labels = page.run(PLACE)
    across = labels + 8 + (width - labels - 16) * step / 9
    chain = ActionChains(page.browser)
    chain.w3c_actions.pointer_action.move_to_location(round(left + across), round(top + 5 + 17 * lane + 9)).click()
    chain.perform()
    return page.settle()


def test_a_click_on_the_strip_goes_there(page):
    page.open(STREAM, at="#step=0")
    for step, lane in [(6, 0), (2, 1), (4, 2), (9, 2)]:
        assert at_step(page, step, lane).step == step
    assert at_step(page, 3.06, 1).step == 3


DRAWN = """
    const canvas = document.getElementById("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 250) seen.add(data.slice(at, at + 3).join());
    return [...seen];"""


def test_the_strip_is_drawn(page):
    page.open(STREAM)
    colours = set(page.run(DRAWN))
    assert {"47,95,208", "180,83,10", "180,35,24"} <= colours  # the first call, the second, the fault


def test_search_finds_words_in_fragments_and_across_them(page):
    page.open(STREAM, at="#step=0")
    page.press("oslo", on="#query")
    page.wait("return document.getElementById('hits').textContent === '1 step'")
    page.press(Keys.ENTER, on="#query")
    assert page.step == 5
    assert page.text("#hits") == "1 of 1 step"
    assert "".join(page.texts(".card mark.found")) == "Oslo"
    page.press(Keys.CONTROL + "a", "chat-1", Keys.ENTER, on="#query")
    assert page.text("#hits") == "6 of 9 steps"
    page.press(Keys.SHIFT + Keys.ENTER, on="#query")
    assert page.step == 5
    assert page.texts("#raw mark.found") == ["chat-1"]
    assert len(page.texts(".step.found")) == 9
    page.press(Keys.CONTROL + "a", "no such thing", Keys.ENTER, on="#query")
    assert (page.text("#hits"), page.step) == ("0 steps", 5)
    page.press(Keys.ESCAPE, on="#query")
    assert (page.text("#hits"), page.texts("mark.found")) == ("", [])
    page.press("/")
    assert page.run("return document.activeElement.id") == "query"


def test_search_finds_what_is_shown_with_spaces(page):
    page.open(STREAM, at="#step=0")
    page.press('"finish_reason": "length"', Keys.ENTER, on="#query")
    assert page.step == 9
    assert "".join(page.texts("#raw mark.found")) == '"finish_reason":"length"'


# -- hostile streams


def test_nothing_in_a_stream_is_taken_for_markup(page, trap):
    url, asked = trap
    page.open(hostile(url), at="#step=0")
    for _ in range(13):
        page.press(Keys.ARROW_RIGHT)
    for box in ("#received", "#only"):
        page.click(box)
    page.press("script", Keys.ENTER, on="#query")
    assert page.run("return document.title") == "a test · toolfold"
    assert (
        page.run("return document.querySelectorAll('img, svg, iframe, link, base, main style, main script').length")
        == 0
    )
    assert page.texts(".card h3")[0].startswith("</script><script>document.title='owned'</script><img src=")
    assert asked == []


def test_what_cannot_be_seen_is_shown_as_an_escape(page):
    page.open(hostile("x"))
    everything = page.run("return document.body.innerText")
    assert not [char for char in everything if char in BIDI and not char.isprintable() and char != "\n"]
    assert page.texts(".card[data-key='1'] h3 .odd")[0] == "\\u202e"
    assert "\\ud83d" in page.text(".card[data-key='1'] h3")


def test_a_pile_of_marks_is_counted(page):
    page.open([chunk('{"a": "z' + "\u0336\u0301" * 300, 0, id="c", name="go")])
    assert page.text(".card .odd") == "\\u0336…×600"


def test_the_policy_lets_no_other_script_run_and_nothing_be_fetched(page, trap):
    url, asked = trap
    page.open(STREAM)
    attempt = "try {{ {}; return 'done' }} catch (error) {{ return error.name }}"
    assert page.run(attempt.format("document.body.innerHTML = '<b>'")) == "TypeError"
    assert page.run(attempt.format("document.createElement('script').text = 'document.title = 1'")) == "TypeError"
    harm = "const [s, text] = [document.createElement('script'), 'document.title = 1']"
    assert page.run(attempt.format(f"{harm}; s.append(text); document.body.append(s)")) in ("done", "TypeError")
    page.run("const i = new Image(); i.src = arguments[0]; document.body.append(i)", f"{url}/img")
    get = "const [url, done] = arguments; fetch(url).then(() => done('fetched'), (error) => done(error.name))"
    assert page.browser.execute_async_script(get, url) == "TypeError"
    assert page.run("return document.title") == "a test · toolfold"
    assert asked == []
    page.provoked = True


def test_it_works_in_the_frame_of_a_notebook(page):
    frame = render_frame(STREAM, title="in a notebook")
    page.open([], html=f"<!doctype html><title>notebook</title><p>before</p>{frame}")
    page.browser.switch_to.frame(page.find("iframe"))
    assert page.texts(".card h3") == ["weather", "clock"]
    page.click("#back")
    page.press(Keys.ARROW_LEFT)
    assert page.step == 7
    assert page.run("try { return parent.document.title } catch (error) { return error.name }") == "SecurityError"
    page.browser.switch_to.default_content()


# -- looks


def luminance(colour):
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


GROUND = "return getComputedStyle(document.body).backgroundColor"


def test_dark_and_light_follow_the_system_until_someone_switches(page):
    page.open(STREAM, dark=True)
    assert luminance(page.run(GROUND)) < 0.05
    page.look(dark=False)
    assert luminance(page.settle().run(GROUND)) > 0.8
    page.press("t")
    assert luminance(page.run(GROUND)) < 0.05
    page.click("#theme")
    assert luminance(page.run(GROUND)) > 0.8
    page.run("localStorage.clear()")


TEXTS = """
    const ground = (node) => {
      for (let at = node; at; at = at.parentElement) {
        const colour = getComputedStyle(at).backgroundColor;
        if (/^rgb\\(/.test(colour)) return colour;
      }
    };
    const isRead = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".ghost, :disabled");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const around = node.parentElement;
      if (node.data.trim() && isRead(around)) found.push([node.data, getComputedStyle(around).color, ground(around)]);
    }
    return found;"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_all_text_can_be_read(page, dark):
    page.open([*STREAM, {"error": {"type": "overloaded", "message": "later"}}], dark=dark, at="#step=9")
    pairs = page.run(TEXTS)
    assert len(pairs) > 50
    for text, ink, paper in pairs:
        one, other = sorted(map(luminance, (ink, paper)), reverse=True)
        assert (one + 0.05) / (other + 0.05) >= 4.5, (text, ink, paper)


OUTSIDE = """
    const nodes = [...document.querySelectorAll("main *:not(.step *)")];
    return nodes.filter((node) => node.getBoundingClientRect().right > innerWidth + 1).map((node) => node.className);"""


@pytest.mark.parametrize("fragments", [STREAM, hostile("x"), LONG[:300]], ids=["stream", "hostile", "long"])
def test_a_narrow_screen_needs_no_sideways_scrolling(page, fragments):
    page.open(fragments, size=PHONE, at="#step=3")
    for _ in range(8):
        page.press(Keys.ARROW_RIGHT)
        assert page.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        assert page.run(OUTSIDE) == []


UNNAMED = """
    const isNamed = (node) => node.ariaLabel || node.textContent || node.labels?.length;
    return [...document.querySelectorAll("button, input")].filter((node) => !isNamed(node)).map((node) => node.id);"""


def test_everything_can_be_reached_and_has_a_name(page):
    page.open(STREAM)
    assert page.run(UNNAMED) == []
    reached = []
    for _ in range(60):
        page.browser.switch_to.active_element.send_keys(Keys.TAB)
        reached.append(page.run("return document.activeElement.id || document.activeElement.className"))
    assert {"query", "slider", "number", "back", "steps", "raw", "received", "only", "theme"} <= set(reached)
    assert page.press("?").run("return document.getElementById('help').open")
    page.press(Keys.ARROW_LEFT)
    page.click("#close")
    assert page.step == 9
    assert page.wait("return document.getElementById('said').textContent").startswith("Step 9 of 9. ")


def test_the_focus_stays_where_it_is_when_the_step_changes(page):
    page.open(STREAM, at="#step=5")
    page.run("document.querySelector('.card .jump').focus()")
    page.press(Keys.ARROW_LEFT, on=".card .jump")
    assert page.run("return document.activeElement.className").startswith("jump")


# -- long streams


def nodes(page):
    return page.settle().run("return document.querySelectorAll('*').length")


def test_twenty_thousand_fragments_need_few_nodes(page):
    page.open(LONG, at="#step=10000")
    assert page.text("#total") == "of 20,000"
    assert nodes(page) < 1000
    for keys in ([Keys.END], [Keys.HOME], [Keys.ARROW_RIGHT] * 3, [Keys.END]):
        page.press(*keys)
        assert nodes(page) < 1000
    page.run("document.getElementById('steps').scrollTop = 300000")
    assert page.wait("return document.querySelector('.step[data-step=\"11120\"]') !== null")
    assert nodes(page) < 1000
    page.press("line 19", Keys.ENTER, on="#query")
    assert page.text("#hits").endswith(" of 1,107 steps")
    assert nodes(page) < 2500


def test_a_long_argument_is_folded_and_can_be_opened(page):
    page.open(LONG, at="#step=9000")
    shown = page.text(".card .arguments")
    assert len(shown) < 5000
    assert shown.endswith("line 8997\\n}")
    assert "… 8,9" in page.text(".card .fold")
    page.click(".card .fold")
    assert len(page.text(".card .arguments")) > 5 * len(shown)


def test_many_calls_are_shown_some_at_a_time(page):
    fragments = [part for at in range(300) for part in (chunk("{", at, id=f"c{at}", name="go"), chunk("}", at))]
    page.open([*fragments, chunk(finish="stop")], at="#step=600")
    assert len(page.texts(".card")) == 12
    assert page.texts(".turn") == ["‹ 288 calls before"]
    page.click(".turn")
    assert len(page.texts(".card")) == 24
    assert page.texts(".turn") == ["‹ 264 calls before", "12 calls after ›"]
    page.press(Keys.HOME, Keys.ARROW_RIGHT)
    assert page.texts(".card h3") == ["go"]
    assert page.press(Keys.END).text("#did li:last-child").endswith(" and 294 more are ended: its response ended well")


# -- the reading of JSON, which the page does itself


SAMPLES = [
    '{"a": "x\\"\\n\\u00e9", "b": [1, -2.5e+3, true, null, {"c": []}], "": {}} ',
    *('{"a": 1}{"b"', "[1, [2", '"text', "12", '{"a": tru', '{"a" 1}', '{"a": 01}', '{"a": 1.}', '{"a": "\\x"}', "nul"),
    *("  ", '{"a": [1,]}', '{"a":1,}', "{,}", "-", "[-]", '{"raw": "\x01\n"}', '{"\ud83d": 1'),
]


def test_the_page_reads_unfinished_json_as_the_fold_does(page):
    prefixes = sorted({text[:end] for text in SAMPLES for end in range(len(text) + 1)})
    source = files("toolfold").joinpath("show", "page", "json.js").read_text("utf-8")
    read = "JSON.parse(arguments[0]).map((text) => { const scan = new Scan(text); return [scan.path, scan.bad >= 0]; })"
    found = page.open(STREAM).run(f"{source}; return JSON.stringify({read})", json.dumps(prefixes))
    for prefix, told in zip(prefixes, json.loads(found), strict=True):
        reading = read_on(START, prefix)
        path = open_path(reading)
        broken = stage(reading) in (Stage.BROKEN, Stage.TRAILING)
        assert told == [None if path is None else list(path), broken], prefix
