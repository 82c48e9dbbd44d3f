"""[order] What the order of a group, and being out of command, keep a unit from."""

from __future__ import annotations

from engines.core.show.explain import Refusal
from engines.eagle.setup import Setup
from engines.eagle.state import State


def why_not(setup: Setup, state: State, uid: str, what: str) -> Refusal | None:  # noqa: ARG001 - to be written
    """[order] Return what keeps a unit from an action, or None."""
    return None
