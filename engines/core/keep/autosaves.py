"""The autosaved games of a folder: which was played last. Nothing here deletes one.

Their order is a list of its own beside the folder, for the times of files are no order: a clock
may be set back. What the list does not know is older than the rest.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from grognard.engines.core.data.plainfile import read_plain
from grognard.engines.core.keep.saveformat import SAVING, SUFFIX, TAILS, translated
from grognard.engines.core.keep.savelock import MARK

STAMP = re.compile(r"\d{8}-\d{6}(-\d+)?")
MOST_LISTED = 1 << 24
"""So many bytes of the list of games are read."""


def autosaves(folder: Path) -> list[Path]:
    """Return the autosaved games of a folder, the one played last first."""
    try:
        found = list(folder.glob(f"*{SUFFIX}"))
    except OSError:
        return []
    places = {name: place for place, name in enumerate(_listed(folder))}
    return sorted(found, key=lambda path: _age(path.name, places), reverse=True)


def _age(name: str, places: dict[str, int]) -> tuple[int, str, str]:
    """Order what is listed by its place, and before it the rest by the stamp in its name."""
    stamp = STAMP.search(name)
    return places.get(name, -1), stamp.group() if stamp else "", name


def prepare(folder: Path) -> None:
    """Make the folder of autosaved games, and sweep away what was left beside games that are gone.

    Raises:
        SaveError: the folder cannot be made.
    """
    with translated(folder, SAVING):
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder)


def new_autosave(folder: Path, scenario: str) -> Path:
    """Return a free path for a new autosaved game, the newest.

    Raises:
        SaveError: the folder cannot be made.
    """
    prepare(folder)
    plain = "".join(letter if letter.isalnum() else "-" for letter in scenario)
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    names = (f"{plain}-{stamp}{tail}{SUFFIX}" for tail in ("", *(f"-{n}" for n in range(2, 1000))))
    path = next(folder / name for name in names if not (folder / name).exists())
    note_played(path)
    return path


def note_played(path: Path) -> None:
    """Note that an autosaved game is the one played last; where that cannot be kept it is not."""
    folder = path.parent
    known = [name for name in _listed(folder) if name != path.name and (folder / name).exists()]
    _write_order(folder, [*known, path.name])


def _write_order(folder: Path, names: list[str]) -> None:
    order, fresh = _order(folder), _order(folder).with_name(f".{folder.name}.{os.getpid()}.order")
    with suppress(OSError):
        fresh.unlink(missing_ok=True)  # a link there would lead to another file
        fresh.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
        fresh.replace(order)


def note_renamed(path: Path, target: Path) -> None:
    """Note that a game has another name: its place in the order stays."""
    names = [target.name if name == path.name else name for name in _listed(path.parent)]
    _write_order(path.parent, names)


def remove(path: Path) -> None:
    """Delete what was begun to be written as a save with all that lies beside it, as far as that can be."""
    for tail in ("", *TAILS, MARK):
        with suppress(OSError):
            path.with_name(path.name + tail).unlink(missing_ok=True)


def _order(folder: Path) -> Path:
    return folder.with_name(folder.name + ".order")


def _listed(folder: Path) -> list[str]:
    """Return the names in the order in which they were last played."""
    try:
        return read_plain(_order(folder), MOST_LISTED).decode("utf-8").splitlines()
    except (OSError, ValueError):
        return []


def _sweep(folder: Path) -> None:
    """Delete what was left beside games that are gone."""
    for tail in (*TAILS, MARK):
        for left in folder.glob(f"*{SUFFIX}{tail}"):
            if not left.with_name(left.name.removesuffix(tail)).exists():
                with suppress(OSError):
                    left.unlink(missing_ok=True)
