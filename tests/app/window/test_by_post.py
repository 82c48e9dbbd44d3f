"""Two windows play by post: an invitation, its answer, and files to and fro."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from grognard.app.keeping import autosaves
from grognard.app.main import Window
from grognard.app.post import desk, pins
from grognard.app.settings import Settings
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.play.setups import AWAY, PERSON
from grognard.engines.core.post import keys
from grognard.engines.core.post.envelope import is_sealed, read
from tests.app.table.toy import Toy


class End:
    """One person at one computer: a window, a home, a PIN; both have one shared folder."""

    def __init__(self, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home, self.pin, self.patch = folder / name, f"pin of {name}", monkeypatch
        self.shared = folder / "shared"
        self.shared.mkdir(exist_ok=True)
        with self.at_home():
            store = QSettings(str(folder / f"{name}.ini"), QSettings.Format.IniFormat)
            settings = Settings(store)
            settings.animation = "off"
            self.window = Window(settings, {"toy": Toy()})
        self.told: list[tuple[str, str]] = []
        self.window.faults.tell = lambda title, words: self.told.append((title, words))  # type: ignore[method-assign]
        self.window.files.post.tell = self.window.faults.tell
        self.window.files.post.tell_sent = lambda head, path: self.told.append(("sent", str(path)))  # type: ignore[method-assign]
        self.window.resize(1366, 768)
        self.window.show()

    @contextmanager
    def at_home(self) -> Iterator[Any]:
        with self.patch.context() as patch:
            patch.setenv("GROGNARD_HOME", str(self.home))
            patch.setattr(desk, "asked", lambda _over, _words: next(self.pins, ""))
            patch.setattr(desk, "new_pin", lambda _over, _seat: self.pin)
            patch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(self.shared))
            yes = QMessageBox.StandardButton.Yes
            patch.setattr(QMessageBox, "question", lambda *_: yes)
            self.pins = iter([self.pin])
            yield patch

    @property
    def table(self) -> Any:
        return self.window.table

    def invite(self, script: str) -> Path:
        game = self.window.games["toy"]
        with self.at_home():
            self.window._start(
                game, game.scenarios()[0], {"blue": PERSON, "red": AWAY}, {"script": script}, ""
            )
        return self.newest()

    def open(self, path: Path) -> None:
        with self.at_home():
            self.window.open_save(path)

    def choose(self, choice: Any) -> None:
        with self.at_home():
            self.table.model.choose(choice)

    def play(self) -> None:
        """Decide until the turn passes; what came was looked at."""
        self.table.replaying.leave()
        while (ask := self.table.model.ask) is not None:
            self.choose(next(iter(ask.choices)))

    def newest(self) -> Path:
        found = [path for path in self.shared.glob("*.grognard") if is_sealed(path)]
        return max(found, key=lambda path: read(path).head.number)


@pytest.fixture
def ends(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[End, End]]:
    monkeypatch.setattr(keys, "COST", 2**6)
    made = End("blue", tmp_path, monkeypatch), End("red", tmp_path, monkeypatch)
    yield made
    for end in made:
        with end.at_home():
            end.window.close()
        end.window.deleteLater()


def begun(ends: tuple[End, End], script: str = "pick secret pick secret pick") -> tuple[End, End]:
    """Invite, answer and begin; the first to decide comes first."""
    blue, red = ends
    red.open(blue.invite(script))
    blue.open(blue.newest())
    assert blue.table is not None
    return blue, red


def test_a_game_goes_to_and_fro_to_its_end(ends: tuple[End, End]) -> None:
    blue, red = begun(ends)
    turns = 0
    here, there = blue, red
    while here.table.model.session.verdict is None and turns < 20:
        seat = here.table.model.viewer
        here.play()
        assert here.table.sending.isVisible()
        assert here.table.model.viewer == seat
        there.open(here.newest())
        here, there = there, here
        turns += 1
    states = {str(end.table.model.session.table.state) for end in ends}
    assert len(states) == 1
    assert blue.table.model.session.verdict is not None
    for end in ends:
        with end.at_home():
            end.window.leave_table()
            (kept,) = autosaves()
            assert load_save(kept, end.window.games, read_only=True).session.verdict is not None
        assert end.told[1:] == [] or {title for title, _ in end.told} == {"sent"}


def test_while_the_other_side_decides_nothing_can_be_done_for_it(ends: tuple[End, End]) -> None:
    blue, _ = begun(ends)
    model = blue.table.model
    blue.play()
    assert model.session.ask.seat == "red"
    assert model.humans == ["blue"]
    assert (model.awaited, model.ask) == (None, None)
    assert not model.undo()
    assert not model.may_reseat("red")
    assert not model.may_reseat("blue")
    assert model.other_eyes() is None
    assert "once it is over" in blue.table.replaying.why_not_on()
    with blue.at_home():
        blue.window.files.save_to(blue.home / "plain.grognard")
    assert not (blue.home / "plain.grognard").exists()
    assert "sealed until it is over" in blue.told[-1][1]


def test_nothing_of_a_running_game_lies_about_unsealed(ends: tuple[End, End]) -> None:
    blue, red = begun(ends)
    blue.play()
    red.open(red.newest())
    for end in ends:
        with end.at_home():
            assert autosaves() == []
            assert end.window.settings.recent == []
        lying = [path for path in end.home.rglob("*.grognard") if path.is_file()]
        assert lying
        assert all(map(is_sealed, lying))


def test_a_wrong_pin_is_asked_for_again_and_opens_nothing(ends: tuple[End, End]) -> None:
    blue, red = begun(ends)
    blue.play()
    with red.at_home() as patch:
        words: list[str] = []

        def typed(_over: object, said: str) -> str:
            words.append(said)
            return "another" if len(words) < 3 else ""

        patch.setattr(desk, "asked", typed)
        red.window.open_save(red.newest())
    assert red.table is None
    assert words[1] == words[2] == "That is not the PIN of the Red player."


def test_an_old_file_is_told_in_a_sentence(ends: tuple[End, End]) -> None:
    blue, red = begun(ends)
    invitation = min(blue.shared.glob("*.grognard"), key=lambda path: read(path).head.number)
    before = len(red.told)
    red.open(invitation)
    assert "answered this invitation already" in red.told[before][1]
    blue.play()
    first = blue.newest()
    red.open(first)
    red.window.leave_table()
    before = len(red.told)
    red.open(first)
    assert "taken already, or is older" in red.told[before][1]


def test_the_shared_folder_is_looked_into(ends: tuple[End, End]) -> None:
    blue, red = begun(ends)
    came: list[Path] = []
    red.window.files.post.arrived.connect(lambda _copy, path: came.append(path))
    with red.at_home():
        red.window.files.post.look()
    assert came == []
    blue.play()
    with red.at_home():
        red.window.files.post.look()
        red.window.files.post.look()
    assert came == [blue.newest()]
    (copy,) = red.window.library.saves.post.copies()
    assert "A newer file has come" in red.window.library.saves.told_by_post(copy)
    red.open(copy.path)  # the game in the library leads to the file that came
    assert red.table.model.session.ask.seat == "red"
    red.play()
    with blue.at_home():
        blue.window.files.post.look()
        assert blue.table.sending.button.text() == "Go on"
        blue.table.sending.button.click()
    assert blue.table.model.session.ask.seat == "blue"


def test_what_came_is_shown_as_the_replay_does(ends: tuple[End, End]) -> None:
    blue, red = begun(ends, "pick secret pick secret pick secret")
    here, there = blue, red
    for _ in range(3):
        here.play()
        there.open(here.newest())
        here, there = there, here
    assert not here.table.replay.isHidden()
    assert here.table.model.past is not None
    assert here.table.model.viewer == here.table.posting.keeper.post.seat
    while here.table.model.past is not None:
        here.table.replaying._on()
    assert here.table.replay.isHidden()
    assert here.table.model.ask is not None


def test_a_game_by_post_is_for_one_person_and_a_far_one(ends: tuple[End, End]) -> None:
    blue, _ = ends
    game = blue.window.games["toy"]
    with blue.at_home():
        blue.window._start(game, game.scenarios()[0], {"blue": AWAY, "red": AWAY}, {}, "")
    assert blue.told == [
        (
            "A game by post is for two",
            "One seat is yours and the other far away: seat a person at one of them.",
        )
    ]


def test_a_pin_is_typed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["abc", "first pin", "other pin", "first pin", "first pin"])
    words: list[str] = []

    def asked(_over: object, said: str) -> str:
        words.append(said)
        return next(typed)

    monkeypatch.setattr(pins, "asked", asked)
    made: Callable[..., str] = pins.new_pin
    assert made(None, "Red") == "first pin"
    assert "too short" in words[1]
    assert "differ" in words[3]
