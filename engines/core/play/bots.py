"""Computer players. They see what their seat sees and imagine the rest; never the State."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import cast

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.arrangement import DONE, Arrangement
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.posted import Posted, posted
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.views import TableView

PASS_SHARE = 0.2
ASIDE_SHARE = 0.02
"""How often something is done before the question is answered, where anything may be."""
LOOKED_AT = 24
FOLLOWED = 4


class Eyes:
    """All that a computer player may look at: the Ask, its seat's view, imagined futures."""

    def __init__(self, session: Session, seat: str, ask: Ask) -> None:
        self._session = session
        self.seat = seat
        self.ask = ask

    def view(self) -> TableView:
        """Return what this seat sees."""
        return self._session.view(self.seat)

    def moment(self) -> tuple[int, int]:
        """Return how many choices were made and how often dice fell: a plan holds until then."""
        return len(self._session.choices), self._session.table.dice.rolled()

    def turn(self) -> str:
        """Return a word for the turn that is played: no other turn has it."""
        session = self._session
        return session.game.turn_now(session.table.state)

    def battle(self) -> ScenarioInfo:
        """Return what is said of the scenario."""
        return self._session.setup.info

    def imagine(self, seed: str) -> Session | None:
        """Return a playable copy with hidden facts and dice dealt anew, if one can be made."""
        return self._session.imagine(self.seat, seed)

    def posted(self) -> Posted:
        """Return the game, sealed, for processes that imagine worlds of it in this one's stead."""
        return posted(self._session)

    def hurried(self) -> bool:
        """Whether it was told to move now: what was thought so far has to do."""
        return False

    def tried(self, made: int) -> None:
        """So many imagined games were played by now: whoever waits may want to know."""


def worthwhile(ask: Ask) -> list[Choice]:
    """Return the choices of a question that can be listed, without what would be wasted: no computer does that."""
    choices = ask.choices
    if not choices.may_be_vain:
        return list(choices)
    return [one for one in choices if not choices.vain(one)] or list(choices)


class Bot(ABC):
    """A computer player of one seat.

    Attributes:
        intended: the choices it has planned to make next; they are dropped at the first that has
            become illegal, and whenever dice fell or another seat decided since.
        called, what: what this player is called, and what may be expected of it.
        thinks: whether what it takes is worth measuring.
    """

    called: Text
    what: Text
    thinks = True

    def __init__(self, seed: str) -> None:
        self.seed, self.rng = seed, Random(seed)
        self.intended: list[Choice] = []
        self._planned_at: tuple[int, int] = (-1, -1)

    def next_choice(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        """Return the next choice of its plan while that holds, else decide anew."""
        held = self.intended and self._planned_at == eyes.moment()
        if not held or eyes.ask.why_not(self.intended[0]) is not None:
            self.intended = []
            choice = self.decide(eyes, options)
        else:
            choice = self.intended.pop(0)
        made, rolled = eyes.moment()
        self._planned_at = (made + 1, rolled)
        return choice

    @abstractmethod
    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        """Return a choice; `options` are all of them where they are finite."""


class RandomBot(Bot):
    """Chooses evenly, but declines, or ends more than a question, at most one time in five when there is anything else."""

    called = text("random")
    what = text("Makes any choice the rules allow, without thinking: for trying out the rules.")
    thinks = False

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        if eyes.ask.asides and self.rng.random() < ASIDE_SHARE:
            return self.rng.choice(sorted(eyes.ask.asides))
        if options is None or isinstance(eyes.ask.choices, Arrangement):
            return eyes.ask.choices.sample(self.rng)
        closing = eyes.ask.choices.closing
        if closing and self.rng.random() >= PASS_SHARE:
            options = [one for one in options if one not in closing]
        return self.among(options)

    def among(self, options: list[Choice]) -> Choice:
        """Return one of `options`."""
        count = len(options)
        index = int(self.rng.random() * count)
        if options[index] == PASS and count > 1:
            # Evenly chosen, a pass has 1/count; what is above the share goes to the others.
            if self.rng.random() * max(1.0, 1 / (PASS_SHARE * count)) >= 1:
                index = (index + 1 + int(self.rng.random() * (count - 1))) % count
        elif options[-1] == DONE and self.rng.random() < PASS_SHARE:
            # In a free arrangement every move can be retracted: without this it would not end.
            return DONE
        return options[index]


class QuietBot(RandomBot):
    """Declines, or lets the rules do it, or takes the first choice: the other seat of a guided game."""

    called = text("quiet")
    what = text("Declines everything that can be declined.")

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        for choice in (PASS, "auto", DONE):
            if eyes.ask.why_not(choice) is None:
                return choice
        return options[0] if options else eyes.ask.choices.sample(self.rng)


class GreedyBot(RandomBot):
    """Looks at the position that each choice leads to and takes the one it likes best."""

    called = text("recruit")
    what = text(
        "Looks one choice ahead and takes what is best for its side at once; it is greedy and has no plan."
    )

    thinks = True

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        if isinstance(eyes.ask.choices, Arrangement):
            # One piece says little about a whole set-up, and every placing can be retracted.
            return super().decide(eyes, options)
        tried = options or [eyes.ask.choices.sample(self.rng) for _ in range(LOOKED_AT)]
        if len(tried) == 1:
            return tried[0]
        if len(tried) > LOOKED_AT:
            tried = self.rng.sample(tried, LOOKED_AT)
        seed = str(self.rng.random())
        if eyes.imagine(seed) is None:
            return self.among(tried)
        worth = [self._worth(eyes, choice, seed) for choice in tried]
        best = max(worth)
        return self.among(
            [choice for choice, value in zip(tried, worth, strict=True) if value == best]
        )

    def _worth(self, eyes: Eyes, choice: Choice, seed: str) -> float:
        """Judge the position after `choice`, carried to its end where it is half a decision."""
        future = eyes.imagine(seed)
        if future is None:
            return 0.0
        if future.why_not(eyes.seat, choice) is not None:
            return _value(future, eyes.seat)  # in this future nothing comes of it
        future.choose(eyes.seat, choice)
        ask = future.ask
        if ask is None or ask.seat != eyes.seat or ask.resting:
            return _value(future, eyes.seat)
        listed = worthwhile(ask) if ask.choices.finite else [ask.choices.sample(self.rng)]
        found = []
        for following in self.rng.sample(listed, min(FOLLOWED, len(listed))):
            branch = future.fork()
            branch.choose(ask.seat, following)
            found.append(_value(branch, eyes.seat))
        return max(found)


def _value(session: Session, seat: str) -> float:
    if session.verdict is not None:
        if session.verdict.winner == "draw":
            return 0.0
        return float("inf") if session.verdict.winner == seat else float("-inf")
    return session.game.value(session.setup, session.table.state, seat)


BOTS: Mapping[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}

LEVELS = ("random", "greedy", "captain", "marshal")
"""Computer players by strength."""


def players_of(game: AnyGame) -> Mapping[str, type[Bot]]:
    """Return the computer players that can play a game, the weakest first."""
    found = {**cast("Mapping[str, type[Bot]]", game.players), **BOTS}
    ranked = [name for name in LEVELS if name in found]
    return {name: found[name] for name in dict.fromkeys((*ranked, *found))}


def commander_of(game: AnyGame) -> str:
    """Return the computer player that plays a game for real and at once: its captain, if it has one."""
    found = players_of(game)
    return "captain" if "captain" in found else next(iter(game.players), next(iter(found)))


@dataclass(slots=True)
class Played:
    """What came of a played game.

    `counted` leaves out decisions with fewer than two choices and passed interrupts; `longest` is
    the greatest number of choices between two rests; `seconds` is play alone. `asked` and `took`: how
    often each seat was asked, and the processor time that its player took for that.
    """

    decisions: int = 0
    counted: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    longest: int = 0
    seconds: float = 0.0
    asked: Counter[str] = field(default_factory=Counter)
    took: dict[str, float] = field(default_factory=dict)


def play(  # noqa: PLR0913 - each is a way to look on
    session: Session,
    bots: Mapping[str, Bot],
    trace: Callable[[Row], None] | None = None,
    pace: float = 0.0,
    watch: Callable[[Session], None] | None = None,
    limit: int | None = None,
    played: Played | None = None,
) -> Played:
    """Let `bots` (by seat) play `session` to its end, or for `limit` decisions.

    `trace` gets each row once it is accepted, `pace` seconds pass before each choice, `watch` looks
    at the position at each rest; neither counts in `seconds`. `played` is counted on, so that it
    tells how far the game came when an engine fails.
    """
    played = played or Played()
    rested = len(session.choices)
    while session.ask is not None and (limit is None or played.decisions < limit):
        ask = session.ask
        if ask.resting:
            played.longest = max(played.longest, len(session.choices) - rested)
            rested = len(session.choices)
            if watch is not None:
                watch(session)
        _decide(session, ask, bots[ask.seat], played)
        if trace is not None:
            trace(session.choices[-1])
        if pace:
            time.sleep(pace)
    return played


def _decide(session: Session, ask: Ask, bot: Bot, played: Played) -> None:
    start = time.perf_counter()
    options = None
    if ask.choices.finite:
        options = worthwhile(ask)
    played.asked[ask.seat] += 1
    eyes = Eyes(session, ask.seat, ask)
    if bot.thinks:
        began = time.thread_time()
        choice = bot.next_choice(eyes, options)
        played.took[ask.seat] = played.took.get(ask.seat, 0.0) + time.thread_time() - began
    else:
        choice = bot.next_choice(eyes, options)
    session.choose(ask.seat, choice)
    played.seconds += time.perf_counter() - start
    played.decisions += 1
    played.kinds[ask.kind] += 1
    open_choice = options is None or len(options) > 1
    if open_choice and not (ask.interrupt and choice == PASS):
        played.counted += 1
