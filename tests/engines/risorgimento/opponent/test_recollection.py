"""While a charge comes on the captain answers by what its seat sees: no world can be imagined then."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask, Choice, Listed
from grognard.engines.risorgimento.army.units import LINE, SQUARE, TABLE
from grognard.engines.risorgimento.field.strength import halves_of, strength_text
from grognard.engines.risorgimento.fire.opportunity import ASK, Opportunities, open_shots
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.opponent.captain import Captain
from grognard.engines.risorgimento.opponent.recollection import as_seen
from grognard.engines.risorgimento.scenario.load import scenario_infos
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.table.view import table_view

GAME = Risorgimento()
GUNS = "austrian-battery"


@cache
def brigades() -> Setup:
    info = next(one for one in scenario_infos() if one.id == "first-brigade")
    setup: Setup = GAME.load(Path(info.path), {})
    return setup


def standing(state: State, **where: tuple[float, float, float]) -> State:
    """The position with only these units on the table, where they are put."""
    spots = {name.replace("_", "-"): spot for name, spot in where.items()}
    units = {
        uid: evolve(unit, pose=Pose.of(*spots[uid]), place=TABLE, sector="", slot="")
        if uid in spots
        else evolve(unit, pose=None, place="removed", sector="", slot="")
        for uid, unit in state.units.items()
    }
    return evolve(state, units=units)


def blindly(kind: str, subject: tuple[str, ...], choices: list[Choice], **where: Any) -> Any:
    """What the captain answers of a table that has changed since it imagined its last world."""
    known, now = Session(GAME, brigades(), "1"), Session(GAME, brigades(), "2")
    now.table.update(units=standing(now.table.state, **where).units)
    captain, seat = Captain("1"), brigades().seat_of(brigades().types[subject[0]].side)
    captain.known = known
    asked = Listed(choices)
    ask = Ask(seat, kind, text("What now?"), ("E.1.timing",), asked, subject=subject)
    return captain.blind(Eyes(now, seat, ask), list(asked))


def test_units_are_seen_where_and_how_the_view_shows_them() -> None:
    first: State = GAME.initial(brigades(), "1")
    state = standing(first, **{"84e_1": (20, 20, 30), "ir39_1": (40, 20, 200)})
    hurt = evolve(state.units["84e-1"], halves=7, vm=4, disorder=2, formation=SQUARE, moved=True)
    state = evolve(state, units={**state.units, "84e-1": hurt})
    seen = as_seen(brigades(), first, table_view(brigades(), state, "allied"), "allied")
    found = seen.units["84e-1"]
    assert (found.halves, found.vm, found.disorder) == (7, 4, 2)
    assert (found.formation, found.moved, found.place) == (SQUARE, True, TABLE)
    assert found.pose is not None
    assert found.pose.centre == pytest.approx((20, 20), abs=0.01)
    assert found.pose.heading == pytest.approx(30, abs=0.01)
    assert {uid for uid, unit in seen.units.items() if unit.place == "removed"} == {
        uid for uid, unit in state.units.items() if unit.place == "removed"
    }


def test_what_the_enemy_has_noted_is_not_taken_from_the_imagined_world() -> None:
    first: State = GAME.initial(brigades(), "1")
    dealt = evolve(first, notes=(("84e-1", "ir39-1"), ("ir39-1", "84e-1")))
    view = table_view(brigades(), first, "austrian")
    assert as_seen(brigades(), dealt, view, "austrian").notes == (("ir39-1", "84e-1"),)


def test_guns_do_not_slip_away_through_a_battalion_that_came_up_behind_them() -> None:
    """The world it remembers has nobody there: it looks at the table as it is."""
    asked = ("react_artillery", (GUNS, "84e-1"), ["evade", "stand"])
    assert blindly(*asked, austrian_battery=(30, 20, 180), ir39_1=(34, 20, 180)) == "stand"
    assert blindly(*asked, austrian_battery=(30, 20, 180), ir39_1=(30, 40, 180)) == "evade"


def test_a_charged_battalion_forms_square() -> None:
    asked = ("react_square", ("ir39-1", "novara"), ["stand", "square"])
    assert blindly(*asked, ir39_1=(30, 20, 180), novara=(15, 20, 0)) == "square"


def test_who_is_charged_from_out_of_reach_stands() -> None:
    """[E.1.allowance] Whoever forms square or slips away does not move that turn."""
    asked = ("react_square", ("ir39-1", "novara"), ["stand", "square"])
    assert blindly(*asked, ir39_1=(40, 20, 180), novara=(15, 20, 0)) == "stand"
    asked = ("react_light", ("jager-3", "novara"), ["stand", "evade"])
    assert blindly(*asked, jager_3=(40, 20, 180), novara=(15, 20, 0)) == "stand"
    assert blindly(*asked, jager_3=(30, 20, 180), novara=(15, 20, 0)) == "evade"


def fire_at(state: State) -> Opportunities:
    return Opportunities(brigades(), state, "84e-1", open_shots(brigades(), state, "84e-1"))


def test_it_fires_at_who_comes_near_by_what_it_sees() -> None:
    known, now = Session(GAME, brigades(), "1"), Session(GAME, brigades(), "2")
    placed = standing(now.table.state, **{"84e_1": (30, 20, 0), "ir39_1": (35, 20, 180)})
    lined = evolve(placed.units["ir39-1"], formation=LINE)
    now.table.update(units={**placed.units, "ir39-1": lined})
    captain, shots = Captain("1"), fire_at(now.table.state)
    captain.known = known
    ask = Ask("austrian", ASK, text("Who fires?"), ("E.9.who",), shots, subject=("84e-1",))
    answer = captain.blind(Eyes(now, "austrian", ask), list(shots))
    assert answer == {"pieces": ["ir39-1"], "at": "84e-1"}


@pytest.mark.parametrize("halves", [0, 1, 2, 7, 12])
def test_a_strength_is_read_as_it_is_shown(halves: int) -> None:
    unit = next(iter(GAME.initial(brigades(), "1").units.values()))
    assert halves_of(strength_text(evolve(unit, halves=halves))) == halves


def test_without_a_world_to_remember_it_does_what_needs_no_thought() -> None:
    session = Session(GAME, brigades(), "1")
    ask = Ask(
        "austrian", "react_square", text("What now?"), ("E.1.timing",), Listed(["stand", "square"])
    )
    assert Captain("1").blind(Eyes(session, "austrian", ask), ["stand", "square"]) == "stand"
