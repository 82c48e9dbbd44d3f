"""The statistics of all one's games: counted once, summed by what one chooses, erased for good."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from grognard.app.aftermath.account import luck_of_seats
from grognard.app.aftermath.counted import Tallies, note_end, tallies
from grognard.app.library.statistics import Statistics, tallied
from grognard.engines.core.keep.saves import SaveFile, Summary, summary
from tests.app.aftermath.test_account import over


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    return tmp_path


def ended(folder: Path, players: dict[str, str], name: str = "one") -> Summary:
    session = over("gmt", "charge")
    path = folder / f"{name}.grognard"
    save = SaveFile.save_as(path, session, players)
    save.checkpoint(session)
    save.close()
    return summary(path)


def test_a_game_is_counted_once_for_the_person_in_it(home: Path) -> None:
    found = ended(home, {"french": "person", "russian": "captain"})
    copy = ended(home, {"french": "person", "russian": "captain"}, "copy")
    told = tallied([found, copy, found])
    (one,) = told.games.values()
    assert (one.seat, one.against) == ("french", "captain")
    assert found.verdict is not None
    assert one.won == (0.5 if found.verdict.winner == "draw" else found.verdict.winner == "french")
    assert one.decisions == found.decisions > 0
    assert Tallies.read(tallies().path).games == told.games


def test_games_of_computers_and_games_that_go_on_are_not_counted(home: Path) -> None:
    found = ended(home, {"french": "captain", "russian": "captain"})
    assert tallied([found]).games == {}
    assert tallied([replace(found, verdict=None)]).games == {}


def test_the_dice_are_noted_where_the_end_was_seen(home: Path) -> None:
    found = ended(home, {"french": "person", "russian": "person"})
    session = over("gmt", "charge")
    rolls = [one.roll for one in session.table.entries if one.roll is not None]
    luck = {one.seat: one for one in luck_of_seats(rolls)}
    note_end(found.path, luck.values())
    games = {one.seat: one for one in tallies().games.values()}
    assert luck
    for seat, one in luck.items():
        assert (games[seat].cast, games[seat].reached) == (one.cast, one.reached)
        assert games[seat].expected == pytest.approx(one.expected, abs=0.001)


def test_what_is_erased_does_not_come_back(
    home: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    from grognard.engines.core.play.game import registry

    found = ended(home, {"french": "person", "russian": "marshal"})
    dialog = Statistics(registry.games(), tallied([found]))
    table = dialog.table
    for kind, name in (
        ("opponent", "Marshal"),
        ("side", ": French"),
        ("game", "Borodino \N{MIDDLE DOT} Triumph"),
    ):
        dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
        assert name in table.topLevelItem(0).text(0)
        assert table.topLevelItem(0).text(1) == "1"
        assert table.topLevelItemCount() == 2
    yes = QMessageBox.StandardButton.Yes
    monkeypatch.setattr(QMessageBox, "question", lambda *_: yes)
    dialog.erase.click()
    assert table.topLevelItemCount() == 0
    assert tallied([found]).games == {}
    assert found.path.exists()
    dialog.deleteLater()


def test_a_broken_file_is_counted_anew(home: Path) -> None:
    found = ended(home, {"french": "person", "russian": "captain"})
    path = tallied([found]).path
    path.write_text('{"games": 3}')
    assert tallies().games == {}
    assert len(tallied([found]).games) == 1
