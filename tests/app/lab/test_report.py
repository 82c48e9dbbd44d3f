"""The report: numbers that add up, files, plots that say how many games, and what is said without extras."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from grognard.app.lab import plots, report
from grognard.app.lab.chance import wilson
from grognard.app.lab.crew import crew_of
from grognard.app.lab.extras import has
from grognard.app.lab.mappicture import map_picture
from grognard.app.lab.numbers import numbers_of, shift
from grognard.app.lab.outcome import told
from grognard.app.lab.store import Game, Store
from grognard.app.lab.task import Arm, Bundle, Refused
from grognard.engines.core.play.game import registry

Whole = tuple[list[Arm], Store]


@pytest.fixture(scope="module")
def folder(whole: Whole, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that a run leaves behind."""
    home = tmp_path_factory.mktemp("report")
    told(home, whole[1], whole[0])
    return home


def test_the_numbers_add_up(whole: Whole) -> None:
    arms, store = whole
    numbers = numbers_of(arms, store.games(), {})
    for arm in numbers["arms"]:
        assert sum(one["won"] for one in arm["wins"].values()) + arm["draws"] == arm["games"] == 8
        assert sum(arm["turns"].values()) == 8
        assert sum(arm["sure"]["decided"].values()) == 8 - arm["draws"]
        assert all(
            0 <= one["low"] <= one["share"] <= one["high"] <= 1 for one in arm["wins"].values()
        )
        assert arm["rules"]
        assert arm["fought"]
    (row,) = numbers["shifts"]
    assert (row["pairs"], row["changed"]) == (8, {"players": "random,greedy"})
    (better,) = numbers["players"]
    first, second = (arm["wins"] for arm in numbers["arms"])
    drawn = sum(arm["draws"] for arm in numbers["arms"]) / 2
    assert better["won"] == first["red"]["won"] + second["blue"]["won"] + drawn
    assert (better["player"], better["games"]) == ("greedy", 16)


def test_what_is_fairer_is_said_where_it_is_sure(whole: Whole) -> None:
    arm, other = whole[0]

    def games(of: Arm, wins: int) -> list[Game]:
        found = [{"winner": "red" if seed < wins else "blue", "points": {}} for seed in range(100)]
        return [Game(of.id, seed, result, {}) for seed, result in enumerate(found)]

    said = {
        (before, now): report._fairer(shift(other, games(other, now), arm, games(arm, before)))
        for before, now in ((90, 55), (55, 90), (90, 10), (50, 52))
    }
    assert list(said.values()) == ["fairer", "less fair", "nobody can say", "nobody can say"]


def test_an_option_is_called_as_the_library_calls_it() -> None:
    words = {"fog": "Fog of war"}
    assert report.apart({"fog": "yes"}, words) == "Fog of war = yes"
    assert report.apart({"players": "captain,random"}, words) == "players = captain,random"


def test_the_files_hold_every_game(whole: Whole, folder: Path) -> None:
    with (folder / "games.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    games = whole[1].games()
    assert [(row["arm"], int(row["seed"]), row["winner"]) for row in rows] == [
        (game.arm, game.seed, game.result["winner"]) for game in games
    ]
    assert json.loads((folder / "numbers.json").read_text("utf-8"))["arms"][0]["games"] == 8


def test_parquet_holds_the_same(folder: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(folder / "games.parquet")
    assert table.num_rows == 16
    assert table.column("seat_1").to_pylist() == ["red"] * 16


def test_every_plot_says_how_many_games(folder: Path) -> None:
    pytest.importorskip("matplotlib")
    page = (folder / report.NAME).read_text("utf-8")
    drawn = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawn) == 1 + 2 * 9
    assert [one for one in drawn if not re.search(r"\(\d+ games\)", one)] == []
    assert "background-image: url(data:image/jpeg;base64," in page
    assert not re.search(r"(src|href)=\"http", page)
    assert [words for words in re.findall(r"%%|\{\w+\}", page) if words.strip("{}").isalpha()] == []


def test_without_extras_the_report_says_what_is_missing(
    whole: Whole, tmp_path: Path, bare: None
) -> None:
    assert not has("matplotlib")
    told(tmp_path, whole[1], whole[0])
    page = (tmp_path / report.NAME).read_text("utf-8")
    assert "<svg" not in page
    assert page.count("grognard[lab]") == 2
    assert not list(tmp_path.glob("*.parquet"))
    with pytest.raises(Refused, match="needs Dask"):
        crew_of(None, "tcp://127.0.0.1:1")


def test_losses_stand_beside_those_of_history(whole: Whole) -> None:
    from dataclasses import replace

    arm = whole[0][0]
    game = registry["fixture"]
    told = json.loads(arm.bundle.text)
    told["history"] = [
        {"side": "red", "lost": "2", "source": "as it was told"},
        {"side": "blue", "piece": "blue-1", "lost": "1"},
    ]
    bundle = Bundle.of(game, game.load(json.dumps(told), {}))
    games = [game for game in whole[1].games() if game.arm == arm.id]
    (told,) = numbers_of([replace(arm, bundle=bundle)], games, {})["arms"]
    assert told["history"]["sides"] == {"red": 2}
    assert told["history"]["pieces"] == {"blue-1": 1}
    if has("matplotlib"):
        assert "in history" in plots.losses(told)
    assert "as it was told" in report._history(told)


def test_places_lie_on_the_map(whole: Whole) -> None:
    arm = whole[0][0]
    game = registry["fixture"]
    setup = game.load(arm.bundle.text, {})
    picture = map_picture(game, setup)
    board = game.board(setup)
    for space in board.spaces:
        spot = picture.at(space.id)
        assert spot is not None
        assert all(0 < part < 1 for part in spot)
    assert picture.at("nowhere") is None
    assert picture.at("1,2") is not None


def arm_of(won: int, games: int, turns: dict[str, int]) -> report.Numbers:
    """An arm of two seats, as far as its summary in words needs it."""
    wins = {"red": interval(won, games), "blue": interval(games - won, games)}
    seats = {one: {"name": one.capitalize(), "side": one} for one in wins}
    return {"seats": seats, "wins": wins, "turns": turns, "games": games}


def interval(won: int, games: int) -> dict[str, float]:
    low, high = wilson(won, games)
    return {"won": won, "share": won / games, "low": low, "high": high}


@pytest.mark.parametrize(
    ("won", "words"), [(12, "do not show which"), (19, "favours Red"), (1, "favours Blue")]
)
def test_whom_a_scenario_favours_is_said_where_it_is_sure(won: int, words: str) -> None:
    assert words in report._favoured(arm_of(won, 20, {"6": 8, "7": 12}))


def test_a_scenario_of_one_length_says_so_in_words() -> None:
    assert "All games ended on turn 7." in report._favoured(arm_of(10, 20, {"7": 20}))


def test_a_long_name_leaves_room_for_the_plot_and_its_title() -> None:
    pytest.importorskip("matplotlib")
    name = "scenario.yaml:stages/exercise/clock/turns = 2"
    assert plots.end_of("short") == "short"
    assert plots.end_of(name) == "…ages/exercise/clock/turns = 2"
    row = {"shift": {"mean": 0.1, "low": 0.0, "high": 0.2}, "beyond": True, "pairs": 7}
    drawn = plots.shifts([row], [name], "What moves the balance, seed by seed")
    (title,) = re.findall(r'x="([\d.]+)"[^>]*>(What moves[^<]*)<', drawn)
    assert title[1].endswith("(14 games)")
    assert float(title[0]) < 10
