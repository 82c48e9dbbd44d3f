"""[move] How far a unit comes, and what a move takes."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from typing import Any

from grognard.engines.core.data.text import counted
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.eagle.field.arguments import Hex, Placed
from grognard.engines.eagle.manoeuvre import rifles, withdrawal
from grognard.engines.eagle.manoeuvre.changes import RECALL
from grognard.engines.eagle.manoeuvre.movement import options
from grognard.engines.eagle.manoeuvre.reach import Way, why_not_go, why_not_move
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.odds import test_odds
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State


def reach(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[move.basic] The hexes a unit may move to, how it may face there, and how it may wheel.

    `refused` names the rule that keeps it from moving at all, if there is one.
    """
    barred = why_not_move(setup, state, unit.id)
    if barred is not None:
        value: dict[str, object] = {
            "hexes": [],
            "facings": {},
            "wheels": [],
            "refused": barred.rule,
        }
        return Answer(value, (barred.rule,), (barred.message,))
    ways, turns = _ways(setup, state, unit.id)
    hexes = sorted(ways)
    words = counted(
        "{unit} can reach {n} hex.",
        "{unit} can reach {n} hexes.",
        unit=setup.units[unit.id].name,
        n=len(hexes),
    )
    facings = {at: list(ways[at].facings) for at in hexes}
    rules = ("opt.rifles.move",) if setup.units[unit.id].rifles else ("move.basic", "move.wheel")
    return Answer(
        {"hexes": hexes, "facings": facings, "wheels": sorted(turns), "refused": None},
        rules,
        (words,),
        (Overlay("spaces", "legal", tuple(hexes)),),
    )


def _ways(setup: Setup, state: State, uid: str) -> tuple[dict[str, Way], tuple[int, ...]]:
    """[opt.rifles.move] Return where a unit may go, and how it may turn; Rifles go to a unit beside them, and face nowhere."""
    if not setup.units[uid].rifles:
        return options(setup, state, uid)
    found = rifles.hexes(setup, state, uid)
    return {at: Way((at,), (), "opt.rifles.move") for at in found}, ()


def move_cost(setup: Setup, state: State, seat: str | None, unit: Placed, at: Hex) -> Answer:
    """[move.rate] How many hexes a move takes, or the rule that refuses it."""
    barred = why_not_move(setup, state, unit.id)
    way = None if barred else options(setup, state, unit.id)[0].get(at)
    if way is None:
        why = barred or why_not_go(setup, state, unit.id, at, None)
        return Answer({"hexes": None, "refused": why.rule}, (why.rule,), (why.message,))
    n = len(way.path)
    words = counted("{n} hex to {at}", "{n} hexes to {at}", n=n, at=at)
    return Answer(
        {"hexes": n, "refused": None, "route": list(way.path)},
        ("move.rate",),
        (words,),
        (Overlay("spaces", "path", way.path),),
    )


def change_odds(setup: Setup, state: State, seat: str | None, unit: Placed, choice: Any) -> Answer:
    """[recall.instead] The chance that cavalry obeys its recall; any other change takes no die."""
    if not isinstance(choice, dict) or choice.get("to") != RECALL:
        return Answer({}, ())
    return test_odds(setup, state, unit.id, Cause("recall.instead", "recall"))


def withdrawal_odds(
    setup: Setup, state: State, seat: str | None, unit: Placed, choice: Any
) -> Answer:
    """[opt.withdraw.maneuver] The chance that cavalry gets away from cavalry; any other move takes no die."""
    if not isinstance(choice, dict) or choice.get("at") not in withdrawal.hexes(
        setup, state, unit.id
    ):
        return Answer({}, ())
    ways, _ = options(setup, state, unit.id)
    marches = choice["at"] in ways and choice.get("facing") in ways[choice["at"]].facings
    if marches or not withdrawal.needs_test(setup, state, unit.id):
        return Answer({}, ())
    return test_odds(setup, state, unit.id, Cause("opt.withdraw.maneuver", "withdrawal"))


INQUIRIES = inquiries(change_odds, withdrawal_odds, reach, move_cost)
