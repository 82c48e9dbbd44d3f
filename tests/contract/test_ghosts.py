"""The ghost is the choice: where it stands, which way it looks, in which formation, so the piece will be. All games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from grognard.app.table.gestures.facing import heading_of
from grognard.app.table.gestures.gesture import posed
from grognard.app.table.model.marks import highlights
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.views import PieceView
from tests.contract.handling import BOARDED, moments, table_of

OFTEN = 3
MOVING = ("route", "pose", "arrange", "move")


def after(session: Session, seat: str, choice: Choice) -> dict[str, PieceView] | None:
    """Return the pieces once a choice is made, None where dice or another seat have a say in it."""
    tried = session.fork()
    rolled = tried.table.dice.rolled()
    tried.choose(seat, choice)
    if tried.table.dice.rolled() != rolled or tried.ask is None or tried.ask.seat != seat:
        return None
    return {piece.id: piece for piece in tried.view(seat).pieces}


def poses(piece: PieceView | None) -> tuple[Any, ...] | None:
    if piece is None:
        return None
    formed = [badge for badge in piece.badges if badge != "moved"][:1]
    return (piece.at, piece.pose, piece.facing, piece.footprint, formed)


@pytest.mark.parametrize("name", BOARDED)
def test_the_ghost_is_the_choice(name: str) -> None:
    rng, met = Random(name), Counter[str]()
    for session in moments(name, often=OFTEN):
        model = table_of(session)
        ask = model.ask
        if ask is None or model.gesture is None or ask.form == "manoeuvre":
            continue  # the ghost of a base is that of its order
        listed = [choice for choice in model.gesture.all if choice != "pass"]
        before = {piece.id: piece for piece in model.view.pieces}
        for choice in rng.sample(listed, min(8, len(listed))):
            found = after(session, ask.seat, choice)
            if found is None or not isinstance(choice, dict):
                continue
            model.point(choice)
            ghosts = {ghost.id: ghost for ghost in highlights(model).ghosts}
            told = (ask.kind, ask.form, choice)
            for piece, ghost in ghosts.items():
                if poses(before[piece]) == poses(found[piece]):
                    continue  # a question comes between
                met[ask.kind] += 1
                assert poses(ghost) == poses(found.get(piece)), told
            stand = {p for p in found if found[p].at or found[p].pose}
            moved = {p for p in stand & {*before} if poses(before[p]) != poses(found[p])}
            if ask.form == "subset":
                continue  # who goes along: the way is settled
            about = moved & {*ask.subject, str(choice.get("piece", ""))}
            assert about <= {*ghosts}, (told, about)
    assert met or name == "risorgimento"  # its bases are led, and their ghosts are the order's


def turnable(model: Any) -> Iterator[tuple[str, str]]:
    """Give (piece, place) where a piece may look several ways; "" for the piece that is asked about."""
    gesture = model.gesture
    spaces = {space.id for space in model.board.spaces}
    pieces = list(getattr(gesture, "ways", {}))[:3] or [""]
    for piece in pieces:
        if piece and not gesture.lift(piece):
            continue
        for place in [name for name in gesture.marks().legal if name in spaces][:12]:
            gesture.hover([place])
            if len(gesture.facings()) > 1:
                yield piece, place


@pytest.mark.parametrize("name", ["eagle", "gmt"])
def test_a_piece_is_turned_before_and_after_the_first_click(name: str) -> None:
    met = Counter[str]()
    for session in moments(name, often=2):
        model = table_of(session)
        if model.gesture is None or model.gesture.ask.form not in MOVING:
            continue
        for piece, place in [*turnable(model)][:6]:
            met[model.gesture.ask.kind] += 1
            for clicked in (False, True):
                gesture = model.gesture
                while gesture.back():
                    pass
                if piece:
                    gesture.lift(piece)
                model.hovered = (place,)
                model.point(gesture.hover([place]))
                told = (gesture.ask.kind, piece, place, clicked)
                if clicked and place not in gesture.picked:
                    assert gesture.click([place]) is None, told
                first = model.meant
                assert model.turn(1), told
                second = model.meant
                assert gesture.looks(first) != gesture.looks(second), told
                assert model.turn(-1), told
                if first is None:
                    continue  # it must turn where it stands: until then nothing is meant
                assert gesture.looks(model.meant) == gesture.looks(first), told
                pose = posed(first, gesture.ask, model.view)
                stands = model.lookup.pieces[pose[0]] if pose is not None else None
                if not clicked and stands is not None and stands.at:
                    turned = {model.bearing(f) for f in gesture.facings()}
                    kept = heading_of(stands) in turned
                    assert not kept or model.bearing(pose[2]) == heading_of(stands), told
    assert met
