"""[D.3.loss] [H.1.removed] [H.2] [H.3] Loss points, and what they do to units, commanders, brigades."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from grognard.engines.core.data.text import counted, text
from grognard.engines.risorgimento.army.units import LEFT, REMOVED, UnitType
from grognard.engines.risorgimento.command.special_rules import departed
from grognard.engines.risorgimento.command.succession import attached_to, test_attached
from grognard.engines.risorgimento.field.effects import change, name_of, remove, score, tell
from grognard.engines.risorgimento.field.footprint import on_table
from grognard.engines.risorgimento.morale.morale import check_morale
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number, rows

GRAVE = ("dead", "grave")
"""[morale.test] Fates of an attached commander that shake his unit."""
LOST, TESTS = "lost:", "tests:"
"""In `State.answered`: before a unit, a loss by fire; before a brigade, that it tests its morale now."""


@dataclass(frozen=True, slots=True)
class Hit:
    """What one fire or one melee result takes from a unit: loss points, and the rule."""

    target: str
    points: int
    rule: str


def least_halves(kind: UnitType) -> int:
    """[H.1.removed] Return the SP in half points below which a unit is removed: half, rounded down."""
    return max(1, kind.halves // 4 * number("halves_a_point"))


def suffer(table: Board, uid: str, points: int, rule: str) -> None:
    """[D.3.loss] [G.3.losses] A unit takes the loss points of one fire or one melee result."""
    suffer_all(table, (Hit(uid, points, rule),))


def suffer_all(table: Board, hits: Sequence[Hit], *, by_fire: bool = False) -> None:
    """[D.phase] [F.phase] Apply losses that fell together, then see to brigades and nerves.

    `by_fire`: a unit with several losses by fire tests its morale (table 6).
    """
    taken: dict[str, int] = {}
    shaken: list[str] = []
    for hit in hits:
        unit = table.state.units[hit.target]
        if not on_table(unit) or hit.points <= 0:
            continue
        points = min(hit.points, unit.halves)
        taken[hit.target] = taken.get(hit.target, 0) + points
        if _lose(table, hit, points):
            shaken.append(hit.target)
    check_brigades(table, (table.setup.types[uid].brigade for uid in taken))
    if by_fire:
        shaken_by_fire(table, taken)
    for uid in shaken:
        if steady(table.state, uid):
            check_morale(table, uid, "commander_lost")


def _lose(table: Board, hit: Hit, points: int) -> bool:
    """[D.3.loss] [loss.test] [H.1.removed] One result; return whether it struck down a commander."""
    uid = hit.target
    left = table.state.units[uid].halves - points
    change(table, uid, halves=left, stirred=True)
    words = counted(
        "{unit} loses {n} loss point.",
        "{unit} loses {n} loss points.",
        unit=name_of(table, uid),
        n=points,
    )
    rules = (hit.rule,) if hit.rule == "G.3.losses" else (hit.rule, "D.3.loss")
    tell(table, words, *rules, "scale.strength", uid=uid, kind="loss")
    score(table, uid, points, hit.rule)
    leader = attached_to(table.state, uid)
    test_attached(table, uid)
    if left < least_halves(table.setup.types[uid]):
        remove(table, uid, "H.1.removed", together=True)
    return bool(leader) and table.state.commanders[leader].fate in GRAVE


def steady(state: State, uid: str) -> bool:
    """Whether a unit is there to be tested: on the table and not routed."""
    return on_table(state.units[uid]) and not state.units[uid].routed


def shaken_by_fire(table: Board, taken: dict[str, int]) -> None:
    """[morale.test] Two or more losses by fire in one phase call for one morale test (table 6).

    The State remembers the losses of the phase, shot by shot, among what it has answered.
    """
    most = number("losses_that_test")
    for uid, points in taken.items():
        before = table.state.answered.count(LOST + uid)
        table.update(answered=(*table.state.answered, *([LOST + uid] * points)))
        if before < most <= before + points and steady(table.state, uid):
            check_morale(table, uid, "fire_losses")


# -- brigades (H.2, H.3) -----------------------------------------------------------------------


def brigade_halves(setup: Setup, state: State, brigade: str) -> tuple[int, int]:
    """[H.2.sum] Return a brigade's present and initial SP in half points.

    Removed units count nothing, nor those that were driven off the table; routed ones what they still have.
    """
    own = setup.formations.get(brigade, ())
    now = 0
    for uid in own:
        unit = state.units[uid]
        lost = unit.place == REMOVED or (unit.place == LEFT and not departed(state, uid))
        now += 0 if lost else unit.halves
    return now, sum(setup.types[uid].halves for uid in own)


def unit_gone(table: Board, uid: str) -> None:
    """[H.2.demoralised] [H.3.rout] A unit is gone, in whatever way: its brigade tests or breaks at once."""
    check_brigades(table, (table.setup.types[uid].brigade,))


def check_brigades(table: Board, brigades: Iterable[str]) -> None:
    """[H.2.demoralised] [H.3.rout] See which brigades have lost a third, or half, of their strength."""
    for brigade in dict.fromkeys(brigades):
        now, first = brigade_halves(table.setup, table.state, brigade)
        if now < _share("rout_share") * first:
            _dissolve(table, brigade)
        elif first - now > _share("demoralised_share") * first:
            _demoralise(table, brigade)


@cache
def _share(name: str) -> Fraction:
    return Fraction(rows("constants")[name]["value"])


def _demoralise(table: Board, brigade: str) -> None:
    """[H.2.demoralised] Once, as the limit is crossed: every remaining unit tests its morale."""
    setup = table.setup
    mark = f"{TESTS}{brigade}"
    if brigade in table.state.demoralised or mark in table.state.answered:
        return
    # Who is lost in these very tests calls for no other.
    table.update(answered=(*table.state.answered, mark))
    name = setup.formation_names.get(brigade, brigade)
    table.log(
        "result",
        text("{brigade} is demoralised.", brigade=name),
        "H.2.demoralised",
        "H.2.sum",
        pieces=setup.formations[brigade],
    )
    for uid in setup.formations[brigade]:
        if steady(table.state, uid):
            check_morale(table, uid, "brigade")
    # The penalty holds from then on, so the tests themselves are made without it.
    left = tuple(one for one in table.state.answered if one != mark)
    table.update(demoralised=(*table.state.demoralised, brigade), answered=left)
    check_brigades(table, (brigade,))


def _dissolve(table: Board, brigade: str) -> None:
    """[H.3.rout] A brigade below half of its strength is removed from play."""
    setup = table.setup
    if brigade in table.state.gone:
        return
    table.update(gone=(*table.state.gone, brigade))
    name = setup.formation_names.get(brigade, brigade)
    table.log(
        "result",
        text("{brigade} dissolves.", brigade=name),
        "H.3.rout",
        "H.2.sum",
        pieces=setup.formations[brigade],
    )
    for uid in setup.formations[brigade]:
        if on_table(table.state.units[uid]):
            remove(table, uid, "H.3.rout")
