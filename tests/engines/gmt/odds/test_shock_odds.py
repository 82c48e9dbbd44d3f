"""[9.41] [9.61] The odds of an attack agree with what every die would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grognard.engines.core.play.dice import ScriptedDice, ScriptError
from grognard.engines.gmt.odds.shock_odds import shock_odds
from tests.engines.gmt.field import Field, foot, gun, horse

SHOCK = {"by": "0505", "targets": ["0504"]}
CHARGE = {"by": "0505", "charge": ["0504"], "facing": 0, "targets": ["0503"]}
FACES = range(10)


def rows(field: Field, choice: Mapping[str, Any], stage: str) -> list[dict[str, Any]]:
    """The rows of one stage."""
    found = shock_odds(field.setup, field.state, "fr", dict(choice)).value["rows"]
    assert isinstance(found, list)
    return [row for row in found if row["stage"] == stage]


def chances(play: Callable[[Sequence[int]], str], known: tuple[int, ...]) -> dict[str, Fraction]:
    """The chance of each result, from every face of every die that `play` casts after `known`."""
    found: dict[str, Fraction] = {}
    for face in FACES:
        dice = (*known, face)
        try:
            told = {play(dice): Fraction(1)}
        except ScriptError:
            told = chances(play, dice)
        for name, chance in told.items():
            found[name] = found.get(name, Fraction(0)) + chance / len(FACES)
    return found


def first_shock(field: Field, answer: Callable[[], object]) -> str:
    """Give the last answer, and tell the first Shock roll: what comes after it does not matter."""
    try:
        answer()
    except ScriptError:
        if not field.rolls("shock"):
            raise
    shocks = field.rolls("shock")
    return shocks[0].result if shocks else "cancelled"


def total(outcomes: Sequence[Mapping[str, Any]]) -> dict[str, Fraction]:
    """The chance of each result over all outcomes of one answer."""
    found: dict[str, Fraction] = {}
    for row in outcomes:
        for name, chance in row["results"].items():
            found[name] = found.get(name, Fraction(0)) + Fraction(row["chance"]) * Fraction(chance)
    return found


def with_guns(dice: Sequence[int], **ask: Any) -> Field:
    """French infantry or cavalry before Russian infantry with a battery."""
    attacker = ask.get("attacker") or foot("f1", shock=9, cohesion=5)
    at = ask.get("at", "0504")
    return Field([(attacker, "0505", 0), (foot("r1"), at, 3), (gun("r2", fire=1), at, 3)], dice)


def after_fire(dice: Sequence[int]) -> str:
    """Commit with a 0, let the battery fire, and see whether the Shock is still made."""
    field = with_guns(dice)
    field.start()
    field.choose("declare_shock", SHOCK)
    return first_shock(field, lambda: field.choose("reaction_fire", {"by": "r2", "at": "0505"}))


def test_reaction_fire_has_a_row_for_each_outcome() -> None:
    told = total(rows(with_guns(()), SHOCK, "reaction_fire"))
    assert {"cancelled", "defender_disordered", "breakthrough"} <= set(told)
    assert told == chances(after_fire, (0,))


def test_chargers_disordered_by_fire_lose_their_bonus() -> None:
    field = with_guns((), attacker=horse("f1"), at="0503")
    fired = rows(field, CHARGE, "reaction_fire")
    by_name = {row["answer"]: [m["rule"] for m in row["modifiers"]] for row in fired}
    assert "9.83" in by_name["r2 fires at 0504: no effect"]
    assert "9.83" not in by_name["r2 fires at 0504: f1 Disordered"]
    assert sum(Fraction(row["chance"]) for row in fired) == 1


def test_fire_strikes_each_of_two_chargers() -> None:
    pair = [(horse("f1"), "0505", 0), (horse("f2", cohesion=3), "0505", 0)]
    field = Field([*pair, (foot("r1"), "0503", 3), (gun("r2", fire=0), "0503", 3)])
    told = {row["answer"]: Fraction(row["chance"]) for row in rows(field, CHARGE, "reaction_fire")}
    assert sum(told.values()) == 1
    assert set(told) == {
        "r2 fires at 0504: no effect",
        "r2 fires at 0504: f1 Disordered",
        "r2 fires at 0504: f2 Disordered",
        "r2 fires at 0504: f1 and f2 Disordered",
    }
    # Both roll against their own Cohesion on the same result: 6 fails on 7-9, 3 on 4-9.
    one, other = told["r2 fires at 0504: f1 Disordered"], told["r2 fires at 0504: f2 Disordered"]
    assert one / other == Fraction(3 * 4, 7 * 6)


def test_a_retreat_before_shock_leaves_nobody_to_attack() -> None:
    field = Field([(foot("f1"), "0505", 0), (horse("r1", "light"), "0504", 3)])
    left = rows(field, SHOCK, "retreat")
    assert len(left) == 1
    assert left[0]["chance"] == "1"
    assert left[0]["results"] == {"vacated": "1"}
    assert left[0]["answer"] == "r1 retreats"
    assert shock_odds(field.setup, field.state, "fr", dict(SHOCK)).value["may_retreat"] == ["r1"]


def test_a_retreat_names_its_hex_where_that_matters() -> None:
    """In 0505 or 0506 the hussars bar the Charge; in five hexes they cover the flank that is open."""
    pair = [(horse("r1", "light"), "0504", 3), (horse("r2", "light"), "0504", 3)]
    field = Field([(horse("f1"), "0507", 0), *pair, (foot("r3"), "0404", 3)])
    choice = {"by": "0507", "targets": ["0504"], "charge": ["0506", "0505"], "facing": 0}
    told = {row["answer"]: row for row in rows(field, choice, "retreat") if row["chance"] == "7/10"}
    assert told["r1 retreats to 0505 and 0506"]["results"] == {"cancelled": "1"}
    covered = told["r1 retreats to 0603, 0604, 0605, 0704 and 0705"]
    assert "9.53.clear" not in {m["rule"] for m in covered["modifiers"]}
    others = [row for name, row in told.items() if name.startswith("r1 retreats to 0303")]
    assert "9.53.clear" in {m["rule"] for m in others[0]["modifiers"]}


def test_light_cavalry_may_be_disordered_as_it_avoids_a_charge() -> None:
    field = Field([(horse("f1"), "0505", 0), (horse("r1", "light", cohesion=5), "0503", 3)])
    told = {row["chance"]: row["answer"] for row in rows(field, CHARGE, "retreat")}
    assert set(told) == {"3/5", "2/5"}
    assert "Disordered" in told["2/5"]


def test_who_stays_behind_is_attacked_still() -> None:
    field = Field(
        [
            (horse("f1"), "0505", 0),
            (foot("r1", shock=2), "0504", 3),
            (gun("r2", "horse"), "0504", 3),
        ]
    )
    stand = rows(field, SHOCK, "stand")[0]
    gone = rows(field, SHOCK, "retreat")
    assert {row["results"].get("vacated") for row in gone} == {None}
    assert gone[0]["results"] == stand["results"]


LIGHT_AGAINST_HEAVY = [(horse("f1", "light"), "0505", 0), (horse("r1"), "0503", 3)]


def after_counter_charge(dice: Sequence[int]) -> str:
    """Commit with a 0, let the heavy cavalry Counter-Charge."""
    field = Field(LIGHT_AGAINST_HEAVY, dice)
    field.start()
    field.choose("declare_shock", CHARGE)
    return first_shock(field, lambda: field.choose("counter_charge", "0504"))


def test_a_counter_charge_has_a_row_for_success_and_one_for_failure() -> None:
    field = Field(LIGHT_AGAINST_HEAVY)
    made, failed = rows(field, CHARGE, "counter_charge")
    assert (made["chance"], failed["chance"]) == ("7/10", "3/10")
    assert failed["answer"] == "counter-charge from 0503 fails"
    assert {m["rule"] for m in made["modifiers"]} >= {"9.86.drm"}
    assert failed["results"] == rows(field, CHARGE, "stand")[0]["results"]
    assert total([made, failed]) == chances(after_counter_charge, (0,))


def test_what_may_not_be_declared_is_refused() -> None:
    field = Field([(horse("f1"), "0505", 0), (foot("r1"), "0503", 3)], disordered=["f1"])
    answer = shock_odds(field.setup, field.state, "fr", dict(CHARGE))
    assert answer.value == {"refused": "9.24"}
    assert answer.rules == ("9.24",)
    assert [str(line) for line in answer.lines] != []
    for odd in ({"by": "0505"}, {"by": "0101", "targets": ["0102"]}, {**CHARGE, "facing": "x"}):
        assert "refused" in shock_odds(field.setup, field.state, "fr", odd).value


def test_asking_for_odds_rolls_no_die_and_changes_nothing() -> None:
    field = with_guns((), attacker=horse("f1"), at="0503")
    held = field.state
    shock_odds(field.setup, field.state, "fr", dict(CHARGE))
    assert field.state is held
    assert isinstance(field.dice, ScriptedDice)
    assert field.dice.used == 0
