"""A drag that snaps back says why, in all games: no piece goes home without a word."""

from __future__ import annotations

from random import Random

import pytest

from grognard.app.table.model.called import TABLE
from grognard.app.table.model.model import TableModel
from tests.contract.handling import BOARDED, Anybody, moments, table_of

TRIES = 6


def onto(model: TableModel, piece: str, rng: Random) -> str:
    """A place near a piece, or anywhere; on a table without spaces another piece."""
    spots = model.lookup.spots()
    table = model.board.kind == TABLE
    names = [n for n in spots if (n in model.lookup.pieces) == table and n != piece]
    here = spots[piece if table else model.lookup.place_of(piece)]
    near = sorted(names, key=lambda n: abs(spots[n][0] - here[0]) + abs(spots[n][1] - here[1]))
    near = [n for n in near if n != model.lookup.place_of(piece)]
    return rng.choice(near[:12] if rng.random() < 0.7 else near)


def under_way(model: TableModel) -> list[object]:
    """What a drag may bring about: a choice, what is marked, a march, a plan."""
    gesture = model.gesture
    marked = gesture.chosen() if gesture is not None else None
    return [len(model.session.choices), marked, model.march, model.plan]


@pytest.mark.parametrize("name", BOARDED)
def test_a_drag_in_vain_says_why(name: str) -> None:
    told = 0
    for number, session in enumerate(moments(name)):
        model, rng = table_of(session), Random(f"{name} {number}")
        count, anybody = len(session.choices), Anybody(model, f"{name} {number}")
        for _ in range(TRIES):
            piece = anybody.piece()
            if model.gesture is None or len(session.choices) != count:
                break
            if not piece or (model.board.kind != TABLE and not model.lookup.place_of(piece)):
                continue  # it is in no place that it could be dragged from
            model.refuse(None)
            space, before = onto(model, piece, rng), under_way(model)
            anybody.hand.drag(piece, space)
            gesture = model.gesture
            if gesture is not None and under_way(model) == before and space not in gesture.picked:
                assert model.refused is not None, (gesture.ask.kind, piece, space)
                assert str(model.refused.message)
                assert model.refused.rule, (gesture.ask.kind, str(model.refused.message))
                told += 1
            for _ in range(8):
                anybody.hand.escape()
    assert told
