"""The list of kept games: all of them, grouped, searched, renamed, put into the bin and back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from grognard.app.library.keptgames import AT_ONCE, ROLE, KeptGames
from grognard.app.settings import Settings, autosave_folder, bin_folder
from grognard.engines.core.keep.autosaves import autosaves, new_autosave
from grognard.engines.core.keep.saves import SaveFile, summary
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.app.table.toy import Toy

TOY = Toy()
NONE = Qt.KeyboardModifier.NoModifier


def game(finished: bool = False, path: Path | None = None) -> Path:
    """Play a game a little, or to its end."""
    script = "pick" if finished else "pick pick pick"
    session = Session(TOY, TOY.load("skirmish", {"script": script}), "7")
    save = SaveFile.save_as(path or new_autosave(autosave_folder(), "skirmish"), session)
    session.choose("blue", "march")
    save.checkpoint(session)
    save.close()
    return save.path


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    return Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def kept(qapp: QApplication, qtbot: QtBot, settings: Settings) -> KeptGames:
    made = KeptGames({"toy": TOY}, settings)
    qtbot.addWidget(made)
    made.resize(320, 600)
    made.show()
    return made


def rows(kept: KeptGames, group: str) -> list[QTreeWidgetItem]:
    for number in range(kept.tree.topLevelItemCount()):
        head = kept.tree.topLevelItem(number)
        if head is not None and head.data(0, ROLE) == group:
            return [head.child(row) for row in range(head.childCount())]
    return []


def paths(kept: KeptGames, group: str) -> list[Path]:
    return [Path(row.data(0, ROLE)) for row in rows(kept, group) if not row.isHidden()]


def select(kept: KeptGames, path: Path) -> None:
    kept.tree.clearSelection()
    for group in ("running", "finished", "bin", "broken"):
        for row in rows(kept, group):
            if row.data(0, ROLE) == str(path):
                kept.tree.setCurrentItem(row)
                row.setSelected(True)
                return
    pytest.fail(f"{path} is not listed")


def test_every_game_is_listed_however_many(kept: KeptGames, qtbot: QtBot) -> None:
    first = game()
    for number in range(2 * AT_ONCE):
        first.with_name(f"copy-{number}.grognard").write_bytes(first.read_bytes())
    kept.refresh()
    assert len(paths(kept, "running")) == AT_ONCE
    qtbot.waitUntil(lambda: len(paths(kept, "running")) == 2 * AT_ONCE + 1)
    head = kept.tree.topLevelItem(0)
    assert head is not None
    assert head.text(0) == f"Going on ({2 * AT_ONCE + 1})"


def test_they_are_grouped_by_how_they_stand_or_by_game(kept: KeptGames) -> None:
    on, over = game(), game(finished=True)
    kept.refresh()
    assert paths(kept, "running") == [on]
    assert paths(kept, "finished") == [over]
    kept.grouping.setCurrentIndex(kept.grouping.findData("game"))
    assert paths(kept, "toy") == [over, on]


def test_they_are_searched(kept: KeptGames) -> None:
    one, other = game(), game()
    named = one.rename(one.with_name("My redoubt.grognard"))
    kept.refresh()
    kept.search.setText("redoubt MY")
    assert paths(kept, "running") == [named]
    kept.search.setText("swamp")
    assert set(paths(kept, "running")) == {named, other}
    kept.search.setText("nowhere")
    assert paths(kept, "running") == []
    kept.search.clear()
    assert len(paths(kept, "running")) == 2


def test_a_game_is_renamed(kept: KeptGames, monkeypatch: pytest.MonkeyPatch) -> None:
    path = game()
    kept.settings.remember(path)
    kept.refresh()
    select(kept, path)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("Evening 5.9", True))
    kept.rename()
    named = path.with_name("Evening 5.9.grognard")
    assert paths(kept, "running") == [named]
    assert rows(kept, "running")[0].text(0).startswith("Evening 5.9\n")
    assert kept.settings.recent == [named]


def test_the_delete_key_puts_into_the_bin_and_the_menu_back(kept: KeptGames, qtbot: QtBot) -> None:
    path, other = game(), game()
    kept.refresh()
    select(kept, path)
    kept.activateWindow()
    kept.tree.setFocus()
    qtbot.waitUntil(kept.tree.hasFocus)
    qtbot.keyClick(kept.tree, Qt.Key.Key_Delete)
    assert paths(kept, "running") == [other] == autosaves(autosave_folder())
    (lies,) = paths(kept, "bin")
    assert lies.parent == bin_folder()
    assert summary(lies).choices == 1
    select(kept, lies)
    words = [action.text() for action in kept.menu().actions()]
    assert "Put back" in words
    assert "Continue" not in words
    kept.put_back()
    assert set(paths(kept, "running")) == {path, other}
    assert paths(kept, "bin") == []


def test_the_menu_puts_into_the_bin(kept: KeptGames) -> None:
    path = game()
    kept.refresh()
    select(kept, path)
    next(a for a in kept.menu().actions() if a.text() == "Put into the bin").trigger()
    assert not path.exists()
    assert len(paths(kept, "bin")) == 1


def test_a_game_in_the_bin_is_not_opened(kept: KeptGames, qtbot: QtBot) -> None:
    path = game()
    kept.refresh()
    select(kept, path)
    with qtbot.waitSignal(kept.open_wanted) as asked:
        kept.resume.click()
    assert asked.args == [str(path)]
    kept.throw_away()
    with qtbot.assertNotEmitted(kept.open_wanted):
        kept.tree.itemActivated.emit(rows(kept, "bin")[0], 0)


def test_a_game_that_is_open_elsewhere_stays(
    kept: KeptGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(TOY, TOY.load("skirmish", {"script": "pick pick"}), "7")
    save = SaveFile.save_as(new_autosave(autosave_folder(), "skirmish"), session)
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *words: told.append(words[2]))
    kept.refresh()
    select(kept, save.path)
    kept.throw_away()
    assert paths(kept, "running") == [save.path]
    assert "open already" in told[0]
    save.close()


def test_the_bin_is_emptied_when_that_is_confirmed(
    kept: KeptGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, stays = game(), game()
    kept.refresh()
    select(kept, path)
    kept.throw_away()
    kinds = QMessageBox.StandardButton
    monkeypatch.setattr(QMessageBox, "question", lambda *_: kinds.No)
    kept.empty_bin()
    assert len(paths(kept, "bin")) == 1
    monkeypatch.setattr(QMessageBox, "question", lambda *_: kinds.Yes)
    kept.empty_bin()
    assert paths(kept, "bin") == []
    assert list(bin_folder().iterdir()) == []
    assert paths(kept, "running") == [stays]


def test_the_file_is_shown(kept: KeptGames, monkeypatch: pytest.MonkeyPatch) -> None:
    path = game()
    kept.refresh()
    select(kept, path)
    shown: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(url.toLocalFile()))
    monkeypatch.setattr(QMessageBox, "information", lambda *words: shown.append(words[2]))
    kept.show_file()
    assert shown == [str(path.parent), str(path)]


def test_finished_games_are_tidied_away_if_one_says_so_and_running_ones_never(
    kept: KeptGames,
) -> None:
    on, over, fresh = game(), game(finished=True), game(finished=True)
    for path in (on, over):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    kept.refresh()
    assert set(paths(kept, "finished")) == {over, fresh}
    kept.settings.tidies = "year"
    assert paths(kept, "finished") == [fresh]
    assert paths(kept, "running") == [on]
    assert [path.name for path in paths(kept, "bin")] == [over.name]


def test_what_cannot_be_opened_is_listed_with_the_reason(kept: KeptGames) -> None:
    autosave_folder().mkdir(parents=True)
    path = autosave_folder() / "x.grognard"
    path.write_bytes(b"no game")
    kept.refresh()
    assert paths(kept, "broken") == [path]
    assert "this is not a saved game" in rows(kept, "broken")[0].toolTip(0)


def test_a_running_game_says_its_turn_its_seats_and_whose_decision_it_is(
    kept: KeptGames, tmp_path: Path
) -> None:
    blocks = registry["columbia"]
    info = blocks.scenarios()[0]
    session = Session(blocks, blocks.load(Path(info.path), {}), "7")
    path = tmp_path / "mill.grognard"
    save = SaveFile.save_as(path, session, {"french": "person", "russian": "captain"})
    save.follow(session)
    while session.ask is not None and len(session.choices) < 3:
        session.choose(session.ask.seat, next(iter(session.ask.choices)))
    asked = session.ask
    assert asked is not None
    save.close()  # as a crash leaves it: nothing more is written at the end
    kept.games = {**kept.games, "columbia": blocks}
    told = kept.told_of(summary(path)).split("\n")
    assert "French: a person, Russian: captain" in told
    assert f"{asked.seat.capitalize()} to decide" in told
    assert told[-1].endswith("· 5 September, turn 1")
