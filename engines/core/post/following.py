"""What the other side sends is played again here, choice by choice, and nothing of it is believed."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engines.core.data.codec import canonical
from grognard.engines.core.data.text import Text, spell, text, tr, verbatim
from grognard.engines.core.play.journal import PASSED, TAKE_BACK, Row, notes_after
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.standing import STANDING, said_after

UNKNOWN = text("The other side's program plays by rules that differ from those here.")


class Refused(ValueError):  # noqa: N818 - what it is
    """What the other side sent is no course that this game can take."""

    def __init__(self, words: Text | str) -> None:
        super().__init__(str(words))


def follow(session: Session, rows: Sequence[Row], seat: str, *, own: bool = False) -> None:
    """Play rows that the other side sent to `seat`; `own`: its own choices may be among them.

    Raises:
        Refused: one is not legal, is not theirs to make, or goes back where nobody may.
    """
    for number, row in enumerate(rows):
        if row.cut is None:
            after = rows[number + 1] if number + 1 < len(rows) else None
            _choose(session, row, seat, passed=after is not None and after.kind == PASSED, own=own)
        elif row.kind in (STANDING, PASSED):
            _note(session, row, seat, own=own)
        else:
            _go_back(session, row)
    if session.ask is not None and session.ask.seat != seat:
        name = verbatim(_named(session, session.ask.seat))
        raise Refused(
            tr("The file was sent too early: the {seat} player is still to decide.", seat=name)
        )


def _choose(session: Session, row: Row, seat: str, *, passed: bool, own: bool) -> None:
    """Make a choice of the other side; one of this side has to follow from what it said itself."""
    at = verbatim(len(session.choices) + 1)
    if row.seat == seat and not own:
        answer = session.foregone()
        if answer is None or not passed or canonical(answer) != canonical(row.choice):
            raise Refused(
                tr("Decision {n} is yours, and was not made here: the file is not taken.", n=at)
            )
    refusal = session.why_not(row.seat, row.choice)
    if refusal is not None:
        why = verbatim(str(refusal.message))
        raise Refused(tr("Decision {n} is against the rules: {reason}", n=at, reason=why))
    if session.ask is None or (row.kind, row.dice) != (
        session.ask.kind,
        session.table.dice.rolled(),
    ):
        raise Refused(
            tr("Decision {n} does not fit the dice of this game: it was changed.", n=at)
            + f" {UNKNOWN}"
        )
    session.choose(row.seat, row.choice)


def _note(session: Session, row: Row, seat: str, *, own: bool) -> None:
    """Take over a row that cuts nothing: what was passed, what the other side answers beforehand."""
    at = verbatim(len(session.choices))
    if row.cut != len(session.choices):
        raise Refused(tr("After decision {n} the file was changed.", n=at))
    if row.kind == STANDING and row.choice["seat"] == seat and not own:
        raise Refused(tr("After decision {n} the file answers in advance for you.", n=at))
    session.notes = notes_after(session.notes, row)
    session.said = said_after(session.said, row)


def _go_back(session: Session, row: Row) -> None:
    """Take choices back where the rules of taking back allow it: no die is tried over unseen."""
    cut, at = row.cut or 0, verbatim(len(session.choices))
    if row.kind not in ("", TAKE_BACK) or not 0 <= cut <= len(session.choices):
        raise Refused(tr("After decision {n} the file was changed.", n=at))
    if cut < session.undo_barrier():
        back = verbatim(cut + 1)
        raise Refused(
            tr(
                "After decision {n} the other side went back to decision {back}, although a die "
                "had fallen or another had decided since: the dice were tried over.",
                n=at,
                back=back,
            )
        )
    session.rewind(cut)
    session.redoable.clear()


def _named(session: Session, seat: str) -> str:
    found = next((one.name for one in session.setup.info.seats if one.id == seat), seat)
    return spell("seat", found)
