"""The ways in which toolfold is used."""

from typing import Any

from tests.bench import formats, objects
from tests.bench.contender import Contender, Found
from toolfold import PartialView, State, changes, feed, feed_all, finalize, new, peek


def fold(fragments: list[Any]) -> State:
    state = new()
    for fragment in fragments:
        state = feed(state, fragment)
    finalize(state)
    return state


def fold_all(fragments: list[Any]) -> State:
    state = feed_all(new(), fragments)
    finalize(state)
    return state


def keep(fragments: list[Any]) -> list[State]:
    state, kept = new(), []
    for fragment in fragments:
        state = feed(state, fragment)
        kept.append(state)
    return kept


def watch(fragments: list[Any]) -> tuple[PartialView, ...]:
    """Look at the arguments after every fragment, as data that shares its parts with the look before."""
    state, views = new(), ()
    for fragment in fragments:
        state = feed(state, fragment)
        views = peek(state, views)
        for view in views:
            view.shared_arguments  # noqa: B018  # to make it is the work
    return views


def watch_fresh(fragments: list[Any]) -> tuple[PartialView, ...]:
    """The same with dicts and lists of the reader's own, which cost what they hold."""
    state, views = new(), ()
    for fragment in fragments:
        state = feed(state, fragment)
        views = peek(state, views)
        for view in views:
            view.arguments  # noqa: B018
    return views


def compare(fragments: list[Any]) -> State:
    """Ask after every fragment what changed."""
    before = new()
    for fragment in fragments:
        after = feed(before, fragment)
        changes(before, after)
        before = after
    return before


def calls(state: State) -> Found:
    return [(call.id, call.name, call.arguments) for call in finalize(state).unwrap()]


def last_calls(kept: list[State]) -> Found:
    return calls(kept[-1])


def shown(views: tuple[PartialView, ...]) -> Found:
    return [(view.id, view.name, view.arguments) for view in views]


FEED = Contender("feed", "`feed` at every fragment, then `finalize`", formats.chat, fold, calls)
FEED_ALL = Contender("feed_all", "`feed_all`, then `finalize`", formats.chat, fold_all, calls)
KEEP = Contender("feed, kept", "`feed`, every state kept in a list", formats.chat, keep, last_calls)
WATCH = Contender("peek", "`feed`, `peek(state, previous)`, `shared_arguments`", formats.chat, watch, shown)
WATCH_FRESH = Contender("peek, fresh", "`feed`, `peek(state, previous)`, `arguments`", formats.chat, watch_fresh, shown)
COMPARE = Contender("changes", "`feed`, `changes(before, after)`", formats.chat, compare, calls)
HEADS = Contender("feed, id and name on every fragment", FEED.how, formats.chat_heads, fold, calls)
CHAT_OBJECTS = Contender("feed, openai chat objects", FEED.how, objects.chat, fold, calls, ("openai",))
EVENTS = Contender("feed, Anthropic events", FEED.how, formats.anthropic, fold, calls)
EVENT_OBJECTS = Contender("feed, anthropic objects", FEED.how, objects.anthropic, fold, calls, ("anthropic",))
EVENTS_WATCH = Contender("peek, Anthropic events", WATCH.how, formats.anthropic, watch, shown)
RESPONSES = Contender("feed, Responses events", FEED.how, formats.responses, fold, calls)
RESPONSE_OBJECTS = Contender("feed, openai Responses objects", FEED.how, objects.responses, fold, calls, ("openai",))
