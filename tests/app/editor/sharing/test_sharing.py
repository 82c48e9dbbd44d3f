"""A scenario goes to a friend: picture, words, how it ended; there it is looked at, taken, and brought up to date."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from grognard.app.cli import main
from grognard.app.editor import bundle, shelf
from grognard.app.editor.sharing import played
from grognard.app.editor.sharing.played import Played, digest_of, files_of
from grognard.app.editor.sharing.received import ReceivedPage, older_of, version_of
from grognard.app.library.facts import own_facts
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.document import Document
from tests.app.editor.window.hand import LEFT, click, settle, until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
GAMES = registry.games()
GAME = GAMES["gmt"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    return tmp_path


def draft(version: str = "1", title: str = "The ford") -> Path:
    """A scenario of one's own that says who made it."""
    info = next(info for info in GAME.scenarios() if info.id == "windmill-hill")
    path = shelf.copy_of(GAME, info, title)
    document = Document.open(path)
    for key, words in (
        ("author", "A. Maker"),
        ("licence", "CC BY 4.0"),
        ("version", version),
        ("notes", "The ford is deep."),
    ):
        document.set((key,), words)
    document.save()
    return path


def result(folder: Path) -> Played:
    seats = [seat.id for seat in GAME.load(folder / "scenario.yaml", {}).info.seats]
    return Played(
        of=digest_of(files_of(folder)),
        player="captain",
        games=20,
        draws=1,
        turns=7.5,
        wins={seats[0]: 12, seats[1]: 7},
        points={seats[0]: 9.5, seats[1]: 6.0},
    )


def test_how_it_ended_is_kept_as_long_as_it_is_the_same_battle() -> None:
    path = draft()
    made = result(path.parent)
    played.keep(path.parent, made)
    assert played.kept(path.parent) == made
    document = Document.open(path)
    document.set(("notes",), "Deeper than I thought.")
    document.save()
    assert played.kept(path.parent) == made, "what is said of a battle changes none"
    document.set(("stages", 0, "clock", "turns"), "5")
    document.save()
    assert played.kept(path.parent) is None
    assert played.last_of(path.parent) == made


@pytest.mark.parametrize(
    "raw", [b"", b"[", b"{}", b"[" * 5000, b"x" * 10_000, b'{"games": "1e9"}', b"\xff"]
)
def test_what_a_stranger_says_of_games_is_believed_only_if_it_is_whole(raw: bytes) -> None:
    path = draft()
    (path.parent / played.FILE).write_bytes(raw)
    assert played.kept(path.parent) is None


def test_a_bundle_carries_picture_words_and_balance(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = draft()
    played.keep(path.parent, result(path.parent))
    target = home / "ford.battle"
    assert main(["bundle", str(path), "-o", str(target)]) == 0
    held = bundle.looked_into(target, GAMES)
    assert bundle.COVER in held.files
    assert main(["bundle", "--info", str(target)]) == 0
    told = capsys.readouterr().out
    for words in ("A. Maker", "CC BY 4.0", "The ford is deep.", "20 games", "9.5 points", "12 won"):
        assert words in told


def test_a_balance_of_another_battle_is_not_sent(home: Path) -> None:
    path = draft()
    (path.parent / played.FILE).write_text('{"of": "another"}')
    bundle.pack(path, home / "ford.battle")
    assert played.FILE not in bundle.looked_into(home / "ford.battle", GAMES).files


def test_versions_are_told_apart_by_their_numbers() -> None:
    assert version_of("1.10") > version_of("1.9")
    assert version_of("2") > version_of("1.99")
    assert not version_of("1.0") > version_of("1.0")
    assert version_of("1") > version_of("")


@pytest.fixture
def window(qtbot: QtBot, home: Path) -> Iterator[Window]:
    made = Window(Settings(), GAMES)
    made.resize(1280, 720)
    made.show()
    qtbot.addWidget(made)
    yield made
    made.close()


def drops(window: Window, path: Path) -> ReceivedPage:
    """Drop a file on the window; give the page that it brings."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    at, action, keys = (
        window.rect().center(),
        Qt.DropAction.CopyAction,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, QDragEnterEvent(at, action, data, LEFT, keys))
    QApplication.sendEvent(window, QDropEvent(QPointF(at), action, data, LEFT, keys))
    settle()
    until(lambda: bool(pages(window)))
    return pages(window)[-1]


def pages(window: Window) -> list[ReceivedPage]:
    return [page for page in window.findChildren(ReceivedPage) if page.isVisible()]


def test_a_dropped_bundle_shows_its_page_and_becomes_ones_own(window: Window, home: Path) -> None:
    path = draft()
    played.keep(path.parent, result(path.parent))
    assert main(["bundle", str(path), "-o", str(home / "ford.battle")]) == 0
    shelf.throw_away(path)
    page = drops(window, home / "ford.battle")
    told = " ".join(label.text() for label in page.findChildren(QLabel))
    for words in ("The ford", "A. Maker", "CC BY 4.0", "The ford is deep.", "20 games"):
        assert words in told
    assert not page.picture.pixmap().isNull()
    assert page.newer is None
    assert list(shelf.own(GAMES)) == [], "nothing is written before it is taken"
    click(page.add)
    mine = shelf.own(GAMES)
    assert [info.title for info in mine] == ["The ford"]
    until(lambda: window.library.info is not None and window.library.info.path == mine[0].path)
    said = " ".join(own_facts(mine[0])) + window.library.facts.text()
    for words in ("A. Maker", "Version 1.", "CC BY 4.0", "The ford is deep.", "20 games"):
        assert words in said
    assert window.library.lesson.text().count("20 games") == 1


def test_a_newer_version_takes_the_place_of_the_older_one(window: Window, home: Path) -> None:
    newer = draft("1.10")
    bundle.pack(newer, home / "newer.battle")
    shelf.throw_away(newer)
    mine = draft("1.9")
    page = drops(window, home / "newer.battle")
    assert "1.9" in page.state.text()
    assert page.newer is not None
    click(page.newer)
    found = shelf.own(GAMES)
    assert [Path(info.path) for info in found] == [mine]
    assert Document.open(mine).plain()["version"] == "1.10"  # type: ignore[index,call-overload]


def test_the_same_version_offers_no_update(window: Window, home: Path) -> None:
    path = draft("2")
    bundle.pack(path, home / "same.battle")
    page = drops(window, home / "same.battle")
    assert page.newer is None
    assert "version 2" in page.state.text()
    QTest.keyClick(page, Qt.Key.Key_Escape)
    settle()
    assert len(shelf.own(GAMES)) == 1


def test_another_mans_scenario_of_that_name_is_no_older_version(home: Path) -> None:
    path = draft("1")
    bundle.pack(path, home / "mine.battle")
    held = bundle.looked_into(home / "mine.battle", GAMES)
    document = Document.open(path)
    document.set(("author",), "Somebody else")
    document.save()
    assert older_of(held, GAMES) is None


def test_an_update_of_what_is_open_in_an_editor_leaves_all_as_it_was(home: Path) -> None:
    from grognard.app.editor.window.desk import Desk
    from grognard.engines.core.keep.savelock import Held

    newer = draft("2")
    bundle.pack(newer, home / "newer.battle")
    shelf.throw_away(newer)
    mine = draft("1")
    desk = Desk(GAME, mine)
    with pytest.raises(Held):
        bundle.unpack(home / "newer.battle", GAMES, mine)
    desk.close()
    assert [Path(info.path) for info in shelf.own(GAMES)] == [mine]
