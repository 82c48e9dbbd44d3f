"""A game of the lab as a task: all that any process on any machine needs in order to play it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import AnySetup

CODE = (".py", ".yaml")
"""What decides how a game is played, beside its scenario: rules and players, tables and weights."""
Pairs = tuple[tuple[str, str], ...]


class Refused(Exception):  # noqa: N818 - told to whoever asked, in words
    """The lab cannot do what is asked; the message says why, and what to do about it."""


class Gone(Refused):
    """Whoever played has gone, and cannot be had again; what was played by then is kept."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A scenario with its map and forces, by the hash of its text."""

    game: str
    scenario: str
    packed: bytes
    hash: str

    @classmethod
    def of(cls, game: AnyGame, setup: AnySetup) -> Bundle:
        """Pack what was loaded."""
        raw = setup.text.encode()
        word = f"{game.id}/{setup.info.id}"
        return cls(game.id, word, zlib.compress(raw, 9), sha256(raw).hexdigest()[:16])

    @property
    def text(self) -> str:
        """The whole scenario, as `Game.load` reads it."""
        return zlib.decompress(self.packed).decode()


@dataclass(frozen=True, slots=True)
class Arm:
    """One of the ways in which the same seeds are played, so that they can be compared.

    Attributes:
        id: short and plain; it names the arm in the numbers.
        options: those that are not left as the scenario has them.
        players: the computer player of each seat.
        tables: numbers of the game's tables that are replaced, each by its path.
        changed: what sets the arm apart, by what it is: an option, the players, a swept value.
        source: the words by which the scenario was found.
        swept: the value that it has in a sweep, "" where there is none.
    """

    id: str
    bundle: Bundle
    options: Pairs
    players: Pairs
    tables: Pairs = ()
    changed: Pairs = ()
    source: str = ""
    swept: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One game: the arm that it belongs to, its seed, and the code that it is to be played with."""

    arm: Arm
    seed: int
    code: str

    @property
    def key(self) -> str:
        """What the game is known by: the same key is the same game, whatever its arm is called."""
        arm = self.arm
        facts = [arm.bundle.hash, arm.options, arm.players, arm.tables, self.seed, self.code]
        return sha256(json.dumps(facts).encode()).hexdigest()[:24]


def tasks_of(arms: Iterable[Arm], seeds: Sequence[int]) -> list[Task]:
    """Return the games of some arms: a seed in every arm before the next seed."""
    kept = list(arms)
    codes = {arm.bundle.game: code_of(arm.bundle.game) for arm in kept}
    return [Task(arm, seed, codes[arm.bundle.game]) for seed in seeds for arm in kept]


@cache
def code_of(game: str) -> str:
    """Return the hash of the code and the data that a game is played with, and looked at."""
    from grognard.engines.core.play.game import registry

    found = sha256(Path(__file__).with_name("witness.py").read_bytes())
    for home in ("grognard.engines.core", registry[game].package):
        folder = Path(str(files(home)))
        for path in sorted(folder.rglob("*")):
            if path.suffix in CODE and path.name not in ("rules.yaml", "examples.yaml"):
                found.update(path.relative_to(folder).as_posix().encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:16]


def pairs(words: Mapping[str, str]) -> Pairs:
    """Return a mapping in an order that is always the same."""
    return tuple(sorted(words.items()))
