"""What the seat that looks answers beforehand to reactions; of another seat it is never told."""

from __future__ import annotations

from grognard.app.table.model.model import TableModel
from grognard.engines.core.play.standing import Standing


def said(model: TableModel) -> tuple[Standing, ...]:
    """Return all that is answered beforehand now."""
    seat = model.viewer if model.covered is None else None
    return model.session.said_by(seat) if seat is not None else ()


def offered(model: TableModel) -> tuple[Standing, ...]:
    """Return what could be said of questions like the present one."""
    ask = model.ask
    if ask is None or ask.reaction is None or ask.seat != model.viewer:
        return ()
    told, turn = ask.reaction, model.game.turn_now(model.session.table.state)
    against = [told.against] if told.against else []
    return tuple(
        Standing(ask.seat, ask.kind, told.name, pieces, until)
        for pieces in ((), *against)
        for until in (turn, "")
    )


def say(model: TableModel, one: Standing) -> None:
    """Answer questions of a kind so from now on, instead of what was said of them."""
    others = [other for other in said(model) if other.kind != one.kind]
    model.say(one.seat, [*others, one])


def unsay(model: TableModel, one: Standing) -> None:
    """Be asked again."""
    model.say(one.seat, [other for other in said(model) if other != one])
