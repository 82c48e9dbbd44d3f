"""Cases, the executable specification: a position, scripted dice, choices, and what comes of them.

The format is fixed (see README of the tests). This module reads a case file; `caserun` plays it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, TypedDict

from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import (
    Anything,
    Int,
    ListOf,
    MapOf,
    OneOf,
    Record,
    Source,
    Str,
)
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import ListNode, MapNode, Node, Plain, Problems, load_file
from grognard.engines.core.play.game import AnyGame, ScenarioError, registry
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.show.asks import Choice

MAX_RUNS = 500
INLINE = "scenario"
"""What problems of a scenario that is read from its text call its file."""
HOLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")

WORD = Str(max_length=200)
MAPPING = MapOf(WORD, Anything())
CHOICE = OneOf(WORD, MAPPING)
WORDS = ListOf(WORD, single=True)
NUMBER = Str(pattern=r"-?[0-9]{1,9}(\.[0-9]{1,9})?|\$\{[a-z_]+\}", wanted=text("a number"))

EXPECT = Record(
    optional={
        "units": MapOf(WORD, MAPPING),
        "facts": MAPPING.says(text("Of the position as a whole.")),
        "pending": OneOf(Str(choices=("null",)), Record(optional={"seat": WORD, "ask": WORD})),
        "verdict": OneOf(
            Str(choices=("null",)),
            Record(optional={"winner": WORD, "level": WORD, "rule": WORD, "points": MAPPING}),
        ),
    }
)
"""What is checked at the end of a case, and by `check:` in its midst."""

STEPS: tuple[Record, ...] = (
    Record({"seat": WORD, "choose": CHOICE, "refused": WORD}, {"ask": WORD}).says(
        text("A choice that is refused, by this rule; nothing is done.")
    ),
    Record({"seat": WORD, "not_offered": CHOICE}, {"refused": WORD, "ask": WORD}).says(
        text("A choice that is none of those on offer, and could be one in another position.")
    ),
    Record(
        {"seat": WORD, "choose": CHOICE}, {"ask": WORD, "offers": Anything(), "exactly": WORD}
    ).says(text("A choice that is made.")),
    Record(
        {"seat": WORD, "ask": WORD, "offers": Anything()}, {"exactly": WORD, "choose": CHOICE}
    ).says(text("Choices that are offered; with `exactly: yes` no others are.")),
    Record({"seat": WORD, "ask": WORD}).says(text("A question that is put.")),
    Record({"inquire": MAPPING, "seat": WORD, "answer": MAPPING}).says(
        text("What the table tells a seat that asks.")
    ),
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
    ).says(text("The next roll since the last choice, for this purpose.")),
    Record({"shortfall": WORD}, {"where": WORD}).says(
        text("A choice that was accepted and cut short, by this rule.")
    ),
    Record({"view": WORD, "hides": Record({"unit": WORD}, {"field": WORD})}).says(
        text("What a seat does not see.")
    ),
    Record({"view": WORD, "shows": Record({"unit": WORD}, {"field": WORD})}).says(
        text("What a seat sees.")
    ),
    Record({"no_ask": WORD}).says(text("A question that was not put since the last choice.")),
    Record({"undo": Int(1, 1000)}).says(text("So many choices are taken back.")),
    Record({"check": EXPECT}).says(text("What is so now; nothing is done.")),
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
    check: Mapping[str, Any]


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
    """What came of a case: the first difference in words, and the rules the engine spoke of.

    `left_over` are dice and draws that nobody rolled, where a case breaks off without an `expect:`.
    """

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
    left_over: tuple[str, ...] = ()


def read_case(path: Path) -> Case:
    """Read a case file.

    Raises:
        ScenarioError: with every error in it at once.
    """
    node, problems = load_file(path)
    data = CASE.read(node, problems, tr("the case")) if node is not None else None
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
            problems.at(step, tr("a step must be a mapping"))
            continue
        form = _form_of(step)
        if form is None:
            first = next(iter(step.keys.values()), step)
            known = verbatim(
                "choose, not_offered, ask, inquire, roll, shortfall, view, no_ask, undo, check"
            )
            mend = tr("a step has one of {known}", known=known)
            problems.at(first, tr("this is no form of step"), mend)
        else:
            form.read(step, problems, tr("the step"))


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
        problems.at(node, tr("a case has either a scenario or a board"), tr("give one of them"))
    vary = data.get("vary") or {}
    runs = 1
    for values in vary.values():
        runs *= len(values or [])
    if runs > MAX_RUNS:
        problems.at(
            node.entries["vary"],
            tr(
                "{runs} runs are more than {most}",
                runs=verbatim(runs),
                most=verbatim(MAX_RUNS),
            ),
        )
    for hole in _holes(node):
        if hole.word not in vary:
            problems.at(
                hole.node,
                tr("nothing varies {word}", word=verbatim(hole.word)),
                tr("name it under vary"),
            )


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
        raise ScenarioError(
            [case.source.problem(("game",), tr("no game {game}", game=verbatim(case.data["game"])))]
        )
    options = fill(case.data.get("options", {}), values)
    if "board" in case.data:
        return game, _load_board(case, game, fill(case.data["board"], values), options)
    wanted = fill(case.data["scenario"], values)
    infos = {info.id: info for info in game.scenarios()}
    if wanted not in infos:
        mend = tr("known: {known}", known=verbatim(", ".join(infos)))
        raise ScenarioError(
            [
                case.source.problem(
                    ("scenario",), tr("no scenario {scenario}", scenario=verbatim(wanted)), mend
                )
            ]
        )
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
    bare = "grid" in board and "board" not in board
    whole = {"game": game.id, **({"board": board} if bare else board)}
    try:
        setup: AnySetup = game.load(json.dumps(whole, ensure_ascii=False), options)
    except ScenarioError as wrong:
        raise ScenarioError(
            _at_home(case, game, board, options, bare=bare) or wrong.problems
        ) from wrong
    return setup


def _at_home(
    case: Case, game: AnyGame, board: dict[str, Any], options: Mapping[str, str], *, bare: bool
) -> list[Problem]:
    """Return what is wrong with a board, each fault at its line of the case."""
    head = [f"game: {json.dumps(game.id)}", *(["board:"] if bare else [])]
    written = _Written(head, "  " if bare else "")
    written.value(board, case.source.node(("board",)))
    try:
        game.load(written.text, options)
    except ScenarioError as wrong:
        return [written.home(problem) for problem in wrong.problems]
    return []


class _Written:
    """Plain data as YAML, a line for each value, and which node of the case each line comes from."""

    def __init__(self, head: Sequence[str], indent: str) -> None:
        self.lines = list(head)
        self.nodes: list[Node | None] = [None for _ in head]
        self.indent = indent

    @property
    def text(self) -> str:
        """The whole text."""
        return "\n".join(self.lines)

    def value(self, data: Plain, node: Node, depth: str = "") -> None:
        """Write data that is read from a node, its parts each on lines of their own."""
        within = f"{self.indent}{depth}"
        if isinstance(data, dict) and data:
            for name, part in data.items():
                key = node.keys[name] if isinstance(node, MapNode) else node
                below = node.entries[name] if isinstance(node, MapNode) else node
                self._part(
                    f"{within}{json.dumps(name, ensure_ascii=False)}:", part, key, below, depth
                )
        elif isinstance(data, list) and data:
            for number, part in enumerate(data):
                below = node.items[number] if isinstance(node, ListNode) else node
                self._part(f"{within}-", part, below, below, depth)
        else:
            self._line(f"{within}{json.dumps(data, ensure_ascii=False)}", node)

    def _part(self, head: str, data: Plain, key: Node, node: Node, depth: str) -> None:
        if isinstance(data, dict | list) and data:
            self._line(head, key)
            self.value(data, node, f"{depth}  ")
        else:
            self._line(f"{head} {json.dumps(data, ensure_ascii=False)}", node)

    def _line(self, words: str, node: Node) -> None:
        self.lines.append(words)
        self.nodes.append(node)

    def home(self, problem: Problem) -> Problem:
        """Return a problem with the place of the case that its line comes from."""
        inside = problem.file == INLINE and 0 < problem.line <= len(self.nodes)
        node = self.nodes[problem.line - 1] if inside else None
        if node is None and problem.file != INLINE:
            return problem
        node = node or self.nodes[-1]
        assert node is not None  # noqa: S101 - the last line is never of the head
        return replace(problem, file=node.file, line=node.line, column=node.column)
