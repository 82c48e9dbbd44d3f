"""A scenario with all the files that it refers to, brought together in one folder."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.scenario.document import Document

MAIN = "scenario.yaml"
"""What the file of the scenario itself is called there."""
SUFFIX = ".battle"
"""How the name of a bundle ends: a scenario, its map and its forces in one file."""


def gathered(path: Path, target: Path) -> Path:
    """Copy the file of a scenario with all that it refers to into a folder; return the copy.

    Raises:
        ScenarioError: it cannot be read.
    """
    plain = Document.open(path).plain()
    game = registry[str(plain["game"])] if isinstance(plain, dict) else None
    for name in referred(plain):
        if game is not None:
            bring(name, path.parent, game, target)
    shutil.copyfile(path, target / MAIN)
    return target / MAIN


def referred(plain: Plain) -> list[str]:
    """Return the maps, faces of boards and orders of battle that a scenario names."""
    if not isinstance(plain, dict):
        return []
    boards = plain.get("boards")
    faces = [board.get("face") for board in boards if isinstance(board, dict)] if boards else []
    names = [plain.get("map"), *_files(plain.get("forces")), *faces]
    return [name for name in names if isinstance(name, str) and name]


def bring(name: str, beside: Path, game: AnyGame, target: Path) -> None:
    """Copy a file that a scenario refers to: beside it, or shipped."""
    shipped = Path(str(files("grognard.scenarios"))) / game.id
    for home in (beside, shipped):
        if (home / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(home / name, target / name)
            return


def _files(forces: Plain | None) -> list[Plain]:
    return [name for name in forces if isinstance(name, str)] if isinstance(forces, list) else []
