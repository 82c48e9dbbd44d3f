"""[morale] Morale tests, what a failure does, rout, and how morale is regained."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.explain import Modifier, Roll
from grognard.engines.risorgimento.army.units import LIMBERED, MARCH, Unit
from grognard.engines.risorgimento.command.succession import attached_to, bonus
from grognard.engines.risorgimento.field.effects import change, name_of, penalties, tell
from grognard.engines.risorgimento.field.footprint import base, enemies, friends, on_table
from grognard.engines.risorgimento.ground.ground import patches_under
from grognard.engines.risorgimento.morale.heart import regain
from grognard.engines.risorgimento.morale.retreats import column_move, flee
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number, rows

COVER = ("village", "walled")


def half_morale(setup: Setup, uid: str) -> int:
    """[morale.rout] Half of a unit's initial morale, rounded down."""
    return setup.types[uid].vm // 2


def morale_test(
    table: Board, uid: str, case: str, *, more: Sequence[Modifier] = (), rule: str = ""
) -> bool:
    """[morale.test] d10 with the modifiers of table 6: passed at the current morale or below.

    `case` is a row of the table of morale cases. The consequences are `fail`'s.
    """
    return roll_morale(table, uid, case, more=more, rule=rule).result == "passed"


def roll_morale(
    table: Board, uid: str, case: str, *, more: Sequence[Modifier] = (), rule: str = ""
) -> Roll:
    """[morale.test] Roll a unit's morale test and return the Roll, "passed" or "failed"."""
    setup = table.setup
    unit, kind = table.state.units[uid], setup.types[uid]
    cited = rule or rows("morale_cases")[case]["rule"]
    return table.roll(
        seat=setup.seat_of(kind.side),
        rule=cited,
        purpose=f"morale_{case}",
        subject=uid,
        sides=number("die"),
        first=1,
        target=unit.vm,
        modifiers=[*morale_modifiers(setup, table.state, uid), *more],
        result=lambda total: "passed" if total <= unit.vm else "failed",
        says=text("{unit} tests its morale", unit=kind.name),
    )


def modifier_row(name: str) -> Modifier:
    """Return a row of table 6 as a modifier."""
    row = rows("morale_modifiers")[name]
    return Modifier(int(row["value"]), named("term", row["name"]), row["rule"])


def morale_modifiers(setup: Setup, state: State, uid: str) -> list[Modifier]:
    """[morale.test] Return the modifiers of table 6 that a unit's own state calls for."""
    kind, unit = setup.types[uid], state.units[uid]
    found = []
    gift = bonus(state, uid)
    if gift:
        name = setup.posts[attached_to(state, uid)].name
        found.append(Modifier(-gift, text("{name} attached", name=name), "dice.commander_bonus"))
    found += penalties(setup, state, uid, "morale_modifiers")
    share = 1 - unit.halves / kind.halves if kind.halves else 0.0
    names = []
    if share >= 2 / 5:
        names.append("lost_two_fifths")
    elif share >= 1 / 4:
        names.append("lost_quarter")
    if kind.guard or "zouaves" in kind.quality:
        names.append("elite")
    if on_table(unit):
        names += _place(setup, state, uid)
    return found + [modifier_row(name) for name in names]


def _place(setup: Setup, state: State, uid: str) -> list[str]:
    """What a unit's place does for it: cover, friends on both sides."""
    stand = base(setup, state.units[uid])
    names = []
    if any(patch.terrain in COVER for patch in patches_under(setup.table, stand.eroded)):
        names.append("cover")
    mates = friends(setup, state, uid)
    near = mates.within(stand, setup.cm["morale_near_cm"])
    steady = [
        i
        for i in near.tolist()
        if not state.units[mates.ids[i]].routed and not state.units[mates.ids[i]].disorder
    ]
    sides = {stand.ahead(mates.items[i].centre)[1] > 0 for i in steady}
    if len(sides) == 2:
        names.append("friends")
    return names


# -- failure and rout --------------------------------------------------------------------------


def fail(table: Board, uid: str, rule: str) -> bool:
    """[morale.fail] [morale.rout] Lose one morale and take the yellow marker; return whether it routs."""
    routs = lose_heart(table, uid, rule)
    if routs:
        rout(table, uid, rule)
    return routs


def lose_heart(table: Board, uid: str, rule: str) -> bool:
    """[morale.fail] Lose one morale and take the yellow marker; return whether that makes the unit rout."""
    unit = table.state.units[uid]
    change(table, uid, vm=max(0, unit.vm - 1), shaken=True)
    if unit.vm - 1 < half_morale(table.setup, uid):
        return True
    words = text("{unit}: morale falls to {n}.", unit=name_of(table, uid), n=unit.vm - 1)
    tell(table, words, "morale.fail", rule, uid=uid)
    return False


def check_morale(
    table: Board, uid: str, case: str, *, more: Sequence[Modifier] = (), rule: str = ""
) -> bool:
    """[morale.test] Test a unit and let a failure have its effect; return whether it passed."""
    passed = morale_test(table, uid, case, more=more, rule=rule)
    if not passed:
        fail(table, uid, rule or rows("morale_cases")[case]["rule"])
    return passed


def rout(table: Board, uid: str, rule: str, *, beaten: Collection[str] = ()) -> None:
    """[morale.rout] [H.1.routed] The unit runs its whole march-column move towards its own lines.

    Enemies near by take heart, but for those who are `beaten` with it (G.3.both).
    """
    tell(table, text("{unit} routs.", unit=name_of(table, uid)), "morale.rout", rule, uid=uid)
    witnesses, shaken = _near(table, uid)
    guns = table.setup.types[uid].arm == "artillery"
    change(
        table,
        uid,
        routed=True,
        formation=LIMBERED if guns else MARCH,
        sector="",
        slot="",
        spot=None,
    )
    for enemy in witnesses:
        if enemy not in beaten:
            regain(table, enemy)
    flee(table, uid, column_move(table.setup, uid), "E.3.4.distance")
    for friend in shaken:
        unit = table.state.units[friend]
        if on_table(unit) and not unit.routed:
            check_morale(table, friend, "friend_routs")


def _near(table: Board, uid: str) -> tuple[list[str], list[str]]:
    """[morale.regain] Enemies and friends within 3 cm of a unit, routed ones left out."""
    setup = table.setup
    state = table.state
    stand, reach = base(setup, state.units[uid]), setup.cm["morale_near_cm"]
    found: list[list[str]] = []
    for group in (enemies(setup, state, setup.types[uid].side), friends(setup, state, uid)):
        near = sorted(group.within(stand, reach).tolist()) if len(group) else []
        found.append([group.ids[i] for i in near if _stands_firm(state.units[group.ids[i]])])
    return found[0], found[1]


def _stands_firm(unit: Unit) -> bool:
    """[morale.regain] [E.2.3.crew] Whether others' rout can touch a unit: none that runs, no crew away."""
    return not unit.routed and unit.spot is None
