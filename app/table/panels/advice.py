"""The words of advice: a hint, a judgement of a move, what a computer player was thinking."""

from __future__ import annotations

from html import escape

from app.look import look
from app.table.model.advising import Told
from engines.core.data.text import Text, text, tr, trn
from engines.core.think.advice import Advice

TITLES = {
    "hint": text("A hint"),
    "judgement": text("Your move, judged"),
    "thought": text("What was it thinking?"),
}
JUDGED = {
    "best": text("Nothing that was tried does better."),
    "equal": text("Something else does as well, as far as can be told."),
    "worse": text("Something else does better."),
    "routine": text("There is nothing to weigh here: a rule of thumb decides it."),
    "unknown": text("There was no time to weigh it: ask again."),
}
"""What is said of a choice that was made."""


def title_of(told: Told, name: str) -> str:
    """Return the title of the card; `name`: who decided."""
    title = TITLES[told.wanted]
    return f"{title} {name}" if told.wanted == "thought" and name else str(title)


def advice_html(told: Told) -> str:
    """Return an answer: the choice, what it is compared with, and the terms that decide."""
    if told.advice is None:
        return _line(str(told.refused or ""))
    thought = told.advice.thought
    parts = [_line(escape(part)) for part in _said(told, told.advice)]
    if thought.rival_says is not None:
        parts += [
            _line(f"<b>{_signed(gain)}</b> {escape(str(why))}") for why, gain in thought.reasons
        ]
        if not thought.reasons:
            parts.append(_line(escape(tr("No term tells them apart."))))
    if thought.trials:
        games = trn("{n} imagined game", "{n} imagined games", n=thought.trials)
        parts.append(_line(f'<span style="color:{look()["text_muted"]}">{escape(games)}</span>'))
    return "".join(parts)


def _said(told: Told, advice: Advice) -> list[str]:
    """Return what is said before the terms."""
    thought, made = advice.thought, told.made
    if told.wanted == "hint" or made is None:
        said = [tr("Choose: {choice}", choice=thought.says)]
    elif told.own or advice.made is None:
        said = [tr("It chose: {choice}", choice=thought.says)]
    else:
        said = [tr("Chosen: {choice}", choice=made), str(JUDGED[advice.made])]
    other: Text | None = thought.rival_says
    if other is None:
        return said
    if advice.made in ("equal", "worse") and not told.own:
        return [*said, tr("{best}, compared with it:", best=thought.says)]
    return [*said, tr("Compared with: {rival}", rival=other)]


def _line(words: str) -> str:
    return f'<p style="margin:2px 0 4px 0">{words}</p>'


def _signed(gain: float) -> str:
    sign = "+" if gain >= 0 else "\N{MINUS SIGN}"
    return f"{sign}{abs(gain):.2f}"
