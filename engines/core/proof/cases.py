"""Cases, the executable specification: a position, scripted dice, choices, and what comes of them.

The format is fixed (see README of the tests). This module reads a case file; `caserun` plays it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, TypedDict

from engines.core.data.problems import Problem
from engines.core.data.schema import Anything, Int, ListOf, MapOf, OneOf, Record, Source, Str
from engines.core.data.yamlio import MapNode, Node, Plain, Problems, load_file
from engines.core.play.game import AnyGame, ScenarioError, registry
from engines.core.play.setups import AnySetup
from engines.core.show.asks import Choice

MAX_RUNS = 500
HOLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")

WORD = Str(max_length=200)
MAPPING = MapOf(WORD, Anything())
CHOICE = OneOf(WORD, MAPPING)
WORDS = ListOf(WORD, single=True)
NUMBER = Str(pattern=r"-?[0-9]{1,9}(\.[0-9]{1,9})?|\$\{[a-z_]+\}", wanted="a number")

STEPS: tuple[Record, ...] = (
    Record({"seat": WORD, "choose": CHOICE, "refused": WORD}, {"ask": WORD}),
    Record({"seat": WORD, "not_offered": CHOICE}, {"refused": WORD, "ask": WORD}),
    Record({"seat": WORD, "choose": CHOICE}, {"ask": WORD, "offers": Anything(), "exactly": WORD}),
    Record({"seat": WORD, "ask": WORD, "offers": Anything()}, {"exactly": WORD, "choose": CHOICE}),
    Record({"seat": WORD, "ask": WORD}),
    Record({"inquire": MAPPING, "seat": WORD, "answer": MAPPING}),
    Record(
        {"roll": WORD},
        {
            "total": NUMBER,
            "natural": NUMBER,
            "result": WORD,
            "target": NUMBER,
            "seat": WORD,
            "subject": WORD,
            "rule": WORD,
            "modifiers": ListOf(ListOf(WORD, 2, 2)),
        },
    ),
    Record({"shortfall": WORD}, {"where": WORD}),
    Record({"view": WORD, "hides": Record({"unit": WORD}, {"field": WORD})}),
    Record({"view": WORD, "shows": Record({"unit": WORD}, {"field": WORD})}),
    Record({"no_ask": WORD}),
    Record({"undo": Int(1, 1000)}),
)

EXPECT = Record(
    optional={
        "units": MapOf(WORD, MAPPING),
        "pending": OneOf(Str(choices=("null",)), Record(optional={"seat": WORD, "ask": WORD})),
        "verdict": OneOf(
            Str(choices=("null",)),
            Record(optional={"winner": WORD, "level": WORD, "rule": WORD, "points": MAPPING}),
        ),
    }
)

CASE = Record(
    required={"game": WORD, "case": WORD},
    optional={
        "note": Str(empty=True),
        "rules": WORDS,
        "scenario": WORD,
        "board": MAPPING,
        "options": MapOf(WORD, WORD),
        "vary": MapOf(WORD, ListOf(WORD, 1)),
        "set": MAPPING,
        "dice": ListOf(NUMBER),
        "draws": ListOf(WORD),
        "steps": ListOf(Anything(OneOf(*STEPS))),
        "expect": EXPECT,
    },
)


class CaseStep(TypedDict, total=False):
    """A step of a case, as one of STEPS reads it."""

    seat: str
    ask: str
    choose: Choice
    not_offered: Choice
    refused: str
    offers: Choice
    exactly: str
    inquire: Mapping[str, object]
    answer: Mapping[str, object]
    roll: str
    total: str
    natural: str
    result: str
    target: str
    subject: str
    rule: str
    modifiers: list[list[str]]
    shortfall: str
    where: str
    view: str
    hides: Mapping[str, str]
    shows: Mapping[str, str]
    no_ask: str
    undo: int


@dataclass(frozen=True, slots=True)
class Case:
    """One case file as read; `source` leads from each part back to its line."""

    path: Path
    data: Mapping[str, Any]
    source: Source

    @property
    def name(self) -> str:
        """The case's own name."""
        return str(self.data["case"])

    def line(self, *place: str | int) -> int:
        """Return the line of a part of the case."""
        return self.source.locate(place)[0]

    def variants(self) -> Iterator[dict[str, str]]:
        """Give the values of `vary` for each run."""
        vary: Mapping[str, list[str]] = self.data.get("vary", {})
        for values in product(*vary.values()):
            yield dict(zip(vary, values, strict=True))


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of a case: the first difference in words, and the rules the engine spoke of."""

    file: str
    case: str
    game: str
    ok: bool
    line: int = 0
    difference: str = ""
    runs: int = 0
    rules: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()
    values: dict[str, str] = field(default_factory=dict)


def read_case(path: Path) -> Case:
    """Read a case file.

    Raises:
        ScenarioError: with every error in it at once.
    """
    node, problems = load_file(path)
    data = CASE.read(node, problems, "the case") if node is not None else None
    if isinstance(node, MapNode):
        _check_steps(node, problems)
        _check_whole(node, data or {}, problems)
    if problems or node is None or data is None:
        raise ScenarioError(list(problems))
    data.setdefault("steps", [])
    return Case(path, data, Source(node))


def _check_steps(node: MapNode, problems: Problems) -> None:
    steps = node.entries.get("steps")
    for step in getattr(steps, "items", []):
        if not isinstance(step, MapNode):
            problems.at(step, "a step must be a mapping")
            continue
        form = _form_of(step)
        if form is None:
            first = next(iter(step.keys.values()), step)
            mend = "choose, not_offered, ask, inquire, roll, shortfall, view, no_ask or undo"
            problems.at(first, "this is no form of step", f"a step has one of {mend}")
        else:
            form.read(step, problems, "the step")


def _form_of(step: MapNode) -> Record | None:
    """Return the step form that fits best: the one whose required keys are all there."""
    keys = step.entries.keys()
    fits = [form for form in STEPS if form.required.keys() <= keys]
    if not fits:
        known = [form for form in STEPS if form.required.keys() - {"seat"} <= keys]
        return known[0] if known else None
    return min(fits, key=lambda form: len(keys - form.known.keys()))


def _check_whole(node: MapNode, data: Mapping[str, Any], problems: Problems) -> None:
    """Check what a schema of single parts cannot see."""
    if ("scenario" in node.entries) == ("board" in node.entries):
        problems.at(node, "a case has either a scenario or a board", "give one of them")
    vary = data.get("vary") or {}
    runs = 1
    for values in vary.values():
        runs *= len(values or [])
    if runs > MAX_RUNS:
        problems.at(node.entries["vary"], f"{runs} runs are more than {MAX_RUNS}")
    for hole in _holes(node):
        if hole.word not in vary:
            problems.at(hole.node, f"nothing varies {hole.word}", "name it under vary")


@dataclass(frozen=True, slots=True)
class _Hole:
    node: Node
    word: str


def _holes(node: Node) -> Iterator[_Hole]:
    if isinstance(node, MapNode):
        for child in node.entries.values():
            yield from _holes(child)
        return
    for child in getattr(node, "items", []):
        yield from _holes(child)
    for word in HOLE.findall(getattr(node, "value", "")):
        yield _Hole(node, word)


def fill(part: Plain, values: Mapping[str, str]) -> Any:
    """Put the values of a run into the ${holes} of a part of a case."""
    if isinstance(part, str):
        return HOLE.sub(lambda hole: values.get(hole[1], hole[0]), part)
    if isinstance(part, list):
        return [fill(item, values) for item in part]
    if isinstance(part, dict):
        return {key: fill(item, values) for key, item in part.items()}
    return part


def load_setup(case: Case, values: Mapping[str, str]) -> tuple[AnyGame, AnySetup]:
    """Load the scenario or the inline board of a case.

    Raises:
        ScenarioError: the game, the scenario or the board is not right.
    """
    game = registry.games().get(case.data["game"])
    if game is None:
        raise ScenarioError([case.source.problem(("game",), f"no game {case.data['game']}")])
    options = fill(case.data.get("options", {}), values)
    if "board" in case.data:
        return game, _load_board(case, game, fill(case.data["board"], values), options)
    wanted = fill(case.data["scenario"], values)
    infos = {info.id: info for info in game.scenarios()}
    if wanted not in infos:
        mend = f"known: {', '.join(infos)}"
        raise ScenarioError([case.source.problem(("scenario",), f"no scenario {wanted}", mend)])
    return game, _shipped(game.id, infos[wanted].path, tuple(options.items()))


@lru_cache(maxsize=24)
def _shipped(game: str, path: str, options: tuple[tuple[str, str], ...]) -> AnySetup:
    """Return a shipped scenario, read once for all its cases: a Setup never changes."""
    setup: AnySetup = registry.games()[game].load(Path(path), dict(options))
    return setup


def _load_board(
    case: Case, game: AnyGame, board: dict[str, Any], options: Mapping[str, str]
) -> AnySetup:
    # A bare board (it has a grid) is put into a scenario; a mapping with more in it is one already.
    whole = {"board": board} if "grid" in board and "board" not in board else board
    try:
        setup: AnySetup = game.load(_as_yaml({"game": game.id, **whole}), options)
    except ScenarioError as wrong:
        line = case.line("board")
        moved = [
            Problem(str(case.path), line, 0, problem.message, problem.mend)
            for problem in wrong.problems
        ]
        raise ScenarioError(moved) from wrong
    return setup


def _as_yaml(data: object) -> str:
    """Write plain data as YAML; JSON with every scalar quoted is YAML."""
    import json

    return json.dumps(data, ensure_ascii=False, default=str)
