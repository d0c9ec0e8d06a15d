"""Snapshots of older versions, made into one of this version step by step.

The reader knows one version. Whoever changes what a snapshot looks like raises the version and adds one function here,
from the version before to the new one; it is never touched again, and every older snapshot comes through all of them.
"""

from collections.abc import Callable, Mapping

from toolfold.core.limits import WIDEST
from toolfold.core.place import BadPlaceError, Place
from toolfold.core.snapshot import VERSION

Migration = Callable[[dict[str, object]], dict[str, object]]
"""Makes a snapshot of one version, as plain data, one of the next; it changes nothing of what it is given."""

MIGRATIONS: Mapping[int, Migration] = {}
"""The step from each older version to the next. Version 1 is the first, so that there is none yet."""


def migrated(saved: Place, steps: Mapping[int, Migration], newest: int = VERSION, /) -> Place:
    """Return a snapshot as one of the newest version; a version that nothing leads from is a ``BadPlaceError``.

    What the snapshot holds was not checked yet, so that a step may fail in any way: that is a bad snapshot too.

    >>> steps = {1: lambda saved: {"called": saved["name"]}, 2: lambda saved: {**saved, "seen": []}}
    >>> migrated(Place("the snapshot", {"version": 1, "name": "x"}), steps, 3).value
    {'called': 'x', 'version': 3, 'seen': []}
    """
    for version in range(_version(saved, min(steps, default=newest), newest), newest):
        try:
            saved = saved._replace(value={**steps[version](dict(saved.members())), "version": version + 1})
        except Exception as error:  # noqa: BLE001  # nothing in there was checked
            raise saved.bad(f"is none of version {version}: {error!r:.100}") from None
    return saved


def _version(saved: Place, oldest: int, newest: int) -> int:
    """Return the version of a snapshot, which has to be one that can be read."""
    found = saved.at("version").value
    if type(found) is int and oldest <= found <= newest:
        return found
    known = f"version {newest}" if oldest == newest else f"versions {oldest} to {newest}"
    newer = "; a newer release wrote this snapshot" if type(found) is int and found > newest else ""
    raise BadPlaceError("version", f"this release reads {known}, not {_shown(found)}{newer}")


def _shown(found: object) -> str:
    """Return a version in short; a huge number has no text, and of any other value only its type is safe to ask."""
    if type(found) is int and abs(found) < WIDEST:
        return str(found)
    return repr(found[:20]) if type(found) is str else f"this {type(found).__name__}"
