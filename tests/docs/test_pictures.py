"""What the pages show of a terminal is what it shows."""

from pathlib import Path

from tests.docs.pictures import BLOCK, MADE, PAGES, RECORDINGS, all_redrawn, redrawn


def test_every_picture_is_up_to_date() -> None:
    found = all_redrawn()
    assert {RECORDINGS / name for name in MADE} <= found.keys()
    for path, text in found.items():
        assert path.read_text(encoding="utf-8") == text, "run: python -m tests.docs.pictures"


def test_there_are_pictures_to_look_at() -> None:
    assert sum(len(BLOCK.findall(page.read_text(encoding="utf-8"))) for page in PAGES) >= 6


def test_a_picture_that_was_made_up_is_seen(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"type": "ping"}\n', encoding="utf-8")
    page = "before\n\n```console\n$ toolfold replay a.jsonl\nmade up\n$ toolfold steps gone\n```\n\nafter\n"
    assert redrawn(page, tmp_path) == (
        "before\n\n```console\n$ toolfold replay a.jsonl\n0 calls; 1 fragment, nothing about calls\n"
        "$ toolfold steps gone\ntoolfold: gone: no such file or directory\n```\n\nafter\n"
    )
