"""The window, the odds and the computer players ask at once; all hear what one alone would hear."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from threading import Barrier
from types import FrameType
from typing import Any

import pytest

from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choices
from tests.conftest import ROOT
from tests.contract.leaks import channels
from tests.contract.test_contract import GAMES, bots, load, start
from tests.contract.untouched import fingerprint

Key = tuple[Any, ...]
ENGINES = str(ROOT / "engines")
THREADS = 3
EVERY = 20
NAP = 1e-6
"""In seconds: the shortest sleep gives the others a turn."""
OFTEN = 1e-6
"""In seconds: after so long another thread has its turn, 5,000 times as often as usual."""


@contextmanager
def switching() -> Iterator[None]:
    """Let the threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(OFTEN)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def hesitating(every: int) -> Callable[[FrameType, str, Any], None]:
    """Return a hook that lets the others go on in the middle of what a thread works out.

    At so many calls of the engines the thread sleeps: whoever has published what is not complete
    is then found out by those who ask the same at the same time.
    """
    calls = 0

    def hook(frame: FrameType, event: str, _what: Any) -> None:
        nonlocal calls
        if event != "call" or not frame.f_code.co_filename.startswith(ENGINES):
            return
        calls += 1
        # In a Memo the lock is held: there the others could only wait.
        if calls % every == 0 and not frame.f_code.co_filename.endswith("memo.py"):
            time.sleep(NAP)

    return hook


def positions(session: Session, count: int, apart: int) -> list[Session]:
    """Play on and return the game as it stood now and then."""
    players = bots(session, session.seed)
    found: list[Session] = []
    last = 0
    while session.ask is not None and len(found) < count:
        play(session, players, limit=1)
        rested = session.ask is not None and session.ask.resting
        if rested and len(session.choices) >= last + apart:
            last = len(session.choices)
            found.append(session.fork())
    return found


def anew(game: AnyGame, setup: Any, shown: Session) -> Session:
    """Return the same position of a set-up about which nothing has been asked yet."""
    twin = Session(game, setup, shown.seed)
    counts = shown.table.dice.counts
    rows, log, marks = shown.choices, shown.table.entries, shown.marks
    twin.resume_at(len(rows), shown.table.state, counts, rows, log, marks)
    return twin


def answers(
    shown: list[Session],
    order: Random,
    *,
    players: bool,
    before: Callable[[], object] = lambda: None,
) -> dict[Key, str]:
    """Ask everything about every position, in an order of its own; return what is said.

    `before` is called before each question.
    """
    questions = [
        (number, seat.id, name)
        for number, one in enumerate(shown)
        for seat in one.setup.info.seats
        for name in channels(seat.id, "", bots=players)
    ]
    order.shuffle(questions)
    found: dict[Key, str] = {}
    for number, seat, name in questions:
        ask = channels(seat, f"{number}", bots=players)[name]
        # The view and the questions are put to the one game all see; a computer player has its own.
        one = shown[number].fork() if name in ("bots", "imagined") else shown[number]
        before()
        found[number, seat, name] = repr(ask(one))
    return found


def compared(name: str, number: int, seed: str, count: int, apart: int, *, players: bool) -> int:
    """Compare what three threads are told with what one is told; return the number of answers."""
    game, setups = load(name)
    text, options = setups[number].text, dict(setups[number].options)
    shown = positions(start(name, seed, number), count, apart)
    alone_in = game.load(text, options)
    alone = answers([anew(game, alone_in, one) for one in shown], Random(seed), players=players)
    fresh = game.load(text, options)
    stood = [anew(game, fresh, one) for one in shown]
    with switching(), ThreadPoolExecutor(THREADS) as pool:
        asked = [
            pool.submit(answers, stood, Random(f"{seed} {thread}"), players=players)
            for thread in range(THREADS)
        ]
        told = [each.result() for each in asked]
    return same(told, alone)


def same(told: list[dict[Key, str]], alone: dict[Key, str]) -> int:
    """Hold what threads were told against what one alone is told; return the number of answers."""
    for each in told:
        assert {key: (said, alone[key]) for key, said in each.items() if said != alone[key]} == {}
    return sum(map(len, told))


def together(stood: list[Session], seed: str) -> list[dict[Key, str]]:
    """Let three threads ask the same at the same time, each with rests at other moments."""
    gate = Barrier(THREADS)

    def one(thread: int) -> dict[Key, str]:
        sys.setprofile(hesitating(EVERY + thread))
        try:
            return answers(stood, Random(seed), players=False, before=gate.wait)
        except BaseException:
            gate.abort()  # or the others would wait for ever
            raise
        finally:
            sys.setprofile(None)

    with ThreadPoolExecutor(THREADS) as pool:
        return [each.result() for each in [pool.submit(one, n) for n in range(THREADS)]]


def in_step(name: str, seed: str, limit: int) -> int:
    """Put each question to three threads at the same moment, of set-ups nobody has asked about."""
    game, setups = load(name)
    text, options = setups[0].text, dict(setups[0].options)
    told = 0
    for shown in kinds_met(name, seed, limit):
        alone_in, fresh = game.load(text, options), game.load(text, options)
        alone = answers([anew(game, alone_in, shown)], Random(seed), players=False)
        stood = [anew(game, fresh, shown)]
        told += same(together(stood, seed), alone)
    return told


def kinds_met(name: str, seed: str, limit: int) -> list[Session]:
    """Play on and return the game as it stood when each kind of question first came."""
    session = start(name, seed)
    players = bots(session, seed)
    found: dict[str, Session] = {}
    while session.ask is not None and len(session.choices) < limit:
        if session.ask.resting and session.ask.kind not in found:
            found[session.ask.kind] = session.fork()
        play(session, players, limit=1)
    return list(found.values())


@pytest.mark.parametrize("name", GAMES)
def test_three_threads_hear_what_one_would(name: str) -> None:
    assert compared(name, 0, "threads", 2, 12, players=False) > 50


@pytest.mark.parametrize("name", GAMES)
def test_who_asks_the_same_at_the_same_moment_hears_the_same(name: str) -> None:
    assert in_step(name, "step", 10) > 20


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", ["0", "1"])
def test_three_threads_hear_what_one_would_in_whole_games(name: str, seed: str) -> None:
    """Every scenario; some twenty positions of each, everything a seat can ask, three times over."""
    asked = 0
    for number, setup in enumerate(load(name)[1]):
        start = time.monotonic()
        told = compared(name, number, seed, 20, 15, players=True)
        spent = time.monotonic() - start
        sys.stderr.write(f"{name}/{setup.info.id}: {told} answers in {spent:.0f} s\n")
        asked += told
    assert asked > 40


@pytest.mark.parametrize("name", GAMES)
def test_a_set_up_never_changes(name: str) -> None:
    session = start(name, "still")
    for one in session.setup.__dataclass_fields__:
        with pytest.raises(AttributeError):
            setattr(session.setup, one, None)
    before = fingerprint(session.setup)
    play(session, bots(session))
    assert session.verdict is not None
    shown = session.fork()
    for seat in session.setup.info.seats:
        for ask in channels(seat.id, "still", bots=False).values():
            ask(shown)
    assert fingerprint(session.setup) == before


# -- what makes it so: all that is kept is kept whole, and by a Memo ----------------------------


def asked_about(name: str, limit: int) -> None:
    """Play a new set-up and ask everything about it now and then, as if nothing were kept of it."""
    game, setups = load(name)
    session = Session(game, game.load(setups[0].text, dict(setups[0].options)), "kept")
    players = bots(session, "kept")
    while session.ask is not None and len(session.choices) < limit:
        if len(session.choices) % 8 == 0:
            answers([session.fork()], Random("kept"), players=False)
        play(session, players, limit=1)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_kept_is_complete_and_never_changes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[tuple[object, object, str]] = []
    keep = Memo.keep

    def noted(memo: Memo[Any], key: Any, answer: Any) -> Any:
        if isinstance(answer, CHANGING):
            kept.append((key[1:], answer, repr(answer)))
        return keep(memo, key, answer)

    monkeypatch.setattr(Memo, "keep", noted)
    asked_about(name, 24)
    assert [(key, then, answer) for key, answer, then in kept if repr(answer) != then] == []


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_kept_but_by_a_memo(name: str) -> None:
    asked_about(name, 24)  # whatever is imported late, or read from a file, is there now
    before = {where: marks(thing) for where, thing in shared(name)}
    asked_about(name, 24)
    after = {where: marks(thing) for where, thing in shared(name)}
    assert {where for where in after if after[where] != before.get(where)} == set()


PREPARING = re.compile(r"\b(prepare|prepared|prep|contains_xy|intersects_xy)\(")
"""What prepares a shape: the last two do so unasked."""


def test_no_shape_of_the_engines_is_prepared() -> None:
    found = [
        f"{path}: {line.strip()}"
        for path in sorted((ROOT / "engines").rglob("*.py"))
        for line in path.read_text().splitlines()
        if PREPARING.search(line) and ("shapely" in line or ".prep" in line)
    ]
    assert found == []


SHARED_BASES = """
from random import Random
from threading import Barrier, Thread
from grognard.engines.core.board.tabletop import Base, Bases, Pose
rng = Random(1)
def stand():
    return Base(Pose.of(rng.uniform(0, 8), rng.uniform(0, 8), rng.uniform(0, 360)), 4.0, 2.0)
others, base, told = Bases(stand() for _ in range(3000)), stand(), []
alone, gate = Bases(others.items).overlapping(base).tolist(), Barrier(3)
def ask():
    gate.wait()
    told.extend(others.overlapping(base).tolist() for _ in range(20))
threads = [Thread(target=ask) for _ in range(3)]
for one in threads: one.start()
for one in threads: one.join()
assert len(told) == 60 and all(one == alone for one in told)
"""


def test_bases_are_asked_by_three_threads_at_once() -> None:
    # In a process of its own: with prepared polygons it did not answer wrongly, it crashed.
    subprocess.run([sys.executable, "-c", SHARED_BASES], cwd=ROOT, check=True)


def test_choices_keep_what_they_find_in_one_step() -> None:
    """Whoever sees the first of two attributes set takes the second for found, too."""
    choosing = {
        kind for kind in kinds_of(Choices) if kind.__module__.startswith("grognard.engines")
    }
    assert len(choosing) > 50
    found = [
        f"{kind.__module__}.{kind.__name__}.{method.name}: {', '.join(sorted(own))}"
        for name in sorted({kind.__module__ for kind in choosing})
        for node in ast.parse(inspect.getsource(sys.modules[name])).body
        for kind in choosing
        if isinstance(node, ast.ClassDef) and (name, node.name) == (kind.__module__, kind.__name__)
        for method in node.body
        if isinstance(method, ast.FunctionDef) and method.name != "__init__"
        if len(own := set(own_attributes(method))) > 1
    ]
    assert found == []


def own_attributes(method: ast.FunctionDef) -> Iterator[str]:
    """Give the attributes of its own that a method sets."""
    for node in ast.walk(method):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if isinstance(node.value, ast.Name) and node.value.id == "self":
                yield node.attr


def kinds_of(kind: type[Any]) -> Iterator[type[Any]]:
    """Give a class and all that derive from it."""
    yield kind
    for below in kind.__subclasses__():
        yield from kinds_of(below)


CHANGING = (dict, list, set)


def shared(name: str) -> Iterator[tuple[str, Any]]:
    """Give all that could be changed in the modules of a game, or in what their functions enclose."""
    for module in [*sys.modules.values()]:
        if module.__name__.startswith(("grognard.engines.core", f"grognard.engines.{name}")):
            for word, thing in vars(module).items():
                where = f"{module.__name__}.{word}"
                if isinstance(thing, CHANGING) and not word.startswith("__"):
                    yield where, thing
                for number, cell in enumerate(getattr(thing, "__closure__", None) or ()):
                    if isinstance(cell.cell_contents, CHANGING):
                        yield f"{where} {number}", cell.cell_contents


def marks(thing: Any) -> list[tuple[int, ...]]:
    """Tell a container from what it was before."""
    items = thing.items() if isinstance(thing, dict) else zip(thing, thing, strict=True)
    return sorted((id(key), id(value)) for key, value in items)
