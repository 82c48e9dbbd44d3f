"""Why? The rules that make a thing what it is now, with their numbers: from refusals, inquiries, dice."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from grognard.app.table.model.model import TableModel
from grognard.app.table.model.overlays import Overlays, arguments_of, filling
from grognard.app.table.panels.words import (
    REASON,
    answer_html,
    example_link,
    refusal_html,
    roll_html,
    rule_links,
)
from grognard.engines.core.data.text import tr
from grognard.engines.core.play.inquiries import NoAnswer

MOST = 14


def why_html(model: TableModel, overlays: Overlays, name: str) -> str:
    """Return what can be said of a piece or a place: what bars it, what is true of it, its last die."""
    parts = [
        *_barred(model, name),
        *_meant(model, name),
        *_asked(model, overlays, name),
        *_rolled(model, name),
    ]
    rows = [f'<p style="margin:3px 0 6px 0">{words}</p>' for words in dict.fromkeys(parts)]
    return "".join(rows[:MOST]) or f"<p>{tr('No rule applies to it now.')}</p>"


def told_under(widget: QWidget | None, spot: QPoint) -> str:
    """Return what the widget under a spot of the screen, or one it stands in, says of itself; "" for nothing."""
    while widget is not None:
        told = widget.property(REASON)
        if told:
            return str(told)
        if isinstance(widget, Telling):
            return widget.why_at(spot)
        widget = widget.parentWidget()
    return ""


@runtime_checkable
class Telling(Protocol):
    """A panel that tells of what lies under the mouse."""

    def why_at(self, spot: QPoint) -> str:
        """Return why what is shown at a spot of the screen is so."""
        ...


def _barred(model: TableModel, name: str) -> Iterator[str]:
    """Say why it cannot be chosen now."""
    gesture, found = model.gesture, model.lookup
    if gesture is None or model.past is not None:
        return
    piece = name if name in found.pieces else ""
    refusal = gesture.refusal(found.names(piece, "" if piece else name))
    if refusal is not None:
        yield f"<b>{tr('You cannot choose now:')}</b> {refusal_html(refusal)}"


def _meant(model: TableModel, name: str) -> Iterator[str]:
    """Say what a click there would mean, with its cost: the number that stands at a ring."""
    gesture, found = model.gesture, model.lookup
    if gesture is None or model.past is not None:
        return
    piece = name if name in found.pieces else ""
    choice = gesture.hover(found.names(piece, "" if piece else name))
    if choice is not None:
        lines = "<br>".join(escape(str(line)) for line in gesture.describe(choice))
        rules = (
            f"{rule_links(gesture.ask.rules)} · {example_link(next(iter(gesture.ask.rules), ''))}"
        )
        head = f"<b>{tr('You can choose:')}</b> {escape(gesture.label(choice))}"
        yield "<br>".join(
            part for part in (head, lines, rules if gesture.ask.rules else "") if part
        )


def _asked(model: TableModel, overlays: Overlays, name: str) -> Iterator[str]:
    """Say what the inquiries tell of it, each with its rules; those that take long are left out."""
    piece = name if name in model.lookup.pieces else ""
    place = model.lookup.place_of(piece) if piece else name
    for inquiry in overlays.about_a(piece, "" if piece else place):
        asked = model.game.inquiries[inquiry]
        filled = filling(arguments_of(asked), {"piece": piece, "space": place})
        if filled is None or asked.slow:
            continue
        try:
            answer = model.inquire(inquiry, **filled)
        except NoAnswer:
            continue
        if answer is not None and answer.lines:
            yield f"<b>{overlays.title(inquiry)}</b><br>{answer_html(answer)}"


def _rolled(model: TableModel, name: str) -> Iterator[str]:
    """Say how its last die came about."""
    for _, entry in reversed(model.log()):
        if entry.roll is not None and (name in entry.pieces or name in entry.where):
            yield f"<b>{tr('Its last roll')}</b><br>{entry.text}<br>{roll_html(entry.roll, model.game.called)}<br>{example_link(entry.roll.rule)}"
            return
