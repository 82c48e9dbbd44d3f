"""Every kind of file of every game, spoilt: no traceback, a file and a line, soon and within bounds."""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from grognard.app.cli import main
from grognard.app.finding import Unusable
from grognard.app.headless.files import _validate
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.saves import SaveError, SaveFile
from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import ScenarioError, registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.caserun import run_case
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.scenario.scenariofile import shipped
from tests.contract.spoiling import JUNK, spoilt
from tests.contract.test_contract import GAMES, bots, start

OWN = [name for name in GAMES if name != "fixture"]
CASES = Path(__file__).resolve().parent.parent / "cases"
WHOLE = (
    "the file is empty",
    "the file is longer",
    "the file cannot be read",
    "the scenario has no map",
)
"""Faults of a file as a whole: there is no line to name."""
SECONDS = 5
MEMORY = 400 * 1024
"""In kB: what reading all the files of a test may add to the memory of the program."""


def memory() -> int:
    """Return the most memory the program has ever taken, in kB; 0 where that is not told."""
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most


def placed(problems: Iterable[Problem], data: bytes) -> list[str]:
    """Return the problems that name no file, or no line although there is one."""
    return [
        str(one)
        for one in problems
        if not one.file
        or not one.message
        or len(str(one)) > 2000
        or (one.line < 1 and data and not one.message.startswith(WHOLE))
    ]


@cache
def shipped_files(game: str, kind: str) -> tuple[str, ...]:
    """Return the names of the shipped files of a kind, the smallest first."""
    folder = shipped(game).joinpath("" if kind == "scenario" else kind)
    found = {
        entry.name: len(entry.read_bytes())
        for entry in folder.iterdir()
        if entry.name.endswith(".yaml")
    }
    return tuple(sorted(found, key=lambda name: found[name]))


def opened(game: str, path: Path) -> None:
    """Load a scenario and stand before its first decision."""
    setup = registry[game].load(path, {})
    session = Session(registry[game], setup)
    registry[game].board(setup)
    for seat in setup.info.seats:
        session.view(seat.id)


def scenario(game: str, folder: Path, rng: Random) -> list[Problem]:
    """Spoil a scenario."""
    name = rng.choice(shipped_files(game, "scenario"))
    words = shipped(game).joinpath(name).read_text("utf-8")
    path = folder / name
    path.write_bytes(spoilt(words, rng))
    return _told(lambda: opened(game, path))


def part(kind: str) -> Callable[[str, Path, Random], list[Problem]]:
    """Spoil a map or order of battle beside a sound scenario that uses it."""

    def try_one(game: str, folder: Path, rng: Random) -> list[Problem]:
        name = rng.choice(shipped_files(game, kind))
        home = shipped(game)
        scenarios = shipped_files(game, "scenario")
        users = [
            one for one in scenarios if f"{kind}/{name}" in home.joinpath(one).read_text("utf-8")
        ]
        # What no scenario names is read with any: the tiles of a game, a face that nobody uses yet.
        user = rng.choice(users or scenarios)
        path = folder / user
        path.write_text(home.joinpath(user).read_text("utf-8"), "utf-8")
        spoiled = folder / kind / name
        spoiled.parent.mkdir(exist_ok=True)
        spoiled.write_bytes(spoilt(home.joinpath(kind, name).read_text("utf-8"), rng))
        found = _told(lambda: opened(game, path))
        return found + (_told(lambda: _validate(spoiled)) if kind == "maps" else [])

    return try_one


def case(game: str, folder: Path, rng: Random) -> list[Problem]:
    """Spoil a case."""
    short = sorted((CASES / game).rglob("*.yaml"), key=lambda path: (path.stat().st_size, path))
    source = rng.choice(short[:40])
    path = folder / source.name
    path.write_bytes(spoilt(source.read_text("utf-8"), rng))
    result = run_case(path)
    if not result.ok and not result.problems:
        return [Problem(result.file, result.line, 0, result.difference)]
    return list(result.problems)


def rules(game: str, folder: Path, rng: Random) -> list[Problem]:
    """Spoil the rulebook or its tables."""
    home = registry[game].data()
    wrong = rng.choice(["rules.yaml", "tables.yaml"])
    for name in ("rules.yaml", "tables.yaml"):
        words = home.joinpath(name).read_text("utf-8")
        data = spoilt(words, rng) if name == wrong else words.encode()
        (folder / name).write_bytes(data)
    return Rulebook.load(folder)[1]


def save(game: str, folder: Path, rng: Random) -> list[Problem]:
    """Spoil a save: its bytes, or what stands in a table of it."""
    path = folder / "game.grog"
    path.write_bytes(sound_save(game))
    if rng.random() < 0.5:
        data = bytearray(path.read_bytes())
        for _ in range(rng.choice([1, 5, 200])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data[: rng.choice([len(data), rng.randrange(len(data))])])
    else:
        with closing(sqlite3.connect(path)) as db, db:
            tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master")]
            names = [name for name in tables if not name.startswith("sqlite_")]
            table = rng.choice(names)
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            column = rng.choice(columns)
            old = [row[0] for row in db.execute(f"SELECT {column} FROM {table}")]
            one = rng.choice(old) if old else ""
            new = rng.choice([None, 2**62, -1, b"\0", spoilt(str(one) or "x", rng), *JUNK])
            with suppress(sqlite3.Error):
                db.execute(f"UPDATE {table} SET {column} = ?", (new,))
    try:
        loaded = load_save(path)
    except SaveError as wrong:
        return list(wrong.problems)
    if loaded.save is not None:
        loaded.save.close()
    return list(loaded.problems)


@cache
def sound_save(game: str) -> bytes:
    """Return the bytes of a save of a game just begun."""
    session = start(game)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.grog"
        kept = SaveFile.create(path, session.game, session.setup, session.seed, {})
        kept.follow(session)
        play(session, bots(session), limit=10)
        kept.close()
        return path.read_bytes()


def _told(read: Callable[[], None]) -> list[Problem]:
    try:
        read()
    except (ScenarioError, Unusable) as wrong:
        assert wrong.problems, "refused without a word"
        return list(wrong.problems)
    return []


KINDS: dict[str, Callable[[str, Path, Random], list[Problem]]] = {
    "scenario": scenario,
    "maps": part("maps"),
    "forces": part("forces"),
    "case": case,
    "rules": rules,
    "save": save,
}


LINES: tuple[tuple[str, ...], ...] = (
    ("list",),
    ("list", "--json"),
    ("rules", "gmt", "zoc"),
    ("rules", "columbia", "--coverage", "--json"),
    ("validate", "a.yaml", "b.yaml"),
    ("case", "a.yaml", "--json"),
    ("replay", "a.grog", "--verify"),
    ("render", "fixture/picket", "--seat", "red", "--size", "300x200", "-o", "a.png"),
    ("selfplay", "fixture/picket", "--games", "1", "--seed", "1", "--bot", "random,random"),
    ("selfplay", "fixture/picket", "--options", "fog=yes", "--save", "a", "--json"),
    ("bench", "--scenario", "none", "--games", "1"),
)
WORDS = ("", "-", "--", "--seat", "-1", "1e9", "x" * 5000, "..", "/", "\0", "a=b,,=", "=", ",", "é")


def mistyped(rng: Random) -> list[str]:
    """Return a command line with something wrong in it."""
    words = list(rng.choice(LINES))
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(1, len(words) + 1)
        words[at : at + rng.randint(0, 1)] = [rng.choice([*WORDS, *JUNK])]
    return words


def command(words: list[str], told: pytest.CaptureFixture[str]) -> int:
    """Give a command; return its exit code."""
    try:
        code = main(words)
    except SystemExit as over:
        code = int(over.code or 0)
    said = told.readouterr()
    assert code in (0, 1, 2)
    assert code == 0 or said.err.strip(), f"{words} is refused without a word"
    assert "Traceback" not in said.err
    return code


def commands(
    seeds: Iterable[int], told: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> int:
    """Give mistyped commands; return how many were refused."""
    refused = 0
    monkeypatch.setattr("grognard.app.board.render.render_png", lambda *_: None)
    for seed in seeds:
        words = mistyped(Random(f"words {seed}"))
        began = time.process_time()
        refused += command(words, told) > 0
        # A coverage runs all cases of its game, whatever else stands beside it.
        assert time.process_time() - began < SECONDS or "--coverage" in words, words
    return refused


def test_a_mistyped_command_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert commands(range(40), capsys, monkeypatch) > 20


@pytest.mark.soak
def test_many_mistyped_commands_are_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert commands(range(40, 400), capsys, monkeypatch) > 200


def spoil(game: str, kind: str, seeds: Iterable[int], folder: Path) -> int:
    """Read spoilt files; return how many of them had problems."""
    before, refused = memory(), 0
    for seed in seeds:
        home = folder / f"{kind}-{seed}"
        home.mkdir()
        began = time.process_time()
        try:
            problems = KINDS[kind](game, home, Random(f"{game} {kind} {seed}"))
        except Exception as wrong:
            wrong.add_note(f"{game} {kind} {seed}: {[*home.rglob('*.yaml')]}")
            raise
        took = time.process_time() - began
        assert took < SECONDS, f"{game} {kind} {seed} took {took:.1f} s"
        # A save has no lines.
        data = b"".join(path.read_bytes() for path in home.rglob("*.yaml"))
        assert placed(problems, data) == [], f"{game} {kind} {seed}"
        refused += bool(problems)
    assert memory() - before < MEMORY
    return refused


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", OWN)
def test_a_spoilt_file_is_refused_with_its_line(game: str, kind: str, tmp_path: Path) -> None:
    assert spoil(game, kind, range(10), tmp_path) > 3


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", OWN)
def test_many_spoilt_files_are_refused_with_their_lines(
    game: str, kind: str, tmp_path: Path
) -> None:
    assert spoil(game, kind, range(10, 130), tmp_path) > 40
