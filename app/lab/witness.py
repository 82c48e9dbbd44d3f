"""What is noted down while a game of the lab is played; small, and the same wherever it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.explain import LogEntry, Roll

TARGET, BORDER = ">", "|"
"""In the subject of a roll: who is aimed at, and the two places of a border."""


CELL = 4
"""Where a table has no spaces, what happens within so many centimetres happens at one place."""


class Witness:
    """Looks at a game after each choice: dice, rules, where it is fought, what is lost in which turn.

    Strength is the steps of a piece, 1 where it has none. What is hidden from one seat is looked at
    as its owner sees it: the witness is no player.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seats = {seat.id: seat.side for seat in session.setup.info.seats}
        self.spaces = {space.id for space in session.game.board(session.setup).spaces}
        self.rules: Counter[str] = Counter()
        self.fought: Counter[str] = Counter()
        self.struck: Counter[str] = Counter()
        self.dice = {seat: [0.0] * 6 for seat in self.seats}
        self.losses: list[tuple[int, str, str, int]] = []
        self.standing: list[tuple[str, float]] = []
        self.turn = 0
        self._gone: set[str] = set()  # with this choice
        self._state, self._read = session.table.state, 0
        self._word = session.game.turn_now(self._state)
        self._had = self._strengths()
        self.began = self._by_side(self._had)
        self._judge()

    def look(self, _row: Row) -> None:
        """See what a choice has brought about."""
        entries = self.session.table.entries
        self._gone.clear()
        for entry in entries[self._read :]:
            self._hear(entry)
        self._read, self._state = len(entries), self.session.table.state
        word = self.session.game.turn_now(self._state)
        if word != self._word and self.session.verdict is None:
            self._word = word
            self._count()
            self.turn += 1
            self._judge()

    def result(self) -> dict[str, Any]:
        """Return what has come of the game that is over, as plain data."""
        self._count()
        verdict = self.session.verdict
        return {
            "winner": verdict.winner if verdict else None,
            "level": verdict.level if verdict else "",
            "points": dict(verdict.points) if verdict else {},
            "turns": self.turn + 1,
            "decisions": len(self.session.choices),
            "began": self.began,
            "losses": [list(loss) for loss in self.losses],
            "standing": [list(point) for point in self.standing],
            "rules": dict(sorted(self.rules.items())),
            "fought": dict(sorted(self.fought.items())),
            "struck": dict(sorted(self.struck.items())),
            "dice": {seat: [round(x, 4) for x in sums] for seat, sums in self.dice.items()},
        }

    # -- what the log tells ----------------------------------------------------------------------

    def _hear(self, entry: LogEntry) -> None:
        roll = entry.roll
        self.rules.update(entry.rules)
        pieces = (*entry.pieces, *entry.private_pieces)
        if entry.kind == "loss":
            self.struck.update(entry.where or self._places(pieces))
        elif entry.kind == "result":
            left = [one for one in pieces if one not in self._gone and self._has_left(one)]
            self._gone.update(left)
            self.struck.update(self._places(left))
        if roll is None:
            return
        self.rules.update({roll.rule, *(modifier.rule for modifier in roll.modifiers)})
        self.fought.update(self._places([roll.subject.rpartition(TARGET)[2]]))
        if roll.first is not None and roll.seat in self.dice:
            self.dice[roll.seat] = [
                a + b for a, b in zip(self.dice[roll.seat], luck(roll), strict=True)
            ]

    def _has_left(self, piece: str) -> bool:
        """Whether a piece that stood in a space of the map stands in none after the choice."""
        game, setup = self.session.game, self.session.setup
        states = self._state, self.session.table.state
        try:
            before, now = (game.facts(setup, state, piece).get("at") for state in states)
        except (KeyError, ValueError):
            return False  # no piece, but a marker or a command
        words = isinstance(before, str) and isinstance(now, str)
        return words and before in self.spaces and now not in self.spaces

    def _places(self, subjects: Iterable[str]) -> Iterator[str]:
        """Give where the subjects of a roll or a loss were before the choice."""
        game, setup = self.session.game, self.session.setup
        for word in subjects:
            if word in self.spaces:
                yield word
            elif BORDER in word:
                yield from (place for place in word.split(BORDER)[-1:] if place in self.spaces)
            else:
                try:
                    at = game.facts(setup, self._state, word).get("at")
                except (KeyError, ValueError):
                    continue  # a seat, a marker, a command: it stands nowhere
                if isinstance(at, list | tuple):
                    # Tables without spaces measure to the north, boards are drawn to the south.
                    x, y = (CELL * round(float(part) / CELL) for part in at)
                    yield f"{x},{-y}"
                elif at in self.spaces:
                    yield str(at)

    # -- what the turns show ---------------------------------------------------------------------

    def _strengths(self) -> dict[tuple[str, str], int]:
        """Return the strength of every piece that is left, by side and id."""
        game, setup = self.session.game, self.session.setup
        found: dict[tuple[str, str], int] = {}
        for seat, side in self.seats.items():
            view = game.view(setup, self.session.table.state, seat)
            lost = {piece for line in view.roster for piece in line.lost}
            for piece in view.pieces:
                if piece.side == side and not piece.hidden:
                    steps = 1 if piece.steps is None else piece.steps
                    found[side, piece.id] = 0 if piece.id in lost else steps
        return found

    def _by_side(self, strengths: dict[tuple[str, str], int]) -> dict[str, int]:
        sums = dict.fromkeys(self.seats.values(), 0)
        for (side, _), steps in strengths.items():
            sums[side] += steps
        return sums

    def _count(self) -> None:
        """Count what each piece has lost in the turn that is over."""
        now = self._strengths()
        for (side, piece), before in sorted(self._had.items()):
            gone = before - now.get((side, piece), before)
            if gone > 0:
                self.losses.append((self.turn, side, piece, gone))
        self._had = self._had | now

    def _judge(self) -> None:
        game, setup = self.session.game, self.session.setup
        worth = game.value(setup, self.session.table.state, next(iter(self.seats)))
        self.standing.append((self._word, round(worth, 3)))


def luck(roll: Roll) -> list[float]:
    """Return a die as sums: 1, its face, the mean and the variance of such dice; wanted, hoped for.

    Of a die that has a target the last two are whether it was reached and how likely that was.
    """
    first = roll.first or 0
    faces = range(first, first + roll.sides)
    mean, spread = (faces[0] + faces[-1]) / 2, (roll.sides**2 - 1) / 12
    if roll.target is None:
        return [1.0, roll.natural, mean, spread, 0.0, 0.0]
    change = roll.total - roll.natural

    def reached(face: int) -> bool:
        total = face + change
        goal = roll.target or 0
        return total >= goal if roll.upward else total <= goal

    chance = sum(map(reached, faces)) / roll.sides
    return [1.0, roll.natural, mean, spread, float(reached(roll.natural)), chance]
