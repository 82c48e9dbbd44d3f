"""`grognard case`, `validate`, `bundle`, `replay` and `render`: commands about files."""

from __future__ import annotations

import argparse
import os
import shutil
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import is_zipfile

from grognard.app.finding import Unusable, game_of_file, open_session, scenario_of_file
from grognard.app.telling import put, say
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr, trn, verbatim
from grognard.engines.core.keep.loading import verify
from grognard.engines.core.keep.saves import SaveError
from grognard.engines.core.play.game import AnyGame, ScenarioError, registry
from grognard.engines.core.proof.caserun import CaseRun, run_case
from grognard.engines.core.proof.cases import CaseResult, load_setup, read_case
from grognard.engines.core.proof.examples import load_examples
from grognard.engines.core.proof.glossary import load_glossary
from grognard.engines.core.proof.guide import load_guide
from grognard.engines.core.proof.questions import load_questions
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.proof.story import tell
from grognard.engines.core.proof.wording import load_wording
from grognard.engines.core.scenario.gathering import SUFFIX


def cases(arguments: argparse.Namespace) -> int:
    """Run cases; print the first difference of each that fails."""
    failed = False
    for name in arguments.files:
        result = run_case(Path(name))
        failed = failed or not result.ok
        if arguments.json:
            put(asdict(result) | {"rules": sorted(result.rules)})
        elif result.ok:
            print(_passed(result))
        for problem in result.problems:
            say(problem)
        if not result.ok and not result.problems:
            values = "".join(f" {key}={value}" for key, value in result.values.items())
            say(f"{result.file}:{result.line}: {result.case}{values}: {result.difference}")
    return 1 if failed else 0


def _passed(result: CaseResult) -> str:
    """Return the line of a case that comes out as it says."""
    name = verbatim(result.case)
    words = trn("ok {case} ({n} run)", "ok {case} ({n} runs)", n=result.runs, case=name)
    if not result.left_over:
        return words
    left = verbatim(", ".join(result.left_over))
    return tr("{words}; dice or draws left over: {known}", words=verbatim(words), known=left)


def validate(arguments: argparse.Namespace) -> int:
    """Print every error of scenarios, maps and cases."""
    found: list[Problem] = []
    for name in arguments.files:
        try:
            _validate(Path(name))
        except (Unusable, ScenarioError) as wrong:
            found += wrong.problems
    for problem in found:
        say(problem)
    return 1 if found else 0


def bundle(arguments: argparse.Namespace) -> int:
    """Write a scenario with its map and orders of battle into one file, or tell what such a file holds."""
    from grognard.app.board.render import application
    from grognard.app.board.sketch import sketch
    from grognard.app.editor.bundle import facts_of, pack
    from grognard.app.editor.sharing.cover import put_beside
    from grognard.app.editor.sharing.played import FILE
    from grognard.engines.core.scenario.gathering import gathered

    path = Path(arguments.file)
    if arguments.info:
        for words in facts_of(path, registry.games()):
            print(words)
        return 0
    game, setup = scenario_of_file(path, {})
    application()
    with TemporaryDirectory(prefix="grognard-") as folder:
        whole = gathered(path, Path(folder))
        put_beside(whole, sketch(game, replace(setup.info, path=str(whole))))
        if (path.parent / FILE).is_file():
            shutil.copyfile(path.parent / FILE, whole.parent / FILE)
        pack(whole, Path(arguments.output))
    return 0


def _is_bundle(path: Path) -> bool:
    """Whether a file is a bundle, or is called one; a pipe is not looked into, it would be waited for without end."""
    return path.is_file() and (path.name.casefold().endswith(SUFFIX) or is_zipfile(path))


def _validate_bundle(path: Path) -> None:
    """Check what is in a bundle; each fault names the bundle and the file in it."""
    from grognard.app.editor.bundle import glimpsed

    with glimpsed(path, registry.games()) as scenario:
        try:
            _validate(scenario)
        except (Unusable, ScenarioError) as wrong:
            home = f"{scenario.parent}{os.sep}"
            moved = [
                replace(p, file=f"{path}: {p.file.removeprefix(home)}") for p in wrong.problems
            ]
            raise Unusable(moved) from wrong


def _validate(path: Path) -> None:
    if _is_bundle(path):
        _validate_bundle(path)
        return
    game, node = game_of_file(path)
    if "case" in node.entries:
        case = read_case(path)
        values = next(case.variants())
        CaseRun(case, *load_setup(case, values), values)
    elif {"guide", "glossary", "questions", "synonyms"} & {*node.entries}:
        _validate_words(game, path)
    elif "scenario" in node.entries:
        if found := game.faults(path):
            raise Unusable(found)
    elif "map" in node.entries:
        _validate_map(game, path)
    elif "examples" in node.entries:
        _validate_examples(game, path)
    else:
        message = tr("this is no scenario, map, case or list of examples")
        mend = tr("begin with scenario:, map:, case: or examples:")
        raise Unusable([Problem(str(path), 1, 1, message, mend)])


def _validate_examples(game: AnyGame, path: Path) -> None:
    """Check a list of examples: the rules and the cases are there, each comes out as it says."""
    book, faults = Rulebook.load(game.data())
    if book is None:
        raise Unusable(faults)
    examples, problems = load_examples(game, book.rules, path)
    for example in examples.all():
        try:
            tell(example)
        except ScenarioError as wrong:
            problems += wrong.problems
    if problems:
        raise Unusable(problems)


def _validate_words(game: AnyGame, path: Path) -> None:
    """Check a guide, a glossary, questions or synonyms: what they name is there."""
    book, faults = Rulebook.load(game.data())
    if book is None:
        raise Unusable(faults)
    _, node = game_of_file(path)
    if "guide" in node.entries:
        _, problems = load_guide(game, book.rules, path)
    elif "questions" in node.entries:
        _, problems = load_questions(path, dict(book.rules))
    elif "synonyms" in node.entries:
        _, problems = load_wording(game.data(), dict(book.rules), path)
    else:
        _, problems = load_glossary(game.data(), book.rules, path)
    if problems:
        raise Unusable(problems)


def _validate_map(game: AnyGame, path: Path) -> None:
    """Check a map as the board of an otherwise empty scenario, two lines further down."""
    lines = path.read_text("utf-8").splitlines()
    text = "\n".join([f"game: {game.id}", "board:", *(f"  {line}" for line in lines)])
    found = [
        Problem(str(path), max(p.line - 2, 0), max(p.column - 2, 0), p.message, p.mend)
        for p in game.faults(text)
    ]
    if found:
        raise Unusable(found)


def replay(arguments: argparse.Namespace) -> int:
    """Play a save's journal again from the start and compare."""
    try:
        result = verify(Path(arguments.save))
    except SaveError as wrong:
        raise Unusable(wrong.problems) from wrong
    for problem in result.problems:
        say(problem)
    put({"ok": result.ok, "choices": result.choices, "state_hash": result.state_hash})
    return 0 if result.ok else 1


def render(arguments: argparse.Namespace) -> int:
    """Draw the table as a seat sees it."""
    session = open_session(arguments.target)
    seats = [seat.id for seat in session.setup.info.seats]
    if arguments.seat not in (*seats, "public"):
        message = tr("no seat {seat}", seat=verbatim(arguments.seat))
        raise Unusable(
            [
                Problem(
                    "--seat",
                    0,
                    0,
                    message,
                    tr("known: {known}, public", known=verbatim(", ".join(seats))),
                )
            ]
        )
    width, height = arguments.size
    from grognard.app.board.render import render_png

    seat = None if arguments.seat == "public" else arguments.seat
    from grognard.app.settings import PALETTES, Settings

    palette = arguments.palette or Settings().palette
    if palette not in PALETTES:
        message = tr("no palette {palette}", palette=verbatim(palette))
        raise Unusable(
            [
                Problem(
                    "--palette",
                    0,
                    0,
                    message,
                    tr("known: {known}", known=verbatim(", ".join(PALETTES))),
                )
            ]
        )
    render_png(session.game, session, seat, width, height, Path(arguments.output), palette)
    return 0
