"""A quick look at who wins a draft: some games between computer players, in processes of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from grognard.app.lab.chance import wilson
from grognard.app.lab.crew import Crew
from grognard.app.lab.numbers import DRAW, sound
from grognard.app.lab.plan import arm_of
from grognard.app.lab.run import Progress, Run
from grognard.app.lab.store import Game, Store
from grognard.app.lab.task import tasks_of
from grognard.engines.core.play.bots import players_of
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import AnySetup

GAMES = 20
PLAYERS = ("greedy", "captain", "random")
"""Who plays unless told: the first of these that the game has."""


@dataclass(frozen=True, slots=True)
class Balance:
    """What came of the games so far.

    Attributes:
        wins: how many each seat has won; draws count for nobody.
        shares: between which parts of all games the wins of each seat surely lie (95 of 100 times).
        turns: how long the games were, on the mean.
        points: what each seat had at the end, on the mean.
        faults: what kept games from coming to an end.
    """

    games: int
    draws: int
    wins: Mapping[str, int] = field(default_factory=dict)
    shares: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    turns: float = 0.0
    faults: tuple[str, ...] = ()
    points: Mapping[str, float] = field(default_factory=dict)


def player_of(game: AnyGame) -> str:
    """Return who plays unless told: quick, and better than chance."""
    known = players_of(game)
    return next((name for name in PLAYERS if name in known), next(iter(known)))


def balance(  # noqa: PLR0913
    game: AnyGame,
    setup: AnySetup,
    crew: Crew,
    *,
    player: str = "",
    games: int = GAMES,
    wanted: Callable[[], bool] = lambda: True,
    told: Callable[[Progress, Balance], object] = lambda _progress, _so_far: None,
) -> Balance:
    """Play the games, or as many as are wanted (in any thread); tell the score after each."""
    seats = [seat.id for seat in setup.info.seats]
    arm = arm_of(game, setup, {}, player or player_of(game))
    tasks = tasks_of([arm], range(1, games + 1))
    with TemporaryDirectory(prefix="grognard-") as folder:
        store = Store(Path(folder))
        try:
            store.plan(tasks, {})
            run = Run(tasks, crew, store, wanted, lambda p: told(p, _counted(seats, store.games())))
            run.play()
            return _counted(seats, store.games())
        finally:
            store.close()


def _counted(seats: list[str], played: list[Game]) -> Balance:
    ended = sound(played)
    wins = {seat: sum(game.result["winner"] == seat for game in ended) for seat in seats}
    return Balance(
        games=len(played),
        draws=sum(game.result["winner"] == DRAW for game in ended),
        wins=wins,
        shares={seat: wilson(wins[seat], len(ended)) for seat in seats} if ended else {},
        points={s: mean(float(g.result["points"].get(s, 0)) for g in ended) for s in seats}
        if any(game.result["points"] for game in ended)
        else {},
        turns=mean(game.result["turns"] for game in ended) if ended else 0.0,
        faults=tuple(dict.fromkeys(g.result["fault"] for g in played if "fault" in g.result)),
    )
