"""[B.1.test] [morale.test] The odds of tests are those of the dice that follow the choice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from grognard.engines.core.data.text import percent
from grognard.engines.core.show.asks import Ask, Choice, Procedure
from grognard.engines.core.show.explain import Roll
from grognard.engines.core.show.views import Answer
from grognard.engines.risorgimento.army.units import LIMBERED
from grognard.engines.risorgimento.charge.charges import charge_phase, notes_phase
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.manoeuvre.manoeuvre import perform
from grognard.engines.risorgimento.melee.melee import melee_phase
from grognard.engines.risorgimento.movement.move_under_way import begin
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.state import Charge
from tests.engines.risorgimento.charging import DEFAULTS, charging
from tests.engines.risorgimento.field import field, scripted, with_units

GAME = Risorgimento()
MEASURED = {"premeasure": "yes"}


@dataclass
class Asked:
    """A choice, its odds, and the dice that came of it."""

    kind: str
    choice: Choice
    odds: Answer
    rolls: list[Roll]


def weighed(table: Board, procedure: Procedure[Any], answers: dict[str, Choice]) -> list[Asked]:
    """Play a procedure; before every choice its odds are asked."""
    return list(_weighed(table, procedure, answers))


def _weighed(
    table: Board, procedure: Procedure[Any], answers: dict[str, Choice]
) -> Iterator[Asked]:
    given: Choice = None
    last: tuple[Ask, Choice, Answer, int] | None = None
    while True:
        try:
            ask: Ask | None = procedure.send(given)
        except StopIteration:
            ask = None
        if last is not None:
            came = [entry.roll for entry in table.entries[last[3] :] if entry.roll is not None]
            yield Asked(last[0].kind, last[1], last[2], came)
        if ask is None:
            return
        given = answers.get(ask.kind, DEFAULTS.get(ask.kind)) or next(iter(ask.choices))
        assert given in ask.choices, (ask.kind, given)
        last = (ask, given, odds_of(table, ask, given), len(table.entries))


def odds_of(table: Board, ask: Ask, choice: Choice) -> Answer:
    if ask.odds is None:
        return Answer({}, ())
    return GAME.inquiries[ask.odds].ask(table.setup, table.state, ask.seat, **ask.weighing(choice))


def chance(roll: Roll) -> Fraction:
    """How many faces of a die with these modifiers pass."""
    assert roll.target is not None
    more = sum(modifier.value for modifier in roll.modifiers)
    return Fraction(sum(face + more <= roll.target for face in range(1, 11)), 10)


def agrees(one: Asked) -> None:
    """The first die is the test that was told, with the modifiers that were told."""
    roll = one.rolls[0]
    assert one.odds.value["exact"]
    assert (one.odds.value["unit"], one.odds.value["passes"]) == (roll.subject, str(chance(roll)))
    assert f"{percent(chance(roll))}" in str(one.odds.lines[0])
    said = [str(line) for line in one.odds.lines]
    assert all(f"{m.value:+d}: {m.reason}" in said for m in roll.modifiers)
    assert {m.rule for m in roll.modifiers} <= set(one.odds.rules)


ONES = [1] * 12
HORSE = (20, 30, 0)
CHARGES: list[tuple[dict[str, Any], str, str, Choice]] = [
    ({"foe-1": (40, 30, 180)}, "foe-1", "react_square", "square"),
    ({"foe-1": (29.9, 30, 180)}, "foe-1", "react_square", "square"),
    ({"jager-1": (29.9, 30, 180)}, "jager-1", "react_light", "evade"),
    ({"battery-1": (41, 30, 180, LIMBERED)}, "battery-1", "react_artillery", "evade"),
    ({"battery-1": (40, 30, 180)}, "battery-1", "react_artillery", "evade"),
    ({"foe-1": (41, 30, 180), "uhlans-1": (38, 33, 180)}, "foe-1", "react_cavalry", "uhlans-1"),
]


@pytest.mark.parametrize("second", [1, 10])
@pytest.mark.parametrize(("places", "target", "kind", "choice"), CHARGES)
def test_the_odds_of_what_a_target_does_are_of_the_die_it_then_rolls(
    places, target, kind, choice, second
):
    table = charging(
        {"horse-1": HORSE, **places}, [("horse-1", target)], 1, second, *ONES, options=MEASURED
    )
    with_units(table, **{target.replace("-", "_"): {"fatigue": 4}})
    asked = weighed(table, charge_phase(table), {kind: choice, "charge_return": 12})
    one = next(one for one in asked if (one.kind, one.choice) == (kind, choice))
    agrees(one)
    assert one.rolls[0].natural == second


def test_light_infantry_far_from_the_charge_needs_no_test():
    places = {"horse-1": HORSE, "jager-1": (34, 30, 180)}
    table = charging(places, [("horse-1", "jager-1")], 1, 10, *ONES)
    asked = weighed(table, charge_phase(table), {"react_light": "evade"})
    one = next(one for one in asked if one.kind == "react_light")
    assert one.odds.value["passes"] == "1"
    assert "discipline" not in [e.roll.purpose for e in table.entries if e.roll is not None]


@pytest.mark.parametrize("x", [33, 40])
@pytest.mark.parametrize("measured", [True, False])
def test_the_odds_of_a_recall_are_of_its_die_and_measure_nothing_unasked(x, measured):
    options = MEASURED if measured else {}
    places = {"horse-1": HORSE, "foe-1": (x, 30, 180)}
    table = charging(places, [("horse-1", "foe-1")], 1, 1, 10, *ONES, options=options)
    answers = {"react_square": "square", "recall": "recall", "charge_return": 12}
    asked = weighed(table, charge_phase(table), answers)
    one = next(one for one in asked if one.kind == "recall")
    if measured:
        agrees(one)
    else:
        assert "passes" not in one.odds.value
        cases: Any = one.odds.value["cases"]
        assert str(chance(one.rolls[0])) in cases.values()
        assert len(cases) == 2


@pytest.mark.parametrize("face", range(1, 11))
def test_the_odds_of_a_crew_s_shot_are_of_the_shot_that_follows(face):
    places = {"horse-1": HORSE, "battery-1": (33, 30, 180)}
    table = charging(places, [("horse-1", "battery-1")], 1, 1, face, *ONES)
    with_units(table, battery_1={"halves": 3})
    asked = weighed(table, charge_phase(table), {"guns_fire": "fire", "charge_return": 12})
    one = next(one for one in asked if one.kind == "guns_fire")
    shot: Any = one.odds.value
    roll = one.rolls[0]
    assert (roll.purpose, roll.natural) == ("opportunity_fire", face)
    assert roll.target == shot["rows"][0]["value"] % 10
    assert roll.result in shot["chances"]


def test_declining_has_no_odds():
    places = {"horse-1": HORSE, "foe-1": (40, 30, 180)}
    table = charging(places, [("horse-1", "foe-1")], *ONES)
    asked = weighed(table, charge_phase(table), {"charge_return": 12})
    assert all(one.odds.value == {} for one in asked if one.choice in ("stand", "pass", "wait"))


@pytest.mark.parametrize("options", [MEASURED, {}])
def test_a_charge_in_reaction_tells_the_nerve_of_its_enemy_where_measuring_is_allowed(options):
    places = {"foe-1": (45, 30, 180), "horse-1": (30, 30, 0)}
    table = field(places, dice=scripted(*ONES), options=options)
    begin(table, "foe-1")
    riding = perform(table, [{"leg": [4000, 0]}])
    one = next(
        one
        for one in weighed(table, riding, {"react_cavalry": "horse-1"})
        if one.kind == "react_cavalry"
    )
    discipline, nerve = one.rolls[:2]
    assert (discipline.purpose, nerve.purpose) == ("discipline", "morale_charged")
    agrees(Asked(one.kind, one.choice, one.odds, [discipline]))
    told = {"unit": "foe-1", "passes": str(chance(nerve))} if options else None
    assert one.odds.value.get("target") == told


# -- charges to be -----------------------------------------------------------------------------


@pytest.mark.parametrize("formation", ["line", "open_order", "square"])
def test_the_odds_of_a_charge_are_of_its_target_s_morale(formation):
    places = {"horse-1": HORSE, "foe-1": (40, 30, 180, formation), "foe-2": (45, 30, 180)}
    table = field(places, dice=scripted(*ONES), options=MEASURED)
    table.update(phase="C.notes", initiative="allied")
    with_units(table, foe_1={"halves": 10, "fatigue": 4})
    note = {"pieces": ["horse-1"], "at": "foe-1"}
    ask = next(notes_phase(table))
    shown = odds_of(table, ask, note)
    table.update(phase="E.charges", notes=(("horse-1", "foe-1"),), answered=())
    asked = weighed(table, charge_phase(table), {"charge_return": 12})
    assert asked
    roll = next(entry.roll for entry in table.entries if entry.roll is not None)
    agrees(Asked("charge_note", note, shown, [roll]))


def test_a_written_charge_has_odds_for_its_own_side_alone():
    table = field({"horse-1": HORSE, "foe-1": (40, 30, 180)})
    table.update(notes=(("horse-1", "foe-1"),))
    ask = GAME.inquiries["charge_odds"].ask
    assert ask(table.setup, table.state, "allied", choice="horse-1").value["unit"] == "foe-1"
    for seat in ("austrian", None):
        assert ask(table.setup, table.state, seat, choice="horse-1").value == {}


# -- facing (G.2.turn) -------------------------------------------------------------------------


@pytest.mark.parametrize("foe", ["foe-1", "uhlans-1"])
def test_the_odds_of_turning_are_of_the_test(foe):
    table = field({"foot-1": (30, 30, 90), foe: (32.75, 30, 180)}, dice=scripted(*ONES))
    table.update(phase="G", initiative="allied")
    asked = weighed(table, melee_phase(table), {"melee_turn": "turn", "charge_return": 12})
    one = next((one for one in asked if one.kind == "melee_turn"), None)
    assert one is not None
    agrees(one)
    assert not any(mark.startswith("asked:") for mark in table.state.answered)


def test_an_order_tells_the_tests_on_its_way_and_a_charge_its_melee():
    vines = [{"terrain": "vines", "polygon": [[24, 20], [30, 20], [30, 40], [24, 40]]}]
    table = field({"foot-1": (20, 30, 0), "foe-1": (60, 30, 180)}, ground=vines)
    ask = GAME.inquiries["order_odds"].ask
    order = {"do": [{"leg": [8000, 0]}]}
    told = ask(table.setup, table.state, "allied", unit="foot-1", choice=order)
    assert [row["case"] for row in told.value["tests"]] == ["vines"]
    assert told.value["keeps"] == told.value["tests"][0]["passes"]
    assert sum(share for _, share in told.shares) == pytest.approx(1)
    short = {"do": [{"leg": [2000, 0]}]}
    assert not ask(table.setup, table.state, "allied", unit="foot-1", choice=short).value


def test_the_odds_of_a_way_are_those_of_its_melee():
    """The bonus of a charge counts where its last quarter is ridden straight ahead, and not aslant."""
    table = field({"horse-1": (20, 30, 0), "foe-1": (32, 30, 180)}, options=MEASURED)
    aim = table.state.units["foe-1"].pose
    charge = Charge("horse-1", "foe-1", status="moving", aim=aim)
    table.update(phase="E.charges", charges=(charge,))
    ask = GAME.inquiries["order_odds"].ask

    def told(run, off):
        order = {"do": [{"leg": [run, off]}]}
        return ask(table.setup, table.state, "allied", unit="horse-1", choice=order).value

    straight, aslant = (told(12000, off)["melee"]["attacker"] for off in (0, 600))
    assert straight["unit"] == aslant["unit"] == "horse-1"
    assert straight["modifiers"] > aslant["modifiers"]
    assert not told(12000, -4500)
