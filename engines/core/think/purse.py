"""A chess clock: a purse of time for each turn of the game, from which a player's thoughts draw."""

from __future__ import annotations

from dataclasses import dataclass

USUAL = 24.0
"""So many thoughts a turn is expected to take, until one was seen."""
FEWEST = 12.0
"""So many thoughts are expected to come at least: who knows what the enemy asks."""
EAGER = 2.0
"""So many times its even part of what is left a thought may take: most are over sooner."""


@dataclass(slots=True)
class Purse:
    """The time for all thoughts of a turn, one's own and those in the enemy's phases together.

    A thought may take its part of what is left, by how many are expected to come; so there is always
    something left, and all of them together never take more than was in the purse.

    Attributes:
        seconds: what is in the purse when a turn begins.
        left: what is left of it.
        thoughts: how many were thought in this turn.
        expected: how many a turn takes, as far as is known.
        turn: the turn that it was opened for.
    """

    seconds: float
    left: float = 0.0
    thoughts: int = 0
    expected: float = USUAL
    turn: str | None = None

    def open(self, turn: str) -> None:
        """Fill it where a new turn has begun, and learn from the one before how many thoughts there are."""
        if turn == self.turn:
            return
        if self.turn is not None:
            self.expected = (self.expected + self.thoughts) / 2
        self.turn, self.left, self.thoughts = turn, self.seconds, 0

    @property
    def share(self) -> float:
        """The seconds that the next thought may take."""
        coming = max(FEWEST, self.expected - self.thoughts)
        return max(0.0, self.left) * EAGER / coming

    def spend(self, seconds: float, *, thought: bool) -> None:
        """Take out what a decision took; `thought`: it was weighed, not answered at once."""
        self.left -= seconds
        self.thoughts += thought
