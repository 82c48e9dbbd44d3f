"""A piece or a stack that is picked up where picking it is a choice of its own: held, and not yet made in the game."""

from __future__ import annotations

from grognard.app.table.gestures.gesture import DECLINING
from grognard.engines.core.data.frozen import record
from grognard.engines.core.play.session import RuleFault, Session, WrongChoice
from grognard.engines.core.show.asks import Ask, Choice, Subset

SEED = "hand"
WAYS = ("route", "manoeuvre", "pose", "place")
GOING_ON = (*WAYS, "pick")
"""The questions that go on with a piece that was picked."""


@record
class Trial:
    """Choices that are held in the hand, and the world in which they were tried.

    A piece is tried where all that its seat cannot know is dealt anew: whoever looks learns nothing by
    it. A stack is tried in the position itself, which asks its seat the same for nothing (`usual`).

    Attributes:
        choices: what is chosen first when the matter is carried out.
        piece: what is in the hand: a piece, or the place whose stack it is.
        usual: whether questions who goes were answered with all that are meant unless some are left out.
    """

    world: Session
    choices: tuple[Choice, ...]
    piece: str
    usual: bool = False

    @property
    def ask(self) -> Ask | None:
        """The question that follows about the piece."""
        return self.world.ask


def picked_up(session: Session, seat: str, piece: str) -> Trial | None:
    """Return a piece in the hand; None where choosing it is more than to pick it up."""
    world = session.imagine(seat, SEED)
    return _tried(world, seat, (), piece, piece) if world is not None else None


def moves(session: Session, seat: str, piece: str) -> bool:
    """Whether a piece that is picked is asked next where it goes, as when it has left its Square."""
    found = picked_up(session, seat, piece)
    while found is not None and found.ask is not None and found.ask.form == "pick":
        choice = next((c for c in found.ask.choices if c not in DECLINING), None)
        found = gone_on(found, seat, choice) if choice is not None else None
    return found is not None and found.ask is not None and found.ask.form in WAYS


def gone_on(trial: Trial, seat: str, choice: Choice) -> Trial | None:
    """Return the trial with one more choice, as of a piece that leaves its Square before it moves.

    None where that choice leads to no other question about the piece: then all of it is to be made.
    """
    if trial.ask is None or trial.ask.form != "pick" or choice in DECLINING:
        return None
    return _tried(trial.world.fork(), seat, trial.choices, choice, trial.piece)


def stack_taken(session: Session, seat: str, place: str) -> Trial | None:
    """Return the whole stack of a place in the hand, as it is asked where to.

    None where choosing the place is more than to pick its stack up: only questions which part of it
    goes may come between, and that are free until the way is told.
    """
    world = session.fork(SEED)
    rolled = world.table.dice.rolled()
    choices: list[Choice] = []
    choice: Choice | None = place
    while choice is not None:
        choices.append(choice)
        if not _stood(world, seat, choice, rolled):
            return None
        choice = _whole(world.ask, seat, place)
    ask = world.ask
    led = ask is not None and ask.seat == seat and ask.form == "route" and place in ask.where
    return Trial(world, tuple(choices), place, usual=True) if led and len(choices) > 1 else None


def _whole(ask: Ask | None, seat: str, place: str) -> Choice | None:
    """Return all that a question about a part of the stack means unless some are left out."""
    if ask is None or ask.seat != seat or place not in ask.where:
        return None
    ticked = ask.choices.ticked if isinstance(ask.choices, Subset) else ()
    return {"subset": list(ticked)} if ticked else None


def _tried(
    world: Session, seat: str, before: tuple[Choice, ...], choice: Choice, piece: str
) -> Trial | None:
    if not _stood(world, seat, choice, world.table.dice.rolled()) or world.ask is None:
        return None
    asks_on = _asks_on(world.ask, seat, piece) and not world.ask.interrupt
    return Trial(world, (*before, choice), piece) if asks_on else None


def _stood(world: Session, seat: str, choice: Choice, rolled: int) -> bool:
    """Make a choice in a world that was forked for it; whether it stood, and nothing was rolled."""
    try:
        world.choose(seat, choice)
    except (WrongChoice, RuleFault):
        return False
    return world.table.dice.rolled() == rolled


def _asks_on(ask: Ask, seat: str, piece: str) -> bool:
    """Whether a question is what comes next of the same intention."""
    return ask.seat == seat and ask.form in GOING_ON and piece in ask.subject
