"""The inspector: facts of a piece, its stack with values and sums; what lies in a space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QTextBrowser

from app.table.look import look
from app.table.words import LINK, answer_html
from engines.core.views import Answer, BoardView, PieceView, TableView


def sums(pieces: Sequence[PieceView]) -> list[tuple[str, int]]:
    """Return the sums of the values that are whole numbers in several pieces."""
    totals: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for piece in pieces:
        for name, value in piece.values:
            if value.lstrip("+-").isdigit():
                totals[name] += int(value)
                seen[name] += 1
    return [(name, total) for name, total in totals.items() if seen[name] > 1]


def piece_html(piece: PieceView) -> str:
    """Return one piece: name, values, states, facts."""
    colours = look()
    muted = colours["text_muted"]
    values = " &nbsp;".join(f"{escape(n)} <b>{escape(v)}</b>" for n, v in piece.values)
    badges = ", ".join(escape(badge.replace("_", " ")) for badge in piece.badges)
    facts = "".join(
        f'<tr><td style="color:{muted};padding-right:6px">{escape(name)}</td>'
        f"<td>{escape(value)}</td></tr>"
        for name, value in piece.facts
    )
    steps = f"<br>steps <b>{piece.steps}</b>" if piece.steps is not None else ""
    state = f'<br><span style="color:{colours["danger"]}">{badges}</span>' if badges else ""
    name = escape(piece.name or "Hidden piece")
    return (
        f'<h3 style="font-family:\'{look().serif}\';color:{colours["title"]};margin:6px 0 2px 0">'
        f"{name}</h3>{values}{steps}{state}<table>{facts}</table>"
    )


def unbroken(words: str) -> str:
    """Return words as HTML that is never folded within."""
    return escape(words).replace(" ", "&nbsp;")


def stack_html(pieces: Sequence[PieceView]) -> str:
    """Return a stack as a short table with its sums, top piece first."""
    rows = "".join(
        f"<tr><td><b>{unbroken(p.name or '?')}</b></td><td>&nbsp;"
        + " &nbsp;".join(unbroken(f"{n} {v}") for n, v in p.values)
        + ("" if not p.badges else f" <i>{escape(', '.join(p.badges).replace('_', ' '))}</i>")
        + "</td></tr>"
        for p in pieces
    )
    total = ", ".join(f"{escape(name)} <b>{total}</b>" for name, total in sums(pieces))
    foot = f"<br>{len(pieces)} pieces{': ' + total if total else ''}" if len(pieces) > 1 else ""
    return f"<table>{rows}</table>{foot}"


class Inspector(QTextBrowser):
    """What is known of the piece or space last pointed at.

    Signals:
        rule_wanted(str): a rule link was clicked.
    """

    rule_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Inspector")
        self.setMinimumWidth(1)
        self.setOpenLinks(False)
        self.anchorClicked.connect(self._clicked)
        self.subject = ""

    def _clicked(self, url: QUrl) -> None:
        if url.toString().startswith(LINK):
            self.rule_wanted.emit(url.toString()[len(LINK) :])

    def show_at(
        self, board: BoardView, view: TableView, name: str, answers: Sequence[Answer] = ()
    ) -> None:
        """Show a piece with its stack, or a space with everything in it."""
        self.subject = name
        piece = next((item for item in view.pieces if item.id == name), None)
        at = piece.at if piece is not None else name
        stack = sorted((p for p in view.pieces if p.at == at and at), key=lambda p: p.stack)
        parts: list[str] = []
        if piece is not None:
            parts.append(piece_html(piece))
        space = next((item for item in board.spaces if item.id == at), None)
        if space is not None:
            level = f", level {space.level}" if space.level else ""
            title = escape(space.label or space.id)
            parts.append(f"<p><b>{title}</b>: {escape(space.terrain.replace('_', ' '))}{level}</p>")
        others = [p for p in stack if piece is None or len(stack) > 1]
        if others:
            parts.append(stack_html(others))
        parts.extend(f"<p>{answer_html(answer)}</p>" for answer in answers)
        self.setHtml("".join(parts) or "<p>Point at a piece or a place.</p>")

    def show_group(self, pieces: Sequence[PieceView]) -> None:
        """Show pieces gathered with a box, with their sums."""
        self.subject = ""
        self.setHtml(stack_html(pieces))

    def clear_all(self) -> None:
        """Show nothing (the curtain has fallen)."""
        self.subject = ""
        self.clear()
