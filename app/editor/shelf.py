"""One's own scenarios: each a folder with the scenario's file, its map and its orders of battle."""

from __future__ import annotations

import re
import shutil
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

from grognard.app.editor import history
from grognard.app.editor.maps.blank import BlankMap, Numbering, blank_map
from grognard.app.editor.maps.steps import text_of
from grognard.app.editor.own import folder, written
from grognard.app.settings import data_folder
from grognard.engines.core.data.schema import Source
from grognard.engines.core.data.text import tr
from grognard.engines.core.data.yamlio import MapNode, Problems, load_file, load_json
from grognard.engines.core.keep.savelock import MARK, Held, holder_of
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.scenario.document import Document
from grognard.engines.core.scenario.envelopereader import EnvelopeReader
from grognard.engines.core.scenario.gathering import MAIN, bring, referred

_JOINED = ("boards", "tiles", "ground", "field", "map", "board")
_BARE = ("setup", "arrivals", "special", "victory")
"""What a stage of a scenario begun from nothing does not say."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a new map is: hexes or areas each way, or the centimetres of a table."""

    columns: int = 16
    rows: int = 12


def own(games: Mapping[str, AnyGame]) -> list[ScenarioInfo]:
    """Return one's own scenarios, the one changed last first; those with faults, too."""
    return [info for path in written() if (info := info_of(path, games)) is not None]


def info_of(path: Path, games: Mapping[str, AnyGame]) -> ScenarioInfo | None:
    """Return what the library shows of a scenario's file, None where no game can be told."""
    node, _ = load_file(path)
    if not isinstance(node, MapNode):
        return None
    plain = node.plain()
    game = games.get(str(plain.get("game", ""))) if isinstance(plain, dict) else None
    if (
        game is None
        or not isinstance(game.reader, type)
        or not issubclass(game.reader, EnvelopeReader)
    ):
        return None
    problems = Problems()
    envelope = game.reader.envelope
    said = envelope.schema.read(node, problems, tr("the scenario")) or {}
    info = envelope.info(said, str(path), Problems(), Source(node))
    return replace(info, path=str(path), id=path.parent.name, problems=())


def copy_of(game: AnyGame, info: ScenarioInfo, title: str) -> Path:
    """Begin a scenario as a copy of another one, with all that it refers to; return its file.

    Raises:
        ScenarioError: that one cannot be read.
    """
    game.load(source_of(game, info), {})
    return _laid_out(game, info, fresh_folder(title), title)


def original(game: AnyGame, path: Path, target: Path) -> Path | None:
    """Lay the shipped scenario that one's own began as into a folder, as its copy began.

    None: no shipped scenario has its id.
    """
    plain = Document.open(path).plain()
    known = text_of(plain, "scenario")
    info = next((info for info in game.scenarios() if info.id == known), None)
    if info is None:
        return None
    setup = game.load(source_of(game, info), {})
    began = _laid_out(game, info, target, info.title)
    if isinstance(plain, dict) and "board" in plain:  # its map may have been joined of boards
        document = Document.open(began)
        _write_map_out(document, setup.text)
        document.save()
    return began


def source_of(game: AnyGame, info: ScenarioInfo) -> Path:
    """Return the file of a scenario."""
    if info.path:
        return Path(info.path)
    return Path(str(files("grognard.scenarios"))) / game.id / f"{info.id}.yaml"


def _laid_out(game: AnyGame, info: ScenarioInfo, target: Path, title: str) -> Path:
    """Write a scenario with all that it refers to into a folder, under a title."""
    source = source_of(game, info)
    document = Document(source.read_bytes(), str(source))
    for name in referred(document.plain()):
        bring(name, source.parent, game, target)
    document.set(("title",), title)
    document.save(target / MAIN)
    return target / MAIN


def blank(game: AnyGame, like: ScenarioInfo, title: str, size: Size, numbering: Numbering) -> Path:
    """Begin a scenario on a map with nothing on it, with the forces and seats of another one.

    Raises:
        ScenarioError, HexError, ValueError: it cannot be made so.
    """
    made = BlankMap(game.id, "own-map", title, size.columns, size.rows)
    text = blank_map(made, game.map_layers, numbering)
    path = copy_of(game, like, title)
    document = Document.open(path)
    plain = document.plain()
    for key in _JOINED:
        if isinstance(plain, dict) and key in plain:
            document.remove((key,))
    shutil.rmtree(path.parent / "maps", ignore_errors=True)
    (path.parent / "maps").mkdir()
    (path.parent / "maps" / "map.yaml").write_text(text, encoding="utf-8")
    document.insert(("map",), "maps/map.yaml", before="forces")
    document.set(("summary",), title)
    stages = plain.get("stages") if isinstance(plain, dict) else None
    for index in range(len(stages) - 1, 0, -1) if isinstance(stages, list) else ():
        document.remove(("stages", index))
    first = stages[0] if isinstance(stages, list) else None
    for key in _BARE:
        if isinstance(first, dict) and key in first:
            document.remove(("stages", 0, key))
    if isinstance(plain, dict) and "provenance" in plain:
        document.remove(("provenance",))
    document.save()
    return path


def duplicate(path: Path, title: str) -> Path:
    """Make a copy of one's own scenario under another title; return its file."""
    target = fresh_folder(title)
    shutil.copytree(path.parent, target, dirs_exist_ok=True, ignore=_left_behind)
    rename(target / MAIN, title)
    return target / MAIN


def _left_behind(folder: str, names: list[str]) -> list[str]:
    """Return what a copy does not take along: marks, the history, links, and what is no plain file."""
    found = []
    for name in names:
        facts = Path(folder, name).lstat()
        plain = stat.S_ISREG(facts.st_mode) or stat.S_ISDIR(facts.st_mode)
        if not plain or name == history.NAME or name.endswith(MARK):
            found.append(name)
    return found


def rename(path: Path, title: str) -> None:
    """Give a scenario another title.

    Raises:
        Held: it is open in an editor.
    """
    _idle(path)
    document = Document.open(path)
    document.set(("title",), title)
    document.save()


def throw_away(path: Path) -> Path:
    """Put one's own scenario into the bin; return where it lies now.

    Raises:
        Held: it is open in an editor.
    """
    _idle(path)
    bin_ = data_folder() / "bin"
    bin_.mkdir(parents=True, exist_ok=True)
    target = bin_ / f"{path.parent.name}-{time.strftime('%Y%m%d-%H%M%S')}"
    while target.exists():
        target = target.with_name(f"{target.name}-1")
    shutil.move(path.parent, target)
    return target


def _idle(path: Path) -> None:
    holder = holder_of(path)
    if holder is not None:
        raise Held(holder)


def fresh_folder(title: str) -> Path:
    """Return a new folder named after a title."""
    stem = stem_of(title) or "scenario"
    target, n = folder() / stem, 1
    while target.exists():
        n += 1
        target = folder() / f"{stem}-{n}"
    target.mkdir(parents=True)
    return target


def stem_of(title: str) -> str:
    """Return small letters, digits and dashes made of a title: an id, or the name of a folder; "" of none."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40]


def _write_map_out(document: Document, bundle: str) -> None:
    """Write the map that boards are joined to into the scenario in their place."""
    node = load_json(bundle, "bundle")
    board = node.plain() if node is not None else {}
    whole = board.get("board") if isinstance(board, dict) else None
    plain = document.plain()
    if whole is None or not isinstance(plain, dict) or "boards" not in plain:
        return
    for key in ("boards", "tiles", "ground", "field"):
        if key in plain:
            document.remove((key,))
    document.insert(("board",), whole, before="forces")
