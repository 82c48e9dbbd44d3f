"""Counter-based dice: every number is a hash of seed, purpose, subject and how often it was asked.

A take-back therefore cannot spend a die that was seen on something else, and the same journal
gives the same dice in every process.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import blake2b


class Dice(ABC):
    """A source of dice with a memory of how often each (purpose, subject) has been rolled."""

    counts: dict[str, int]

    @abstractmethod
    def draw(self, purpose: str, subject: str, sides: int) -> int:
        """Return a number from 0 to sides - 1."""

    def rolled(self) -> int:
        """Return the number of dice rolled so far."""
        return sum(self.counts.values())


class HashDice(Dice):
    """The dice of a real game.

    Args:
        seed: any text; the game's seed.
        counts: rolls already made for each "purpose subject" key (from a checkpoint).
    """

    def __init__(self, seed: str, counts: dict[str, int] | None = None) -> None:
        self.seed = seed
        self.counts = dict(counts or {})

    def draw(self, purpose: str, subject: str, sides: int) -> int:
        key = f"{purpose} {subject}"
        nth = self.counts.get(key, 0)
        self.counts[key] = nth + 1
        digest = blake2b(f"{self.seed}|{key}|{nth}".encode(), digest_size=8).digest()
        # 2**64 is so much larger than any die that the bias of the remainder is below 1e-17.
        return int.from_bytes(digest, "big") % sides


class ScriptedDice(Dice):
    """Dice of a case: consumed in order; running out is an error the case reports."""

    def __init__(self, script: list[int]) -> None:
        self.script = list(script)
        self.used = 0
        self.counts = {}

    def draw(self, purpose: str, subject: str, sides: int) -> int:
        if self.used >= len(self.script):
            message = f"the scripted dice ran out at {purpose} of {subject}"
            raise IndexError(message)
        value = self.script[self.used]
        if not 0 <= value < sides:
            message = f"the scripted die {value} is not a face of a {sides}-sided die"
            raise IndexError(message)
        self.used += 1
        self.counts["script"] = self.used
        return value
