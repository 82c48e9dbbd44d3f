"""Tiles: which ones a game has, and the steps that lay them on the map and take them away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grognard.app.editor.maps.steps import Step, rows, texts
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.text import tr
from grognard.engines.core.data.yamlio import Plain, Problems, load_file
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.scenario.scenariofile import shipped

KEY = "tiles"


@dataclass(frozen=True)
class Tiles:
    """The tiles of a game.

    Attributes:
        kinds: of each tile the ground of its hexes, in their order.
        names: what each is called.
    """

    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def layer(self) -> Layer:
        """The tiles as a layer that the hand may choose."""
        return Layer(KEY, "tiles", (*self.kinds,))


def tiles_of(game: AnyGame) -> Tiles:
    """Return the tiles that scenarios of a game may lay on their maps; none where it has none."""
    reader: Any = game.reader
    words = reader.envelope.hexes
    if words is None or not words.tiles:
        return Tiles()
    home = reader.envelope.home or shipped(game.id)
    node, problems = load_file(home.joinpath(*words.tiles.split("/")))
    doc = (
        None
        if node is None or problems
        else words.tile_file.read(node, Problems(), tr("the tiles"))
    )
    kinds = [kind for kind in (doc or {}).get("kinds") or () if kind]
    return Tiles(
        {kind["id"]: tuple(kind["terrain"]) for kind in kinds},
        {kind["id"]: kind.get("name") or kind["id"] for kind in kinds},
    )


def whole(grid: HexGrid, way: Sequence[str], long: int) -> list[str]:
    """Return the hexes of a tile that is so long: those of a stroke, and if it was short, such as touch them."""
    found = [*way[:long]]
    while found and len(found) < long:
        near = [h for h in grid.adjacent(found[-1]) if h not in found]
        close = [h for h in near if set(found) <= set(grid.adjacent(h))] or near
        if not close:
            break
        found.append(close[0])
    return found


def lay(scenario: Plain, kind: str, at: Sequence[str]) -> list[Step]:
    """Lay a tile on hexes, in place of those that lie on them."""
    steps = lift(scenario, at)
    left = len(rows(scenario, KEY)) - sum(step.path != (KEY,) for step in steps)
    row: dict[str, Plain] = {"tile": kind, "at": [*at]}
    if left and not any(step.path == (KEY,) for step in steps):
        return [*steps, Step((KEY, left), "insert", row)]
    return [Step((KEY,), "set", [row])]


def lift(scenario: Plain, at: Collection[str]) -> list[Step]:
    """Take the tiles away that lie on some hexes."""
    laid = rows(scenario, KEY)
    under = [
        i for i, row in enumerate(laid) if isinstance(row, dict) and {*at} & {*texts(row.get("at"))}
    ]
    if under and len(under) == len(laid):
        return [Step((KEY,), "remove")]
    return [Step((KEY, index), "remove") for index in reversed(under)]
