"""The heads of the prompt: who decides, what, and by which rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from grognard.app.table.model.model import TableModel
from grognard.app.table.panels.words import example_link, rule_links
from grognard.engines.core.data.text import text, tr, trn, verbatim
from grognard.engines.core.show.asks import Ask

OPEN = text("Both players may look: whatever only one of them may see is face down.")
BACK = text(
    "The board as it was. Nothing here can be moved; Page Up and Page Down step through, End returns to the present."
)
COPY = text(
    "Nothing can be chosen here, but you can browse the log and the board at any point. To play on, make a copy with Game > Save as."
)
"""What is said of a game that is only looked at."""
UNMEASURED = text(
    "Nothing is measured at this table before a move is ordered. To learn the game, start the battle with measuring allowed, one of its options: allowance, costs and reach are then shown while you plan."
)
"""What is said as an unmeasured game begins."""
MOST_RULES = 5
"""So many rules of a question are linked; the names of all come up under the mouse."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Rich text of the three lines, and what is said beside the first and the last when the mouse rests there.

    `who` is the seat that decides.
    """

    seat: str
    title: str
    rules: str = ""
    tip: str = ""
    cites: str = ""
    who: str = ""


def heading(model: TableModel) -> Heading:
    """Return what stands above the answers."""
    ask, view = model.asked, model.view
    turn = escape(" · ".join(part for part in (str(view.turn), str(view.phase)) if part))
    if model.past is not None:
        return Heading(turn, tr("Looking back"), str(BACK))
    if ask is None:
        return Heading(turn, tr("The game is over"), _reason(model))
    if model.only_look:
        return Heading(turn, tr("View only"), f"{escape(model.only_look)} {COPY}")
    return _asked(model, ask, turn)


def _asked(model: TableModel, ask: Ask, turn: str) -> Heading:
    """The head of a question, to a person or to the computer."""
    name = escape(model.seat_name(ask.seat))
    if ask.seat in model.far:
        waits = tr("The {seat} player decides, far away", seat=verbatim(name))
        return Heading(turn, waits, who=ask.seat)
    if ask.seat not in model.humans:
        words = (
            text("The {seat} player waits")
            if model.paused
            else text("The {seat} player is thinking")
        )
        waits = str(words.fill(seat=name))
        return Heading(escape(str(model.view.turn)), waits, who=ask.seat)
    openly = model.viewer is None
    words = (
        text("The {seat} player decides, in the open")
        if openly
        else text("The {seat} player decides")
    )
    who = f"{words.fill(seat=verbatim(f'<b>{name}</b>'))}<br>{turn}"
    return Heading(
        who,
        escape(str(ask.prompt)),
        f"{_cited(ask.rules)} · {example_link(ask.rules[0])}",
        str(OPEN) if openly else "",
        ", ".join(ask.rules) if len(ask.rules) > MOST_RULES else "",
        ask.seat,
    )


def _cited(rules: Sequence[str]) -> str:
    """Links to the first rules of a question; of a long list how many more there are."""
    if len(rules) <= MOST_RULES:
        return rule_links(rules)
    left = len(rules) - MOST_RULES + 1
    more = trn("and {n} more", "and {n} more", n=left)
    return f"{rule_links(rules[: MOST_RULES - 1])} {escape(more)}"


def _reason(model: TableModel) -> str:
    """Why the game is over, by which rule."""
    verdict = model.session.verdict
    return f"{escape(str(verdict.reason))} {rule_links([verdict.rule])}" if verdict else " "
