"""The words of advice: a hint, a judgement of a move, what a computer player was thinking."""

from __future__ import annotations

from html import escape

from grognard.app.look import look
from grognard.app.table.model.advising import Told
from grognard.engines.core.data.text import Text, decimal, text, tr, trn
from grognard.engines.core.think.advice import Advice
from grognard.engines.core.think.thought import Thought

TITLES = {
    "hint": text("A hint"),
    "judgement": text("Your move, judged"),
    "thought": text("What was it thinking?"),
}
JUDGED = {
    "best": text("None of the alternatives tried does better."),
    "equal": text("Something else may do better, but not clearly."),
    "worse": text("Something else does better."),
    "routine": text("There is nothing to weigh up here: a rule of thumb decides it."),
    "unknown": text("There was not enough time to weigh it up: ask again."),
}
"""What is said of a choice that was made."""
BY_HABIT = text("A rule of thumb says so; nothing else was weighed.")


def title_of(told: Told, name: str) -> str:
    """Return the title of the card; `name`: who decided."""
    if told.wanted == "thought" and told.person:
        return tr("{seat}: this decision weighed up", seat=name)
    if told.wanted == "thought" and name:
        return tr("{seat}: what was it thinking?", seat=name)
    return str(TITLES[told.wanted])


def advice_html(told: Told) -> str:
    """Return an answer: the choice, what it is compared with, and the terms that decide."""
    if told.advice is None:
        return _line(str(told.refused or ""))
    thought, leans = told.advice.thought, _leans(told.advice)
    parts = [_line(escape(part)) for part in _said(told, told.advice)]
    if thought.plan:
        parts.append(_line(escape(" ".join(map(str, thought.plan)))))
    if thought.rival_says is not None:
        parts += [_line(escape(part)) for part in _compared(thought, leans=leans)]
    if thought.trials:
        games = trn("{n} imagined game", "{n} imagined games", n=thought.trials)
        parts.append(_line(f'<span style="color:{look()["text_muted"]}">{escape(games)}</span>'))
    return "".join(parts)


def _leans(advice: Advice) -> bool:
    """Whether imagined games did better with the rival, though not surely: a rule of thumb decided.

    Where chances are the same it is told by the terms.
    """
    thought = advice.thought
    if thought.hope is None or thought.rival_hope is None:
        return False
    behind = _percent(thought.rival_hope) - _percent(thought.hope)
    against = sum(gain for _, gain in thought.reasons) < 0
    return behind > 0 or (behind == 0 and against and advice.made is None)


def _alike(thought: Thought) -> bool:
    """Whether nothing tells a choice from its rival, neither terms nor chances."""
    hope, other = thought.hope, thought.rival_hope
    same = hope is not None and other is not None and _percent(hope) == _percent(other)
    return same and not thought.reasons


def _said(told: Told, advice: Advice) -> list[str]:
    """Return what is said before the terms."""
    thought, made = advice.thought, told.made
    if told.wanted == "hint" or made is None:
        said = [tr("Choose: {choice}", choice=thought.says)]
    elif told.own or advice.made is None:
        said = [tr("It chose: {choice}", choice=thought.says)]
    else:
        good = "best" if advice.made == "equal" and _alike(thought) else advice.made
        said = [tr("Chosen: {choice}", choice=made), str(JUDGED[good])]
    other: Text | None = thought.rival_says
    if other is None:
        alone = advice.made is None and not thought.trials
        return [*said, str(BY_HABIT)] if alone else said
    if advice.made in ("equal", "worse") and not told.own and not _alike(thought):
        return [*said, tr("{best}, compared with it:", best=thought.says)]
    if _leans(advice):
        return [
            *said,
            tr(
                "This is a rule of thumb. Imagined games lean towards something else, but not clearly:"
            ),
            tr("{best}, compared with it:", best=other),
        ]
    return [*said, tr("Compared with: {rival}", rival=other)]


def _compared(thought: Thought, *, leans: bool) -> list[str]:
    """Return how two choices compare: what speaks for the one and what against it, and the chances.

    `leans`: it is the rival that is spoken of.
    """
    sign = -1 if leans else 1
    gains = [(str(why), sign * gain) for why, gain in thought.reasons]
    said = [
        *(tr("For it: {why} ({gain})", why=why, gain=_signed(n)) for why, n in gains if n > 0),
        *(tr("Against it: {why} ({gain})", why=why, gain=_signed(n)) for why, n in gains if n < 0),
    ]
    chances = [thought.hope, thought.rival_hope][::sign]
    one, other = (None if chance is None else _percent(chance) for chance in chances)
    if not said:
        said = [tr("There is nothing to choose between them.")]
    if one is not None and one == other:
        return [*said, tr("Chance to win: {one}\u202f% either way", one=one)]
    if one is not None and other is not None:
        said.append(tr("Chance to win: {one}\u202f%, else {other}\u202f%", one=one, other=other))
    return said


def _percent(chance: float) -> int:
    return round(100 * chance)


def _line(words: str) -> str:
    return f'<p style="margin:2px 0 4px 0">{words}</p>'


def _signed(gain: float) -> str:
    sign = "+" if gain >= 0 else "\N{MINUS SIGN}"
    return f"{sign}{decimal(abs(gain), 2)}"
