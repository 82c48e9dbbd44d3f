"""A match: several games between the same players, summed, played on after an interruption."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.data.text import text
from grognard.engines.core.keep.match import Match, leg_path, open_leg, read_match, standing
from grognard.engines.core.keep.saves import summary
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.show.explain import Verdict
from tests.fixture_game.state import SEATS

MATCH = """\
match: both-sides
title: The ford, from both sides
players: [ada, ben]
score: wins
legs:
  - {scenario: fixture/picket, seats: {red: ada, blue: ben}}
  - scenario: fixture/picket
    seats: {red: ben, blue: ada}
    options: {friendly_take_back: "yes"}
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    (tmp_path / "match.yaml").write_text(MATCH, "utf-8")
    return read_match(tmp_path / "match.yaml")


def over(winner: str, red: int = 0, blue: int = 0) -> Verdict:
    return Verdict(winner, "areas", text("over"), "F.7", (("red", red), ("blue", blue)))


def test_a_match_is_read(match: Match) -> None:
    assert (match.id, match.players, match.score) == ("both-sides", ("ada", "ben"), "wins")
    assert [leg.seats["red"] for leg in match.legs] == ["ada", "ben"]
    assert match.legs[1].options == {"friendly_take_back": "yes"}


def test_points_follow_the_players_from_seat_to_seat(match: Match) -> None:
    summed = Match("m", "M", match.players, match.legs)
    found = summed.standing({0: over("red", 3, 1), 1: over("red", 4, 3)})
    assert (found.points, found.left, found.winner) == ((("ada", 6), ("ben", 5)), (), "ada")
    assert summed.standing({0: over("red", 3, 1), 1: over("red", 3, 1)}).winner == "draw"
    half = summed.standing({1: over("red", 4, 3)})
    assert (half.points, half.left, half.winner) == ((("ada", 3), ("ben", 4)), (0,), None)


def test_games_are_counted_where_their_points_are_not(match: Match) -> None:
    found = match.standing({0: over("red", 1, 9), 1: over("draw")})
    assert (found.points, found.winner) == ((("ada", 3), ("ben", 1)), "ada")
    assert match.standing({0: over("red"), 1: over("red")}).winner == "draw"


def test_a_match_is_played_leg_by_leg_and_on_after_an_interruption(
    match: Match, tmp_path: Path
) -> None:
    assert standing(match, tmp_path).left == (0, 1)
    won = {"ada": 0, "ben": 0}
    for number in (0, 1):
        bots = {seat: RandomBot(f"{number} {seat}") for seat in SEATS}
        first = open_leg(match, tmp_path, number, f"seed {number}")
        assert first.save is not None
        assert first.session.choices == []
        play(first.session, bots, limit=9)
        first.save.close()
        again = open_leg(match, tmp_path, number, "another seed")
        assert again.save is not None
        assert again.session.choices == first.session.choices
        assert again.session.seed == f"seed {number}"
        assert standing(match, tmp_path).left == tuple(range(number, 2))
        play(again.session, bots)
        again.save.checkpoint(again.session)
        again.save.close()
        verdict = again.session.verdict
        assert verdict is not None
        for seat, player in match.legs[number].seats.items():
            won[player] += 1 if verdict.winner == "draw" else 2 * (verdict.winner == seat)
    found = standing(match, tmp_path)
    assert (dict(found.points), found.left) == (won, ())
    assert found.winner in ("ada", "ben", "draw")
    header = summary(leg_path(tmp_path, 1)).header
    assert (header.seats["red"], header.options) == ("ben", {"friendly_take_back": "yes"})


def test_every_fault_of_a_match_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(
        MATCH.replace("[ada, ben]", "[ada, ben, ada]")
        .replace("red: ada, blue: ben", "red: adda")
        .replace("scenario: fixture/picket\n", "scenario: fixture/piket\n"),
        "utf-8",
    )
    with pytest.raises(ScenarioError) as wrong:
        read_match(path)
    assert {(problem.line, problem.message, problem.mend) for problem in wrong.value.problems} == {
        (3, "a player is named twice", ""),
        (6, "the seats of fixture/picket are red, blue", "name a player for each"),
        (6, "no player adda", "did you mean ada?"),
        (7, "there is no scenario fixture/piket", "did you mean fixture/picket?"),
    }


def test_an_option_the_game_does_not_have_is_told(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(MATCH.replace("friendly_take_back", "house_rule"), "utf-8")
    with pytest.raises(ScenarioError) as wrong:
        read_match(path)
    assert [(p.line, p.message) for p in wrong.value.problems] == [
        (9, "there is no option house_rule")
    ]
