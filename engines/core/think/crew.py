"""Processes that play imagined games, so that a thought uses more than one core and no window waits.

Where one breaks, whoever thinks goes on alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, MutableSequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Protocol

from grognard.engines.core.data.frozen import record
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.posted import Posted, opened
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.think.search import Budget, Trials, Way
from grognard.engines.core.think.terms import Terms

HANDS = 2
"""Processes at work: a marshal thinks on two cores."""
LOOK = 0.03
"""Seconds between two looks whether the thought is still wanted."""
FLAGS = 64
"""Thoughts of which it is remembered whether they were given up."""

Over = Callable[[], bool]


@record
class Reach:
    """How far an imagined game is played: until the turn has passed so often, and so many choices at most."""

    rounds: int
    length: int


class Player(Protocol):
    """Who plays imagined games on: a Thinker."""

    def __init__(self, seed: str) -> None: ...

    def trial(self, future: Session, seat: str, way: Way, reach: Reach, over: Over) -> Terms | None:
        """Make a choice in an imagined game, play on, and judge where that leads."""


@dataclass(slots=True)
class Errand:
    """What imagined games are played for: who plays them on, for which seat, and how far.

    Attributes:
        seed: of the player who plays on.
        world: of the worlds that are imagined, each with its number.
    """

    player: type[Player]
    seed: str
    seat: str
    world: str
    reach: Reach = field(default_factory=lambda: Reach(1, 1))


class Worlds:
    """Imagines the worlds of an errand one after the other, and tries choices in them."""

    def __init__(self, errand: Errand, imagine: Callable[[str], Session | None]) -> None:
        self.errand, self.imagine = errand, imagine
        self.player = errand.player(errand.seed)
        self._number = -1
        self._world: Session | None = None

    def trial(self, number: int, way: Way, over: Over) -> Terms | None:
        """Try a choice in the world of a number."""
        if number != self._number:
            self._number, self._world = number, self.imagine(f"{self.errand.world} {number}")
        if self._world is None:
            return None
        errand = self.errand
        return self.player.trial(self._world.fork(), errand.seat, way, errand.reach, over)


@dataclass(slots=True)
class _Post:
    """What a process of the crew knows."""

    game: AnyGame
    setup: AnySetup
    given_up: MutableSequence[int]
    thought: int = -1
    worlds: Worlds | None = None


_post: list[_Post] = []


def settle(
    given_up: MutableSequence[int], game: str, text: str, options: Mapping[str, str]
) -> None:
    """Begin a process: the scenario is read once."""
    known = registry[game]
    _post[:] = [_Post(known, known.load(text, options), given_up)]


def ready() -> bool:
    """Whether a process has begun."""
    return bool(_post)


def play_on(  # noqa: PLR0913 - a message to another process
    thought: int, letter: Posted, errand: Errand, world: int, ways: list[Way], left: float
) -> list[Terms | None]:
    """Try choices in one world, in a process of the crew, until there is no time left."""
    post, end = _post[0], time.perf_counter() + left
    if post.thought != thought or post.worlds is None:
        game, seat = opened(post.game, post.setup, letter), errand.seat
        post.thought = thought
        post.worlds = Worlds(errand, lambda seed: game.imagine(seat, seed))
    worlds = post.worlds

    def over() -> bool:
        return bool(post.given_up[thought % FLAGS]) or time.perf_counter() >= end

    return [None if over() else worlds.trial(world, way, over) for way in ways]


class Crew:
    """The processes that play imagined games of one scenario; they begin when they are first needed."""

    def __init__(self, game: AnyGame, setup: AnySetup, hands: int = HANDS) -> None:
        spawn = get_context("spawn")
        self.hands, self._fit = hands, game.id in registry.games()
        self._given_up: MutableSequence[int] = spawn.Array("b", FLAGS, lock=False)
        told = (self._given_up, game.id, setup.text, dict(setup.options))
        self._pool = ProcessPoolExecutor(hands, spawn, settle, told)
        self._thoughts = 0
        self._begun: list[Future[bool]] = []

    def warm(self) -> None:
        """Have the processes begin, before they are needed."""
        if self._fit and not self._begun:
            self._begun = [self._pool.submit(ready) for _ in range(self.hands)]

    @property
    def fit(self) -> bool:
        """Whether the processes have begun, and none has broken; those that have not are told to."""
        self.warm()
        return self._fit and all(task.done() for task in self._begun)

    def trials(self, errand: Errand, eyes: Eyes, budget: Budget) -> Trials:
        """Return what has the processes try choices, each a part of them."""
        self._thoughts += 1
        thought, letter = self._thoughts, eyes.posted()
        self._given_up[thought % FLAGS] = 0

        def trials(world: int, ways: list[Way]) -> list[Terms | None]:
            parts = [ways[n :: self.hands] for n in range(min(self.hands, len(ways)))]
            found: list[Terms | None] = [None] * len(ways)
            done = False
            try:
                tasks = [
                    self._pool.submit(
                        play_on, thought, letter, errand, world, part, min(budget.left, 3600.0)
                    )
                    for part in parts
                ]
                while not (done := not wait(tasks, LOOK).not_done) and not budget.spent:
                    pass
                for n, task in enumerate(tasks if done else ()):
                    found[n :: self.hands] = task.result()
            except BrokenProcessPool:
                self._fit = False
            finally:
                if not done:
                    self._given_up[thought % FLAGS] = 1
            budget.count(len(ways))
            return found

        return trials

    def close(self) -> None:
        """Let the processes go."""
        for n in range(FLAGS):
            self._given_up[n] = 1
        self._pool.shutdown(wait=False, cancel_futures=True)
