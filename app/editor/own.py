"""Where one's own scenarios lie; the library asks this before anything of the editor is loaded."""

from __future__ import annotations

from pathlib import Path

from grognard.app.settings import data_folder
from grognard.engines.core.scenario.gathering import MAIN


def folder() -> Path:
    """Return the folder of one's own scenarios, each in a folder of its own."""
    return data_folder() / "scenarios"


def written() -> list[Path]:
    """Return the files of one's own scenarios, the one changed last first."""
    return sorted(folder().glob(f"*/{MAIN}"), key=lambda p: p.stat().st_mtime, reverse=True)
