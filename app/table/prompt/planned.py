"""What a plan would bring, in words: who can go, what it costs, who stays and why."""

from __future__ import annotations

from html import escape

from grognard.app.table.model.planning import Planning
from grognard.app.table.panels.words import refusal_html
from grognard.engines.core.data.text import tr, trn
from grognard.engines.core.play.plans import Prospect

MOST_LINES = 24


def together(model: Planning) -> str:
    """Say that pieces are gathered, and what can be done with them."""
    return trn(
        "{n} piece in hand: drag it, or click where it is to go.",
        "{n} pieces in hand: drag one of them, or click where they are to go.",
        n=len(model.party),
    )


def plan_html(model: Planning) -> str:
    """Return the plan, who cannot fulfil it first."""
    pairs = list(zip(model.plan, model.prospects, strict=True))
    costs = model.march.costs if model.march is not None else ((),) * len(pairs)
    lines = [
        (prospect.stands is not False, _line(model, wish.pieces, prospect, cost))
        for (wish, prospect), cost in zip(pairs, costs, strict=True)
    ]
    able = sum(good for good, _ in lines)
    some = tr("{n} of {all} can do it.", n=able, all=len(lines))
    head = tr("All {n} can do it.", n=able) if able == len(lines) > 1 else some
    told = [line for _, line in sorted(lines, key=lambda pair: pair[0])]
    if len(told) > MOST_LINES:
        more = trn("and {n} more", "and {n} more", n=len(told) - MOST_LINES)
        told = [*told[:MOST_LINES], escape(more)]
    return "<br>".join((f"<b>{escape(head)}</b>", *told))


def _line(
    model: Planning, pieces: tuple[str, ...], prospect: Prospect, cost: tuple[object, ...]
) -> str:
    names = escape(", ".join(model.lookup.name_of(piece) for piece in pieces))
    if prospect.refusal is not None:
        return f"{names}: {refusal_html(prospect.refusal)}"
    if cost:
        return f"{names}: {escape(str(cost[0]))}"
    return names if prospect.stands else escape(tr("{piece}: as far as it can go", piece=names))


def may_follow(model: Planning) -> bool:
    """Whether the pieces of a march stand in several places, and could follow in a track."""
    if model.march is None or model.board.kind != "hex":
        return False
    return len({model.lookup.place_of(n) for wish in model.plan for n in wish.pieces}) > 1
