"""The pages of docs/ speak of what is there: links, files, classes, functions, and quoted code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from grognard.engines.core.proof.phrases import nodes, parsed, sources
from tests.conftest import ROOT
from tests.docs.scenario_format import PAGE

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
WRITTEN = [path for path in PAGES if path != PAGE]
"""Pages that people write; of the other one the schemas say every word."""
GAMES = ("gmt", "columbia", "risorgimento")
GUIDE = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
OF_THE_GUIDE = set(re.findall(r"^`(\S+)`$", GUIDE, re.MULTILINE)) | {"maps/mill.yaml"}
"""Files that whoever follows the guide writes."""
OTHERS = ("Home", "Any")
"""A key of the keyboard, a word of Python."""


QUOTE = r"`([\w/.-]+)`[^`]*(?:`[\w.]+`[^`]*)?\n\n```\w+\n(.*?)^```$"
"""A block of code after a paragraph that names its file; one more word may be named there."""


def prose(path: Path) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def quoted(path: Path) -> list[str]:
    """Return what stands between backticks in a page."""
    return re.findall(r"`([^`\n]+)`", prose(path))


@cache
def code() -> tuple[set[str], tuple[ast.ClassDef, ...]]:
    """Return the functions and constants of the program's modules, and its classes."""
    called: set[str] = set()
    made: list[ast.ClassDef] = []
    for path in sources(ROOT / "engines", ROOT / "app", ROOT / "tests" / "fixture_game"):
        for node in parsed(path).body:
            if isinstance(node, ast.AnnAssign | ast.Assign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                called |= {ast.unparse(target) for target in targets}
        for part in nodes(path):
            if isinstance(part, ast.FunctionDef):
                called.add(part.name)
            elif isinstance(part, ast.ClassDef):
                made.append(part)
    return called, tuple(made)


def members(node: ast.ClassDef) -> Iterator[str]:
    """Give the methods and attributes that a class has of its own."""
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef):
            yield part.name
        elif isinstance(part, ast.AnnAssign | ast.Assign):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            yield from (t.attr if isinstance(t, ast.Attribute) else ast.unparse(t) for t in targets)


@cache
def classes() -> dict[str, set[str]]:
    """Return the classes of the program by name, with their members and those of their bases."""
    _, nodes = code()
    found: dict[str, set[str]] = {}
    for node in nodes:
        found.setdefault(node.name, set()).update(members(node))
    for node in nodes * 3:
        for base in node.bases:
            found[node.name] |= found.get(ast.unparse(base).partition("[")[0], set())
    return found


def names() -> set[str]:
    """Return the functions and the constants of the program's modules."""
    return code()[0]


def is_file(name: str) -> bool:
    """Whether a path is there, for each game where it says so; a bare file name, anywhere."""
    if name in OF_THE_GUIDE or name.removeprefix("mill/") in OF_THE_GUIDE:
        return True
    if "<game>" in name:
        return all(is_file(name.replace("<game>", game)) for game in GAMES)
    if "/" in name:
        return (ROOT / name).exists()
    return any((ROOT / at).rglob(name) for at in ("engines", "app", "tests", "scenarios"))


def is_there(word: str) -> bool:
    """Whether a word between backticks, if it names something of the program, names what is there."""
    if re.fullmatch(r"[\w<>.-]+(/[\w<>.*-]*)+|\w+\.(py|yaml|md|toml)", word):
        return is_file(word)
    if called := re.match(r"(\w+)\(", word):
        return called[1] in names() or called[1] in classes()
    if owned := re.fullmatch(r"(\w+)\.(\w+)(\(.*)?", word):
        kind = owned[1][0].upper() + owned[1][1:]
        return kind not in classes() or owned[2] in classes()[kind]
    if re.fullmatch(r"([A-Z][a-z]+)+", word):
        return word in OTHERS or word in classes() or word in names()
    return True


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", prose(path)):
        assert target.startswith("https://") or (path.parent / target).exists(), target


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_every_file_class_and_function_that_is_named_is_there(path: Path) -> None:
    assert [word for word in quoted(path) if not is_there(word)] == []


def test_what_is_no_longer_there_is_noticed() -> None:
    gone = [
        "engines/gmt/reaction.py",
        "TableModel.choosing",
        "BoardView2.draw()",
        "table.rolls(...)",
    ]
    gone += ["Sessions", "worded(...)", "engines/<game>/load.py", "app/board/port.py.old"]
    assert [word for word in gone if is_there(word)] == ["BoardView2.draw()"]


def test_every_page_is_linked_from_the_readme() -> None:
    words = (ROOT / "README.md").read_text("utf-8")
    assert [path.name for path in PAGES[1:] if f"(docs/{path.name})" not in words] == []


def test_the_code_that_is_quoted_stands_in_its_file() -> None:
    """A block of code in contributing.md is from the last file that is named before it."""
    words = (ROOT / "docs" / "contributing.md").read_text("utf-8")
    blocks = re.findall(QUOTE, words, re.MULTILINE | re.DOTALL)
    assert len(blocks) == words.count("```") // 2
    for name, block in blocks:
        assert block in (ROOT / name).read_text("utf-8"), name


def test_the_page_on_architecture_names_every_room_of_the_games() -> None:
    """Whoever looks for a chapter finds each room of the three games in the one page."""
    words = prose(ROOT / "docs" / "architecture.md")
    rooms = {p.parent.name for g in GAMES for p in (ROOT / "engines" / g).glob("*/__init__.py")}
    assert sorted(room for room in rooms if f"`{room}" not in words) == []
