"""The numbers of a run as files: JSON of all of them, and the games themselves as CSV and Parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from grognard.app.lab.extras import has, lacking, need
from grognard.app.lab.numbers import Numbers
from grognard.app.lab.store import Game
from grognard.app.lab.task import Arm

Row = dict[str, Any]


def write(folder: Path, numbers: Numbers, arms: Sequence[Arm], games: Sequence[Game]) -> list[str]:
    """Write the numbers into a folder; return what is to be said of files that are left out."""
    words = json.dumps(numbers, ensure_ascii=False, indent=1)
    (folder / "numbers.json").write_text(words, encoding="utf-8")
    known = {arm.id: arm for arm in arms}
    tables = {
        "games": [_game(known[game.arm], game) for game in games],
        "losses": [row for game in games for row in _losses(game)],
        "rules": [row for game in games for row in _rules(game)],
    }
    for name, rows in tables.items():
        _csv(folder / f"{name}.csv", rows)
    if not has("pyarrow"):
        return [lacking("pyarrow")]
    for name, rows in tables.items():
        _parquet(folder / f"{name}.parquet", rows)
    return []


def _game(arm: Arm, game: Game) -> Row:
    result = game.result
    row: Row = {
        "arm": game.arm,
        "scenario": arm.bundle.scenario,
        "seed": game.seed,
        "winner": result["winner"],
        "level": result.get("level", ""),
        "turns": result.get("turns"),
        "decisions": result.get("decisions"),
        "fault": result.get("fault", ""),
        "seconds": game.took.get("process"),
        "kilobytes": game.took.get("memory"),
    }
    for n, (seat, player) in enumerate(arm.players, 1):
        dice = result.get("dice", {}).get(seat, [0.0] * 6)
        row |= {
            f"seat_{n}": seat,
            f"player_{n}": player,
            f"points_{n}": result.get("points", {}).get(seat),
            f"dice_{n}": int(dice[0]),
            f"luck_{n}": round(dice[4] - dice[5], 4),
        }
    return row


def _losses(game: Game) -> Iterable[Row]:
    for turn, side, piece, steps in game.result.get("losses", ()):
        facts = {"turn": turn + 1, "side": side, "piece": piece, "lost": steps}
        yield {"arm": game.arm, "seed": game.seed, **facts}


def _rules(game: Game) -> Iterable[Row]:
    for rule, times in game.result.get("rules", {}).items():
        yield {"arm": game.arm, "seed": game.seed, "rule": rule, "times": times}


def _columns(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def _csv(path: Path, rows: Sequence[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, _columns(rows))
        writer.writeheader()
        writer.writerows(rows)


def _parquet(path: Path, rows: Sequence[Row]) -> None:
    arrow, parquet = need("pyarrow"), need("pyarrow.parquet")
    columns = {name: [row.get(name) for row in rows] for name in _columns(rows)}
    parquet.write_table(arrow.table(columns), path, compression="zstd")
