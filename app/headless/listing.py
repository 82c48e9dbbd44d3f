"""`grognard list`: what there is to be played, of the index, so that no game is imported for it."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from grognard.app.folders import cache_folder
from grognard.app.telling import put, say
from grognard.engines.core.data.text import spell, trn
from grognard.engines.core.proof.listing import Listed, listed_games


def list_games(arguments: argparse.Namespace) -> int:
    """Print games, scenarios, seats and editions."""
    rows: list[dict[str, Any]] = []
    for game in listed_games(cache_folder() / "games"):
        for problem in (problem for info in game.scenarios for problem in info.problems):
            say(problem)
        facts = {"game": game.id, "title": game.title, "edition": game.edition}
        rows.append({**facts, "scenarios": _scenarios(game)})
    if arguments.json:
        put(rows)
        return 0
    for row in rows:
        title, edition = spell("term", row["title"]), spell("term", row["edition"])
        print(f"{row['game']}: {title} ({edition})")
        for scenario in row["scenarios"]:
            seats = ", ".join(seat["id"] for seat in scenario["seats"])
            turns = trn("{n} turn", "{n} turns", n=scenario["turns"])
            print(f"  {scenario['id']}: {spell('term', scenario['title'])} ({seats}; {turns})")
    return 0


def _scenarios(game: Listed) -> list[dict[str, Any]]:
    """Return the scenarios of a game that can be played."""
    return [
        {
            "id": f"{game.id}/{info.id}",
            "title": info.title,
            "turns": info.turns,
            "minutes": info.minutes,
            "seats": [asdict(seat) for seat in info.seats],
            "options": [asdict(option) for option in info.options],
        }
        for info in game.scenarios
        if not info.problems
    ]
