"""Files that people ask for are written whole, or what was there stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from grognard.app.board.paper.device import Paper, write_pdf, write_png, write_svg
from grognard.app.written import into, write_whole

PAPER = Paper(40, 30)
WRITERS: dict[str, Callable[[Path], object]] = {
    "pdf": lambda path: write_pdf(
        path, PAPER, "Map", [lambda painter: painter.drawLine(0, 0, 9, 9)]
    ),
    "svg": lambda path: write_svg(path, PAPER, "Map", lambda painter: painter.drawLine(0, 0, 9, 9)),
    "png": lambda path: write_png(path, PAPER, lambda painter: painter.drawLine(0, 0, 9, 9), 60),
}


@contextmanager
def a_full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every file that is opened for bytes find the disk full once it is written."""
    opened = Path.open

    def full(self: Path, *mode: Any, **more: Any) -> IO[Any]:
        stream = opened(self, *mode, **more)
        if mode == ("wb",):
            stream.close()
            stream = opened(Path("/dev/full"), "wb")
        return stream

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", full)
        yield


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
@pytest.mark.parametrize("kind", sorted(WRITERS))
def test_a_full_disk_is_told_and_the_old_file_stays(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    path = tmp_path / f"map.{kind}"
    path.write_bytes(b"the map of yesterday")
    with a_full_disk(monkeypatch), pytest.raises(OSError, match="No space"):
        WRITERS[kind](path)
    assert path.read_bytes() == b"the map of yesterday"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    WRITERS[kind](path)
    assert len(path.read_bytes()) > 100


def test_what_cannot_be_written_is_told_before_it_is_drawn(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"), into(tmp_path / "nowhere" / "map.pdf"):
        raise AssertionError("drawn in vain")
    with pytest.raises(IsADirectoryError), into(tmp_path):
        raise AssertionError("drawn in vain")


def test_a_link_goes_on_pointing_where_it_does(tmp_path: Path) -> None:
    real, link = tmp_path / "real.html", tmp_path / "link.html"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_picture_is_a_picture(qapp: QApplication, tmp_path: Path) -> None:
    WRITERS["png"](tmp_path / "map.png")
    assert not QImage(str(tmp_path / "map.png")).isNull()
