"""What a player of another machine might send: every malformed choice is refused by a rule, none raises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from grognard.engines.core.show.asks import Choices
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.units import LINE
from grognard.engines.risorgimento.charge.charges import Notes
from grognard.engines.risorgimento.command.orders import WrittenOrders
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.fire.fire_phases import Orders
from grognard.engines.risorgimento.fire.opportunity import Opportunities, open_shots
from grognard.engines.risorgimento.manoeuvre.commander_moves import Ride
from grognard.engines.risorgimento.manoeuvre.drill import Manoeuvres
from grognard.engines.risorgimento.manoeuvre.withdrawal import Leave, ZocOptions
from grognard.engines.risorgimento.morale.rout import RallyFacings
from grognard.engines.risorgimento.ride.charge_path import ChargePath
from grognard.engines.risorgimento.ride.charge_path import Ride as FreeRide
from grognard.engines.risorgimento.sight.sight import FIRE, GUNS
from tests.engines.risorgimento.field import field

PLACES = {
    "foot-1": (20, 30, 0),
    "horse-1": (20, 40, 0),
    "guns-1": (20, 20, 0),
    "foe-1": (30, 30, 180),
    "uhlans-1": (60, 40, 180),
}
HUGE = 10**400
JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    7,
    HUGE,
    -HUGE,
    2.0,
    float("nan"),
    float("inf"),
    "",
    "pass",
    "foot-1",
    "align:nobody",
    "x" * 5000,
    [],
    {},
    [[]],
    [{}],
    [["foot-1"], "foe-1"],
    [HUGE, HUGE],
    [1.0, 0.0],
    {"do": []},
    {"pieces": {}, "at": []},
    b"foot-1",
)
Made = Callable[[bool], tuple[Choices, tuple[Any, ...]]]


def _table(measuring: bool) -> Any:
    return field(PLACES, options={"premeasure": "yes" if measuring else "no"})


def notes(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    choices = Notes(table.setup, table.state, "allied")
    return choices, ({"pieces": ["horse-1"], "at": "uhlans-1"},)


def charge_path(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    goal = base(table.setup, table.state.units["uhlans-1"])
    choices = ChargePath(table.setup, table.state, "horse-1", goal)
    return choices, ({"do": [{"turn": 500}, {"leg": [20000, 0]}]},)


def free_ride(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    choices = FreeRide(table.setup, table.state, "horse-1", 12.0, "E.2.2.recall")
    return choices, ({"do": [{"turn": 500}, {"leg": [12000, 0]}]},)


def manoeuvres(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    choices = Manoeuvres(table.setup, table.state, "foot-1")
    return choices, (
        {"do": [{"leg": [1000, 0]}, {"turn": 500}]},
        {"do": [{"form": "square"}]},
        {"do": [{"about": True}]},
        {"do": [{"slot": ["village-1", "0"]}]},
        {"do": [{"force": True}, {"leg": [1000, 0]}]},
    )


def commander(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    choices = Ride(table.setup, table.state, "general")
    return choices, ({"do": [{"leg": [1000, 0]}, {"turn": 500}, {"attach": "foe-1"}]},)


def guns(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    choices = Orders(table.setup, table.state, "allied", GUNS)
    return choices, ({"pieces": ["guns-1"], "at": "uhlans-1"},)


def fire(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    choices = Orders(table.setup, table.state, "allied", FIRE)
    return choices, ({"pieces": ["foot-1"], "at": "foe-1"},)


def opportunity(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    shots = open_shots(table.setup, table.state, "foe-1", (LINE,))
    choices = Opportunities(table.setup, table.state, "foe-1", shots)
    return choices, ({"pieces": ["foot-1"], "at": "foe-1"},)


def zoc(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    return ZocOptions(table.setup, table.state, "foot-1"), ({"advance": 1000}, "align:foe-1")


def leave(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    return Leave(table.setup, table.state, "foot-1"), ("withdraw",)


def rally(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    return RallyFacings(table.setup, table.state, "foot-1"), (4500,)


def written(measuring: bool) -> tuple[Choices, tuple[Any, ...]]:
    table = _table(measuring)
    choices = WrittenOrders(table.setup, ("general",))
    return choices, ({"to": "general", "attitude": "delay", "target": ""},)


ASKED: tuple[Made, ...] = (
    notes,
    charge_path,
    free_ride,
    manoeuvres,
    commander,
    guns,
    fire,
    opportunity,
    zoc,
    leave,
    rally,
    written,
)


def malformed(choice: Any) -> Iterator[Any]:
    """The choice with each of its parts in turn replaced by junk, left out, doubled or added to."""
    yield from JUNK
    for path in _paths(choice):
        for junk in JUNK:
            yield _with(choice, path, lambda _, junk=junk: junk)
        yield _with(choice, path, lambda part: [part])
        yield _with(choice, path, lambda part: {"do": part})
        yield _with(choice, path, _longer)
        yield _with(choice, path, _shorter)


def _paths(value: Any) -> Iterator[tuple[Any, ...]]:
    yield ()
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, part in items:
        yield from ((key, *rest) for rest in _paths(part))


def _with(choice: Any, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    if not path:
        return change(deepcopy(choice))
    found = deepcopy(choice)
    here = found
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = change(here[path[-1]])
    return found


def _longer(part: Any) -> Any:
    if isinstance(part, dict):
        return {**part, "also": 1}
    return [*part, *part] if isinstance(part, list) else part


def _shorter(part: Any) -> Any:
    if isinstance(part, dict):
        return dict(list(part.items())[1:])
    return part[1:] if isinstance(part, list) else part


def is_plain(value: Any) -> bool:
    """Whether a choice is data that a State can hold: words, bounded whole numbers, flags."""
    if isinstance(value, dict):
        return all(type(key) is str and is_plain(part) for key, part in value.items())
    if isinstance(value, list):
        return all(map(is_plain, value))
    return type(value) in (str, bool) or (type(value) is int and abs(value) < 2**53)


@pytest.mark.parametrize("measuring", [False, True])
@pytest.mark.parametrize("made", ASKED, ids=lambda made: made.__name__)
def test_a_malformed_choice_is_refused_by_a_rule(made: Made, measuring: bool) -> None:
    choices, sound = made(measuring)
    wrong = [choice for one in sound for choice in malformed(one)]
    for choice in wrong:
        why = choices.why_not(choice)
        assert isinstance(why, Refusal) or is_plain(choice), choice
        if why is not None:
            assert why.rule, (choice, str(why.message))
            assert all(type(name) is str for name in why.where), choice
            assert len(str(why.message)) < 200
        else:
            assert str(choices.label(choice))
    assert any(choices.why_not(choice) is not None for choice in wrong)


@pytest.mark.parametrize("made", ASKED, ids=lambda made: made.__name__)
def test_the_choices_that_were_marred_are_known(made: Made) -> None:
    """The sound choices are legal, or refused for what they order and not for how it is written."""
    choices, sound = made(False)
    legal = [choice for choice in sound if choices.why_not(choice) is None]
    assert legal or made in (zoc, leave), [choices.why_not(choice) for choice in sound]
