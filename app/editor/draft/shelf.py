"""The scenarios of the player's own: listed, begun, copied, renamed, thrown away and fetched back."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from app.editor.draft.draft import ABOUT, SCENARIO, files_of, read_about
from app.editor.draft.scratch import blank_scenario
from app.editor.maps.blank import BlankMap, Numbering, blank_map
from engines.core.data.yamlio import Plain, load_bytes
from engines.core.keep.savelock import Held, holder_of, was_left_open
from engines.core.play.game import registry
from engines.core.scenario.scenariofile import referable, shipped

BIN = ".bin"


@dataclass(frozen=True, slots=True)
class DraftInfo:
    """What the shelf shows of a draft; `edited` is in seconds since 1970."""

    path: Path
    title: str
    game: str
    base: str
    edited: float
    left_open: bool


@dataclass(frozen=True, slots=True)
class Blank:
    """What a scenario begins with that begins with nothing."""

    game: str
    title: str
    columns: int
    rows: int
    numbering: Numbering = field(default_factory=Numbering)


class Shelf:
    """The folder of the player's scenarios; shipped files are never changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def drafts(self) -> list[DraftInfo]:
        """Return the scenarios, the one edited last first."""
        return sorted(self._in(self.folder), key=lambda info: (-info.edited, info.path))

    def thrown_away(self) -> list[DraftInfo]:
        """Return what lies in the bin."""
        return sorted(self._in(self.folder / BIN), key=lambda info: (-info.edited, info.path))

    def _in(self, folder: Path) -> Iterator[DraftInfo]:
        for path in folder.iterdir() if folder.is_dir() else ():
            scenario = path / SCENARIO
            if not scenario.is_file():
                continue
            about = read_about(path)
            title, game = about.get("title", path.name), about.get("game", "")
            files = [path / name for name in files_of(path)]
            edited = max(file.stat().st_mtime for file in files)
            base = about.get("base", "")
            yield DraftInfo(path, title, game, base, edited, was_left_open(scenario))

    def from_shipped(self, game: str, scenario: str, title: str = "") -> Path:
        """Copy a shipped scenario with its map and its orders of battle.

        Raises:
            KeyError: there is none.
        """
        infos = {info.id: info for info in registry[game].scenarios()}
        info = infos[scenario]
        home = shipped(game)
        text = Path(info.path).read_bytes()
        node, _ = load_bytes(text, info.path)
        names = _named(node.plain(), set(referable(home))) if node is not None else set()
        texts = {name: home.joinpath(*name.split("/")).read_bytes() for name in sorted(names)}
        about = {"title": title or str(info.title), "game": game, "base": f"{game}/{scenario}"}
        return self.add(about, {SCENARIO: text, **texts})

    def blank(self, blank: Blank) -> Path:
        """Begin with an empty map and empty orders of battle.

        Raises:
            HexError: hexes cannot be numbered so.
            ValueError: the map is too small.
        """
        game = registry[blank.game]
        name = _slug(blank.title)
        board = BlankMap(blank.game, name, blank.title, blank.columns, blank.rows)
        texts = {f"maps/{name}.yaml": blank_map(board, game.map_layers, blank.numbering)}
        texts |= blank_scenario(game, name, blank.title)
        about = {"title": blank.title, "game": blank.game, "base": ""}
        return self.add(about, {file: text.encode() for file, text in texts.items()})

    def add(self, about: Mapping[str, str], files: Mapping[str, bytes]) -> Path:
        """Put files on the shelf as a new draft, whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = _free(self.folder, _slug(about["title"]))
        fresh = path.with_name(f".{path.name}.new")
        shutil.rmtree(fresh, ignore_errors=True)
        try:
            for name, raw in files.items():
                target = fresh / PurePosixPath(name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(raw)
            _write_about(fresh, about)
            fresh.replace(path)
        except BaseException:
            shutil.rmtree(fresh, ignore_errors=True)
            raise
        return path

    def duplicate(self, path: Path, title: str = "") -> Path:
        """Copy one of the player's own."""
        about = read_about(path)
        about["title"] = title or about.get("title", path.name) + " 2"
        return self.add(about, {name: (path / name).read_bytes() for name in files_of(path)})

    def rename(self, path: Path, title: str) -> None:
        """Give a draft another title; its folder stays."""
        _write_about(path, {**read_about(path), "title": title})

    def delete(self, path: Path) -> Path:
        """Put a draft into the bin; return where it lies there.

        Raises:
            Held: it is open.
        """
        holder = holder_of(path / SCENARIO)
        if holder is not None:
            raise Held(holder)
        return self._moved(path, self.folder / BIN)

    def restore(self, path: Path) -> Path:
        """Fetch a draft from the bin; return where it lies now."""
        return self._moved(path, self.folder)

    def _moved(self, path: Path, folder: Path) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        return path.replace(_free(folder, path.name))


def _write_about(folder: Path, about: Mapping[str, str]) -> None:
    fresh = folder / f".{ABOUT}.new"
    fresh.write_text(json.dumps(dict(about), ensure_ascii=False, indent=1), "utf-8")
    fresh.replace(folder / ABOUT)


def _named(plain: Plain, known: set[str]) -> set[str]:
    """Return the files that a scenario names, of those that it may."""
    if isinstance(plain, str):
        return {plain} & known
    parts = plain.values() if isinstance(plain, dict) else plain
    return set().union(*(_named(part, known) for part in parts))


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40] or "scenario"


def _free(folder: Path, name: str) -> Path:
    path, number = folder / name, 2
    while path.exists():
        path, number = folder / f"{name}-{number}", number + 1
    return path
