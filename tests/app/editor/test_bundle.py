"""A scenario in one file: what goes in comes out, and whatever else is in one is refused."""

from __future__ import annotations

import io
import random
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from grognard.app.cli import main
from grognard.app.editor import bundle, own, shelf
from grognard.app.editor.window.preview import preview
from grognard.app.library.facts import facts_of
from grognard.engines.core.keep.saves import state_hash
from grognard.engines.core.play.game import ScenarioError, registry
from tests.app.editor.broken import png

GAMES = registry.games()
GAME = GAMES["gmt"]
SCENARIO = b"scenario: x\ngame: gmt\ntitle: X\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    return tmp_path


def zipped(path: Path, files: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            out.writestr(name, data)
    return path


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*") if f.is_file()}


def hash_of(path: Path) -> str:
    setup = GAME.load(path, {})
    return state_hash(GAME, GAME.initial(setup, "1"))


def test_what_goes_in_comes_out(home: Path) -> None:
    path = shelf.copy_of(GAME, GAME.scenarios()[0], "Sent")
    bundle.pack(path, home / "sent.battle")
    back = bundle.unpack(home / "sent.battle", GAMES)
    assert back.parent != path.parent
    assert files_of(back.parent) == files_of(path.parent)
    assert preview(GAME, back).problems == ()
    assert hash_of(back) == hash_of(path)


@pytest.mark.parametrize(
    "files",
    [
        {"../scenario.yaml": SCENARIO},
        {"/etc/passwd": b"x", "scenario.yaml": SCENARIO},
        {"scenario.yaml": SCENARIO, "maps/../../x.yaml": b"a: b"},
        {"scenario.yaml": SCENARIO, "run.py": b"print()"},
        {"maps/map.yaml": b"a: b"},
        {"scenario.yaml": b"game: chess\n"},
        {"scenario.yaml": b"\xff\xfe"},
        {"scenario.yaml": b"[" * 5000},
        {"scenario.yaml": SCENARIO, "pictures/tracing.png": b"\0" * (bundle.MOST_OF_ONE + 1)},
        {"scenario.yaml": SCENARIO, **{f"maps/m{n}.yaml": b"a: b" for n in range(80)}},
    ],
)
def test_what_is_no_part_of_a_scenario_is_refused(home: Path, files: dict[str, bytes]) -> None:
    with pytest.raises(ScenarioError):
        bundle.unpack(zipped(home / "bad.battle", files), GAMES)
    assert [f.name for f in home.rglob("*") if f.is_file()] == ["bad.battle"]


@pytest.mark.parametrize("count", [40, pytest.param(300, marks=pytest.mark.soak)])
def test_broken_bundles_are_refused_or_harmless(count: int, home: Path) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("scenario.yaml", SCENARIO * 3 + b"#" * 300)
    chance = random.Random(1)
    for _ in range(count):
        data = bytearray(whole.getvalue())
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        (home / "bad.battle").write_bytes(data[: chance.randint(1, len(data))])
        with pytest.raises(ScenarioError):
            bundle.unpack(home / "bad.battle", GAMES)
    assert not own.folder().exists()


@pytest.mark.parametrize(
    "name", [g if g == "eagle" else pytest.param(g, marks=pytest.mark.soak) for g in GAMES]
)
def test_a_scenario_is_bundled_and_checked_by_commands(home: Path, name: str) -> None:
    game, target = GAMES[name], home / "sent.battle"
    info = game.scenarios()[0]
    assert main(["bundle", info.path, "-o", str(target)]) == 0
    assert main(["validate", str(target)]) == 0
    with bundle.glimpsed(target, GAMES) as path:
        setups = [game.load(p, {}) for p in (path, Path(info.path))]
        assert len({state_hash(game, game.initial(setup, "1")) for setup in setups}) == 1
    assert not own.folder().exists()


ELSEWHERE = """
import sys
from pathlib import Path
from grognard.app.editor.bundle import unpack
from grognard.engines.core.keep.saves import state_hash
from grognard.engines.core.play.game import registry
path = unpack(Path(sys.argv[2]), registry.games())
game = registry[sys.argv[1]]
print(state_hash(game, game.initial(game.load(path, {}), "1")))
print(*sorted(f.relative_to(path.parent).as_posix() for f in path.parent.rglob("*") if f.is_file()))
"""


@pytest.mark.parametrize(
    "name",
    [
        g if g == "gmt" else pytest.param(g, marks=pytest.mark.soak)
        for g in GAMES
        if g != "fixture"  # another process has not heard of it
    ],
)
def test_another_process_opens_the_same(
    home: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The set-up has the same hash there, and the picture that the map was traced from is there, too."""
    game = GAMES[name]
    path = shelf.copy_of(game, game.scenarios()[0], "Sent")
    pictures = path.parent / "pictures"
    pictures.mkdir()
    (pictures / "tracing.png").write_bytes(png(40, 30))
    (pictures / "tracing.json").write_text('{"picture": "tracing.png", "x": 1}', "utf-8")
    bundle.pack(path, home / "sent.battle")
    monkeypatch.setenv("GROGNARD_HOME", str(home / "there"))
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, name, str(home / "sent.battle")],
        capture_output=True,
        text=True,
        check=True,
    )
    told, files = done.stdout.splitlines()
    assert told == state_hash(game, game.initial(game.load(path, {}), "1"))
    assert files.split() == sorted(files_of(path.parent))


def test_a_fault_in_a_bundle_names_its_file(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = zipped(home / "broken.battle", {"scenario.yaml": SCENARIO})
    assert main(["validate", str(broken)]) == 1
    assert "broken.battle: scenario.yaml:1" in capsys.readouterr().err


def test_a_bundle_tells_who_made_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = (
        SCENARIO + b"author: A. Smith\nlicence: CC BY 4.0\nversion: '1.2'\nnotes: Mind the  ford.\n"
    )
    file = zipped(home / "x.battle", {"scenario.yaml": said})
    assert main(["bundle", "--info", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "X"
    assert {
        "Author: A. Smith",
        "Licence: CC BY 4.0",
        "Version: 1.2",
        "Notes: Mind the ford.",
        "1 file",
    } <= {*lines}


def test_what_is_no_bundle_tells_nothing(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "x.battle").write_bytes(b"no zip")
    assert main(["bundle", "--info", str(home / "x.battle")]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "this bundle cannot be used" in told.err


def test_the_library_names_the_author() -> None:
    info = replace(next(iter(GAME.scenarios())), author="A. Smith")
    assert "by A. Smith" in facts_of(GAME, info)
