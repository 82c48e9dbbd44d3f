"""What is hidden from a seat is told to it by no answer: order counters face down, couriers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.eagle.game import Eagle
from grognard.engines.eagle.state import ORDERS
from tests.conftest import ROOT

GAME = Eagle()


def questions(setup: Any, state: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything that can be asked of a few units, hexes and attacks."""
    units = [uid for uid, unit in state.units.items() if unit.on_map]
    some = [*units[:3], *units[-3:]]
    hexes = [state.units[uid].at for uid in some]
    for name, inquiry in GAME.inquiries.items():
        wanted = set(inquiry.arguments)
        for uid, at in zip(some, reversed(hexes), strict=True):
            attack = {"pieces": [uid], "at": at}
            given = {
                "unit": uid, "at": at, "to": at, "a": at, "b": hexes[0], "choice": attack,
                "side": "french",
            }  # fmt: skip
            yield name, {key: given[key] for key in wanted & given.keys()}
            if "choice" in wanted:
                yield name, {"choice": uid}


def answers(setup: Any, state: Any, seat: str | None) -> list[Any]:
    found: list[Any] = []
    for name, said in questions(setup, state):
        try:
            found.append((name, GAME.inquiries[name].ask(setup, state, seat, **said)))
        except NoAnswer as why:
            found.append((name, str(why)))
    return found


@pytest.mark.parametrize(("seat", "enemy"), [("french", "british"), ("british", "french")])
@pytest.mark.parametrize("phase", ["command.sending", "action-1.fire", "action-2.squares"])
def test_no_answer_hangs_on_an_order_face_down(seat: str, enemy: str, phase: str) -> None:
    setup = GAME.load(ROOT / "scenarios" / "eagle" / "first-corps.yaml", {})
    state = evolve(GAME.initial(setup, "1"), turn=1, phase=phase)
    worlds = []
    for order, counter in zip(ORDERS, ("1", "2", "3", "4"), strict=True):
        groups = {
            gid: evolve(group, order=order, counter=counter, courier=order)
            if setup.groups[gid].side == enemy
            else group
            for gid, group in state.groups.items()
        }
        worlds.append(answers(setup, evolve(state, groups=groups), seat))
    assert all(world == worlds[0] for world in worlds)
    assert len(worlds[0]) > 50
