from toolfold.arguments.json_parts import Value, parts


def test_values_inside_are_handed_out_unread():
    inner = object()
    assert list(parts([inner, inner])) == ["[", Value(inner), ",", Value(inner), "]"]
    assert list(parts({"a": inner, "b": inner})) == ["{", '"a":', Value(inner), ',"b":', Value(inner), "}"]
    assert list(parts({1: inner})) == ["{", '"1":', Value(inner), "}"]


def test_leaf_is_one_part():
    assert list(parts(1.5)) == ["1.5"]
    assert list(parts("x")) == ['"x"']
