"""[5.3] [6.5] Named questions about bombardment and the chances of fires and battles."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grognard.engines.columbia.bombardment.bombardment import (
    firepower,
    modifiers,
    why_no_fire,
    why_not_battery,
)
from grognard.engines.columbia.field.arguments import (
    OWN,
    SEEN,
    AreaId,
    Placed,
    name_of,
    seen_by,
    side_of,
)
from grognard.engines.columbia.field.border_ways import ENEMY
from grognard.engines.columbia.field.position import strength
from grognard.engines.columbia.map.ground import border_key
from grognard.engines.columbia.odds.battle_odds import battle_odds as odds_of_battle
from grognard.engines.columbia.odds.die_odds import bridge_odds, leaving_odds, roll_odds
from grognard.engines.columbia.odds.fire_odds import FIRES, bombard_odds, explain, fire_odds
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Side, State
from grognard.engines.columbia.turn.turn import TURN
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import counted, text
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import Answer, Overlay


def why_too_late(state: State, side: Side) -> Refusal | None:
    """[2.2.order] Return why a side bombards no more in this Game Turn, None where it still may."""
    own = state.active == side
    if own and TURN.within(state, "straggle", "stack"):
        words = text("Guns fire only in the Bombard Phase: a straggler may only move.")
        return Refusal("5.7.bombard", words)
    acting = TURN.within(state, "action")
    acted = acting and (TURN.past(state, "bombard") if own else side == state.first)
    if acted or TURN.within(state, "battle", "supply"):
        words = text("The Bombard Phase of this Game Turn is over.")
        return Refusal("2.2.order", words)
    return None


def bombard(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[5.3.target] [3.34.mods] The firepower of a battery into each adjacent area."""
    kind = setup.types[unit.id]
    if not kind.is_artillery:
        raise NoAnswer(f"{unit.id} is no artillery; only guns bombard")
    # The rules look from the side whose phase it is; a player may ask in that of the other, too.
    seen = state if state.active == kind.side else evolve(state, active=kind.side)
    words = [
        counted(
            "{block}: {n} die",
            "{block}: {n} dice",
            block=kind.name,
            n=strength(kind, unit),
        )
    ]
    rules = ["5.3.target", "3.34.mods"]
    targets: dict[str, object] = {}
    late = why_too_late(state, kind.side)
    for to in setup.ground.near[unit.at]:
        power = firepower(setup, unit.id, unit.at, to)
        why = late or why_not_battery(setup, seen, unit.id)
        why = why or why_no_fire(setup, seen, unit.id, to)
        told, lines_of, _ = explain(modifiers(setup, unit.at, to))
        targets[to] = {
            "firepower": max(0, power),
            "modifiers": told,
            "refused": why.rule if why else None,
        }
        if setup.ground.borders[border_key(unit.at, to)].water:
            rules.append("5.3.rivers")
        if why is None:
            words += [
                text("{area}: hits at {n} or less", area=name_of(setup, to), n=power),
                *lines_of,
            ]
        else:
            rules.append(why.rule)
            words.append(
                text(
                    "{area}: {why} ({rule})",
                    area=name_of(setup, to),
                    why=why.message,
                    rule=why.rule,
                )
            )
    able = tuple(to for to, row in targets.items() if row["refused"] is None)  # type: ignore[index]
    value: dict[str, object] = {"dice": strength(kind, unit), "targets": targets}
    overlay = Overlay("spaces", "danger", able)
    return Answer(value, tuple(dict.fromkeys(rules)), tuple(words), (overlay,))


def odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[6.5.roll] The odds of a choice: a fire, a bombardment, or a move into a battle."""
    if not isinstance(choice, dict) or "piece" not in choice:
        return Answer({}, ())
    block = SEEN(setup, state, seat, choice["piece"])
    if "do" in choice:
        return _turn_odds(setup, state, seat, choice)
    OWN(setup, state, seat, block.id)
    to = str(choice.get("at", ""))
    if TURN.within(state, "bombard"):
        return bombard_odds(setup, state, seat, choice)
    codes = seen_by(setup, state, setup.types[block.id].side).codes
    if codes.get(to, 0) < ENEMY:
        return Answer({}, ())
    return odds_of_battle(setup, state, seat, to, block.id)


def _turn_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[6.5.roll] [6.63.retreat] The odds of a battle turn: a fire, or a retreat out of a square."""
    if state.battle is None:
        return Answer({}, ())
    if choice["do"] == "retreat":
        return leaving_odds(setup, state, str(choice["piece"]))
    fires = choice["do"] in FIRES
    return fire_odds(setup, state, seat, choice) if fires else Answer({}, ())


def straggle_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[5.7.roll] What a block that marches without an order may lose, then the odds of the battle it enters."""
    if not isinstance(choice, dict) or "piece" not in choice:
        return Answer({}, ())
    die = roll_odds(setup, state, OWN(setup, state, seat, choice["piece"]).id, str(choice["at"]))
    fight = odds(setup, state, seat, choice) if die.value else Answer({}, ())
    cited = tuple(dict.fromkeys((*die.rules, *fight.rules)))
    value = {**fight.value, **die.value} if fight.value else die.value
    return replace(
        fight,
        value=value,
        rules=cited,
        lines=(*die.lines, *fight.lines),
        shares=die.shares,
        gist=fight.gist,
    )


def battle_odds(setup: Setup, state: State, seat: str | None, at: AreaId, unit: str = "") -> Answer:
    """[6.3.rounds] The odds of the battle in an area as it stands; `unit`: an own block joins it."""
    side = side_of(setup, seat)
    own = unit in setup.types and setup.types[unit].side == side
    joining = unit if own and state.blocks[unit].at != at else ""
    return odds_of_battle(setup, state, seat, at, joining)


INQUIRIES = inquiries(
    bombard, odds, battle_odds, straggle_odds, bridge_odds, slow=(odds, battle_odds, straggle_odds)
)
