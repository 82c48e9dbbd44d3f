"""Positions that no scenario begins with: units of the orders of battle thrown together, in random phases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from grognard.engines.core.play.arrangement import DONE
from grognard.engines.core.play.game import AnyGame, ScenarioError, registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.scenario.reading import PositionError
from grognard.engines.core.show.asks import PASS, Ask, Choice

FORD = Path(__file__).parents[1] / "engines" / "gmt" / "ford" / "scenario.yaml"
"""A skirmish over a stream under the rules for Jaegers, which no battle of ours uses."""
THROWN = 14
"""So many units are thrown together; with fewer hardly anybody meets, with more nobody moves."""
SPOTS = 5
"""So often a place is looked for where a unit may stand."""
BUSY = 0.85
"""How often something is done where nothing might be: else hardly anybody would attack."""
CHOSEN = 0.4
"""How often an option is turned round."""


@dataclass(frozen=True)
class Throw:
    """How units of a game are thrown: about one place, this far, facing anywhere.

    `phases` are the steps that a position may be put to, `sides` who may be active there; with
    `alone` the other units are out of the way. A `table` in centimetres is thrown on where a game
    has no spaces.
    """

    far: int = 3
    facing: str = ""
    facings: int = 6
    phases: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    alone: bool = False
    table: float = 0.0
    more: tuple[Path, ...] = ()


THROWS: Mapping[str, Throw] = {
    "gmt": Throw(
        facing="facing",
        phases=(
            "order.start",
            "fire",
            "move",
            "shock.declare",
            "shock.declare",
            "rally",
            "order.end",
            "morale.collapse",
            "morale.boxes",
        ),
        sides=("french", "russian"),
        alone=True,
        more=(FORD,),
    ),
    "columbia": Throw(far=2),
    "eagle": Throw(far=4, facing="facing"),
    "europa": Throw(far=4),
    "risorgimento": Throw(facing="heading", facings=360, table=45.0),
}


def scenarios(game: AnyGame) -> list[Path]:
    """Return the battles of a game that units are thrown about in."""
    return [*(Path(info.path) for info in game.scenarios()), *THROWS[game.id].more]


def scattered(name: str, rng: Random) -> Session:
    """Return a game that begins with its units thrown together."""
    game, throw = registry[name], THROWS[name]
    path = rng.choice(scenarios(game))
    setup = _optioned(game, path, rng)
    edits = _phase(setup, throw, rng)
    near = _near(game, setup, throw, rng)
    lines: list[dict[str, Any]] = []
    for line in _lines(game, setup, throw, rng):
        for _ in range(SPOTS):
            more = [*lines, {**line, "at": near()}]
            try:
                game.arrange(setup, game.initial(setup, "1"), {**edits, "place": more})
            except PositionError:
                continue
            lines = more
            break
    arranged, state = game.arrange(setup, game.initial(setup, "1"), {**edits, "place": lines})
    return Session(game, arranged, str(rng.random()), state=state)


def _optioned(game: AnyGame, path: Path, rng: Random) -> AnySetup:
    """Load a battle with some of its options chosen anew; not every option goes with every set-up."""
    chosen = {
        option.id: rng.choice(option.values)
        for option in game.load(path, {}).info.options
        if option.id != "friendly_take_back" and rng.random() < CHOSEN
    }
    try:
        return game.load(path, chosen)
    except ScenarioError:
        return game.load(path, {})


def _phase(setup: AnySetup, throw: Throw, rng: Random) -> dict[str, Any]:
    """Put half of the positions to a step in which something is decided."""
    edits: dict[str, Any] = {"only": "yes"} if throw.alone else {}
    whole = getattr(setup, "structure", "") != "borodino"  # its activations need a marker drawn
    if throw.phases and whole and rng.random() < 0.7:
        edits |= {"phase": rng.choice(throw.phases), "active": rng.choice(throw.sides)}
        edits["commands"] = [command.id for command in setup.commands]
    return edits


def _lines(game: AnyGame, setup: AnySetup, throw: Throw, rng: Random) -> Iterator[dict[str, Any]]:
    """Give lines for some units, half of each side, without their places."""
    pieces = game.positions.pieces[0]
    kinds = pieces.kinds(setup)
    there = list(pieces.of(game.initial(setup, "1")))
    sides: dict[str, list[str]] = {}
    for uid in there:
        sides.setdefault(str(getattr(kinds.get(uid), "side", "")), []).append(uid)
    for uids in sides.values():
        for uid in rng.sample(uids, min(len(uids), THROWN // max(1, len(sides)))):
            faced = {throw.facing: str(rng.randrange(throw.facings))} if throw.facing else {}
            shaken = {"state": ["disordered"]} if throw.alone and rng.random() < 0.15 else {}
            yield {"unit": uid, **faced, **shaken}


def _near(game: AnyGame, setup: AnySetup, throw: Throw, rng: Random) -> Callable[[], Any]:
    """Return what gives a place near the middle of the throw, another one each time."""
    if throw.table:
        least, most = 40.0, 40.0 + throw.table
        return lambda: [f"{rng.uniform(least, most):.1f}", f"{rng.uniform(least, most):.1f}"]
    pieces = game.positions.pieces[0]
    spaces = list(pieces.spaces(setup)) if pieces.spaces else []
    centre = rng.choice(spaces)
    grid = getattr(getattr(setup, "map", None), "grid", None)
    around = rng.sample(spaces, throw.far) if grid is None else grid.within(centre, throw.far)
    return lambda: rng.choice([centre, *around])


def busy(ask: Ask, rng: Random) -> Choice:
    """A choice at random that mostly does something."""
    if DONE in ask.choices:
        return DONE
    if not ask.choices.finite:
        return ask.choices.sample(rng)
    listed = list(ask.choices)
    acts = [choice for choice in listed if choice not in (PASS, "none")]
    return rng.choice(acts if acts and rng.random() < BUSY else listed)
