"""A picture that does not fit on the disk is not told as written."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.app.cli import main

FULL = Path("/dev/full")
"""Every write to it fails as on a full disk."""


@pytest.mark.skipif(not FULL.exists(), reason="there is no such file here")
@pytest.mark.parametrize("command", ["render", "print"])
def test_a_picture_that_cannot_be_written_is_told(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "a.png"
    target.symlink_to(FULL)
    how = {
        "render": ["--seat", "french", "--size", "120x90", "-o", str(target)],
        "print": ["--map", str(target), "--dpi", "50"],
    }
    assert main([command, "gmt/charge", *how[command]]) == 1
    assert "No space left" in capsys.readouterr().err
