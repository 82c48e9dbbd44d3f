"""English that reaches the window without being a phrase, and phrases that are said too early."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from grognard.engines.core.proof.phrases import CALLS, nodes, parsed

SHOWING = """QAction QCheckBox QDockWidget QGroupBox QLabel QListWidgetItem QMenu QPushButton QRadioButton
QTableWidgetItem QToolButton QTreeWidgetItem Trouble about addAction addItem addItems addMenu
addRow addTab critical drawText emit getInt getItem getOpenFileName getSaveFileName getText
information insertItem label question say setAccessibleDescription setAccessibleName
setHeaderLabels setHtml setInformativeText setLabelText setPlaceholderText setPlainText setPrefix
setSpecialValueText setStatusTip setSuffix setTabText setTabToolTip setText setTitle setToolTip
setWhatsThis setWindowTitle showMessage showText tell warning words"""
"""Calls that show the strings they are handed: methods of Qt, widgets, and our own few."""
SHOWN_FIRST = {"words": 1, "label": 1}
"""How many of the arguments are shown, where it is not all: these take a style besides."""
SHOWN_BY_NAME = frozenset({"placeholderText", "text", "title", "toolTip", "windowTitle"})
"""Properties that are shown, handed to a widget by keyword."""
MADE_OF = (ast.JoinedStr, ast.BinOp, ast.IfExp, ast.BoolOp, ast.List, ast.Tuple, ast.FormattedValue)
"""Expressions that show what they are made of."""
MARKUP = re.compile(r"<[^>]*(>|$)|^[^<]*>|&#?\w+;")
SENTENCE = re.compile(r"^\W*[A-Z][a-z]+ [a-z]+\b|\b[a-z]+ [a-z]+ [a-z]+\b")
WORD = re.compile(r"[^\W\d_]{2,}")


def bare(path: Path, root: Path) -> Iterator[tuple[str, str]]:
    """Give the place and the words of each string that is shown, or reads as a sentence."""
    tree = parsed(path)
    said = _declared(tree)
    shown = {id(part) for node in nodes(path) for part in _handed(node)}
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            words = MARKUP.sub(" ", node.value).strip()
            if (WORD if id(node) in shown else SENTENCE).search(words):
                yield f"{path.relative_to(root).as_posix()}:{node.lineno}", words


def said_at_once(path: Path, root: Path) -> Iterator[str]:
    """Give the phrases that are said when the module is read, before a language can be chosen."""
    waiting: list[ast.AST] = [parsed(path)]
    while waiting:
        node = waiting.pop()
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in {"tr", "trn"}:
            yield f"{path.relative_to(root).as_posix()}:{called.lineno}"
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))
            continue
        # What stands in for an argument is worked out with the module, not with the call.
        given = (*node.args.defaults, *node.args.kw_defaults)
        waiting.extend(part for part in given if part is not None)


def worked_out(path: Path, root: Path) -> Iterator[str]:
    """Give the places where a word is made of an id: its underscores replaced, its first letter raised."""
    for node in nodes(path):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        words = [part.value for part in node.args if isinstance(part, ast.Constant)]
        spaced = node.func.attr == "replace" and words[:1] in (["_"], ["-"]) and words[1:] == [" "]
        if spaced or (node.func.attr in ("title", "capitalize") and not node.args):
            yield f"{path.relative_to(root).as_posix()}:{node.lineno}"


def _declared(tree: ast.Module) -> set[int]:
    """Return the strings that are keys of phrases, docstrings or keys of something."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            found.add(id(node.value))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found |= {id(word) for word in node.args if node.func.id in (*CALLS, "named")}
    return found


def _handed(node: ast.AST) -> Iterator[ast.AST]:
    """Give the strings that a call shows."""
    if not isinstance(node, ast.Call):
        return
    called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    for word in node.args[: SHOWN_FIRST.get(called)] if called in SHOWING.split() else ():
        yield from _parts(word)
    for named in node.keywords:
        if named.arg in SHOWN_BY_NAME and called.startswith("Q"):
            yield from _parts(named.value)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Give an expression's strings, but not those that other calls in it take."""
    yield node
    if isinstance(node, MADE_OF):
        for part in ast.iter_child_nodes(node):
            yield from _parts(part)
