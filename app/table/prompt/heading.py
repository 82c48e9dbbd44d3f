"""The heads of the prompt: who decides, what, and by which rules."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from app.table.model.model import TableModel
from app.table.panels.words import rule_links
from engines.core.show.asks import Ask

OPEN = "Both players may look: what only one of them may see lies face down."
BACK = (
    "The board as it was; nothing here can be moved. Page Up and Page Down step, "
    "End comes back to the present."
)
COPY = (
    "Nothing can be chosen here; the log and the board as it was can be looked through. "
    "Game > Save as makes a copy that is played on."
)
"""What is said of a game that is only looked at."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Rich text of the three lines, and what is said beside the first when the mouse rests on it."""

    seat: str
    title: str
    rules: str = ""
    tip: str = ""


def heading(model: TableModel) -> Heading:
    """Return what stands above the answers."""
    ask, view = model.session.ask, model.view
    turn = escape(" · ".join(part for part in (str(view.turn), str(view.phase)) if part))
    if model.past is not None:
        return Heading(turn, "Looking back", BACK)
    if ask is None:
        return Heading(turn, "The game is over", _reason(model))
    if model.only_look:
        return Heading(turn, "Only to look at", f"{escape(model.only_look)} {COPY}")
    return _asked(model, ask, turn)


def _asked(model: TableModel, ask: Ask, turn: str) -> Heading:
    """The head of a question, to a person or to the computer."""
    name = escape(model.seat_name(ask.seat))
    if ask.seat not in model.humans:
        waits = f"{name} waits" if model.paused else f"{name} is thinking"
        return Heading(escape(str(model.view.turn)), waits)
    openly = ", in the open" if model.viewer is None else ""
    who = f"<b>{name}</b> decides{openly}<br>{turn}"
    return Heading(who, escape(str(ask.prompt)), rule_links(ask.rules), OPEN if openly else "")


def _reason(model: TableModel) -> str:
    """Why the game is over, by which rule."""
    verdict = model.session.verdict
    return f"{escape(str(verdict.reason))} {rule_links([verdict.rule])}" if verdict else " "
