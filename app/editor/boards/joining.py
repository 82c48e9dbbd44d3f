"""The boards of a scenario's map as its files stand in the editor, and the one map they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as Folder
from typing import Any

from grognard.app.editor.maps.steps import rows, text_of
from grognard.engines.core.board.hexnumbers import numbers_of
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.yamlio import MapNode, Node, Plain
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.scenario.boards import HexReader, Lying
from grognard.engines.core.scenario.document import Document
from grognard.engines.core.scenario.hexmaps import HexMap

Part = tuple[str, Path]
"""A file, and where in it a part of the map is said: a board, or what lies on them."""
GROUND: Path = ("ground",)


@dataclass(frozen=True)
class Joined:
    """What the boards make.

    Attributes:
        map: the one map, None where they make none.
        boards: those that can be read, each with its place in the list.
        parts: of each of these where it is said.
        tiled: the hexes that tiles lie on.
        plain: the one map as a file would say it; an empty one where there is none.
        docs: what each part says, and what lies on the boards.
    """

    map: HexMap | None
    boards: tuple[Lying, ...]
    parts: Mapping[int, Part]
    ground: Part
    tiled: frozenset[str]
    plain: Plain
    docs: Mapping[Part, Plain]
    shown: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """Of each board the hexes that are in play, by its own numbers, with those of the one map."""
    under: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    """For each hex of the one map the board on which it lies, and its number there."""


class Joining:
    """Joins the boards of a scenario as they stand, and does so anew only when they have changed."""

    def __init__(self, game: AnyGame, documents: Mapping[str, Document], scenario: Folder) -> None:
        self.reader: Any = game.reader
        self.documents, self.scenario = documents, scenario
        self._known: object = None
        self._found: Joined | None = None

    @property
    def possible(self) -> bool:
        """Whether maps of the game are joined of boards."""
        if not (isinstance(self.reader, type) and issubclass(self.reader, HexReader)):
            return False
        return bool(self.reader.envelope.hexes and self.reader.envelope.hexes.boards)

    @property
    def joined(self) -> Joined | None:
        """The boards as they stand, None for a map that is not joined of boards."""
        root = self.documents[self.scenario.name].root
        if not self.possible or not isinstance(root, MapNode) or "boards" not in root.entries:
            return None
        keys = self.reader.envelope.map_keys
        said = {key: node for key, node in root.entries.items() if key in keys}
        open_ = {name: d.root for name, d in self.documents.items() if name.startswith("maps/")}
        now = ({key: node.plain() for key, node in said.items()}, open_)
        if self._known != now or self._found is None:
            self._known = now
            kept = MapNode(root.file, root.line, root.column, said, root.keys)
            self._found = self._join(kept, open_)
        return self._found

    def _join(self, node: MapNode, open_: Mapping[str, Node]) -> Joined:
        reading: HexReader[Any, Any] = self.reader(node, self.scenario.parent, inline=True)
        reading.opened = open_
        whole = reading.joined()
        scenario, name = node.plain(), self.scenario.name
        parts: dict[int, Part] = {}
        docs: dict[Part, Plain] = {}
        listed = rows(scenario, "boards")
        for board in reading.boards:
            row = listed[board.index]
            face = text_of(row, "face")
            part: Part = (face, ()) if face else (name, ("boards", board.index, "board"))
            parts[board.index] = part
            said = open_[face].plain() if face in open_ else board.face.plain()
            docs[part] = row["board"] if isinstance(row, dict) and not face else said
        ground: Part = (name, GROUND)
        docs[ground] = scenario.get("ground", {}) if isinstance(scenario, dict) else {}
        found = Joined(
            whole, reading.boards, parts, ground, frozenset(reading.tiled), _said(whole), docs
        )
        return found if whole is None else _placed(found, whole)


def _said(whole: HexMap | None) -> Plain:
    """Return a map as a file says it, with all names among the places."""
    plain = {} if whole is None else whole.plain()
    if whole is None or not isinstance(plain, dict):
        return {}
    plain.pop("rivers", None)
    names: list[Plain] = [
        {"name": each.name, "at": each.hexes[0], "kind": each.kind} for each in whole.names
    ]
    return {**plain, "places": names} if names else plain


def _placed(found: Joined, whole: HexMap) -> Joined:
    cells = {numbers_of(h): h for h in whole.grid}
    shown = {board.index: dict(_in_play(board, cells)) for board in found.boards}
    under = {at: (index, own) for index, hexes in shown.items() for own, at in hexes.items()}
    return Joined(
        found.map,
        found.boards,
        found.parts,
        found.ground,
        found.tiled,
        found.plain,
        found.docs,
        shown,
        under,
    )


def _in_play(board: Lying, cells: Mapping[tuple[int, int], str]) -> Iterator[tuple[str, str]]:
    for own in board.face.grid:
        if (at := cells.get(board.cell(own))) is not None:
            yield own, at
