"""Adds to the archive of saves: `python -m tests.saves.archive`.

For each shipped scenario it plays to the middle of a game, where there is no save yet of this
format and this schema, and notes the shape of each State. Nothing that is there is ever changed.
"""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grognard.engines.core.keep.saves import FORMAT, SUFFIX, SaveFile
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import ScenarioInfo
from tests.saves.shapes import fingerprint

FOLDER = Path(__file__).parent
INDEX = FOLDER / "index.json"
SHAPES = FOLDER / "shapes.json"
DECISIONS, TAIL = 250, 8
"""The choices up to the newest checkpoint, at most, and those after it."""
MOST_BYTES = 300_000


def shipped() -> list[tuple[AnyGame, ScenarioInfo]]:
    """Return every scenario of every game of the program itself."""
    games = [
        game for game in registry.games().values() if game.package.startswith("grognard.engines.")
    ]
    return [(game, info) for game in games for info in game.scenarios()]


def name_of(game: AnyGame, info: ScenarioInfo) -> str:
    """Return what the save of a scenario is called in this version."""
    return f"{game.id}-{info.id}-format{FORMAT}-schema{game.schema}{SUFFIX}.gz"


def read(path: Path) -> dict[str, Any]:
    """Return one of the two lists, empty where it is not there yet."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def write(path: Path, data: dict[str, Any]) -> None:
    """Write one of the two lists."""
    path.write_text(json.dumps(data, indent=2, sort_keys=True) + "\n", "utf-8")


def hash_of(path: Path) -> str:
    """Return the hash by which the index knows a file."""
    return sha256(path.read_bytes()).hexdigest()


def make(game: AnyGame, info: ScenarioInfo) -> bytes:
    """Play to the middle of a game and return its save."""
    setup = game.load(Path(info.path), {})
    limit = DECISIONS
    while True:
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"game{SUFFIX}"
            session = Session(game, setup, "archive")
            seats = [seat.id for seat in info.seats]
            save = SaveFile.create(path, game, setup, "archive", dict.fromkeys(seats, "computer"))
            save.follow(session)
            bots = {seat: RandomBot(f"archive {seat}") for seat in seats}
            play(session, bots, limit=limit)
            save.checkpoint(session)
            play(session, bots, limit=TAIL)
            save.close()
            if session.verdict is None:
                return gzip.compress(path.read_bytes(), 9, mtime=0)
            limit = len(session.choices) // 2


def note_shapes() -> None:
    """Note the shape of each State under its schema number; what is noted stays."""
    shapes = read(SHAPES)
    for game in dict.fromkeys(game for game, _ in shipped()):
        shapes.setdefault(game.id, {}).setdefault(str(game.schema), fingerprint(game.state))
    write(SHAPES, shapes)


def main() -> None:
    """Add what is missing."""
    index = read(INDEX)
    for game, info in shipped():
        path = FOLDER / name_of(game, info)
        if not path.exists():
            path.write_bytes(make(game, info))
    for path in FOLDER.glob("*.gz"):
        index.setdefault(path.name, hash_of(path))
    write(INDEX, index)
    note_shapes()


if __name__ == "__main__":
    main()
