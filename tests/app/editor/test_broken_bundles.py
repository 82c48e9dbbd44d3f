"""Broken bundles dropped on the window: a dialog says why; nothing is executed, nothing written."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from grognard.app.board.map.workshop import workshop
from grognard.app.cli import main
from grognard.app.editor import own, pictures
from grognard.app.window.faults import Faults
from grognard.engines.core.play.game import registry
from tests.app.editor.broken import broken, png


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The part of the window on which bundles are dropped, with the dialogs it has shown."""
    from grognard.app.workroom import Workroom

    workshop().finish()  # what an earlier test has drawn would be kept in this one's folder
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    told: list[str] = []

    def said(box: QMessageBox) -> int:
        told.append(f"{box.text()}: {box.informativeText()}")
        return 0

    monkeypatch.setattr(QMessageBox, "exec", said)
    room = Workroom.__new__(Workroom)
    opened: list[Path] = []
    room.window = None  # type: ignore[assignment]
    room.editors = SimpleNamespace(games=registry.games(), edit=opened.append)  # type: ignore[assignment]
    room.mine = SimpleNamespace(refresh=lambda: None)  # type: ignore[assignment]
    room.tell = lambda title, words: Faults(None).tell(title, words)  # type: ignore[arg-type]
    return SimpleNamespace(open=room.open_bundle, told=told, opened=opened)


def everything(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*") if f.is_file()}


@pytest.mark.parametrize("count", [30, pytest.param(300, marks=pytest.mark.soak)])
def test_each_is_told_and_nothing_is_written(
    count: int, window: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox = tmp_path / "a" / "b" / "c"
    inbox.mkdir(parents=True)
    monkeypatch.chdir(inbox)
    ways = set()
    for number, (way, path) in enumerate(broken(count, inbox), 1):
        before = everything(tmp_path)
        window.open(path)
        assert len(window.told) == number, way
        title, _, why = window.told[-1].partition(": ")
        assert title == "The bundle cannot be opened", way
        assert path.name in why or ".yaml" in why, way
        assert everything(tmp_path) == before, way
        ways.add(way)
    assert window.opened == []
    assert not own.folder().exists()
    assert len(ways) >= 12


def test_pictures_are_what_their_names_say_and_not_too_large() -> None:
    assert pictures.why_not(png(40, 30), ".png") == ""
    assert pictures.why_not(png(40, 30), ".jpg")
    assert pictures.why_not(png(60_000, 60_000), ".png")
    assert pictures.why_not(b"GIF89a", ".gif")
    drawing = b"<svg xmlns='http://www.w3.org/2000/svg'><use href='#a'/></svg>"
    assert pictures.why_not(drawing, ".svg") == ""
    assert pictures.why_not(drawing.replace(b"#a", b"http://x/a"), ".svg")
    assert pictures.decoded(png(60_000, 60_000), ".png") is None


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_is_packed_in_an_unusual_way_is_not_unpacked(
    method: int, window: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.battle"
    with zipfile.ZipFile(path, "w", method) as out:
        out.writestr("scenario.yaml", b" " * 1_000_000)
    unpacked: list[str] = []
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: unpacked.append("opened"))
    window.open(path)
    assert "scenario.yaml is packed in an unusual way" in window.told[0]
    assert not unpacked, "it is told before anything is unpacked"


def test_a_bundle_is_a_plain_file(window: SimpleNamespace, tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    os.mkfifo(path)
    window.open(path)
    assert "it is no plain file" in window.told[0]


def test_a_bundle_that_is_cut_short_is_told_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is left of it is no scenario: nobody is told to save it as text."""
    source = next(info for info in registry["gmt"].scenarios() if info.id == "charge").path
    whole, cut = tmp_path / "whole.battle", tmp_path / "cut.battle"
    assert main(["bundle", str(source), "-o", str(whole)]) == 0
    cut.write_bytes(whole.read_bytes()[:-100])
    for command in (["validate", str(cut)], ["bundle", str(cut), "--info"]):
        assert main(command) == 1
        assert "it is cut short, or it is no bundle" in capsys.readouterr().err
