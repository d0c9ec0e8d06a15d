"""Folders and files appear when they are whole."""

import pytest

from toolfold.bulk.folders import clean, finished, replaced


def test_a_folder_appears_when_it_is_filled(tmp_path):
    with finished(tmp_path / "a") as place:
        (place / "x").write_text("1")
        assert not (tmp_path / "a").exists()
    assert (tmp_path / "a" / "x").read_text() == "1"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_of_two_that_do_the_same_the_first_stays(tmp_path):
    with finished(tmp_path / "a") as place:
        (place / "x").write_text("second")
        (tmp_path / "a").mkdir()
        (tmp_path / "a" / "x").write_text("first")
    assert (tmp_path / "a" / "x").read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_fails_leaves_no_folder_and_a_file_as_it_was(tmp_path):
    def fail():
        with finished(tmp_path / "a"), replaced(tmp_path / "f", tmp_path) as place:
            place.write_text("half")
            raise ZeroDivisionError

    (tmp_path / "f").write_text("before")
    with pytest.raises(ZeroDivisionError):
        fail()
    assert not (tmp_path / "a").exists()
    assert (tmp_path / "f").read_text() == "before"
    clean(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["f"]


def test_a_folder_that_cannot_get_its_name_is_an_error(tmp_path):
    (tmp_path / "a").write_text("in the way")
    with pytest.raises(NotADirectoryError), finished(tmp_path / "a"):
        pass
