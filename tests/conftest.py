"""What all tests share: the fixture game is installed by putting its dist-info on the path."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from shutil import disk_usage

import pytest
from hypothesis import HealthCheck, settings

from grognard.engines.core.play.game import Game, registry
from grognard.engines.core.play.session import Session
from tests.fixture_game.state import Setup, State

ROOT = Path(__file__).resolve().parent.parent
HANG = 1800
"""In seconds: a guard against a process that never ends; how long one takes fails no test."""
INSTALLED = ROOT / "tests" / "fixture_game" / "installed"
KEPT_APART = {
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPYCACHEPREFIX": str(ROOT / ".pytest_cache" / "compiled"),
}
if sys.dont_write_bytecode:
    # Where nothing may be written beside the code, this process and those it starts keep elsewhere
    # what they have compiled: to explain what is asserted takes the longest of all that is.
    os.environ.update(KEPT_APART)
    sys.dont_write_bytecode, sys.pycache_prefix = False, KEPT_APART["PYTHONPYCACHEPREFIX"]
MEMORY, ROOMY = Path("/dev/shm"), 4 << 30  # noqa: S108 - pytest makes a folder there for this user alone
if os.access(MEMORY, os.W_OK) and disk_usage(MEMORY).free > ROOMY:
    # A fifth of what a test of the window takes is the disk, which is to keep nothing of it.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
sys.path.insert(0, str(INSTALLED))
os.environ["LANGUAGE"] = "en"  # whatever the system speaks on which they run

# So much is kept in the course of a run that looking for rubbish among it took a twentieth of it.
gc.set_threshold(20_000, 20, 40)

SOAK = "soak"


def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> list[pytest.Item] | None:
    """Make no items of what is left out as a whole: of soaks there are more than of all else."""
    left_out = collector.config.option.markexpr == f"not {SOAK}"
    marks = getattr(obj, "pytestmark", ()) if left_out else ()
    return [] if any(mark.name == SOAK for mark in marks) else None


def pytest_collection_finish(session: pytest.Session) -> None:
    """What a run is made of stays to its end: whoever collects rubbish need not look through it.

    Twelve thousand tests are a million objects; every table that is left has the collector run.
    """
    gc.collect()
    gc.freeze()


# A busy machine is no failure, and a run that failed must fail again.
settings.register_profile(
    "steady",
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a subprocess in which the fixture game is installed too."""
    paths = os.pathsep.join([str(ROOT), str(INSTALLED)])
    return {**os.environ, "PYTHONPATH": paths, **more}


def grognard(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "grognard.app.cli", *words],
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )


@pytest.fixture(scope="session")
def picket() -> Game[Setup, State]:
    """The fixture game."""
    return registry["fixture"]


@pytest.fixture(scope="session")
def setup(picket: Game[Setup, State]) -> Setup:
    """Its one scenario."""
    loaded = picket.load(Path(picket.scenarios()[0].path), {})
    assert isinstance(loaded, Setup)
    return loaded


@pytest.fixture
def session(picket: Game[Setup, State], setup: Setup) -> Session:
    """A new game of it."""
    return Session(picket, setup, "1")


@pytest.fixture(autouse=True)
def ids_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """No window has been opened yet: rules are called by their ids, as on a command line."""
    monkeypatch.setattr("grognard.engines.core.data.text._cited", [str])
