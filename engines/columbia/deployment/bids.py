"""[8.opt.bid] Extra VP for the right to play a side."""

from __future__ import annotations

from grognard.engines.columbia.field.choice_shapes import Options
from grognard.engines.columbia.field.position import enemy_of
from grognard.engines.columbia.setup import Board
from grognard.engines.columbia.state import SIDES
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import counted, text
from grognard.engines.core.play.sealed import sealed
from grognard.engines.core.show.asks import Ask, Procedure
from grognard.engines.core.show.choices import number_of

RULE = "8.opt.bid"


def bids_step(table: Board) -> Procedure[None]:
    """[8.opt.bid] The players bid for sides before set-up, if they play with it."""
    if table.setup.uses("bid"):
        yield from bidding(table)


def bidding(table: Board) -> Procedure[None]:
    """[8.opt.bid] Each player writes down the VP the side at hand is worth to give away.

    The higher offer stands: that player keeps the side and the opponent gets the VP at the end.
    Equal offers cancel each other.
    """
    setup = table.setup
    asks = {}
    for side in SIDES:
        seat = setup.seat_of(side)
        prompt = text("How many victory points do you offer your opponent for this side?")
        numbers = Options(
            RULE,
            [
                (n, counted("{n} victory point", "{n} victory points", n=n))
                for n in range(number("highest_bid") + 1)
            ],
        )
        asks[seat] = Ask(seat, "bid", prompt, (RULE,), numbers, form="number", resting=True)
    offers = yield from sealed(table, asks)
    french, russian = (number_of(offers[setup.seat_of(side)]) for side in SIDES)
    words = text(
        "Victory points bid: French {french}, Russians {russian}", french=french, russian=russian
    )
    table.log("result", words, RULE)
    if french != russian:
        bidder = SIDES[0] if french > russian else SIDES[1]
        table.update(bid=((enemy_of(bidder), max(french, russian)),))
