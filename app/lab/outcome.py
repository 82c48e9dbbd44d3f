"""What a run leaves behind in its folder: the numbers, the games as tables, and the report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grognard.app.lab import files
from grognard.app.lab.compare import Base, moved
from grognard.app.lab.numbers import Numbers, numbers_of
from grognard.app.lab.store import Store
from grognard.app.lab.task import Arm


def told(folder: Path, store: Store, arms: Sequence[Arm], base: Base | None = None) -> Numbers:
    """Write all that came of the games that were played so far; return the numbers."""
    from grognard.app.lab import report

    games = store.games()
    numbers = numbers_of(arms, games, store.read("about") or {})
    if base is not None:
        numbers["moved"] = moved(base, arms, games)
    notes = files.write(folder, numbers, arms, games)
    report.write(folder, numbers, arms, notes)
    return numbers
