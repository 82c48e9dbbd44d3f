"""Where the installed games have their code and data: no game is imported to find that out."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

GROUP = "grognard.games"
"""The entry points through which games are found."""


@cache
def homes(group: str = GROUP) -> tuple[Path, ...]:
    """Return the folders of the installed games in order of their ids; no game is imported for that."""
    points = sorted(entry_points(group=group), key=lambda one: one.name)
    return tuple(home for point in points if (home := home_of(point)) is not None)


def home_of(point: EntryPoint) -> Path | None:
    """Return the folder of a game's code, which is not imported for that; None where there is none."""
    spec = find_spec(point.module)
    if spec is None or spec.origin is None:
        return None
    # In a bundle the module itself lies in an archive; its sources and data lie where it would.
    home = Path(spec.origin).parent
    return home if home.is_dir() else None
