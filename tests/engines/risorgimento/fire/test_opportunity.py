"""[E.9] [E.8.fire] Opportunity fire at a unit that moves, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.show.asks import PASS, Ask
from grognard.engines.risorgimento.fire.opportunity import (
    WAIT,
    Opportunities,
    offer,
    open_shots,
    shot_at,
    why_not_shoots,
)
from grognard.engines.risorgimento.odds.fight_odds import fire_odds
from grognard.engines.risorgimento.setup import Board
from tests.engines.risorgimento.field import field, scripted, with_units


def step(table: Board, uid: str, x: float, y: float, answers: Sequence[Any] = ()) -> list[Ask]:
    """Bring a unit to a point, heading kept, and let its enemies answer; they pass in the end."""
    before = table.state.units[uid]
    assert before.pose is not None
    after = replace(before, pose=Pose.of(x, y, before.pose.heading))
    table.update(units={**table.state.units, uid: after})
    return answer(offer(table, uid, before, after), answers)


def answer(procedure: Any, answers: Sequence[Any]) -> list[Ask]:
    asked, left = [], list(answers)
    try:
        ask = next(procedure)
        while True:
            asked.append(ask)
            choice = left.pop(0) if left else PASS
            assert choice in ask.choices, ask.choices.why_not(choice)
            ask = procedure.send(choice)
    except StopIteration:
        return asked


def fire(uid: str, at: str) -> dict[str, Any]:
    return {"pieces": [uid], "at": at}


def test_nothing_is_asked_outside_every_field_of_fire():
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 40, 270)})
    assert step(table, "foe-1", 50, 38) == []


def test_who_enters_a_field_of_fire_may_be_shot_at_once():
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 31, 270)}, dice=scripted(1))
    asked = step(table, "foe-1", 50, 30, [fire("foot-1", "foe-1")])
    assert [(ask.seat, ask.kind, ask.interrupt) for ask in asked] == [
        ("allied", "opportunity_fire", True)
    ]
    firer = table.state.units["foot-1"]
    assert (firer.fired, firer.shot_at, firer.stirred) == (True, ("foe-1",), True)
    assert table.state.units["foe-1"].halves == 15


def test_one_shot_at_each_enemy_but_at_as_many_as_come():
    table = field({"foot-1": (50, 20, 90), "foe-1": (48, 31, 270), "foe-2": (52, 31, 270)})
    step(table, "foe-1", 49, 29, [fire("foot-1", "foe-1")])
    assert step(table, "foe-1", 49, 28) == []
    why = why_not_shoots(table.setup, table.state, "foot-1", "foe-1")
    assert why is not None
    assert why.rule == "E.9.cap"
    assert len(step(table, "foe-2", 52, 29, [fire("foot-1", "foe-2")])) == 1
    assert table.state.units["foot-1"].shot_at == ("foe-1", "foe-2")


def test_the_option_that_limits_the_shots():
    table = field(
        {"foot-1": (50, 20, 90), "foe-1": (48, 31, 270), "foe-2": (52, 31, 270)},
        options={"opportunity_cap": "1"},
    )
    step(table, "foe-1", 49, 29, [fire("foot-1", "foe-1")])
    assert step(table, "foe-2", 52, 29) == []


def test_to_wait_is_to_be_asked_again_and_to_pass_is_to_hold_for_the_move():
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 31, 270)})
    assert len(step(table, "foe-1", 50, 30, [WAIT])) == 1
    assert len(step(table, "foe-1", 50, 29, [PASS])) == 1
    assert step(table, "foe-1", 50, 28) == []


def test_each_unit_fires_on_its_own():
    table = field({"foot-1": (48, 20, 90), "foot-2": (51.6, 20, 90), "foe-1": (50, 31, 270)})
    asked = step(table, "foe-1", 49.8, 29.5, [fire("foot-1", "foe-1"), fire("foot-2", "foe-1")])
    assert len(asked) == 2
    rolls = [
        entry.roll
        for entry in table.entries
        if entry.roll and entry.roll.purpose == "opportunity_fire"
    ]
    assert [roll.subject for roll in rolls] == ["foot-1>foe-1", "foot-2>foe-1"]
    choices = Opportunities(table.setup, table.state, "foe-1", {})
    both = choices.why_not({"pieces": ["foot-1", "foot-2"], "at": "foe-1"})
    assert both is not None
    assert both.rule == "E.9.who"


def test_what_is_not_offered_has_its_reason():
    table = field({"foot-1": (48, 20, 90), "foot-2": (80, 20, 90), "foe-1": (48, 29, 270)})
    ask = step(table, "foe-1", 48, 28)[0]
    assert list(ask.choices) == [fire("foot-1", "foe-1"), WAIT, PASS]
    assert [(choice, why.rule) for choice, why in ask.choices.refused()] == [
        (fire("foot-2", "foe-1"), "geo.range")
    ]


def test_the_flank_fires_with_half():
    table = field({"foot-1": (50, 20, 90), "foe-1": (58, 20, 180)})
    shot = open_shots(table.setup, table.state, "foe-1")["foot-1"]
    assert ([share.rule for share in shot.shares], shot.strength) == (["F.1.flank"], 3)


def test_artillery_that_fired_in_d_may_fire_again():
    table = field({"guns-1": (50, 20, 90), "foe-1": (50, 40, 270)})
    with_units(table, guns_1={"stirred": True})
    assert "guns-1" in open_shots(table.setup, table.state, "foe-1")


@pytest.mark.parametrize(
    ("before", "after"), [("line", "attack_column"), ("attack_column", "line")]
)
def test_a_change_of_formation_is_fired_at_as_is_better_for_the_firer(before, after):
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 29, 270, after)})
    now = table.state.units["foe-1"]
    ask = next(offer(table, "foe-1", replace(now, formation=before), now))
    assert "E.4.opportunity" in ask.rules
    shot = ask.choices.shots["foot-1"]  # type: ignore[attr-defined]
    assert [(str(m.reason), m.value) for m in shot.modifiers] == [("Target in attack column", 1)]


def test_a_battery_that_limbers_under_fire():
    table = field({"foot-1": (50, 20, 90), "battery-1": (50, 27, 270, "limbered")})
    now = table.state.units["battery-1"]
    ask = next(offer(table, "battery-1", replace(now, formation="in_battery"), now))
    shot = ask.choices.shots["foot-1"]  # type: ignore[attr-defined]
    assert [m.value for m in shot.modifiers] == [3]


def test_a_removed_unit_is_not_shot_at_again():
    table = field(
        {"foot-1": (48.2, 20, 90), "foot-2": (51.8, 20, 90), "foe-1": (50, 31, 270)},
        dice=scripted(1),
    )
    with_units(table, foe_1={"halves": 8})
    asked = step(table, "foe-1", 50, 29.4, [fire("foot-1", "foe-1")])
    assert len(asked) == 1
    assert table.state.units["foe-1"].place == "removed"


# -- leaving melee (E.8.fire) ------------------------------------------------------------------


def leaving() -> Board:
    """foe-1 leaves foot-1, before whose front it stood; foot-2 and guns look on."""
    table = field(
        {
            "foot-1": (50, 20, 90),
            "foe-1": (50, 24, 270),
            "foot-2": (46.4, 20, 90),
            "guns-1": (62, 24, 180),
            "uhlans-1": (90, 50, 270),
        }
    )
    with_units(table, foe_1={"withdrew": True})
    return table


def test_fire_at_a_unit_that_leaves_melee_is_hasty():
    shots = open_shots(leaving().setup, leaving().state, "foe-1")
    found = {uid: {m.rule: m.value for m in shot.modifiers} for uid, shot in shots.items()}
    assert found["foot-1"] == {"E.8.fire": -1}
    assert found["guns-1"] == {"E.8.fire": -2, "F.5.enfilade": 3}


def test_who_is_engaged_by_others_does_not_fire_at_it():
    table = leaving()
    with_units(table, uhlans_1={"pose": Pose.of(46.4, 22, 270)})
    why = why_not_shoots(table.setup, table.state, "foot-2", "foe-1")
    assert why is not None
    assert why.rule == "E.8.fire"


def test_the_enemy_it_still_touches_may_fire():
    table = leaving()
    with_units(table, foe_1={"withdrew": True, "pose": Pose.of(50, 22, 270)})
    assert why_not_shoots(table.setup, table.state, "foot-1", "foe-1") is None
    with_units(table, foe_1={"withdrew": False})
    assert why_not_shoots(table.setup, table.state, "foot-1", "foe-1") is not None


# -- the crew test's shot (E.2.3.test) ---------------------------------------------------------


def test_a_single_shot_for_guns_that_are_charged():
    table = field({"guns-1": (50, 20, 90), "uhlans-1": (50, 27, 270), "uhlans-2": (50, 10, 90)})
    shot = shot_at(table.setup, table.state, "guns-1", "uhlans-1")
    assert shot is not None
    assert (shot.band, shot.strength, shot.value) == ("short", 8, 13)
    assert shot_at(table.setup, table.state, "guns-1", "uhlans-2") is None


def test_two_losses_in_one_phase_test_morale_once():
    places = {f"foot-{n}": (46.4 + 3.6 * n, 20, 90) for n in range(3)}
    table = field({**places, "foe-1": (50, 31, 270)}, dice=scripted(1, 1, 1, 1))
    shots = [fire(f"foot-{n}", "foe-1") for n in range(3)]
    step(table, "foe-1", 50, 29.5, shots)
    rolls = [entry.roll.purpose for entry in table.entries if entry.roll]
    assert rolls == [
        "opportunity_fire",
        "opportunity_fire",
        "morale_fire_losses",
        "opportunity_fire",
    ]


@pytest.mark.parametrize("withdrew", [False, True])
def test_the_odds_of_a_shot_at_a_withdrawing_unit_are_those_of_the_shot(withdrew):
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 30, 270)})
    table.update(phase="E.move")
    with_units(table, foe_1={"withdrew": withdrew})
    shot = open_shots(table.setup, table.state, "foe-1")["foot-1"]
    assert any(m.rule == "E.8.fire" for m in shot.modifiers) == withdrew
    shown = fire_odds(table.setup, table.state, None, choice=fire("foot-1", "foe-1"))
    assert [row["value"] for row in shown.value["rows"]] == [shot.value]


def shown_while_asked(table: Board, uid: str, before: str) -> list[tuple[dict[str, Any], Any]]:
    """The choices of the question about a unit that has changed its formation, with their odds."""
    now = table.state.units[uid]
    ask = next(offer(table, uid, replace(now, formation=before), now))
    assert ask.odds == "fire_odds"
    choices = [choice for choice in ask.choices if isinstance(choice, dict)]
    return [
        (choice, fire_odds(table.setup, table.state, ask.seat, choice=choice)) for choice in choices
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [("line", "attack_column"), ("attack_column", "line"), ("open_order", "line")],
)
def test_the_odds_of_a_shot_at_a_unit_that_changes_are_of_its_better_formation(before, after):
    seen = set()
    for face in range(1, 11):
        table = field({"foot-1": (50, 20, 90), "foe-1": (50, 29, 270, after)}, dice=scripted(face))
        table.update(phase="E.move")
        ((choice, shown),) = shown_while_asked(table, "foe-1", before)
        now = table.state.units["foe-1"]
        table.update(answered=())
        answer(offer(table, "foe-1", replace(now, formation=before), now), [choice])
        lost = now.halves - table.state.units["foe-1"].halves
        roll = next((e.roll for e in table.entries if e.roll), None)
        (row,) = shown.value["rows"]
        if roll is not None:
            assert roll.target == row["value"] % 10
        assert str(lost) in shown.value["chances"]
        seen.add(str(lost))
    assert seen == set(shown.value["chances"])


def test_the_enemy_it_touches_is_not_refused_by_the_odds_where_he_may_fire():
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 22, 270)})
    table.update(phase="E.move")
    with_units(table, foe_1={"withdrew": True})
    ((choice, shown),) = shown_while_asked(table, "foe-1", "line")
    assert choice == fire("foot-1", "foe-1")
    assert "refused" not in shown.value
    assert [row["value"] for row in shown.value["rows"]] == [
        open_shots(table.setup, table.state, "foe-1")["foot-1"].value
    ]


def test_a_question_that_is_answered_leaves_nothing_behind():
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 31, 270)})
    step(table, "foe-1", 50, 30, [WAIT])
    assert table.state.answered == ()


def test_a_single_shooter_is_named_in_the_question() -> None:
    alone = field({"foot-1": (50, 20, 90), "foe-1": (50, 31, 270)})
    (ask,) = step(alone, "foe-1", 50, 30)
    name = alone.setup.types["foot-1"].name
    assert str(ask.prompt).endswith(f" moves in the field of fire of {name}. Fire?")
    two = field({"foot-1": (48, 20, 90), "foot-2": (53, 20, 90), "foe-1": (50, 31, 270)})
    (ask, *_) = step(two, "foe-1", 50, 30)
    assert str(ask.prompt).endswith(" moves in your field of fire: who fires?")
