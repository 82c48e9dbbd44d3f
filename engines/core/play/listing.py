"""What there is to be played, as it was found the last time: no game is imported to be listed.

An index is kept for each game, with what it was made from: the files of its scenarios and of its code,
by their sizes and times. Where any of them is another, the game itself is asked, and the index made anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from grognard.engines.core.data.problems import Problem
from grognard.engines.core.play.setups import Option, ScenarioInfo, Seat

GROUP = "grognard.games"
"""The entry points through which games are found."""
CORE = Path(__file__).parents[1]
EDITION = 1
"""Goes up when an index is written otherwise."""
Stamp: TypeAlias = list[Any]
"""The name of a file with its size and time, as JSON has them."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game as a list shows it."""

    id: str
    title: str
    edition: str
    scenarios: tuple[ScenarioInfo, ...]


def listed_games(folder: Path, group: str = GROUP) -> Iterator[Listed]:
    """Give the installed games in order of their ids; `folder` is where their indexes are kept."""
    core = _stamps(_below(CORE))
    for point in sorted(entry_points(group=group), key=lambda one: one.name):
        home = home_of(point)
        code = [*core, *_stamps(_below(home))] if home is not None else []
        yield _listed(point, folder / f"{point.name}.json", code)


@cache
def homes(group: str = GROUP) -> tuple[Path, ...]:
    """Return the folders of the installed games in order of their ids; no game is imported for that."""
    points = sorted(entry_points(group=group), key=lambda one: one.name)
    return tuple(home for point in points if (home := home_of(point)) is not None)


def _listed(point: EntryPoint, index: Path, code: list[Stamp]) -> Listed:
    """Return a game as its index has it, else as it says itself; `code` is empty where it has no files."""
    kept = _kept(index, code) if code else None
    if kept is not None:
        return kept
    game = point.load()()
    listed = Listed(game.id, game.title, game.edition, tuple(game.scenarios()))
    if code:
        _keep(index, code, listed)
    return listed


def home_of(point: EntryPoint) -> Path | None:
    """Return the folder of a game's code, which is not imported for that; None where there is none."""
    spec = find_spec(point.module)
    if spec is None or spec.origin is None:
        return None
    # In a bundle the module itself lies in an archive; its sources and data lie where it would.
    home = Path(spec.origin).parent
    return home if home.is_dir() else None


# -- the index -------------------------------------------------------------------------------------


def _kept(index: Path, code: list[Stamp]) -> Listed | None:
    """Return what the index says, None where it is missing, damaged, or of other files."""
    try:
        data = json.loads(index.read_text("utf-8"))
        if data["made_of"] != _made_of(code, data["folders"]):
            return None
        scenarios = tuple(map(_info, data["scenarios"]))
        return Listed(data["id"], data["title"], data["edition"], scenarios)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _keep(index: Path, code: list[Stamp], listed: Listed) -> None:
    """Write the index, whole or not at all; where that cannot be done the game is asked again."""
    folders = sorted({str(Path(info.path).parent) for info in listed.scenarios if info.path})
    if not folders:
        return  # nobody knows where a first scenario would lie
    made_of = _made_of(code, folders)
    data = {"made_of": made_of, "folders": folders, **asdict(listed)}
    part = index.with_suffix(".part")
    with suppress(OSError):
        index.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(data), "utf-8")
        part.replace(index)


def _made_of(code: list[Stamp], folders: list[str]) -> list[Any]:
    """Return what an index is made from: the files of the code, and those in the folders of scenarios."""
    scenarios = (file for folder in folders for file in Path(folder).iterdir() if file.is_file())
    return [EDITION, code, _stamps(scenarios)]


def _below(folder: Path) -> Iterator[Path]:
    return (file for kind in ("*.py", "*.yaml") for file in folder.rglob(kind))


def _stamps(files: Iterable[Path]) -> list[Stamp]:
    told = ((file, file.stat()) for file in sorted(files))
    return [[str(file), its.st_size, its.st_mtime_ns] for file, its in told]


def _info(data: dict[str, Any]) -> ScenarioInfo:
    several = {
        "seats": tuple(Seat(**one) for one in data["seats"]),
        "options": tuple(map(_option, data["options"])),
        "idle": tuple(map(_option, data["idle"])),
        "problems": tuple(Problem(**one) for one in data["problems"]),
    }
    return ScenarioInfo(**{**data, **several})


def _option(data: dict[str, Any]) -> Option:
    return Option(**{**data, "values": tuple(data["values"])})
