"""How much of the frame says nothing of its types: `Any` in at most 3 of 100 annotations.

Counted are the annotations of parameters, results, fields and variables, and the types that have a
name of their own (`Path: TypeAlias = ...`); one with `Any` anywhere in it counts as one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.conftest import ROOT

MOST = 0.03


def annotations(tree: ast.AST) -> Iterator[str]:
    """Give the annotations of a module, as they are written."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            plain = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
            found = [each.annotation for each in plain if each is not None]
            yield from (ast.unparse(each) for each in (*found, node.returns) if each is not None)
        elif isinstance(node, ast.AnnAssign):
            alias = ast.unparse(node.annotation) == "TypeAlias" and node.value is not None
            yield ast.unparse(node.value if alias and node.value else node.annotation)


def test_what_is_counted() -> None:
    tree = ast.parse("Row: TypeAlias = dict[str, Any]\ndef f(a: int, *b: Any) -> Anything: ...")
    assert list(annotations(tree)) == ["dict[str, Any]", "int", "Any", "Anything"]


def test_little_of_the_frame_says_nothing_of_its_types() -> None:
    found = [
        annotation
        for path in (ROOT / "engines" / "core").rglob("*.py")
        for annotation in annotations(ast.parse(path.read_text("utf-8")))
    ]
    vague = [annotation for annotation in found if re.search(r"\bAny\b", annotation)]
    assert len(vague) <= MOST * len(found), f"{len(vague)} of {len(found)}: {sorted(vague)}"
