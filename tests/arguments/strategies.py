"""What the tests of argument text draw their examples from."""

from hypothesis import strategies as st

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
any_text = st.text(st.characters(), max_size=8)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | text


def json_values(leaves=scalars):
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4), max_leaves=12
    )


json_objects = st.dictionaries(text, json_values(), max_size=4)

tokens = (
    *'{}[]",: 10-.e+E\n\x01é"\\"',
    *("true", "null", "fals", '"a"', "\\u", "d83d", "\\ude80", "\ud83d", "\ude80", "\U0001f680"),
    *("NaN", "-Infinity", "{}", '"b":', '{"a":1}', "1e999", "[[["),
)
nearly_json = st.lists(st.sampled_from(tokens), max_size=12).map("".join)
"""Text made of JSON's own tokens, most of it wrong in an interesting place."""
