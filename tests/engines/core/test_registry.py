"""Games are found through entry points: a new game is a package, not a patch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import HANG, ROOT, environment


def found(extra: Path, statement: str = "pass") -> str:
    """Return the ids of the installed games as a new process finds them."""
    script = (
        f"import sys; sys.path.append({str(extra)!r}); {statement}; "
        "from grognard.engines.core.play.game import registry; print(*registry.games())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )
    return done.stdout.strip() or done.stderr


def test_a_package_with_an_entry_point_is_a_game(tmp_path: Path) -> None:
    before = found(tmp_path).split()
    assert "fixture" in before
    info = tmp_path / "another-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: another\nVersion: 2.0\n")
    (info / "entry_points.txt").write_text("[grognard.games]\nzouave = tests.fixture_game:game\n")
    assert found(tmp_path).split() == [*before, "zouave"]


@pytest.mark.parametrize("module", ["tests.fixture_game.game"])
def test_importing_an_engine_first_changes_nothing(tmp_path: Path, module: str) -> None:
    assert found(tmp_path, f"import {module}") == found(tmp_path)
