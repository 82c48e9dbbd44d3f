"""What happens to units, whatever the rule: marks, loss points, disorder, removal, points."""

from __future__ import annotations

from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.scenario.fields import Fields
from grognard.engines.core.show.explain import DETAIL, Modifier
from grognard.engines.risorgimento.army.units import ALLIED, AUSTRIAN, LEFT, NONE, REMOVED, Unit
from grognard.engines.risorgimento.field.names import MARKER_NAMES
from grognard.engines.risorgimento.field.watchers import unit_lost
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number, rows


def change(table: Board, uid: str, **fields: Any) -> Unit:
    """Replace fields of one unit and return it."""
    unit = evolve(table.state.units[uid], **fields)
    table.update(units={**table.state.units, uid: unit})
    return unit


def come_upon(table: Board, uid: str, foe: str) -> None:
    """[G.3.roll] Note that a unit has come into contact with an enemy itself: in this melee it attacks."""
    unit = table.state.units[uid]
    if foe not in unit.attacks:
        change(table, uid, attacks=(*unit.attacks, foe))


def change_commander(table: Board, name: str, **fields: Any) -> None:
    """Replace fields of one commander."""
    commander = evolve(table.state.commanders[name], **fields)
    table.update(commanders={**table.state.commanders, name: commander})


def enemy_of(side: str) -> str:
    """Return the other side."""
    return AUSTRIAN if side == ALLIED else ALLIED


def name_of(table: Board, uid: str) -> str:
    """Return the name of a unit."""
    return table.setup.types[uid].name


def tell(
    table: Board,
    words: Text,
    *rules: str,
    uid: str,
    kind: str = "result",
    where: tuple[str, ...] = (),
) -> None:
    """Log what became of a unit; `where` is what decided it."""
    setup = table.setup
    side = setup.types[uid].side
    table.log(kind, words, *rules, seat=setup.seat_of(side), pieces=(uid,), where=where)


def penalties(setup: Setup, state: State, uid: str, table: str) -> list[Modifier]:
    """[dice.penalty] Return what always worsens a unit's die, read from a table of modifiers.

    `table` is discipline_modifiers, morale_modifiers, melee_modifiers or fire_modifiers: the sign
    in it already worsens that kind of roll.
    """
    listed = rows(table)
    return [
        Modifier(int(listed[name]["value"]) * times, words, listed[name]["rule"])
        for name, times, words in burdens(setup, state, uid, table)
    ]


def burdens(setup: Setup, state: State, uid: str, table: str) -> list[tuple[str, int, Text]]:
    """[dice.penalty] Return what always worsens a unit's die: rows of a table, how often each, in words."""
    unit = state.units[uid]
    listed = rows(table)
    found = []
    if unit.disorder:
        found.append(("disordered", 1, text("Disordered")))
    steps = unit.fatigue // number("fatigue_step")
    if steps:
        found.append(("fatigue", steps, text("Fatigue {n}", n=unit.fatigue)))
    if unit.shaken and "shaken" in listed:
        found.append(("shaken", 1, text("Yellow morale marker")))
    if "demoralised" in listed and setup.types[uid].brigade in state.demoralised:
        found.append(("demoralised", 1, text("Brigade demoralised")))
    if "night" in listed and storm(setup, state):
        found.append(("night", 1, text("Night or storm")))
    if unit.marker != NONE and rows("command_markers")[unit.marker]["die"] != "0":
        found.append(
            ("command", 1, text("Command marker: {marker}", marker=MARKER_NAMES[unit.marker]))
        )
    return found


def storm(setup: Setup, state: State) -> Fields | None:
    """Return the scenario's storm while it lasts."""
    found = setup.says("storm")
    return found if found and found["first"] <= state.turn <= found["last"] else None


def disorder(table: Board, uid: str, rule: str) -> None:
    """[B.1.test] Give a unit its D2 marker; one that has it keeps it, the clock starts anew."""
    change(table, uid, disorder=2, disordered_on=table.state.turn)
    tell(table, text("{unit} is Disordered.", unit=name_of(table, uid)), rule, uid=uid)


def discipline_test(
    table: Board, uid: str, case: str, rule: str, *, more: tuple[Modifier, ...] = ()
) -> bool:
    """[B.1.test] Roll d10 with modifiers: passed at the discipline value or below; else D2.

    `case` is a row of the table of discipline cases, "" for none.
    """
    passed = plain_discipline(table, uid, case, rule, more=more)
    if not passed:
        disorder(table, uid, rule)
    return passed


def plain_discipline(
    table: Board, uid: str, case: str, rule: str, *, more: tuple[Modifier, ...] = ()
) -> bool:
    """[B.1.test] As `discipline_test`, without the Disorder of a failure."""
    setup = table.setup
    kind, unit = setup.types[uid], table.state.units[uid]
    modifiers = [*penalties(setup, table.state, uid, "discipline_modifiers"), *more]
    if case and rows("discipline_cases")[case]["value"] != "0":
        row = rows("discipline_cases")[case]
        modifiers.append(Modifier(int(row["value"]), named("term", row["name"]), row["rule"]))
    for name in ("march_column", "open_order"):
        if unit.formation == name:
            row = rows("discipline_modifiers")[name]
            modifiers.append(Modifier(int(row["value"]), named("term", row["name"]), row["rule"]))
    roll = table.roll(
        seat=setup.seat_of(kind.side),
        rule=rule,
        purpose="discipline",
        subject=uid,
        sides=number("die"),
        first=1,
        modifiers=modifiers,
        target=kind.vd,
        result=lambda total: "passed" if total <= kind.vd else "failed",
        says=text("{unit} tests its discipline", unit=kind.name),
    )
    return roll.result == "passed"


def score(table: Board, uid: str, losses: int, rule: str) -> None:
    """[I.2.losses] Each loss point is a victory point for the enemy, two from guard units."""
    kind = table.setup.types[uid]
    enemy = enemy_of(kind.side)
    worth = losses * (number("guard_points") if kind.guard else 1)
    points = {**table.state.points, enemy: table.state.points.get(enemy, 0) + worth}
    lost = {**table.state.losses, uid: table.state.losses.get(uid, 0) + losses}
    table.update(points=points, losses=lost)
    if worth:
        table.log(
            DETAIL,
            text("Points for losses: {n}", n=worth),
            "I.2.losses",
            rule,
            seat=table.setup.seat_of(enemy),
        )


def take_off(table: Board, uid: str, place: str, **more: Any) -> None:
    """[markers.status] Take a unit off the table, whatever takes it: its markers go with it, its commander stays.

    But for its rout: that it fled the table still counts (H.2.sum).
    """
    bare = {"disorder": 0, "fatigue": 0, "shaken": False, "marker": NONE, "rested": False}
    change(table, uid, place=place, pose=None, sector="", slot="", spot=None, **bare, **more)
    for name, commander in table.state.commanders.items():
        if commander.attached == uid:
            change_commander(table, name, attached="")


def remove(
    table: Board, uid: str, rule: str, *, left: bool = False, together: bool = False
) -> None:
    """[I.2.losses] Take a unit out of play; it counts with all loss points it still had.

    Its brigade is seen to at once (H.2.demoralised), but for losses that fall `together`: then the
    caller sees to it when all have fallen.
    """
    unit = table.state.units[uid]
    words = text("{unit} leaves the table.") if left else text("{unit} is removed from play.")
    table.log(
        "loss",
        words.fill(unit=name_of(table, uid)),
        rule,
        pieces=(uid,),
        seat=table.setup.seat_of(table.setup.types[uid].side),
    )
    score(table, uid, unit.halves, rule)
    take_off(table, uid, LEFT if left else REMOVED)
    if not together:
        unit_lost(table, uid)
