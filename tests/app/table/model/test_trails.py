"""What a computer player moved leaves arrows until one acts oneself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grognard.app.table.model.lookup import Lookup
from grognard.app.table.model.trails import Trails
from grognard.engines.core.data.text import verbatim
from tests.app.table.toy import Toy, centre


def seen(**moved: str) -> Lookup:
    toy = Toy()
    setup = toy.load("skirmish", {})
    view = toy.view(setup, toy.initial(setup, "1"), "blue")
    pieces = tuple(replace(p, at=moved.get(p.id, p.at)) for p in view.pieces)
    names: dict[str, Any] = {}
    return Lookup(toy.board(setup), replace(view, pieces=pieces), names, verbatim)


def test_an_arrow_leads_from_where_a_piece_stood_when_one_acted_last() -> None:
    trails = Trails()
    trails.begin(seen())
    trails.follow(seen(r1="0504"))
    trails.follow(seen(r1="0404", r2="0501"))
    assert {overlay.points for overlay in trails.drawn()} == {
        (centre("0604"), centre("0404")),
        (centre("0502"), centre("0501")),
    }
    assert all(overlay.kind == "arrows" for overlay in trails.drawn())


def test_they_go_when_one_acts() -> None:
    trails = Trails()
    trails.begin(seen())
    trails.follow(seen(r1="0504"))
    trails.begin(seen(r1="0504", b1="0302"))
    assert trails.drawn() == []


def test_who_comes_new_has_not_moved() -> None:
    trails = Trails()
    before = seen()
    trails.begin(replace_pieces(before, "r1"))
    trails.follow(before)
    assert trails.drawn() == []


def replace_pieces(found: Lookup, without: str) -> Lookup:
    pieces = tuple(piece for piece in found.view.pieces if piece.id != without)
    return Lookup(found.board, replace(found.view, pieces=pieces), {}, verbatim)
