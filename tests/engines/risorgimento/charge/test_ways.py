"""[E.1.allowance] The ways of a charge: what is told where none of them makes contact, and where one ends."""

from __future__ import annotations

import pytest

from grognard.engines.core.board.tabletop import Pose, distance
from grognard.engines.core.data.frozen import evolve
from grognard.engines.risorgimento.charge.charges import Notes
from grognard.engines.risorgimento.field.footprint import aim_of, base
from grognard.engines.risorgimento.ride.charge_path import ChargePath
from grognard.engines.risorgimento.ride.ways import Order, _ways, ridden
from grognard.engines.risorgimento.state import Charge
from tests.engines.risorgimento.field import field

HORSE, FOE = (20, 30, 0), (32, 30, 180)
WALL = {f"foot-{n}": (26, 3.5 * n, 0) for n in range(1, 17)}
"""Friends shoulder to shoulder from one edge of the table to the other."""
MEASURED, BLIND = {"premeasure": "yes"}, {"premeasure": "no"}
NOTE = {"pieces": ["horse-1"], "at": "foe-1"}


@pytest.mark.parametrize("options", [MEASURED, BLIND])
def test_a_note_says_that_no_way_of_the_charge_makes_contact(options):
    table = field({"horse-1": HORSE, "foe-1": FOE, **WALL}, options=options)
    notes = Notes(table.setup, table.state, "allied")
    assert notes.why_not(NOTE) is None
    assert len(notes.describe(NOTE)) == 1
    assert notes.vain(NOTE) is (options == MEASURED)
    table = field({"horse-1": HORSE, "foe-1": FOE}, options=options)
    notes = Notes(table.setup, table.state, "allied")
    assert not notes.describe(NOTE)
    assert not notes.vain(NOTE)


def test_a_note_does_not_measure_where_nobody_may():
    """How far off a target is stays unsaid, though no ride comes to it."""
    table = field({"horse-1": HORSE, "foe-1": (80, 30, 180)}, options=BLIND)
    assert not Notes(table.setup, table.state, "allied").describe(NOTE)


def path_of(table):
    table.update(charges=(Charge("horse-1", "foe-1", aim=aim_of(table.state.units["foe-1"])),))
    goal = base(table.setup, table.state.units["foe-1"])
    return ChargePath(table.setup, table.state, "horse-1", goal)


STRAIGHT = {"do": [{"leg": [10000, 0]}]}


@pytest.mark.parametrize("options", [MEASURED, BLIND])
def test_a_way_that_a_friend_bars_ends_before_him_and_says_so(options):
    table = field({"horse-1": HORSE, "foe-1": FOE, "foot-1": (26, 30, 0)}, options=options)
    path = path_of(table)
    stand = base(table.setup, table.state.units["horse-1"])
    x, y, heading = path.ends(STRAIGHT["do"])
    there = stand.at(Pose.of(x, y, heading))
    assert distance(there, base(table.setup, table.state.units["foot-1"])) <= 2 * stand.eps
    assert path.vain(STRAIGHT)
    assert path.describe(STRAIGHT)


@pytest.mark.parametrize("options", [MEASURED, BLIND])
def test_the_first_way_listed_makes_contact_and_ends_there(options):
    """Aslant, past the friend who is in the way; it is not the way straight at the target's middle."""
    table = field({"horse-1": HORSE, "foe-1": FOE, "foot-1": (26, 33.4, 0)}, options=options)
    path = path_of(table)
    first = next(iter(path))
    assert first != {"do": [{"leg": [12000, 0]}]}
    assert not path.vain(first)
    stand = base(table.setup, table.state.units["horse-1"])
    there = stand.at(Pose.of(*path.ends(first["do"])))
    assert distance(there, base(table.setup, table.state.units["foe-1"])) <= stand.eps


def test_a_way_that_is_too_long_is_told_only_where_measuring_is_allowed():
    far = (20 + 40, 30, 180)
    told, untold = (
        path_of(field({"horse-1": HORSE, "foe-1": far}, options=options))
        for options in (MEASURED, BLIND)
    )
    order = {"do": [{"leg": [38000, 0]}]}
    assert told.vain(order)
    assert told.ends(order["do"])[0] < 50
    assert not untold.vain(order)


@pytest.mark.parametrize("turned", [0, 60, 150])
@pytest.mark.parametrize("marker", ["", "yellow"])
@pytest.mark.parametrize("far", [True, False])
def test_what_is_not_tried_could_not_have_come_to_its_target(turned, marker, far):
    """The quick question, without the ground and others, never rules out a way that makes contact."""
    table = field({"horse-1": (20, 30, turned), "foe-1": FOE, "foot-1": (26, 33.4, 0)})
    table.update(
        units={
            **table.state.units,
            "horse-1": evolve(table.state.units["horse-1"], marker=marker),
        }
    )
    charge = Charge("horse-1", "foe-1", aim=aim_of(table.state.units["foe-1"]))
    orders = [
        Order(table.setup, charge, way, far) for way in _ways(table.setup, table.state, charge)
    ]
    met = [one for one in orders if ridden(table.state, one).meets]
    assert all(one.possible(table.state) for one in met)
    assert len(met) < len(orders)
    assert met or turned or marker
