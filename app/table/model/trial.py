"""A piece that is picked up where picking it is a choice of its own: held, and not yet made in the game."""

from __future__ import annotations

from app.table.gestures.gesture import DECLINING
from engines.core.data.frozen import record
from engines.core.play.session import RuleFault, Session, WrongChoice
from engines.core.show.asks import Ask, Choice

SEED = "hand"


@record
class Trial:
    """Choices that are held in the hand, and the world in which they were tried.

    All that the seat cannot know is dealt anew in it: whoever looks learns nothing by it.
    """

    world: Session
    choices: tuple[Choice, ...]
    piece: str

    @property
    def ask(self) -> Ask | None:
        """The question that follows about the piece."""
        return self.world.ask


def picked_up(session: Session, seat: str, piece: str) -> Trial | None:
    """Return a piece in the hand; None where choosing it is more than to pick it up."""
    world = session.imagine(seat, SEED)
    return _tried(world, seat, (), piece, piece) if world is not None else None


def gone_on(trial: Trial, seat: str, choice: Choice) -> Trial | None:
    """Return the trial with one more choice, as of a piece that leaves its Square before it moves.

    None where that choice leads to no other question about the piece: then all of it is to be made.
    """
    if trial.ask is None or trial.ask.form != "pick" or choice in DECLINING:
        return None
    return _tried(trial.world.fork(), seat, trial.choices, choice, trial.piece)


def _tried(
    world: Session, seat: str, before: tuple[Choice, ...], choice: Choice, piece: str
) -> Trial | None:
    rolled = world.table.dice.rolled()
    try:
        world.choose(seat, choice)
    except (WrongChoice, RuleFault):
        return None
    ask = world.ask
    if ask is None or world.table.dice.rolled() != rolled or ask.interrupt:
        return None
    return Trial(world, (*before, choice), piece) if _asks_on(ask, seat, piece) else None


def _asks_on(ask: Ask, seat: str, piece: str) -> bool:
    """Whether a question is what comes next of the same intention."""
    return ask.seat == seat and ask.form in ("route", "manoeuvre", "pick") and piece in ask.subject
