"""The odds of fire, melee and tests are of what the dice then do."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import PASS
from grognard.engines.core.show.views import Answer
from grognard.engines.risorgimento.field.support import melees
from grognard.engines.risorgimento.fire.fire_phases import fire_phase, release
from grognard.engines.risorgimento.melee.melee import fight, melee_phase
from grognard.engines.risorgimento.morale.morale import morale_test
from grognard.engines.risorgimento.odds.fight_odds import brigade_odds, fire_odds, melee_odds
from grognard.engines.risorgimento.odds.outcomes import Imagined, first_roll, outcomes, passing
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.sight.sight import FIRE
from grognard.engines.risorgimento.state import Shot
from tests.engines.risorgimento.charging import drive
from tests.engines.risorgimento.field import field, scripted, with_units

# -- fire --------------------------------------------------------------------------------------

RANKS = {
    "foot-1": (46.4, 20, 90),
    "foot-2": (50, 20, 90),
    "foot-3": (53.6, 20, 90),
    "foot-r1": (50, 34, 270),
    "foe-1": (50, 27, 270),
    "foe-2": (54, 27, 270),
}


def order(uid: str, at: str = "foe-1") -> dict[str, Any]:
    return {"pieces": [uid], "at": at}


def shown(table: Board, uid: str, at: str = "foe-1", seat: str | None = "allied") -> Answer:
    return fire_odds(table.setup, table.state, seat, choice=order(uid, at))


def in_fire(*shots: tuple[str, str], faces: tuple[int, ...] = ()) -> Board:
    """The phase F, with these orders given."""
    table = field(RANKS, dice=scripted(*faces))
    given = tuple(Shot((uid,), at) for uid, at in shots)
    table.update(phase="F", fires=given)
    return table


def fired(table: Board, at: str = "foe-1") -> list[list[str]]:
    """The units of each volley at a target, as they have been rolled for."""
    words = "{units} at {target}: strength {n}, {band}, fire value {v}"
    return [
        list(entry.pieces[:-1])
        for entry in table.entries
        if entry.text.key == words and entry.pieces[-1] == at
    ]


def values(table: Board, at: str = "foe-1") -> list[int]:
    words = "{units} at {target}: strength {n}, {band}, fire value {v}"
    found = [e for e in table.entries if e.text.key == words and e.pieces[-1] == at]
    return [int(str(dict(entry.text.args)["v"])) for entry in found]


@pytest.mark.parametrize(
    "units",
    [["foot-1"], ["foot-1", "foot-2"], ["foot-1", "foot-2", "foot-3"], ["foot-2", "foot-r1"]],
)
def test_orders_given_one_after_another_at_one_target_are_shown_as_they_are_fired(units):
    given = [(uid, "foe-1") for uid in units[:-1]]
    answer = shown(in_fire(*given), units[-1])
    came: dict[str, Fraction] = {}
    for face in range(1, 11):
        table = in_fire(*given, (units[-1], "foe-1"), faces=(face, face, 1, 1))
        before = table.state.units["foe-1"].halves
        release(table, FIRE)
        assert fired(table) == [row["units"] for row in answer.value["rows"]]
        assert values(table) == [row["value"] for row in answer.value["rows"]]
        lost = str(before - table.state.units["foe-1"].halves)
        came[lost] = came.get(lost, Fraction(0)) + Fraction(1, 10)
    if len(answer.value["rows"]) == 1:
        assert answer.value["chances"] == {lost: str(p) for lost, p in sorted(came.items())}
    together = [str(line) for line in answer.lines if "together" in str(line)]
    assert len(together) == (len(units) > 1)


def test_orders_that_cannot_be_added_are_shown_as_the_volleys_they_are():
    rows = shown(in_fire(("foot-1", "foe-1")), "foot-r1").value["rows"]
    assert [row["units"] for row in rows] == [["foot-1"], ["foot-r1"]]


def test_orders_at_another_target_change_nothing():
    alone, other = in_fire(), in_fire(("foot-3", "foe-2"))
    assert shown(alone, "foot-1") == shown(other, "foot-1")


def test_the_odds_keep_the_orders_of_the_other_side_secret():
    table = in_fire(("foot-1", "foe-1"))
    for seat in ("austrian", None):
        assert shown(table, "foot-2", seat=seat) == shown(in_fire(), "foot-2", seat=seat)
    against = fire_odds(table.setup, table.state, "allied", choice=order("foe-1", "foot-1"))
    sealed = in_fire(("foe-2", "foot-1"))
    assert against == fire_odds(
        sealed.setup, sealed.state, "allied", choice=order("foe-1", "foot-1")
    )


def test_what_an_order_says_of_itself_is_that_of_all_orders_at_its_target():
    table = field(RANKS, options={"premeasure": "yes"})
    table.update(phase="F")
    procedure = fire_phase(table)
    ask = next(procedure)
    first = ask.choices.describe(order("foot-2"))
    ask = procedure.send(order("foot-1"))
    assert ask.choices.describe(order("foot-2")) != first
    lines = fire_odds(table.setup, table.state, ask.seat, choice=order("foot-2")).lines
    assert set(ask.choices.describe(order("foot-2"))) <= set(lines)
    assert PASS in ask.choices


# -- melees (G.3) ------------------------------------------------------------------------------

FRONT = {"foot-1": (30, 30, 0), "foe-1": (32, 30, 180)}
MELEES: list[dict[str, Any]] = [
    FRONT,
    {**FRONT, "foot-2": (30, 33.6, 0)},
    {**FRONT, "jager-1": (30, 32.55, 270)},
    {"guns-1": (30, 30, 0), "foe-1": (32, 30, 180)},
    {**FRONT, "guns-1": (30, 32.75, 0)},
]
FEW, MANY = 120, 400
"""Melees that are fought for a comparison, in the ordinary run and in the soak."""
SIGMAS = 4.5


def melee_at(places: dict[str, Any], dice: Any = None) -> Board:
    table = field(places, dice=dice)
    table.update(phase="G", initiative="allied")
    return table


def gave_way(table: Board, uid: str) -> bool:
    unit = table.state.units[uid]
    return unit.place != "table" or unit.routed or bool(unit.disorder)


@pytest.mark.parametrize("places", MELEES)
@pytest.mark.parametrize("halves", [None, 7])
@pytest.mark.parametrize("seeds", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
def test_the_odds_of_a_brigade_are_of_the_melee_that_follows(places, halves, seeds):
    table = melee_at(places)
    if halves:
        with_units(table, foe_1={"halves": halves})
    table.update(melees=melees(table.setup, table.state))
    (row,) = brigade_odds(table.setup, table.state, "allied", choice="left").value["melees"]
    came = dict.fromkeys(row["gives_way"], 0)
    for seed in range(seeds):
        one: Board = Table(table.setup, table.state, HashDice(str(seed)))
        drive(fight(one, 0), {"village_hold": "leave"})
        rolls = [e.roll for e in one.entries if e.roll and e.roll.purpose == "melee"]
        for roll, side in zip(rolls, ("attacker", "defender"), strict=True):
            assert roll.subject == row[side]["unit"]
            assert sum(m.value for m in roll.modifiers) == row[side]["modifiers"]
            assert roll.result in row[side]["results"]
        for uid in came:
            came[uid] += gave_way(one, uid)
    for uid, share in row["gives_way"].items():
        p = float(Fraction(share))
        assert abs(came[uid] - seeds * p) <= SIGMAS * (seeds * p * (1 - p)) ** 0.5, (uid, came)


def test_the_melees_of_a_brigade_are_told_by_the_question_that_names_it():
    table = melee_at({**FRONT, "foot-r1": (30, 50, 0), "foe-2": (32, 50, 180)})
    table.update(initiative="austrian")
    ask = next(melee_phase(table))
    assert (ask.kind, ask.odds) == ("melee_next", "brigade_odds")
    for brigade, uid in (("left", "foot-1"), ("right", "foot-r1")):
        answer = brigade_odds(table.setup, table.state, ask.seat, choice=brigade)
        (row,) = answer.value["melees"]
        assert uid in row["gives_way"]
        assert "gives way" in str(answer.lines[0])
        assert sum(chance for _, chance in answer.shares) == pytest.approx(1)
        pair = (table.state.melees[0], table.state.melees[1])[uid == "foot-r1"]
        alone = melee_odds(
            table.setup, table.state, ask.seat, attacker=pair.attacker, defender=pair.defender
        )
        assert alone.shares == answer.shares
    assert brigade_odds(table.setup, table.state, ask.seat, choice=PASS).value == {}


def test_what_comes_of_dice_is_followed_exactly():
    table = field({"foot-1": (30, 30, 0)})

    def twice(board: Imagined) -> int:
        return sum(morale_test(board, "foot-1", "charged", rule="E.1.morale") for _ in range(2))

    one = passing(first_roll(table.setup, table.state, twice))  # type: ignore[arg-type]
    expected = {2: one**2, 1: 2 * one * (1 - one), 0: (1 - one) ** 2}
    for apart in ((), ("foot-1",)):
        assert outcomes(table.setup, table.state, twice, apart) == expected
    assert table.entries == []


def test_too_many_ways_are_not_followed():
    table = field({"foot-1": (30, 30, 0)})

    def often(board: Imagined) -> int:
        return sum(morale_test(board, "foot-1", "charged", rule="E.1.morale") for _ in range(12))

    assert outcomes(table.setup, table.state, often) is None
