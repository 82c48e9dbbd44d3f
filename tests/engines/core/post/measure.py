"""How many files a turn of a game by post takes: whole games between captains in two processes.

    python -m tests.engines.core.post.measure SCENARIO [--turns N] [--decline] [--seed S]

Each process has one seat, its own folder and its own PIN; they meet in a folder of files alone. One JSON
object is printed: files a turn, and that both ends and one table come to the same position.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from grognard.app.finding import load_scenario
from grognard.app.headless.post import Answering, told
from grognard.engines.core.keep.saves import state_hash
from grognard.engines.core.play.session import Session
from grognard.engines.core.post.correspondence import Correspondence, answer, invite
from grognard.engines.core.post.counting import turns_over
from grognard.engines.core.post.envelope import Envelope, is_sealed, read

HANG = 3000.0
"""So many seconds at most a process waits for the other."""


def awaited(mail: Path, seat: str, number: int, given_up: float) -> Envelope:
    """Wait for the file of that number, or a later one, that is for a seat."""
    while time.monotonic() < given_up:
        for path in mail.glob("*.grognard"):
            if is_sealed(path):
                letter = read(path)
                if letter.head.to == seat and letter.head.number >= number:
                    return letter
        time.sleep(0.05)
    raise TimeoutError(seat)


def side(
    scenario: str, seat: str, home: Path, mail: Path, turns: int, *, said: bool
) -> dict[str, object]:
    """Play one seat until so many turns are over."""
    game, setup = load_scenario(scenario, {})
    first = setup.info.seats[0].id == seat
    given_up = time.monotonic() + HANG
    if first:
        post = invite(home, game, setup, seat, f"pin of {seat}")
    else:
        post = answer(awaited(mail, seat, 1, given_up), home, f"pin of {seat}")
    player = Answering("captain", said=said)
    post.send(mail)
    while not over(post, turns):
        post.take(awaited(mail, seat, post.head.number + 1, given_up))
        player.play_on(post)
        post.send(mail)
    post.close()
    found = told(post)
    return found | {"files": post.head.number, "one_table": at_one_table(post)}


def over(post: Correspondence, turns: int) -> bool:
    session = post.session
    if session is None or session.verdict is not None:
        return session is not None
    return bool(turns) and turns_over(session)[0] >= turns


def at_one_table(post: Correspondence) -> str:
    """Make the same choices at one table."""
    assert post.session is not None
    played = post.session
    table = Session(played.game, played.setup, played.seed)
    for row in played.choices:
        table.choose(row.seat, row.choice)
    return state_hash(table.game, table.table.state)


def both(words: argparse.Namespace) -> dict[str, object]:
    """Start a process for each seat; return what came of the game."""
    _, setup = load_scenario(words.scenario, {})
    with TemporaryDirectory() as folder:
        mail = Path(folder) / "mail"
        mail.mkdir()
        command = [sys.executable, "-m", "tests.engines.core.post.measure", words.scenario]
        command += ["--turns", str(words.turns), *(["--decline"] if words.decline else [])]
        ends = [
            subprocess.Popen(
                [
                    *command,
                    "--seat",
                    seat.id,
                    "--home",
                    str(Path(folder) / seat.id),
                    "--mail",
                    str(mail),
                ],
                stdout=subprocess.PIPE,
                text=True,
            )
            for seat in setup.info.seats
        ]
        found = [json.loads(end.communicate()[0].splitlines()[-1]) for end in ends]
    longest = max(found, key=lambda one: one["choices"])
    assert longest["state_hash"] == longest["one_table"]
    return {"scenario": words.scenario, "decline": words.decline, **longest}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("scenario")
    parser.add_argument("--turns", type=int, default=0)
    parser.add_argument("--decline", action="store_true")
    parser.add_argument("--seat", default="")
    parser.add_argument("--home", type=Path)
    parser.add_argument("--mail", type=Path)
    words = parser.parse_args()
    if words.seat:
        found = side(
            words.scenario, words.seat, words.home, words.mail, words.turns, said=words.decline
        )
    else:
        found = both(words)
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
