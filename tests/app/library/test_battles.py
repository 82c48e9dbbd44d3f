"""The list of battles: sorted, filtered, begun by Enter; the card that greets; what is said of a battle."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.library.battles import ROLE
from grognard.app.library.facts import balance_of, balances, facts_of, length_of, read_balance
from grognard.app.library.form import offered
from grognard.app.library.page import LibraryPage
from grognard.app.library.shipped import FOLDER
from grognard.app.settings import Settings
from grognard.engines.core.play.game import registry
from tests.app.table.toy import Toy

GAMES = {
    name: game
    for name, game in registry.games().items()
    if game.package.startswith("grognard.engines.")
}
ALL = [(game, info) for game in GAMES.values() for info in game.scenarios()]


@pytest.fixture
def page(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> LibraryPage:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    made = LibraryPage(GAMES, settings)
    qtbot.addWidget(made)
    made.show()
    return made


def shown(page: LibraryPage) -> list[str]:
    items = [item for item in page.battles.items() if not item.isHidden()]
    infos = [item.data(0, ROLE)[1] for item in items]
    return [f"{info.game}/{info.id}" for info in infos]


def test_battles_of_a_game_go_from_small_to_large(page: LibraryPage) -> None:
    for game in GAMES:
        minutes = [info.minutes for one, info in ALL if one.id == game]
        assert minutes == sorted(minutes)
    assert len(shown(page)) == len(ALL)


def test_the_list_is_narrowed_down_by_words_length_and_company(page: LibraryPage) -> None:
    page.battles.search.setText("triumph charge")
    assert shown(page) == ["gmt/charge"]
    page.battles.search.setText("jerome hougoumont")
    assert shown(page) == ["eagle/jerome"]
    page.battles.search.setText("")
    page.battles.length.setCurrentIndex(1)
    assert shown(page) == [f"{one.id}/{info.id}" for one, info in ALL if info.minutes <= 30]
    page.battles.alone.setChecked(True)
    assert {name.partition("/")[0] for name in shown(page)} == {"gmt", "risorgimento"}
    assert page.battles.none.isHidden()
    page.battles.search.setText("nothing of the kind")
    assert not shown(page)
    assert page.battles.none.isVisible()


def test_enter_on_a_battle_begins_it(page: LibraryPage, qtbot: QtBot) -> None:
    assert page.select("gmt/charge")
    page.tree.setFocus()
    with qtbot.waitSignal(page.start_wanted) as started:
        qtbot.keyClick(page.tree, Qt.Key.Key_Return)
    assert started.args[1].id == "charge"


def test_a_fair_opponent_stands_first_and_chance_last(page: LibraryPage, qtbot: QtBot) -> None:
    for game in GAMES.values():
        kinds = offered(game)
        assert (kinds[0], kinds[-1]) == ("captain", "random")
    assert page.select("gmt/charge")
    box = page.seat_boxes["russian"]
    assert box.currentData() == "person"
    qtbot.keyClicks(box, "capt")
    assert box.currentData() == "captain"


def test_the_tabulator_follows_the_eye(page: LibraryPage) -> None:
    assert page.select("gmt/charge")
    want = [page.tree, *page.form_area.boxes(), page.seed, page.start, page.saves.search]
    chain, at = [], page.tree.nextInFocusChain()
    chain.append(page.tree)
    while at is not page.tree:
        chain.append(at)
        at = at.nextInFocusChain()
    places = [chain.index(widget) for widget in want]
    assert places == sorted(places)


def test_who_is_new_is_offered_the_guide_of_each_rulebook(page: LibraryPage, qtbot: QtBot) -> None:
    assert page.welcome.isVisible()
    assert set(page.welcome.guides) == set(GAMES)
    assert page.welcome.last.isHidden()
    with qtbot.waitSignal(page.guide_wanted) as wanted:
        qtbot.mouseClick(page.welcome.guides["columbia"], Qt.MouseButton.LeftButton)
    assert wanted.args == ["columbia"]
    assert page.select("gmt/charge")
    assert page.welcome.isHidden()
    assert page.picture.isVisible()


@pytest.mark.parametrize(("game", "info"), ALL, ids=lambda one: one.id)
def test_every_battle_says_how_hard_it_is_and_what_it_teaches(game: object, info: object) -> None:
    assert info.difficulty  # type: ignore[attr-defined]
    assert info.teaches.endswith((".", "?"))  # type: ignore[attr-defined]


def test_a_turn_is_told_as_one_says_it() -> None:
    assert str(GAMES["columbia"].turn_told("5.3")) == "5 September, turn 3"
    assert str(GAMES["gmt"].turn_told("4")) == "Turn 4"


def test_pictures_that_are_missing_are_drawn_on_after_a_table(page: LibraryPage) -> None:
    pictures = page.thumbnails
    pictures.go_on()
    assert not pictures._idle.isActive()  # nobody asked for them
    page.draw_all()
    missing = len(pictures._missing)
    assert missing == len(ALL)
    pictures.rest()
    assert not pictures._missing
    pictures.go_on()
    assert len(pictures._missing) == missing
    pictures.rest()


def test_the_facts_of_a_battle_are_said_in_words() -> None:
    game, info = next(one for one in ALL if one[1].id == "charge")
    assert facts_of(game, info).split(" \N{MIDDLE DOT} ") == [
        "exercise",
        "3 turns",
        "about 20 min",
        "a first game",
        "Triumph & Glory 2.2",
    ]
    assert length_of(next(i for g, i in ALL if g.id == "columbia" and i.id == "campaign")) == (
        "3 h 30 min"
    )
    toy = Toy()
    assert balance_of(toy.scenarios()[0]) == ""


def test_balance_is_told_of_shipped_battles_that_were_played_often_enough() -> None:
    known = {f"{game.id}/{info.id}": info for game, info in ALL}
    assert set(balances()) <= set(known)
    for name, row in balances().items():
        assert set(row.wins) == {seat.id for seat in known[name].seats}, name
        assert row.drawn >= 0
        assert bool(balance_of(known[name])) == (row.games >= 20)


def test_a_faulty_file_of_balances_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "balance.yaml"
    file.write_text(
        "balance:\n"
        '- {scenario: gmt/charge, games: "0", wins: {french: "1", russian: "2"}}\n'
        '- {scenario: gmt/charge, games: "3", wins: {french: "1"}, ponits: []}\n'
    )
    found, problems = read_balance(file)
    assert found == {}
    assert {problem.line for problem in problems} == {2, 3}


def test_no_battle_waits_for_its_picture(page: LibraryPage) -> None:
    """Nothing has been drawn in this home, and each stands beside its name and in its frame."""
    assert not any(page.thumbnails._known)
    icons = {item.data(0, ROLE)[1]: item.icon(0) for item in page.battles.items()}
    assert len(icons) == len(ALL)
    for game, info in ALL:
        assert not icons[info].isNull(), info.id
        assert page.select(f"{game.id}/{info.id}")
        assert not page.picture._full.isNull(), info.id


def test_the_shipped_pictures_are_those_of_battles_and_small() -> None:
    named = {f"{game.id}-{info.id}.jpg" for game, info in ALL}
    assert {file.name for file in FOLDER.iterdir()} == named
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 250_000
