"""Scenario files, whatever the game: where they lie, what they may refer to, how they are bundled."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from engines.core.data.problems import Problem
from engines.core.data.schema import Record, Source, did_you_mean
from engines.core.data.yamlio import (
    MAX_PROBLEMS,
    MapNode,
    Node,
    Plain,
    Problems,
    load_file,
    load_json,
    load_text,
)
from engines.core.play.game import ScenarioError

SetupT = TypeVar("SetupT")
_REFERENCE = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*\.yaml", re.ASCII)
_TO_ESCAPE = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")


def shipped(game: str) -> Traversable:
    """Return the folder of a game's shipped scenarios."""
    return files("scenarios").joinpath(game)


def referable(folder: Traversable) -> tuple[str, ...]:
    """Return the maps and orders of battle that the scenarios of a folder may refer to."""
    return tuple(
        f"{part}/{entry.name}"
        for part in ("maps", "forces")
        if folder.joinpath(part).is_dir()
        for entry in sorted(folder.joinpath(part).iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".yaml")
    )


def refuse(problems: list[Problem]) -> None:
    """Raise what is wrong, if anything is.

    Raises:
        ScenarioError: with every problem at once, up to MAX_PROBLEMS.
    """
    if problems:
        raise ScenarioError(problems[:MAX_PROBLEMS])


def open_scenario(source: Path | Traversable | str, file: str) -> tuple[MapNode, Problems]:
    """Return the root of a scenario file, or of its text (`file` names it), and its faults so far.

    Raises:
        ScenarioError: it cannot be read as a mapping at all.
    """
    node, problems = load_text(source, file) if isinstance(source, str) else load_file(source)
    if not isinstance(node, MapNode):
        if node is not None:
            problems.at(node, "a scenario must be a mapping", "begin with scenario: its-id")
        raise ScenarioError(problems)
    return node, problems


class ScenarioReader(ABC, Generic[SetupT]):
    """Reads a scenario; every fault goes to `problems` with its line.

    Attributes:
        game: the game whose shipped files a scenario may name.
        schema: what a file holds; `inline_schema`: what a scenario given as text may leave out.
        map_keys: the keys that make the map; a bundle has but `board`, the map written out.
        inline: whether it is given as text (a save, or a case's board).
        doc: the scenario by its schema; what could not be read is left out.
        map_plain: the map as plain data, for the bundle.
        given: the text that was read, when it is a bundle already.
    """

    game: ClassVar[str]
    schema: ClassVar[Record]
    inline_schema: ClassVar[Record]
    map_keys: ClassVar[tuple[str, ...]] = ("map", "board")

    def __init__(self, node: MapNode, folder: Path | None, *, inline: bool) -> None:
        self.problems = Problems()
        self.folder = folder
        self.node = node
        self.inline = inline
        self.source = Source(node)
        schema = self.inline_schema if inline else self.schema
        self.doc: dict[str, Any] = schema.read(node, self.problems, "the scenario") or {}
        self.map_plain: Plain | None = None
        self.given = ""

    @abstractmethod
    def read(self, options: Mapping[str, str], path: str) -> SetupT | None:
        """Return the set-up, or None when there is no telling what it would be."""

    def home(self) -> Traversable:
        """Return the folder of the game's shipped scenarios."""
        return shipped(self.game)

    def bundle(self, forces: object, **others: object) -> str:
        """Return the scenario, its map, forces and other files written in, as YAML that is also JSON."""
        plain: Any = self.node.plain()
        apart = [key for key in plain if key in self.map_keys and key != "board"]
        written = {"board": self.map_plain, "forces": forces, **others}
        if self.given and not apart and all(plain.get(k) == v for k, v in written.items()):
            return self.given
        full = {key: value for key, value in plain.items() if key not in self.map_keys}
        full |= {
            key: value for key, value in written.items() if key == "board" or value is not None
        }
        text = json.dumps(full, ensure_ascii=False, indent=1)
        return _TO_ESCAPE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)

    def fault(self, path: tuple[str | int, ...], message: str, mend: str = "") -> None:
        """Note a problem at a path of the scenario."""
        self.problems.append(self.source.problem(path, message, mend))

    def _refer(self, path: tuple[str | int, ...], name: str) -> Node | None:
        """Open a file named in the scenario: beside it, or shipped; never elsewhere."""
        if not _REFERENCE.fullmatch(name):
            mend = "name a .yaml file beside the scenario or among the shipped ones"
            self.fault(path, f"{name[:80]!r} is not a file this scenario may use", mend)
            return None
        found = self._beside(name) or self.home().joinpath(*name.split("/"))
        if not found.is_file():
            known = referable(self.home())
            mend = did_you_mean(name, known) or "shipped: " + ", ".join(known)
            self.fault(path, f"there is no file {name}", mend)
            return None
        node, problems = load_file(found)
        self.problems += problems
        return node

    def _beside(self, name: str) -> Path | None:
        if self.folder is None:
            return None
        root = self.folder.resolve()
        found = (root / name).resolve()
        return found if found.is_relative_to(root) and found.is_file() else None


def _read_quickly(
    reader: type[ScenarioReader[SetupT]], source: str, options: Mapping[str, str], file: str
) -> SetupT | None:
    """Read a bundle, which is JSON; None if it is another text, or has faults to be told with places."""
    node = load_json(source, file)
    if not isinstance(node, MapNode):
        return None
    reading = reader(node, None, inline=True)
    reading.given = source
    setup = reading.read(options, "")
    return None if reading.problems else setup


def read_scenario(
    reader: type[ScenarioReader[SetupT]],
    source: Path | Traversable | str,
    options: Mapping[str, str],
    file: str,
) -> SetupT:
    """Read a scenario: a file, or its whole text (`file` is the name its problems then carry).

    Raises:
        ScenarioError: with every problem at once.
    """
    is_text = isinstance(source, str)
    if (
        isinstance(source, str)
        and (quick := _read_quickly(reader, source, options, file)) is not None
    ):
        return quick
    node, problems = open_scenario(source, file)
    folder = source.parent if isinstance(source, Path) else None
    reading = reader(node, folder, inline=is_text)
    setup = reading.read(options, "" if is_text else str(source))
    refuse(problems + reading.problems)
    if setup is None:
        raise ScenarioError([Problem(file, 0, 0, "the scenario has no map")])
    return setup
