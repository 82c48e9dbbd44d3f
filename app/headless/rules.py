"""`grognard rules`: the rulebook, and where each rule is cited and exercised."""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard import app
from grognard.app.finding import Unusable, find_game
from grognard.app.telling import put, say
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import spell, tr, verbatim
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.proof.caserun import run_case
from grognard.engines.core.proof.examples import cases_folder
from grognard.engines.core.proof.questions import FIRST, answer, load_questions
from grognard.engines.core.proof.rulebook import Rulebook

if TYPE_CHECKING:
    from grognard.app.rulebook.shelf import Shelf

TOKEN = re.compile(r"\w[\w.\-]*")
HITS = 50
ROOT = Path(app.__file__).resolve().parent.parent


def run(arguments: argparse.Namespace) -> int:
    """Search the rulebook, or print its coverage."""
    game = find_game(arguments.game)
    book, problems = Rulebook.load(game.data())
    if book is None or problems:
        raise Unusable(list(problems))
    if arguments.coverage:
        for words in left_out(game):
            say(words)
        _print_coverage(coverage(game, book), as_json=arguments.json)
        return 0
    if arguments.export:
        return _export(game, Path(arguments.export), aid=arguments.aid)
    if arguments.questions:
        return _questions(game, book, Path(arguments.questions), as_json=arguments.json)
    query = " ".join(arguments.query)
    found = [*_found(game, query)] if query else list(book.rules)
    for id_ in found:
        rule = book.rule(id_)
        if arguments.json:
            put({"id": rule.id, "title": rule.title, "kind": rule.kind, "text": rule.text})
        else:
            print(f"{rule.id}  {spell('rule', rule.title)}\n    {spell('rule', rule.text)}")
    if not found:
        words = tr(
            "no rule of {game} has {query}", game=verbatim(game.id), query=verbatim(repr(query))
        )
        print(words, file=sys.stderr)
    return 0 if found else 1


def _shelf(game: AnyGame) -> Shelf:
    """Return a game's book with all that is found in it.

    Raises:
        Unusable: one of its files has faults.
    """
    from grognard.app.rulebook.shelf import Shelf

    here = Shelf(game)
    if here.problems:
        raise Unusable(here.problems)
    return here


def _found(game: AnyGame, query: str) -> Iterator[str]:
    """Give the ids of the rules that answer a question, the best first."""
    for hit in _shelf(game).index().find(query, HITS, ("rule",)):
        yield hit.entry.id


def _questions(game: AnyGame, book: Rulebook, path: Path, *, as_json: bool) -> int:
    """Put all questions of a file, and tell for how many an answer stands among the first hits."""
    questions, problems = load_questions(path, dict(book.rules))
    if problems:
        raise Unusable(problems)
    index, right = _shelf(game).index(), 0
    for question in questions:
        answered = answer(index, question)
        right += answered.right
        if as_json:
            told = {"ask": question.ask, "rules": question.rules, "found": answered.found}
            put(told | {"place": answered.place})
        elif not answered.right:
            print(f"{question.ask}\n    {', '.join(answered.found[:FIRST])}")
    print(
        tr(
            "{right} of {n} among the first {first}",
            right=verbatim(right),
            n=len(questions),
            first=FIRST,
        ),
        file=sys.stderr,
    )
    return 0 if right == len(questions) else 1


def _export(game: AnyGame, path: Path, *, aid: bool) -> int:
    """Write the book, or the players' aid, and tell how far it is."""
    from grognard.app.rulebook.export import SUFFIXES, export, export_aid
    from grognard.app.rulebook.shelf import Shelf

    if path.suffix.lower() not in SUFFIXES:
        mend = tr("name it {stem}.pdf or {stem}.html", stem=verbatim(path.stem))
        raise Unusable([Problem(str(path), 0, 0, tr("a book is written as PDF or HTML"), mend)])
    here = Shelf(game)
    for problem in here.problems:
        print(problem, file=sys.stderr)
    if aid:
        export_aid(here, path)
    else:
        export(here, path, _tell)
    return 0


def _tell(done: int, of: int) -> None:
    """Tell how far the book is, now and then."""
    if done % 50 == 0 or done == of:
        print(f"{100 * done // of} %", file=sys.stderr)


def _print_coverage(data: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        put(data)
        return
    for rule in data["rules"]:
        cited, cases = len(rule["cited_by_code"]), len(rule["exercised_by_case"])
        tests = len(rule["cited_by_test"])
        print(
            tr(
                "{id} ({kind}): code {cited}, cases {cases}, tests {tests}",
                id=verbatim(rule["id"]),
                kind=verbatim(rule["kind"]),
                cited=verbatim(cited),
                cases=verbatim(cases),
                tests=verbatim(tests),
            )
        )


def left_out(game: AnyGame, root: Path = ROOT) -> list[str]:
    """Return what this copy of the program does not hold, and so is not counted."""
    cases, tests = cases_folder(game), (root / "tests").is_dir()
    told = {
        tr("The cases of this game are not in this copy of the program: none is counted."): not (
            cases.is_dir()
        ),
        tr(
            "Of the cases only those of the worked examples are in this copy of the program, and are counted."
        ): (cases.is_dir() and cases.is_relative_to(root) and not tests),
        tr(
            "The tests are not in this copy of the program: none is counted. A checkout has them."
        ): not tests,
    }
    return [words for words, missing in told.items() if missing]


def coverage(game: AnyGame, book: Rulebook, root: Path = ROOT) -> dict[str, Any]:
    """Return for each rule where code cites it, which cases exercise it, which tests name it."""
    known = {rule.id for rule in book.rules.values()}
    package = Path(str(game.data()))
    code = _cited(sorted(package.rglob("*.py")), known, package.parent.parent)
    tests = _cited_by_tests(sorted((root / "tests").rglob("test_*.py")), known, root)
    exercised: dict[str, list[str]] = defaultdict(list)
    for path in sorted(cases_folder(game).rglob("*.yaml")):
        place = str(path.relative_to(root) if path.is_relative_to(root) else path)
        for rule in run_case(path).rules:
            exercised[rule].append(place)
    rules = [
        {
            "id": rule.id,
            "kind": rule.kind,
            "cited_by_code": code.get(rule.id, []),
            "exercised_by_case": exercised.get(rule.id, []),
            "cited_by_test": tests.get(rule.id, []),
        }
        for rule in book.rules.values()
    ]
    return {"game": game.id, "rules": rules}


def _words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Give each word of each string in a piece of code, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for offset, line in enumerate(node.value.splitlines()):
                for word in TOKEN.findall(line):
                    yield node.lineno + offset, word.rstrip(".-")


def _cited(paths: list[Path], known: set[str], root: Path) -> dict[str, list[str]]:
    places: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        for line, word in _words(ast.parse(path.read_text("utf-8"))):
            place = f"{path.relative_to(root)}:{line}"
            if word in known and place not in places[word]:
                places[word].append(place)
    return places


def _cited_by_tests(paths: list[Path], known: set[str], root: Path) -> dict[str, list[str]]:
    names: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            name = f"{path.relative_to(root)}::{node.name}"
            for word in sorted({word for _, word in _words(node)} & known):
                names[word].append(name)
    return names
