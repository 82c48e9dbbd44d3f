"""What a board may show: the faces that a game ships, and ground with nothing on it yet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

from grognard.app.editor.boards.laying import blank
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.text import spell
from grognard.engines.core.data.yamlio import MapNode, Node, Plain, Problems, load_file, load_json
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.scenario.boards import Cell
from grognard.engines.core.scenario.hexmaps import HexMap, HexMapReader
from grognard.engines.core.scenario.scenariofile import shipped

FOLDER = "maps"


@dataclass(frozen=True)
class Face:
    """A board that may be added.

    Attributes:
        what: how a scenario says it: the file it is in, or all of it written out.
        number: what is printed on the board, "" for nothing.
    """

    what: dict[str, Plain]
    map: HexMap
    called: str
    number: str = ""


def faces_of(game: AnyGame) -> Iterator[Face]:
    """Give the maps on hexes that a game ships, as they stand in their folder."""
    reader: Any = game.reader
    home = (reader.envelope.home or shipped(game.id)).joinpath(FOLDER)
    for file in _files(home):
        node, problems = load_file(file)
        if problems or not isinstance(node, MapNode) or "grid" not in node.entries:
            continue
        found = read(reader, node)
        if found is not None:
            said = node.plain()
            number = said.get("number", "") if isinstance(said, dict) else ""
            name = f"{FOLDER}/{file.name}"
            yield Face({"face": name}, found, spell("place", found.title), str(number))


def _files(home: Traversable) -> list[Traversable]:
    there = [file for file in home.iterdir() if file.name.endswith(".yaml")]
    return sorted(there, key=lambda one: one.name)


def flat_of(game: AnyGame) -> str:
    """Return how the hexes of a game's first map lie, "top" or "side"; "" where it has none."""
    reader: Any = game.reader
    home = (reader.envelope.home or shipped(game.id)).joinpath(FOLDER)
    for file in _files(home):
        node, _ = load_file(file)
        said = None if node is None else node.plain()
        grid = said.get("grid") if isinstance(said, dict) else None
        if isinstance(grid, dict) and isinstance(flat := grid.get("flat"), str):
            return flat
    return ""


def read(reader: Any, node: Node) -> HexMap | None:
    """Read a map, None if it has faults; `reader` is what reads the scenarios of its game."""
    problems = Problems()
    found = HexMapReader(reader.envelope.hexes, node, problems).read()
    return None if problems else found


def read_plain(game: AnyGame, said: Plain) -> HexMap | None:
    """Read what a map says, None if it has faults."""
    node = load_json(json.dumps(said), "board")
    return None if node is None else read(game.reader, node)


def empty(game: AnyGame, like: HexGrid, size: Cell, number: int, title: str) -> Face | None:
    """Return a board with nothing on it, numbered as others are; None if no such board can be."""
    reader: Any = game.reader
    grid = blank(like, size)
    said: dict[str, Plain] = {
        "map": f"board-{number}",
        "game": game.id,
        "title": title,
        "grid": grid.description(),
        "base_terrain": reader.envelope.hexes.base,
    }
    found = read_plain(game, said)
    return None if found is None else Face({"board": said}, found, title)
