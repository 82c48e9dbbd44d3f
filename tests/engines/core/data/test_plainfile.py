"""Only plain files are read, and no more of them than is wanted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grognard.app.cli import main
from grognard.engines.core.data.plainfile import read_plain
from grognard.engines.core.data.yamlio import load_file
from grognard.engines.core.keep.saves import SaveError, summary
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.scenario.document import Document

ZERO = Path("/dev/zero")
posix = pytest.mark.skipif(not ZERO.exists(), reason="there are no such files here")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A pipe that nobody writes to: who reads it waits without end."""
    path = tmp_path / "pipe.yaml"
    os.mkfifo(path)
    return path


def test_a_plain_file_is_read_up_to_the_bound_and_one_byte(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"0123456789")
    assert read_plain(path, 20) == b"0123456789"
    assert read_plain(path, 4) == b"01234"


@posix
def test_what_never_ends_is_not_read(pipe: Path, tmp_path: Path) -> None:
    for path in (ZERO, pipe, tmp_path):
        with pytest.raises(OSError, match="it is (no plain file|a folder)"):
            read_plain(path, 10)
        node, problems = load_file(path)
        assert node is None
        assert "the file cannot be read: it is" in str(problems[0])
        with pytest.raises(ScenarioError, match="the file cannot be read: it is"):
            Document.open(path)
        with pytest.raises(SaveError):
            summary(path)


@posix
def test_a_link_to_a_plain_file_is_one_and_a_link_to_a_pipe_is_none(
    pipe: Path, tmp_path: Path
) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    path.write_bytes(b"x")
    link.symlink_to(path)
    assert read_plain(link, 9) == b"x"
    link.unlink()
    link.symlink_to(pipe)
    with pytest.raises(OSError, match="no plain file"):
        read_plain(link, 9)


@posix
@pytest.mark.parametrize("command", ["validate", "case", "bundle", "render", "replay"])
def test_no_command_waits_for_what_never_ends(command: str, pipe: Path, tmp_path: Path) -> None:
    zero = tmp_path / "zero.yaml"
    zero.symlink_to(ZERO)
    more = {
        "bundle": ["--info"],
        "render": ["--seat", "french", "-o", str(tmp_path / "a.png")],
        "replay": ["--verify"],
    }
    for path in (pipe, zero):
        assert main([command, str(path), *more.get(command, [])]) == 1
