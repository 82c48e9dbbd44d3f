"""Which places count, what for, and whose they are: on the table and in the track of points."""

from dataclasses import replace
from math import dist

from grognard.engines.core.data.frozen import evolve
from grognard.engines.risorgimento.field.boardview import to_board
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.table.view import table_view
from grognard.engines.risorgimento.victory.points_track import points_track
from tests.engines.risorgimento.shipped import shipped

SETUP = shipped("crossroads")
BEGUN = Risorgimento().initial(SETUP, "1")
TAKEN = evolve(BEGUN, held={**BEGUN.held, "ca-rossa": "allied", "brickworks": "austrian"})


def test_a_circle_about_each_place_tells_who_holds_it_and_how_near_is_near():
    marks = [one for one in table_view(SETUP, TAKEN, None).standing if one.kind == "area"]
    assert [one.style for one in marks] == ["held_allied", "held_nobody", "held_austrian"]
    for mark, place in zip(marks, SETUP.objectives, strict=True):
        far = [dist(point, to_board(place.at)) for point in mark.points]
        assert max(far) - min(far) < 0.01
        assert abs(max(far) - SETUP.cm["objective_cm"]) < 0.01


def test_the_track_tells_what_each_place_counts_for():
    notes = [note.render() for note in points_track(SETUP, TAKEN).notes]
    assert notes[:3] == [
        "Ca' Rossa, 10 points: Allies",
        "Mill hill, 5 points: nobody",
        "Brickworks, 5 points: Austrians",
    ]


def test_the_track_tells_how_many_places_win_where_points_do_not():
    setup = shipped("montebello")
    begun = Risorgimento().initial(setup, "1")
    asked = "Allies: 2 of these places win, not the points"
    assert asked in [note.render() for note in points_track(setup, begun).notes]
    draws = ({"rule": "hold_to_win", "side": "allied", "win": 3, "draw": 2},)
    older = replace(setup, special={**setup.special, "hold_to_win": draws})
    asked = "Allies: 3 of these places win and 2 draw, not the points"
    assert asked in [note.render() for note in points_track(older, begun).notes]
