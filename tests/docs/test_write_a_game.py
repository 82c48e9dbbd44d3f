"""docs/write-a-game.md, typed in word for word, gives a game that plays, hides, saves and opens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.board.theme import load_theme
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.play.game import AnyGame, Registry, registry
from grognard.engines.core.play.session import Session
from tests.app.table.blocks import Hand, window
from tests.conftest import HANG, ROOT, environment

GUIDE = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
FILES: dict[str, str] = dict(
    re.findall(r"^`(\S+)`\n\n```\w+\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
)
COMMANDS = re.findall(r"^    grognard (.*)$", GUIDE, re.MULTILINE)

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the guide, installed as `pip install -e .` does it."""
    folder = tmp_path_factory.mktemp("guide")
    for name, body in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, "utf-8")
    told = tomllib.loads(FILES["pyproject.toml"])["project"]
    info = folder / "grognard_mill-1.0.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n"
    (info / "METADATA").write_text(metadata, "utf-8")
    points = [f"{name} = {at}" for name, at in told["entry-points"]["grognard.games"].items()]
    entries = "\n".join(["[grognard.games]", *points])
    (info / "entry_points.txt").write_text(f"{entries}\n", "utf-8")
    return folder


@pytest.fixture(scope="module")
def told(project: Path) -> dict[str, str]:
    """What the guide's commands say, all but the one that opens the window; each succeeds."""
    path = os.pathsep.join([str(ROOT), str(project)])
    said: dict[str, str] = {}
    for line in COMMANDS:
        command, *words = line.split()
        if command == "play":
            continue
        done = subprocess.run(
            [sys.executable, "-m", "grognard.app.cli", command, *words],
            cwd=project,
            env=environment(PYTHONPATH=path),
            capture_output=True,
            text=True,
            timeout=HANG,
            check=False,
        )
        assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
        said[command] = done.stdout
    return said


@pytest.fixture
def mill(project: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """The game of the guide, found by this process too."""
    monkeypatch.syspath_prepend(str(project))
    monkeypatch.setattr(registry, "_installed", Registry().games())
    load_theme.cache_clear()
    yield registry["mill"]
    load_theme.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "mill"]:
        del sys.modules[name]


@pytest.fixture
def session(mill: AnyGame) -> Session:
    return Session(mill, mill.load(Path(mill.scenarios()[0].path), {}), "1")


def test_the_guide_is_complete() -> None:
    assert {"list", "validate", "case", "selfplay", "replay", "render", "play"} == {
        line.split()[0] for line in COMMANDS
    }
    assert {Path(name).suffix for name in FILES} == {".py", ".toml", ".yaml"}


def test_the_program_lists_it(told: dict[str, str]) -> None:
    assert "mill/mill: The mill by the stream (north, south; 6 turns)" in told["list"]


def test_its_case_holds(told: dict[str, str]) -> None:
    assert told["case"] == "ok guard-over-the-stream (1 run)\n"


def test_games_are_played_to_their_end(told: dict[str, str]) -> None:
    winners = re.findall(r"^mill/mill seed \d+: (\w+) \(", told["selfplay"], re.MULTILINE)
    assert len(winners) == 20
    assert {*winners} == {"north", "south", "draw"}
    assert "violation" not in told["selfplay"]


def test_a_save_is_verified_and_loaded(told: dict[str, str], project: Path, mill: AnyGame) -> None:
    assert "replay" in told
    loaded = load_save(project / "saves" / "mill-mill-1.grognard", read_only=True)
    assert loaded.session.verdict is not None
    assert list(loaded.problems) == []


def test_the_enemys_blocks_are_blanks(session: Session) -> None:
    seen = {seat: session.view(seat).pieces for seat in ("north", "south", None)}
    for seat in ("north", "south"):
        kinds = {piece.symbol for piece in seen[seat] if piece.side != seat}
        assert kinds == {"blank"}
        own = {piece.symbol for piece in seen[seat] if piece.side == seat}
        assert own == {"guard", "line", "decoy"}
    assert all(piece.hidden for piece in seen[None])


def test_it_is_drawn_with_its_theme(told: dict[str, str], project: Path, mill: AnyGame) -> None:
    assert "render" in told
    assert QImage(str(project / "mill.png")).width() > 0
    assert load_theme("mill").get("symbols.guard") == "symbols/guard_infantry.svg"


def test_every_rule_that_is_named_is_in_the_rulebook(session: Session) -> None:
    named = {rule for name, body in FILES.items() for rule in re.findall(r'"(M\.[\w.]+)"', body)}
    assert named <= set(re.findall(r"id: (M\.[\w.]+)", FILES["mill/rules.yaml"]))


def test_the_window_opens_it_and_a_second_click_marches(
    session: Session,
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    monkeypatch.setattr("grognard.app.library.thumbnails.Thumbnails.want", lambda *_: None)
    with window(qapp, tmp_path, monkeypatch) as made:
        made.games = dict(registry.games())
        hand = Hand(made, session, qtbot)
        hand.sit()
        hand.click_block("n-1")
        hand.click_area("mill")
        assert not session.choices  # the first click marks
        hand.click_area("mill")
        assert session.choices[-1].choice == {"piece": "n-1", "at": "mill"}
        assert session.ask.seat == "south"
        hand.sit()
        assert hand.place_of("north-mill-1") == "mill"
