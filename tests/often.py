"""Property tests that must have met what they speak of: how often is counted, never hoped for."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import seed

ROUNDS = 8


def until(check: Callable[[], None], enough: Callable[[], bool], counts: object) -> None:
    """Put a property to fresh examples until they were telling; fail if they never are.

    What examples a round holds hangs on the release of Hypothesis and on the modules loaded, so one
    round alone may be poor in telling ones.
    """
    for number in range(ROUNDS):
        seed(number)(check)()
        if enough():
            return
    raise AssertionError(f"hardly ever put to the test: {counts}")
