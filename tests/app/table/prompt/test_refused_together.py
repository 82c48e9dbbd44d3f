"""What one reason forbids is told once, not once for each choice."""

from __future__ import annotations

from grognard.app.table.prompt.answers import _by_reason
from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal

GUNS = Refusal("6.6", text("Guns may not retreat in the first round."), ("a",))
ALSO = Refusal("6.6", text("Guns may not retreat in the first round."), ("b",))
FULL = Refusal("5.1", text("The area is full."), ("c",))


def test_one_reason_is_told_once() -> None:
    found = _by_reason([("a", GUNS), ("b", ALSO), ("c", FULL)], together=True)
    assert found == [(GUNS, ["a", "b"]), (FULL, ["c"])]


def test_commands_that_cannot_act_stay_apart() -> None:
    found = _by_reason([("a", GUNS), ("b", ALSO)], together=False)
    assert found == [(GUNS, ["a"]), (ALSO, ["b"])]
