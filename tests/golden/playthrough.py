"""Write a playthrough as text: every ask with its choices counted, every choice, every log line.

`python -m tests.golden.playthrough` writes the golden files anew after an intended change.
"""

from __future__ import annotations

import random
from importlib.resources import files
from pathlib import Path

from grognard.engines.core.play.arrangement import Arrangement
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.core.show.views import TableView

FOLDER = Path(__file__).parent
WHOLE = 100_000
GAMES = {
    "first-assault.txt": ("gmt", "first-assault", "1", WHOLE, 0.0),
    "charge.txt": ("gmt", "charge", "2", WHOLE, 0.0),
    "borodino.txt": ("gmt", "borodino", "6", 900, 0.45),
    "shevardino.txt": ("columbia", "shevardino", "1", WHOLE, 0.0),
    "smolensk.txt": ("europa", "smolensk", "1", WHOLE, 0.25),
    "campaign-1812.txt": ("europa", "advanced-1812", "2", 600, 0.4),
}
"""For each file its game, scenario and seed, how many decisions are recorded, and how often is passed."""


def play(game_id: str, scenario: str, seed: str, most: int, passing: float) -> str:
    """Play one game with random choices, `most` of them, passing as often, and return the record."""
    game = registry[game_id]
    setup = game.load(files(f"grognard.scenarios.{game_id}").joinpath(f"{scenario}.yaml"), {})
    session = Session(game, setup, seed)
    rng = random.Random(seed)
    lines: list[str] = []
    shown = 0
    while session.ask is not None and len(session.choices) < most:
        ask = session.ask
        shown = _log(session, lines, shown)
        choices = list(ask.choices)
        choice = _choice(ask, choices, rng, passing)
        lines.append(f"? {ask.seat} {ask.kind} [{', '.join(ask.rules)}] {ask.prompt}")
        lines.append(f"  {len(choices)} choices, views {_digest(session.view(ask.seat))}")
        lines.append(f"> {choice!r}")
        session.choose(ask.seat, choice)
    _log(session, lines, shown)
    lines.append(
        f"= {session.verdict.winner}: {session.verdict.reason}" if session.verdict else "="
    )
    return "\n".join(lines) + "\n"


def _choice(ask: Ask, choices: list[Choice], rng: random.Random, passing: float) -> Choice:
    """Choose evenly, and pass as often as is said, else only where there is nothing else.

    A set-up goes straight to its end.
    """
    if isinstance(ask.choices, Arrangement):
        return ask.choices.sample(rng)
    if passing and "pass" in choices and rng.random() < passing:
        return "pass"
    return rng.choice([choice for choice in choices if choice != "pass"] or choices)


def _log(session: Session, lines: list[str], shown: int) -> int:
    for entry in session.table.entries[shown:]:
        roll = entry.roll
        dice = f" die {roll.natural} total {roll.total} {roll.result}" if roll else ""
        lines.append(f". {entry.text}{dice} ({', '.join(entry.rules)})")
    return len(session.table.entries)


def _digest(view: TableView) -> str:
    on_board = sum(piece.at is not None for piece in view.pieces)
    return f"{view.turn} / {view.phase} / {on_board} pieces"


def main() -> None:
    """Write all golden files."""
    for name, game in GAMES.items():
        (FOLDER / name).write_text(play(*game), "utf-8")


if __name__ == "__main__":
    main()
