"""What was done outlasts the program's end: nothing is lost, and it is undone after reopening."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from errno import ENOSPC
from io import FileIO
from pathlib import Path
from random import Random

import pytest

from grognard.app.editor import history, shelf
from grognard.app.editor.maps.steps import Step
from grognard.app.editor.window.desk import Desk
from grognard.engines.core.keep.savelock import Held
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.document import Document

GAME = registry["gmt"]
AUTHOR = """
import sys, time
from pathlib import Path
from grognard.app.editor.maps.steps import Step
from grognard.app.editor.window.desk import Desk
from grognard.engines.core.play.game import registry
desk = Desk(registry["gmt"], Path(sys.argv[1]))
for n in range(100_000):
    desk.change("Retitle", desk.scenario, [Step(("title",), "set", f"No. {n}")])
    print(n, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    info = next(info for info in GAME.scenarios() if info.id == "charge")
    return shelf.copy_of(GAME, info, "Mine")


def entitled(desk: Desk, title: str) -> None:
    assert desk.change("Retitle", desk.scenario, [Step(("title",), "set", title)])


def crashed(desk: Desk) -> None:
    """Leave a desk as the end of its program would, its last text not in the file yet."""
    desk.settle()
    desk._lock.free()


def test_undo_and_redo_outlast_closing(path: Path) -> None:
    was = path.read_bytes()
    desk = Desk(GAME, path)
    for title in ("One", "Two", "Three"):
        entitled(desk, title)
    desk.undo()
    desk.close()
    now = path.read_bytes()
    desk = Desk(GAME, path)
    assert (desk.to_undo, desk.to_redo) == ("Retitle", "Retitle")
    desk.redo()
    assert desk.plain(desk.scenario, ("title",)) == "Three"
    while desk.undo():
        pass
    desk.close()
    assert path.read_bytes() == was != now


def test_what_had_not_come_into_the_file_is_done_when_it_is_opened(path: Path) -> None:
    was = path.read_bytes()
    desk = Desk(GAME, path)
    entitled(desk, "One")
    entitled(desk, "Two")
    crashed(desk)
    path.write_bytes(was)  # as if nothing but the history had been written
    with (path.parent / history.NAME).open("ab") as lines:
        lines.write(b'{"how": "do", "wor')  # and the last line only in part
    desk = Desk(GAME, path)
    desk.close()
    assert Document.open(path).plain(("title",)) == "Two"
    assert desk.to_undo == "Retitle"


def test_a_file_changed_by_something_else_has_the_last_word(path: Path) -> None:
    desk = Desk(GAME, path)
    entitled(desk, "One")
    desk.close()
    shelf.rename(path, "Other")
    desk = Desk(GAME, path)
    assert desk.to_undo == ""
    assert desk.plain(desk.scenario, ("title",)) == "Other"
    entitled(desk, "Third")
    assert desk.undo() == "Retitle"
    desk.close()
    assert Document.open(path).plain(("title",)) == "Other"


def test_a_copy_begins_without_a_past(path: Path) -> None:
    desk = Desk(GAME, path)
    entitled(desk, "One")
    desk.close()
    assert not (shelf.duplicate(path, "Two").parent / history.NAME).exists()


@pytest.mark.parametrize("times", [1, pytest.param(25, marks=pytest.mark.soak)])
def test_killed_while_editing_it_loses_nothing_that_was_done(path: Path, times: int) -> None:
    """The other process is held to be the author; killed at any moment, what it told is kept."""
    rng = Random(9)
    for _ in range(times):
        author = subprocess.Popen(
            [sys.executable, "-c", AUTHOR, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert author.stdout is not None
        author.stdout.readline()
        with pytest.raises(Held):
            Desk(GAME, path)
        time.sleep(rng.random() * 0.2)
        author.kill()
        told = author.stdout.read().split()
        author.wait()
        author.stdout.close()
        desk = Desk(GAME, path)
        title = desk.plain(desk.scenario, ("title",))
        desk.close()
        last = int(told[-1]) if told else 0
        assert title in (f"No. {last}", f"No. {last + 1}")
        assert Document.open(path).plain(("title",)) == title
        assert not list(path.parent.glob(".*.new"))
        assert desk.to_undo == "Retitle"


class Full(FileIO):
    """A file on a disk that takes so many bytes more and then no other."""

    room = 0

    def write(self, data: object) -> int:
        raw = bytes(data)[: Full.room]  # type: ignore[call-overload]  # whatever has bytes
        if not raw:
            raise OSError(ENOSPC, "No space left on device")
        Full.room -= len(raw)
        return super().write(raw)


def test_a_full_disk_takes_nothing_of_what_follows(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(GAME, path)
    entitled(desk, "One")
    step = [Step(("title",), "set", "Two")]
    with monkeypatch.context() as full:
        full.setattr(history, "appending", lambda path: Full(path, "a"))
        full.setattr(Full, "room", 40)
        full.setattr(Document, "write", lambda *_: None)
        assert desk.change("Retitle", desk.scenario, step)
        assert "No space left" in desk.said
        assert (path.parent / history.NAME).read_bytes().count(b"\n") == 1
    entitled(desk, "Three")
    crashed(desk)
    desk = Desk(GAME, path)
    assert desk.plain(desk.scenario, ("title",)) == "Three"
    for title in ("Two", "One"):
        assert (desk.undo(), desk.plain(desk.scenario, ("title",))) == ("Retitle", title)
    desk.close()


def test_what_follows_a_half_line_is_kept(path: Path) -> None:
    """As a program that did not cut it has left it: the next line stands behind it."""
    was = path.read_bytes()
    desk = Desk(GAME, path)
    for title in ("One", "Two", "Three"):
        entitled(desk, title)
    crashed(desk)
    kept = path.parent / history.NAME
    one, two, three = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(one + two[:50] + two + b"\xff nonsense\n" + three[:-1])
    path.write_bytes(was)
    desk = Desk(GAME, path)
    assert desk.plain(desk.scenario, ("title",)) == "Three"
    assert kept.read_bytes() == one + two + three
    entitled(desk, "Four")
    while desk.undo():
        pass
    desk.close()
    assert path.read_bytes() == was


@pytest.mark.parametrize(
    "held",
    [
        b"[" * 200_000,
        b'{"how": ' * 50_000,
        b"\xff\xfe\x00",
        b"[]\n{}\nnull\n7\n",
        b'{"how": "do", "words": "x", "file": "charge.yaml", "edits": [[[["a"]], 0, "", "x"]], "before": "", "after": ""}',
        b'{"how": "do", "words": "x", "file": "charge.yaml", "edits": [[[], -5, "", "x"]], "before": "", "after": ""}',
        b'{"how": "do", "words": "x", "file": "charge.yaml", "edits": [], "before": "", "after": "", "also": "abc"}',
    ],
    ids=["nested", "nested-mappings", "no-text", "other-json", "path", "place", "also"],
)
def test_a_history_that_is_none_is_dropped(path: Path, held: bytes) -> None:
    was = path.read_bytes()
    (path.parent / history.NAME).write_bytes(held)
    desk = Desk(GAME, path)
    assert desk.to_undo == ""
    entitled(desk, "One")
    desk.close()
    desk = Desk(GAME, path)
    assert desk.undo() == "Retitle"
    desk.close()
    assert path.read_bytes() == was


def test_a_history_that_fits_in_part_leaves_the_file_as_it_is(path: Path) -> None:
    """A line that was tampered with: what stands before it is not done alone."""
    was = path.read_bytes()
    desk = Desk(GAME, path)
    entitled(desk, "One")
    entitled(desk, "Two")
    crashed(desk)
    kept = path.parent / history.NAME
    kept.write_bytes(kept.read_bytes().replace(b'"Two"', b'"Six"'))
    path.write_bytes(was)
    Desk(GAME, path).close()
    assert path.read_bytes() == was


def test_what_was_lost_on_a_full_disk_ends_what_can_be_undone(path: Path) -> None:
    desk = Desk(GAME, path)
    for title in ("One", "Two", "Three"):
        entitled(desk, title)
    desk.close()
    kept = path.parent / history.NAME
    one, _, three = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(one + three)
    desk = Desk(GAME, path)
    assert (desk.undo(), desk.plain(desk.scenario, ("title",))) == ("Retitle", "Two")
    assert desk.to_undo == ""
    desk.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
@pytest.mark.parametrize("what", ["link", "second name", "pipe", "endless"])
def test_a_history_that_is_a_link_or_no_plain_file_is_taken_away(path: Path, what: str) -> None:
    """A folder may come from anybody: nothing is read where it leads, and nothing is written there."""
    other, kept = path.parent.parent / "other.txt", b"somebody's words\n"
    other.write_bytes(kept)
    stranger = path.parent / history.NAME
    lay = {
        "link": lambda: stranger.symlink_to(other),
        "second name": lambda: stranger.hardlink_to(other),
        "pipe": lambda: os.mkfifo(stranger),
        "endless": lambda: stranger.symlink_to("/dev/zero"),
    }
    lay[what]()
    desk = Desk(GAME, path)
    entitled(desk, "One")
    desk.close()
    assert other.read_bytes() == kept
    assert stranger.is_file()
    assert not stranger.is_symlink()
    again = Desk(GAME, path)
    again.undo()
    title = again.documents[again.scenario].plain()["title"]
    assert title == "Mine"
    again.close()
