"""The inspector: facts of a piece, its stack with values and sums; what lies in a space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from html import escape

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QTextBrowser

from grognard.app.look import look
from grognard.app.rulenames import called
from grognard.app.table.panels.words import LINK, RECKONING, answer_html, odds_html
from grognard.engines.core.data.text import Text, counting, spell, text, tr, trn, verbatim
from grognard.engines.core.show.deeds import Called
from grognard.engines.core.show.terms import ITS
from grognard.engines.core.show.views import Answer, BoardView, PieceView, TableView

WHY = "why:"
"""The link that tells why the numbers of a piece or place are what they are."""


def sums(pieces: Sequence[PieceView], single: Collection[str] = ()) -> list[tuple[str, int]]:
    """Return the sums of the values that are whole numbers in several pieces.

    The values named in `single` are each piece's own, and mean nothing when added up.
    """
    totals: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for piece in pieces:
        for name, value in piece.values:
            if value.lstrip("+-").isdigit() and name not in single:
                totals[name] += int(value)
                seen[name] += 1
    return [(name, total) for name, total in totals.items() if seen[name] > 1]


def piece_html(piece: PieceView, term: Called, quiet: Collection[str] = ()) -> str:
    """Return one piece: name, values, states, facts. States that are `quiet` are no cause for alarm."""
    colours = look()
    muted = colours["text_muted"]
    values = " &nbsp;".join(f"{escape(str(term(n)))} <b>{escape(v)}</b>" for n, v in piece.values)
    badges = ", ".join(
        f'<span style="color:{muted if badge in quiet else colours["danger"]}">'
        f"{escape(str(term(badge)))}</span>"
        for badge in piece.badges
    )
    facts = "".join(
        f'<tr><td style="color:{muted};padding-right:6px">{escape(str(name))}</td>'
        f"<td>{escape(str(value))}</td></tr>"
        for name, value in piece.facts
    )
    steps = (
        "<br>" + tr("steps {n}", n=verbatim(f"<b>{piece.steps}</b>"))
        if piece.steps is not None
        else ""
    )
    state = f"<br>{badges}" if badges else ""
    name = escape(spell("unit", piece.name) or str(_unseen(piece.side, piece.form, 1, term)))
    return (
        f"<h3 style=\"font-family:'{look().serif}';color:{colours['title']};margin:6px 0 2px 0\">"
        f"{name}</h3>{values}{steps}{state}<table>{facts}</table>"
    )


FACE_DOWN = {
    "counter": counting("{side} counter, face down", "{n} {side} counters, face down"),
    "block": counting("{side} block, face down", "{n} {side} blocks, face down"),
    "figures": counting("{side} figure, face down", "{n} {side} figures, face down"),
    "base": counting("{side} base, face down", "{n} {side} bases, face down"),
    "card": counting("{side} card, face down", "{n} {side} cards, face down"),
}
"""What a piece is called whose face is hidden, by its form."""


def _unseen(side: str, form: str, count: int, term: Called) -> Text:
    return FACE_DOWN[form].fill(n=count, side=term(side + ITS))


def unbroken(words: str) -> str:
    """Return words as HTML that is never folded within."""
    return whole_words(words).replace(" ", "&nbsp;")


def whole_words(words: str) -> str:
    """Return words as HTML that is folded between words only, where a panel is narrow."""
    return escape(words).replace("-", "&#8209;").replace("/", "/&#8288;").replace("+", "+&#8288;")


def stack_html(
    pieces: Sequence[PieceView], term: Called, single: Collection[str] = (), *, narrow: bool = False
) -> str:
    """Return a stack as a short table with its sums, top piece first; hidden pieces are counted.

    In a tool tip a name stays on one line; in a `narrow` panel it is folded between its words.
    """
    seen, named = [p for p in pieces if not p.hidden], whole_words if narrow else unbroken
    rows = "".join(
        f"<tr><td><b>{named(spell('unit', p.name) or p.id)}</b></td><td>&nbsp;"
        + " &nbsp;".join(named(f"{term(n)} {v}") for n, v in p.values)
        + (
            ""
            if not p.badges
            else f" <i>{escape(', '.join(str(term(badge)) for badge in p.badges))}</i>"
        )
        + "</td></tr>"
        for p in seen
    )
    parts = [f"<table>{rows}</table>"] if seen else []
    if len(seen) > 1:
        total = ", ".join(
            f"{escape(str(term(name)))} <b>{total}</b>" for name, total in sums(seen, single)
        )
        pieces_words = trn("{n} piece", "{n} pieces", n=len(seen))
        parts.append(f"{pieces_words}: {total}" if total else pieces_words)
    blanks = Counter(
        (p.side, p.form, ", ".join(str(term(badge)) for badge in p.badges))
        for p in pieces
        if p.hidden
    )
    for (side, form, state), count in blanks.items():
        one = _unseen(side, form, count, term)
        words = str(text("1 {piece}", piece=one) if count == 1 else one)
        parts.append(f"<b>{named(words)}</b>" + (f" <i>{escape(state)}</i>" if state else ""))
    return "<br>".join(parts).replace("</table><br>", "</table>")


def tip_html(answer: Answer) -> str:
    """Return the lines of an inquiry for a tool tip, where nothing can be clicked."""
    lines = "<br>".join(escape(str(line)) for line in answer.lines)
    rules = " · ".join(escape(called(rule)) for rule in answer.rules)
    return f"{lines}<br><i>{rules}</i>" if rules else lines


class Inspector(QTextBrowser):
    """What is known of the piece or space last pointed at.

    Attributes:
        single: names of values that are not added up for a stack.
        quiet: states that are no cause for alarm.

    Signals:
        rule_wanted(str): a rule link was clicked.
        why_wanted(str): the reasons of what is told of a piece or place were asked for.
    """

    rule_wanted = Signal(str)
    why_wanted = Signal(str)

    def __init__(
        self, term: Called, single: Collection[str] = (), quiet: Collection[str] = ()
    ) -> None:
        super().__init__()
        self.term = term
        self.single, self.quiet = single, quiet
        self.setAccessibleName(tr("Inspector"))
        self.setMinimumWidth(1)
        self.setOpenLinks(False)
        self.anchorClicked.connect(self._clicked)
        self.subject = ""
        self._unfolded = False
        self._told: tuple[BoardView, TableView, str, Sequence[Answer]] | None = None

    def _clicked(self, url: QUrl) -> None:
        kind, _, name = url.toString().partition(":")
        if f"{kind}:" == LINK:
            self.rule_wanted.emit(name)
        elif f"{kind}:" == WHY:
            self.why_wanted.emit(name)
        elif f"{kind}:" == RECKONING and self._told is not None:
            self._unfolded = not self._unfolded
            self.show_at(*self._told)

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
            parts.append(piece_html(piece, self.term, self.quiet))
        if name:
            parts.append(
                f'<p><a href="{WHY}{name}" style="color:{look()["link"]}">{tr("Why?")}</a></p>'
            )
        space = next((item for item in board.spaces if item.id == at), None)
        if space is not None:
            level = tr(", level {n}", n=space.level) if space.level else ""
            title = escape(str(space.called or spell("place", space.label) or space.id))
            terrain = escape(str(self.term(space.terrain)))
            parts.append(f"<p><b>{title}</b>: {terrain}{level}</p>")
        others = [p for p in stack if piece is None or len(stack) > 1]
        if others:
            parts.append(stack_html(others, self.term, self.single, narrow=True))
        self._told = (board, view, name, answers)
        parts.extend(
            f"<p>{odds_html(answer, unfolded=self._unfolded) if answer.shares else answer_html(answer)}</p>"
            for answer in answers
        )
        self.setHtml("".join(parts) or f"<p>{tr('Point at a piece or place.')}</p>")

    def show_group(self, pieces: Sequence[PieceView]) -> None:
        """Show pieces gathered with a box, with their sums."""
        self.subject, self._told = "", None
        self.setHtml(stack_html(pieces, self.term, self.single, narrow=True))

    def clear_all(self) -> None:
        """Show nothing (the curtain has fallen)."""
        self.subject, self._told = "", None
        self.clear()
