"""JSON's grammar as data: what a number goes through, the words there are, what a string is made of."""

import re

LONGEST_NUMBER = 4300
"""Characters of a number: as many digits as Python turns into an integer."""

STRINGS = frozenset(("string", "name"))
PHASES: dict[str, dict[str, str]] = {
    "number": {"-": "sign", "0": "zero", **dict.fromkeys("123456789", "whole")},
    "sign": {"0": "zero", **dict.fromkeys("123456789", "whole")},
    "zero": {".": "dot", "e": "exponent", "E": "exponent"},
    "whole": {".": "dot", "e": "exponent", "E": "exponent", **dict.fromkeys("0123456789", "whole")},
    "dot": dict.fromkeys("0123456789", "fraction"),
    "fraction": {"e": "exponent", "E": "exponent", **dict.fromkeys("0123456789", "fraction")},
    "exponent": {"+": "exponent-sign", "-": "exponent-sign", **dict.fromkeys("0123456789", "power")},
    "exponent-sign": dict.fromkeys("0123456789", "power"),
    "power": dict.fromkeys("0123456789", "power"),
}
"""What a number has come to -> the next character -> what it comes to then."""

NUMBERS = {"zero": int, "whole": int, "fraction": float, "power": float}
WORDS: dict[str, tuple[str, object]] = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
SPACE = re.compile(r"[ \t\n\r]*+")
RUN = re.compile(r'(?:[^"\\]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
CUT_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?")
