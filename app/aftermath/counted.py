"""What came of all one's games: kept in a file of one's own, from the kept games and their ends. No widget in here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from grognard.app.aftermath.account import Luck
from grognard.app.settings import data_folder
from grognard.engines.core.data.codec import decode
from grognard.engines.core.keep.saveformat import SaveError, Summary, digest, summary
from grognard.engines.core.play.setups import PERSON

FILE = "statistics.json"
MOST = 50_000
"""So many games are kept count of."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that a person has ended at one of its seats.

    `against` is who played the other seats, `won` 1, 0 or a half; `decisions` its length. Of `cast` dice
    with a number to reach `reached` did so, `expected` were to; none where nobody has counted them.
    """

    game: str
    scenario: str
    title: str
    seat: str
    against: str
    won: float
    decisions: int
    cast: int = 0
    reached: int = 0
    expected: float = 0.0


@dataclass(frozen=True, slots=True)
class Sum:
    """The games of one kind, added up; `luck` is how many dice in a hundred more than expected reached their number."""

    played: int
    won: int
    drawn: int
    lost: int
    decisions: float
    luck: float | None


@dataclass
class Tallies:
    """The counted games by a key that tells games apart, and since when is counted."""

    path: Path
    games: dict[str, Played] = field(default_factory=dict)
    since: float = 0.0

    @classmethod
    def read(cls, path: Path) -> Tallies:
        """Read what was counted; what cannot be read is counted anew."""
        made = cls(path)
        with suppress(OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            data = json.loads(path.read_text("utf-8"))
            since = float(data["since"])
            games = {str(key): decode(Played, one) for key, one in data["games"].items()}
            made.games, made.since = games, since
        return made

    def write(self) -> None:
        """Keep what was counted.

        Raises:
            OSError: it cannot be written.
        """
        kept = dict([*self.games.items()][-MOST:])
        data: dict[str, Any] = {
            "since": self.since,
            "games": {k: asdict(v) for k, v in kept.items()},
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_name(f".new.{self.path.name}")
        fresh.write_text(json.dumps(data), "utf-8")
        fresh.replace(self.path)

    def erase(self) -> None:
        """Forget all games; those that are over by now are not counted again.

        Raises:
            OSError: it cannot be written.
        """
        self.games, self.since = {}, datetime.now(UTC).timestamp()
        self.write()

    def count(self, found: Summary) -> bool:
        """Count a game that is over; return whether it is a new one."""
        if found.verdict is None or found.saved <= self.since:
            return False
        before = len(self.games)
        for seat in found.header.seats:
            played = played_of(found, seat)
            if played is not None:
                self.games.setdefault(key_of(found, seat), played)
        return len(self.games) > before

    def put_luck(self, found: Summary, seat: str, cast: int, reached: int, expected: float) -> None:
        """Note the dice of a seat in a game that is counted."""
        key = key_of(found, seat)
        if key in self.games:
            data = asdict(self.games[key]) | {"cast": cast, "reached": reached}
            self.games[key] = Played(**data | {"expected": round(expected, 3)})

    def sums(self, by: Callable[[Played], str]) -> Mapping[str, Sum]:
        """Return the games added up by what `by` tells of them, the commonest first."""
        groups: dict[str, list[Played]] = {}
        for one in self.games.values():
            groups.setdefault(by(one), []).append(one)
        ordered = sorted(groups, key=lambda name: (-len(groups[name]), name))
        return {name: summed(groups[name]) for name in ordered}


def summed(games: Iterable[Played]) -> Sum:
    """Add games up."""
    all_ = [*games]
    cast = sum(one.cast for one in all_)
    more = sum(one.reached - one.expected for one in all_)
    return Sum(
        len(all_),
        sum(one.won == 1 for one in all_),
        sum(one.won == 0.5 for one in all_),
        sum(one.won == 0 for one in all_),
        sum(one.decisions for one in all_) / max(1, len(all_)),
        100 * more / cast if cast else None,
    )


def key_of(found: Summary, seat: str) -> str:
    """Return what tells a game apart, as one of its seats: a copy of it is the same."""
    header = found.header
    branch = header.created if header.came_from.get("game") else ""
    return digest([header.root(), branch, seat])


def played_of(found: Summary, seat: str) -> Played | None:
    """Return a game as the person at a seat played it, None where nobody sat there or nothing is known."""
    header, verdict = found.header, found.verdict
    if verdict is None or header.seats.get(seat) != PERSON:
        return None
    others = sorted({kind for other, kind in header.seats.items() if other != seat})
    won = 0.5 if verdict.winner == "draw" else float(verdict.winner == seat)
    return Played(
        header.game,
        header.scenario_id,
        header.title,
        seat,
        ", ".join(others),
        won,
        found.decisions,
    )


def tallies() -> Tallies:
    """Return what was counted of one's games."""
    return Tallies.read(data_folder() / FILE)


def note_end(path: Path, luck: Iterable[Luck]) -> None:
    """Count a game that has just ended, with how the dice of each seat fell."""
    found = tallies()
    try:
        one = summary(path)
        found.count(one)
        for each in luck:
            found.put_luck(one, each.seat, each.cast, each.reached, each.expected)
        found.write()
    except (SaveError, OSError):
        return  # what cannot be counted now is counted by the library, without its dice
