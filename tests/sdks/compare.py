"""What two outcomes must share: all but the order of the keys where an SDK keeps its own."""

from typing import Any

from returns.result import Success

import toolfold


def meanings(state: toolfold.State) -> list[tuple[Any, ...]]:
    """What the outcomes of a state say."""
    return [_meaning(outcome) for outcome in toolfold.outcomes(state)]


def _meaning(outcome: Any) -> tuple[Any, ...]:
    if not isinstance(outcome, Success):
        fault = outcome.failure()
        return fault.kind, fault.id, fault.name, fault.text, fault.index, fault.choice, fault.extras
    call = outcome.unwrap()
    text = call.text if call.kind == "custom" else None
    return call.id, call.name, call.arguments, text, call.kind, call.run_by, call.index, call.choice, call.extras
