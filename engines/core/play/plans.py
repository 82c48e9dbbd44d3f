"""Plans: several intended choices, looked at as a whole before they are carried out.

A stack that goes to one place, a column down a road, a whole command forward, a corps through an area:
each is a Plan of Wishes. The table shows what `rehearse` finds of each wish, then `carry_out` makes the
choices one by one. The journal holds plain choices; one undo takes back what of the plan it can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, TypeAlias

from grognard.engines.core.data.frozen import record
from grognard.engines.core.play.session import RuleFault, Session, WrongChoice
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.explain import Refusal

Stopped = Literal["", "refused", "rolled", "asked", "over"]
"""Why a plan went no further: its end, a refusal, a roll (or a fact that a seat learnt), a question to
another seat, the end of the game."""


@record
class Wish:
    """One intention of a plan: the choices of consecutive questions, as a piece and then its route.

    `pieces` are those it is about, for whoever shows it.
    """

    choices: tuple[Choice, ...]
    pieces: tuple[str, ...] = ()


Plan = Sequence[Wish]


@record
class Outcome:
    """What came of a plan: how many wishes were fulfilled, and what stopped it, if anything did.

    A refused wish stops nobody else: `refusal` is the first. `left` are those that nobody has come to.
    """

    fulfilled: int
    stopped: Stopped = ""
    refusal: Refusal | None = None
    left: tuple[Wish, ...] = ()


@record
class Prospect:
    """What would come of one wish: it stands, it is refused, or (None, None) nobody can know yet.

    `stands` is None behind a roll, another seat's question or something hidden.
    """

    wish: Wish
    stands: bool | None
    refusal: Refusal | None = None


Durably: TypeAlias = Callable[[Callable[[], None]], None]
"""Does something that writes a row, and sees to it that it is kept."""


def _simply(act: Callable[[], None]) -> None:
    act()


def carry_out(session: Session, seat: str, plan: Plan, durably: Durably = _simply) -> Outcome:
    """Make the choices of a plan one by one, each checked, until something stops it.

    A wish that is refused in its middle is taken back to its beginning. A roll stops the plan where
    another question follows it; who can still go as planned goes on. `durably` does whatever
    writes a row, and lets the exceptions of it through.

    Raises:
        RuleFault: a rule failed; the choices before it stand.
    """
    began = len(session.choices)
    outcome = _carry_out(session, seat, plan, durably)
    if len(session.choices) > began + 1:
        session.plans.append((began, len(session.choices)))
    return outcome


def _carry_out(session: Session, seat: str, plan: Plan, durably: Durably) -> Outcome:
    kind, rolled = session.ask.kind if session.ask is not None else "", session.table.dice.rolled()
    fulfilled, refusal = 0, None
    for number, wish in enumerate(plan):
        stopped = _stop(session, seat) if number else ""
        if not stopped and session.table.dice.rolled() != rolled and not _asks(session, kind, wish):
            stopped = "rolled"
        if stopped:
            return Outcome(fulfilled, stopped, refusal, tuple(plan[number:]))
        why = _fulfil(session, seat, wish, durably)
        fulfilled, refusal = fulfilled + (why is None), refusal or why
    return Outcome(fulfilled, "refused" if refusal is not None else "", refusal)


def _asks(session: Session, kind: str, wish: Wish) -> bool:
    """Whether the same is asked as when the plan began, and a wish can begin."""
    ask = session.ask
    return ask is not None and ask.kind == kind and ask.why_not(wish.choices[0]) is None


def _stop(session: Session, seat: str) -> Stopped:
    """Return what ends a plan between two of its wishes."""
    if session.ask is None:
        return "over"
    return "" if session.ask.seat == seat else "asked"


def _fulfil(session: Session, seat: str, wish: Wish, durably: Durably) -> Refusal | None:
    """Make the choices of one wish, until somebody else is asked.

    Where one is refused nothing of it stands that can be undone.
    """
    began = len(session.choices)
    for number, choice in enumerate(wish.choices):
        if number and _stop(session, seat):
            return None
        try:
            durably(partial(session.choose, seat, choice))
        except WrongChoice as wrong:
            if len(session.choices) > began >= session.undo_barrier():
                durably(partial(session.rewind, began))
                session.redoable.clear()
            return wrong.refusal
    return None


def rehearse(session: Session, seat: str, plan: Plan, seed: str = "plan") -> list[Prospect]:
    """Tell what would come of each wish, as far as `seat` may know; the game is not touched.

    It is tried in a world in which all that the seat cannot know is dealt anew. A refused wish does
    not stop the rehearsal: whoever shows the plan marks it with its reason.
    """
    world = session.imagine(seat, seed)
    found: list[Prospect] = []
    known = world is not None
    for wish in plan:
        if world is None or not known or _stop(world, seat):
            found.append(Prospect(wish, None))
            continue
        rolled = world.table.dice.rolled()
        try:
            refusal = _fulfil(world, seat, wish, _simply)
        except RuleFault:
            refusal, known = None, False
        found.append(Prospect(wish, refusal is None, refusal) if known else Prospect(wish, None))
        known = known and world.table.dice.rolled() == rolled
    return found
