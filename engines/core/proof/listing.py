"""What there is to be played, as it was found the last time: no game is imported to be listed.

An index is kept for each game, with what it was made from: the files of its scenarios and of its code,
by their sizes and times. Where any of them is another, the game itself is asked, and the index made anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import Text, told_again
from grognard.engines.core.play.homes import GROUP, home_of
from grognard.engines.core.play.setups import Option, ScenarioInfo, Seat

if TYPE_CHECKING:
    from grognard.engines.core.play.game import AnyGame

CORE = Path(__file__).parents[1]
EDITION = 2
"""Goes up when an index is written otherwise."""
Stamp: TypeAlias = list[Any]
"""The name of a file with its size and time, as JSON has them."""


@dataclass(frozen=True, slots=True)
class Guided:
    """The guided first game of a game: how long it takes, and what one learns in it."""

    minutes: int
    teaches: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A game as a list shows it: what `Game` says of these, and its guide, if it has one."""

    id: str
    title: str
    edition: str
    scenarios: tuple[ScenarioInfo, ...]
    alone: Text | None = None
    manner: Text | None = None
    guide: Guided | None = None


def listed_games(folder: Path, group: str = GROUP) -> Iterator[Listed]:
    """Give the installed games in order of their ids; `folder` is where their indexes are kept."""
    return (asked() for asked in listings(folder, group).values())


def listings(folder: Path, group: str = GROUP) -> dict[str, Callable[[], Listed]]:
    """Return what lists each installed game, in order of their ids: one that cannot be hides no other."""
    core = _stamps(_below(CORE))
    points = sorted(entry_points(group=group), key=lambda one: one.name)
    return {
        point.name: partial(_listed, point, folder / f"{point.name}.json", core) for point in points
    }


def _listed(point: EntryPoint, index: Path, core: list[Stamp]) -> Listed:
    """Return a game as its index has it, else as it says itself; one without files has no index."""
    home = home_of(point)
    code = [*core, *_stamps(_below(home))] if home is not None else []
    kept = _kept(index, code) if code else None
    if kept is not None:
        return kept
    listed = told_by(point.load()())
    if code:
        _keep(index, code, listed)
    return listed


def told_by(game: AnyGame) -> Listed:
    """Return what a game says itself."""
    named = game.id, game.title, game.edition
    return Listed(*named, tuple(game.scenarios()), game.alone, game.manner, guided(game))


class _AnyRule:
    """Takes every rule for a known one: a list shows no rule, and reading the book takes long."""

    def __contains__(self, _rule: object) -> bool:
        return True


def guided(game: AnyGame) -> Guided | None:
    """Return what a list tells of the guide of a game; None where there is none to begin."""
    from grognard.engines.core.proof.guide import load_guide  # a list that is kept needs none of it

    guide, _ = load_guide(game, _AnyRule())
    return Guided(guide.minutes, guide.teaches) if guide is not None else None


# -- the index -------------------------------------------------------------------------------------


def _kept(index: Path, code: list[Stamp]) -> Listed | None:
    """Return what the index says, None where it is missing, damaged, or of other files."""
    try:
        data = json.loads(index.read_text("utf-8"))
        if data["made_of"] != _made_of(code, data["folders"]):
            return None
        return _read(data)
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


def _read(data: dict[str, Any]) -> Listed:
    scenarios = tuple(map(_info, data["scenarios"]))
    guide = Guided(**data["guide"]) if data["guide"] is not None else None
    named = data["id"], data["title"], data["edition"]
    return Listed(*named, scenarios, _phrase(data["alone"]), _phrase(data["manner"]), guide)


def _phrase(data: dict[str, Any] | None) -> Text | None:
    return None if data is None else told_again(data)


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
