"""Standing answers: what a seat has said beforehand to reactions, so that it need not be asked.

Which questions are reactions the games' asks declare (`Reaction`). A standing answer is no choice of
the game: it answers with choices, which stand in the journal like any made by hand, so that a game
is replayed without it. It hangs on what the question says openly, on nothing hidden, and only its
own seat ever reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.engines.core.data.codec import decode, encode
from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.text import Text
from grognard.engines.core.play.journal import AS_SAID, Row
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.core.show.explain import LogEntry

STANDING = "standing"
"""The kind of the rows of a journal that say what a seat answers beforehand; they cut nothing."""


@record
class Standing:
    """What a seat answers to one kind of question: no, save to what the pieces `against` do.

    `name` is what the questions are called, `turn` the only turn in which it holds ("": always).
    """

    seat: str
    kind: str
    name: Text
    against: tuple[str, ...] = ()
    turn: str = ""

    def answers(self, ask: Ask, turn: str) -> bool:
        """Whether it answers a question in a turn."""
        if ask.reaction is None or (ask.seat, ask.kind) != (self.seat, self.kind):
            return False
        return self.turn in ("", turn) and not set(self.against) & set(ask.reaction.against)


Answers = Mapping[str, tuple[Standing, ...]]
"""What each seat has said."""


def answer(said: Iterable[Standing], ask: Ask, turn: str) -> Choice | None:
    """Return the choice that a seat has said beforehand it would make, None where it is asked."""
    if ask.reaction is None or not any(one.answers(ask, turn) for one in said):
        return None
    declining = ask.reaction.declining
    return declining if ask.why_not(declining) is None else None


def answered(ask: Ask) -> LogEntry:
    """Return the line that tells the seat, and nobody else, what was answered for it."""
    words = AS_SAID.fill(question=ask.prompt)
    return LogEntry("note", words, ask.rules, ask.seat, visible_to=(ask.seat,))


def said_row(seat: str, said: Iterable[Standing], count: int) -> Row:
    """Return the row that says all a seat answers beforehand, from after `count` choices on."""
    return Row("", STANDING, 0, {"seat": seat, "said": [encode(one) for one in said]}, cut=count)


def said_after(said: Answers, row: Row) -> Answers:
    """Return what each seat says once `row` is applied; going back takes none of it back."""
    if row.kind != STANDING or row.cut is None:
        return said
    return {**said, row.choice["seat"]: tuple(decode(Standing, one) for one in row.choice["said"])}
