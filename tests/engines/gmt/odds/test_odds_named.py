"""[9.25] [9.54.valid] [9.23] [8.7] Odds of what happens before the die, and what they are called."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from grognard.engines.core.play.dice import ScriptedDice
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.explain import Modifier
from grognard.engines.gmt.field.position import COMPASS
from grognard.engines.gmt.fire.fire import fire_odds, resolve_fire
from grognard.engines.gmt.odds.shock_odds import shock_odds
from grognard.engines.gmt.shock.shock import Declarations
from tests.engines.gmt.field import Field, foot, gun, horse
from tests.engines.gmt.odds.test_shock_odds import chances, first_shock, rows, total


def by_rule(modifiers: Sequence[Modifier]) -> list[tuple[str, int]]:
    return sorted((m.rule, m.value) for m in modifiers)


def shown(row: dict[str, Any]) -> list[tuple[str, int]]:
    return sorted((m["rule"], m["value"]) for m in row["modifiers"])


# -- guns alone (9.25) -------------------------------------------------------------------------

BOTH = {"by": "0505", "targets": ["0504", "0604"]}


def line_and_guns(dice: Sequence[int] = ()) -> Field:
    """The guns at 0604 watch the attacker's hex and cover the flank of the line at 0504."""
    return Field([(foot("f1"), "0505", 0), (foot("r1"), "0504", 0), (gun("r2"), "0604", 3)], dice)


def as_it_comes(dice: Sequence[int]) -> str:
    field = line_and_guns(dice)
    field.start()
    field.choose("declare_shock", BOTH)
    return first_shock(field, lambda: field.choose("reaction_fire", "pass"))


def test_guns_alone_are_gone_before_the_die() -> None:
    stand = rows(line_and_guns(), BOTH, "stand")
    line, guns = sorted(stand, key=lambda row: str(row["target"]))
    assert guns["results"] == {"eliminated": "1"}
    assert line["results"] == {
        "attacker_disordered": "3/10",
        "defender_disordered": "1/2",
        "breakthrough": "1/5",
    }
    assert total([line]) == chances(as_it_comes, (0,))


# -- the facing of who retreats (9.31, 9.54.valid) ----------------------------------------------


TAKEN = {"by": "0507", "targets": ["0504"], "charge": ["0506", "0505"], "facing": 0}


def line_with_horse_guns(dice: Sequence[int] = ()) -> Field:
    """A line charged from the rear; its horse guns can go where they look at the chargers, or not."""
    battery = (gun("r2", "horse"), "0504", 0)
    return Field([(horse("f1"), "0507", 0), (foot("r1"), "0504", 0), battery], dice)


@pytest.mark.parametrize("end", ["0604", "0404"])
@pytest.mark.parametrize("facing", range(6))
def test_a_retreat_watches_the_hex_it_chooses_to_face(end: str, facing: int) -> None:
    """The die for the guns passes, so does the Commitment; a 5 for the Charge."""
    field = line_with_horse_guns((0, 0, 5, 9, 9, 9, 9))
    field.start()
    field.choose("declare_shock", TAKEN)
    field.choose("retreat_before_shock", {"route": [end], "facing": facing})
    while field.ask is not None and not field.rolls("shock"):
        field.choose(field.ask.kind, "pass")
    watched = "0505" in field.setup.map.grid.frontal(end, facing)
    told = [
        row
        for row in rows(line_with_horse_guns(), TAKEN, "retreat")
        if row["chance"] == "7/10" and is_named(row["answer"], end, facing)
    ]
    assert len(told) == 1
    assert ("9.54.rear" in {m["rule"] for m in told[0]["modifiers"]}) != watched
    assert shown(told[0]) == by_rule(field.rolls("shock")[0].modifiers)


def is_named(answer: str, end: str, facing: int) -> bool:
    """Whether an answer speaks of a retreat that ends in a hex with a facing."""
    places = [
        place.partition(" facing ") for place in re.split(", | and ", answer.partition(" to ")[2])
    ]
    return any(
        hex_id == end and (not f or str(COMPASS[facing]) in f.split(" or "))
        for hex_id, _, f in places
    )


# -- what outcomes are called -------------------------------------------------------------------


@pytest.mark.parametrize("fire", range(6))
@pytest.mark.parametrize("at", ["0504", "0503"])
def test_no_two_outcomes_of_an_answer_read_the_same(at: str, fire: int) -> None:
    choice: dict[str, Any] = {"by": "0505", "targets": [at]}
    if at == "0503":
        choice |= {"charge": ["0504"], "facing": 0}
    attacker = horse("f1", cohesion=3) if at == "0503" else foot("f1", cohesion=3)
    guns = [(gun(uid, fire=fire), at, 3) for uid in ("r2", "r3")]
    field = Field([(attacker, "0505", 0), (foot("r1", brigade="b"), at, 3), *guns])
    found = shock_odds(field.setup, field.state, "fr", choice).value["rows"]
    assert isinstance(found, list)
    told = Counter((row["stage"], row["answer"], row["target"]) for row in found)
    assert max(told.values()) == 1
    assert not [row["answer"] for row in found if row["answer"].endswith(" ")]
    for uid in ("r2", "r3"):
        fired = [row for row in found if row["answer"].startswith(f"{uid} fires")]
        assert sum(Fraction(row["chance"]) for row in fired) == 1
        driven = [row for row in fired if row["answer"].endswith("driven back")]
        assert len(driven) == (1 if fire > 4 else 0)


def test_who_may_meet_two_charges_is_told_which() -> None:
    chargers = [(horse("f1", "light"), "0505", 0), (horse("f2", "light"), "0703", 4)]
    field = Field([*chargers, (horse("r1"), "0503", 2)])
    first = {"by": "0703", "charge": ["0603"], "facing": 4, "targets": ["0503"]}
    field.start()
    field.choose("declare_shock", first)
    choice = {"by": "0505", "charge": ["0504"], "facing": 0, "targets": ["0503"]}
    found = rows(field, choice, "counter_charge")
    assert {row["answer"] for row in found} == {
        "r1 counter-charges from 0503 against 0603",
        "r1 counter-charges from 0503 against 0504",
        "counter-charge from 0503 fails against 0603",
        "counter-charge from 0503 fails against 0504",
    }


# -- a Charge on the same hex comes first (9.23) --------------------------------------------------


def test_odds_say_what_is_resolved_first() -> None:
    field = Field([(foot("f1"), "0505", 0), (horse("f2"), "0702", 4), (foot("r1"), "0504", 3)])
    choice = {"by": "0505", "targets": ["0504"]}
    alone = shock_odds(field.setup, field.state, "fr", choice)
    assert alone.value["first"] == []
    assert "9.23" not in alone.rules
    charge = next(
        c
        for c in Declarations(field.setup, field.state)
        if c != "pass" and c["by"] == "0702" and c["targets"] == ["0504"]
    )
    field.start()
    field.choose("declare_shock", charge)
    answer = shock_odds(field.setup, field.state, "fr", choice)
    assert answer.value["first"] == [charge["charge"][-1]]
    assert "9.23" in answer.rules
    assert any("The Charge from" in str(line) for line in answer.lines)


# -- Counter-Battery in a Barrage (8.7) -----------------------------------------------------------


@pytest.mark.parametrize(("by", "at"), [(["f1", "f2"], "0503"), (["r1", "r2"], "0505")])
def test_who_answers_a_barrage_combines_as_stacked_guns(by: list[str], at: str) -> None:
    """The French fire their Barrage; the two Russian guns answer it as two guns of one hex."""
    units = [(gun("f1"), "0505", 0), (gun("f2"), "0505", 0)]
    field = Field([*units, (gun("r1"), "0503", 3), (gun("r2"), "0503", 3)])
    state = replace(field.state, barrage=True)
    rules = fire_odds(field.setup, state, None, {"by": by, "at": at}).rules
    purpose = "artillery_fire" if by[0] == "f1" else "counter_battery"
    table = Table(field.setup, state, ScriptedDice((0,)))
    next(resolve_fire(table, tuple(by), at, purpose=purpose), None)
    rolled = {m.rule for e in table.entries if e.roll for m in e.roll.modifiers}
    assert ("8.2.barrage" in rolled, "8.2.stack" in rolled) == (by[0] == "f1", by[0] == "r1")
    assert rolled <= set(rules)
    assert ("8.2.barrage" in rules, "8.2.stack" in rules) == (by[0] == "f1", by[0] == "r1")
