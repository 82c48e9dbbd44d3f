"""Counter-based dice: every number is a hash of seed, purpose, subject and how often it was asked.

A take-back therefore cannot spend a die that was seen on something else, and the same journal
gives the same dice in every process.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b

SCRIPT, DRAWS, LEARNT = "script", "draws", "learnt"


class Tally(Mapping[str, int]):
    """How many of each kind there were at some time: told from what was counted since, so that it costs no copy.

    A long game has thousands of positions that it could go back to, and hundreds of kinds of rolls.
    """

    __slots__ = ("_began", "_made", "_since", "_until")

    def __init__(self, began: dict[str, int], since: list[str], until: int) -> None:
        self._began, self._since, self._until = began, since, until
        self._made: dict[str, int] | None = None

    def counted(self) -> dict[str, int]:
        """Return the counts, added up when somebody asks for them first."""
        if self._made is None:
            found = dict(self._began)
            for key in self._since[: self._until]:
                found[key] = found.get(key, 0) + 1
            self._made = found
        return self._made

    def __getitem__(self, key: str) -> int:
        return self.counted()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.counted())

    def __len__(self) -> int:
        return len(self.counted())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self.counted() == dict(other)

    __hash__ = None  # type: ignore[assignment]  # as a dict it is compared, and no key


class Dice(ABC):
    """A source of dice with a memory of how often each (purpose, subject) has been rolled."""

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        self.counts = dict(counts or {})
        self._began = dict(self.counts)
        self._since: list[str] = []
        self._rolled = sum(self.counts.values())

    @abstractmethod
    def draw(self, purpose: str, subject: str, sides: int) -> int:
        """Return a number from 0 to sides - 1."""

    def face(self, purpose: str, subject: str, sides: int, first: int) -> int:
        """Return a face of a die whose faces are `first` .. `first + sides - 1`."""
        return first + self.draw(purpose, subject, sides)

    def pick(self, purpose: str, subject: str, pool: Sequence[str]) -> int:
        """Return the index of the card or marker drawn from `pool`."""
        return self.draw(purpose, subject, len(pool))

    def learn(self) -> None:
        """Count a fact that a seat has learnt: like a die, it cannot be taken back."""
        self.count(LEARNT)

    def count(self, key: str) -> int:
        """Count one more of a kind; return how many there were before."""
        nth = self.counts.get(key, 0)
        self.counts[key] = nth + 1
        self._since.append(key)
        self._rolled += 1
        return nth

    def tally(self) -> Tally:
        """Return how many of each kind there were up to now, whatever is rolled afterwards."""
        return Tally(self._began, self._since, len(self._since))

    def rolled(self) -> int:
        """Return the number of dice rolled, cards drawn and facts learnt so far."""
        return self._rolled

    @abstractmethod
    def restarted(self, counts: Mapping[str, int], seed: str) -> Dice:
        """Return dice of the same kind that have already been rolled `counts` times."""


class HashDice(Dice):
    """The dice of a real game.

    Args:
        seed: any text; the game's seed.
        counts: rolls already made for each "purpose subject" key (from a checkpoint).
    """

    def __init__(self, seed: str, counts: Mapping[str, int] | None = None) -> None:
        super().__init__(counts)
        self.seed = seed

    def draw(self, purpose: str, subject: str, sides: int) -> int:
        key = f"{purpose} {subject}"
        nth = self.count(key)
        digest = blake2b(f"{self.seed}|{key}|{nth}".encode(), digest_size=8).digest()
        # 2**64 is so much larger than any die that the bias of the remainder is below 1e-17.
        return int.from_bytes(digest, "big") % sides

    def restarted(self, counts: Mapping[str, int], seed: str) -> HashDice:
        return HashDice(seed, counts)


class ScriptError(IndexError):
    """The scripted dice of a case do not fit what the game rolls."""


class ScriptedDice(Dice):
    """Dice of a case: consumed in order; running out is an error the case reports.

    Args:
        script: the dice, as printed on their faces.
        draws: the names of the cards and markers drawn, in order.
    """

    def __init__(
        self,
        script: Sequence[int],
        draws: Sequence[str] = (),
        counts: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(counts)
        self.script = list(script)
        self.draws = list(draws)

    @property
    def used(self) -> int:
        """How many dice of the script have been rolled."""
        return self.counts.get(SCRIPT, 0)

    @property
    def drawn(self) -> int:
        """How many of the scripted draws have been made."""
        return self.counts.get(DRAWS, 0)

    def draw(self, purpose: str, subject: str, sides: int) -> int:
        return self.face(purpose, subject, sides, 0)

    def face(self, purpose: str, subject: str, sides: int, first: int) -> int:
        if self.used >= len(self.script):
            message = f"the scripted dice ran out at {purpose} of {subject}"
            raise ScriptError(message)
        value = self.script[self.used]
        if not first <= value < first + sides:
            message = (
                f"the scripted die {value} is not a face of a die from {first} "
                f"to {first + sides - 1} ({purpose} of {subject})"
            )
            raise ScriptError(message)
        self.count(SCRIPT)
        return value

    def pick(self, purpose: str, subject: str, pool: Sequence[str]) -> int:
        if self.drawn >= len(self.draws):
            message = f"the scripted draws ran out at {purpose} of {subject}"
            raise ScriptError(message)
        name = self.draws[self.drawn]
        if name not in pool:
            message = f"the scripted draw {name} is not in the pool: {', '.join(pool)}"
            raise ScriptError(message)
        self.count(DRAWS)
        return list(pool).index(name)

    def restarted(self, counts: Mapping[str, int], seed: str) -> ScriptedDice:
        return ScriptedDice(self.script, self.draws, counts)
