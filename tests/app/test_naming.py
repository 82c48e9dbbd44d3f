"""Names of files: nothing of them is lost, and nothing is overwritten unasked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partialmethod
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from grognard.app.naming import FileKind, ask_name, named, proposed, replacing
from grognard.engines.core.data.text import text
from tests.conftest import ROOT

GAME = FileKind(text("Saved games"), ".grognard")
PDF, SVG = FileKind(text("PDF"), ".pdf"), FileKind(text("SVG"), ".svg")


@pytest.mark.parametrize(
    ("typed", "kinds", "becomes"),
    [
        ("Low Hill", (GAME,), "Low Hill.grognard"),
        ("Low Hill 5.9", (GAME,), "Low Hill 5.9.grognard"),
        ("Low Hill.grognard", (GAME,), "Low Hill.grognard"),
        ("MINE.GROGNARD", (GAME,), "MINE.GROGNARD"),
        ("notes.txt", (GAME,), "notes.txt.grognard"),
        ("Map 7.9", (PDF, SVG), "Map 7.9.pdf"),
        ("Map 7.9.svg", (PDF, SVG), "Map 7.9.svg"),
        ("Map.SVG", (PDF, SVG), "Map.SVG"),
        ("grognard", (GAME,), "grognard.grognard"),
    ],
)
def test_a_name_gets_the_ending_that_it_lacks(
    typed: str, kinds: tuple[FileKind, ...], becomes: str
) -> None:
    assert named(Path("/games") / typed, kinds) == Path("/games") / becomes


def test_the_ending_is_that_of_the_chosen_kind() -> None:
    assert named(Path("Map 7.9"), (PDF, SVG), SVG.filter()) == Path("Map 7.9.svg")
    assert named(Path("Map.pdf"), (PDF, SVG), SVG.filter()) == Path("Map.pdf")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Shevardino", "Shevardino.grognard"),
        ("5/6 September: the eve", "5 6 September the eve.grognard"),
        ("...", "Grognard.grognard"),
        ("x" * 300, "x" * 80 + ".grognard"),
    ],
)
def test_a_title_makes_a_name_that_every_system_takes(title: str, name: str) -> None:
    assert proposed(title, ".grognard") == name


# -- asking ------------------------------------------------------------------------------------


@pytest.fixture
def over(qapp: QApplication) -> Iterator[QWidget]:
    made = QWidget()
    yield made
    made.deleteLater()


class Person:
    """Types the given names, and answers the question about overwriting each time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, names: list[str], replaces: bool) -> None:
        self.names, self.replaces = names, replaces
        self.offered: list[str] = []
        self.asked: list[str] = []
        monkeypatch.setattr(QFileDialog, "getSaveFileName", self.type)
        monkeypatch.setattr(QMessageBox, "exec", partialmethod(press, self))

    def type(self, _over: QWidget, _title: str, start: str, *rest: object) -> tuple[str, str]:
        assert rest[-1] == QFileDialog.Option.DontConfirmOverwrite, (
            "it would ask about what is typed"
        )
        self.offered.append(start)
        return self.names.pop(0), ""


def press(box: QMessageBox, person: Person) -> int:
    person.asked.append(box.text())
    wanted = "Replace it" if person.replaces else "Choose another name"
    next(button for button in box.buttons() if button.text() == wanted).click()
    return 0


def test_a_file_is_not_replaced_because_its_ending_was_left_out(
    over: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.grognard").write_text("another game")
    other = str(tmp_path / "other")
    person = Person(monkeypatch, [str(tmp_path / "mine"), other], replaces=False)
    asked = ask_name(over, "Save", tmp_path / "x.grognard", (GAME,))
    assert person.asked == ["There is a file mine.grognard already."]
    assert person.offered == [str(tmp_path / "x.grognard"), str(tmp_path / "mine.grognard")]
    assert asked == tmp_path / "other.grognard"


def test_what_may_be_replaced_is(
    over: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.grognard"
    path.write_text("another game")
    person = Person(monkeypatch, [str(tmp_path / "mine")], replaces=True)
    assert ask_name(over, "Save", path, (GAME,)) == path
    assert len(person.asked) == 1


def test_a_link_to_nowhere_is_a_name_in_use(
    over: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.grognard").symlink_to(tmp_path / "nowhere")
    person = Person(monkeypatch, [str(tmp_path / "mine"), ""], replaces=False)
    assert ask_name(over, "Save", tmp_path / "x", (GAME,)) is None
    assert len(person.asked) == 1


def test_a_game_saved_where_it_is_kept_is_not_asked_about(
    over: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.grognard"
    path.write_text("this game")
    person = Person(monkeypatch, [str(path)], replaces=False)
    assert ask_name(over, "Save", path, (GAME,), own=path) == path
    assert not person.asked


def test_there_is_one_place_that_asks_for_the_name_of_a_file() -> None:
    asking = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "app").rglob("*.py"))
        if "getSaveFileName(" in path.read_text("utf-8")
    ]
    assert asking == ["app/naming.py"]


# -- writing -----------------------------------------------------------------------------------


def test_what_is_not_written_to_its_end_replaces_nothing(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    path.write_text("the old map")

    def broken_off() -> None:
        with replacing(path) as fresh:
            fresh.write_text("half of")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert path.read_text() == "the old map"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_written_takes_the_name(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    with replacing(path) as fresh:
        assert fresh.suffix == path.suffix, "what is written is told by the ending"
        fresh.write_text("the map")
    assert path.read_text() == "the map"
    assert list(tmp_path.iterdir()) == [path]
