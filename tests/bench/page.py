"""The page in the docs: what stands between two marks in it is generated, the rest is written by hand."""

from pathlib import Path

BEGIN = "<!-- measured: begin (python -m tests.bench writes what follows) -->"
END = "<!-- measured: end -->"


class NoMarksError(ValueError):
    """A page without the two marks, in their order, once each."""


def parts(text: str) -> tuple[str, str, str]:
    """What comes before the generated part, the part, and what comes after it, without the marks."""
    before, begun, rest = text.partition(BEGIN)
    inside, ended, after = rest.partition(END)
    if not begun or not ended or any(mark in one for mark in (BEGIN, END) for one in (before, inside, after)):
        raise NoMarksError(f"the page needs the two lines {BEGIN!r} and {END!r}, in this order and once")
    return before, inside, after


def with_report(text: str, report: str) -> str:
    """The page with another report; what people wrote around it stays."""
    before, _, after = parts(text)
    return f"{before}{BEGIN}\n\n{report.strip()}\n\n{END}{after}"


def write(page: Path, report: str) -> None:
    page.write_text(with_report(page.read_text(encoding="utf-8"), report), encoding="utf-8")
