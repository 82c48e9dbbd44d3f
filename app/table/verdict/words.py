"""The words of a verdict: how it was won, what the points are for, losses and luck as small tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from grognard.app.aftermath.account import Account, Loss, Luck, Mean
from grognard.app.look import look
from grognard.app.table.panels.words import rule_links
from grognard.engines.core.data.text import Text, decimal, named, percent, tr, verbatim
from grognard.engines.core.show.deeds import Called
from grognard.engines.core.show.explain import Verdict
from grognard.engines.core.show.views import TrackView

PLAIN = ("victory", "draw")
"""The levels of a verdict that say no more than who has won."""


def verdict_html(verdict: Verdict, how: Text, names: Mapping[str, str]) -> str:
    """Return how a game was won, why, by which rule, and the points."""
    lead = "" if verdict.level in PLAIN else f"<b>{escape(str(how))}.</b> "
    parts = [f"<p>{lead}{escape(str(verdict.reason))} [{rule_links([verdict.rule])}]</p>"]
    if verdict.points:
        points = ", ".join(f"{escape(names.get(s, s))} <b>{n}</b>" for s, n in verdict.points)
        parts.append(f"<p>{tr('Points: {points}', points=verbatim(points))}</p>")
    return "".join(parts)


def account_html(account: Account, names: Mapping[str, str], term: Called) -> str:
    """Return everything that is told of a game below its course."""
    parts = [
        verdict_html(account.verdict, account.how, names),
        "".join(map(_score_html, account.scores)),
        losses_html(account.losses, term),
        luck_html(account.luck, names, term),
        means_html(account.means, names),
    ]
    return "".join(parts)


def _heading(words: str) -> str:
    return (
        f'<p style="margin:8px 0 2px 0"><b style="color:{look()["title"]}">{escape(words)}</b></p>'
    )


def _score_html(track: TrackView) -> str:
    """What the points are for, item by item."""
    steps = [str(step) for step in track.steps]
    scored = any(sign.isdigit() for step in steps for sign in step)
    if not scored and 0 <= track.current < len(steps):
        steps = [steps[track.current]]  # it says who holds something, and of the others nothing
    lines = [*(str(line.label) for line in track.lines), *map(str, track.notes)]
    told = dict.fromkeys([*([" · ".join(steps)] if steps else []), *lines])
    return _heading(str(track.title)) + "<br>".join(map(escape, told)) if told else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose first column holds words and whose others hold numbers."""
    cells = "".join(
        f'<th align="{"left" if n == 0 else "right"}">{escape(one)}</th>'
        for n, one in enumerate(head)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f'<td align="{"left" if n == 0 else "right"}">{one}</td>' for n, one in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    return f'<table cellspacing="0" cellpadding="3"><tr>{cells}</tr>{body}</table>'


# -- losses ------------------------------------------------------------------------------------


def losses_html(losses: Sequence[Loss], term: Called) -> str:
    """Return the losses of each side by corps, against what they began with."""
    sides = [*dict.fromkeys(loss.side for loss in losses)]
    if not sides:
        return ""
    stepped = any(loss.steps for loss in losses)
    head = ["", tr("Units"), tr("lost")] + ([tr("Strength"), tr("lost")] if stepped else [])
    rows: list[list[str]] = []
    for side in sides:
        mine = [loss for loss in losses if loss.side == side]
        whole = Loss(side, "", *(sum(column) for column in zip(*map(_numbers, mine), strict=True)))
        rows.append(_loss_row(f"<b>{escape(str(term(side)))}</b>", whole, stepped, bold=True))
        hurt = [one for one in mine if one.lost or one.steps_lost]
        rows += [_loss_row(escape(str(named("unit", one.corps))), one, stepped) for one in hurt]
    return _heading(tr("Losses by corps")) + _table(head, rows)


def _numbers(loss: Loss) -> tuple[int, int, int, int]:
    return loss.units, loss.lost, loss.steps, loss.steps_lost


def _loss_row(name: str, loss: Loss, stepped: bool, *, bold: bool = False) -> list[str]:
    numbers = [str(loss.units), _part(loss.lost, loss.units)]
    if stepped:
        numbers += [str(loss.steps), _part(loss.steps_lost, loss.steps)]
    return [name, *(f"<b>{one}</b>" if bold else one for one in numbers)]


def _part(lost: int, of: int) -> str:
    """A loss with what part of the whole it is."""
    return f"{lost} ({percent(lost / of)})" if lost and of else str(lost)


# -- luck --------------------------------------------------------------------------------------


def luck_html(luck: Sequence[Luck], names: Mapping[str, str], term: Called) -> str:
    """Return how often dice reached their number, against what was to be expected."""
    if not luck:
        return ""
    head = ["", tr("Dice"), tr("reached"), tr("expected")]
    rows = [_luck_row(one, names, term) for one in luck]
    return _heading(tr("Luck: dice that reached the number needed")) + _table(head, rows)


def means_html(means: Sequence[Mean], names: Mapping[str, str]) -> str:
    """Return what the other dice showed on the mean, against what was to be expected."""
    if not means:
        return ""
    head = ["", tr("Dice"), tr("mean"), tr("expected")]
    rows = [
        [
            escape(
                tr("{seat}, dice of {n} faces", seat=names.get(one.seat, one.seat), n=one.sides)
            ),
            str(one.cast),
            f"<b>{decimal(one.shown)}</b>",
            decimal(one.expected),
        ]
        for one in means
    ]
    return _heading(tr("Luck: other dice, what they showed on the mean")) + _table(head, rows)


def _luck_row(one: Luck, names: Mapping[str, str], term: Called) -> list[str]:
    purpose, seat = str(term(one.purpose)), names.get(one.seat, one.seat)
    words = tr("{purpose}, {seat}", purpose=purpose[:1].upper() + purpose[1:], seat=seat)
    return [escape(words), str(one.cast), f"<b>{one.reached}</b>", decimal(one.expected)]
