"""Every phrase that the code declares and every name that the data bring: what is to be translated.

`declared` reads code and `names` reads YAML; `template` makes of them the .pot file that translators
start from. `undeclared` finds what no template can hold: a phrase whose key is worked out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.yamlio import load_file

CALLS = {"text": 1, "counted": 2, "counting": 2, "tr": 1, "trn": 2}
"""What declares a phrase, with the number of literals it begins with."""
NAMED = ("named", "spell")
"""What declares a name, if it is a literal: its kind and itself."""
TITLED = {"Option": "term"}
"""What is made with an id and a title, and the kind of name that the title is."""


@record
class Phrase:
    """A phrase, or with a context a name, and where it stands."""

    key: str
    place: str
    plural: str = ""
    context: str = ""


def sources(*folders: Path) -> Iterator[Path]:
    """Give the Python files below folders, in order."""
    for folder in folders:
        yield from sorted(folder.rglob("*.py"))


@lru_cache(1)
def parsed(path: Path) -> ast.Module:
    """Return the code of a file; the last one is kept, for whoever asks it several things."""
    return ast.parse(path.read_text("utf-8"))


@lru_cache(1)
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all there is in the code of a file, from above downwards: `ast.walk` takes three times as long."""
    found: list[ast.AST] = [parsed(path)]
    for node in found:  # it grows as it is read
        for value in vars(node).values():
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found.extend(part for part in value if isinstance(part, ast.AST))
    return tuple(found)


@lru_cache(1)
def _calls(path: Path) -> tuple[tuple[ast.Call, str, list[str]], ...]:
    """Return the calls of plain functions, each with its name and its literal arguments."""
    found = []
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            words = [a.value for a in node.args if isinstance(a, ast.Constant)]
            found.append((node, node.func.id, [word for word in words if isinstance(word, str)]))
    return tuple(found)


def declared(path: Path, root: Path) -> Iterator[Phrase]:
    """Give the phrases that a file of code declares."""
    place = path.relative_to(root).as_posix()
    for _, called, words in _calls(path):
        if called in NAMED and len(words) == 2:
            yield Phrase(words[1], place, context=words[0])
        elif called in TITLED and len(words) > 1:
            yield Phrase(words[1], place, context=TITLED[called])
        elif called in CALLS and len(words) == CALLS[called]:
            yield Phrase(words[0], place, *words[1:])


def titles(path: Path, root: Path) -> Iterator[Phrase]:
    """Give the title and the edition of the game that a file declares."""
    for node in nodes(path):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            (target,) = node.targets
            if isinstance(target, ast.Name) and target.id in ("title", "edition"):
                place = path.relative_to(root).as_posix()
                yield Phrase(str(node.value.value), place, context="term")


def undeclared(path: Path, root: Path) -> Iterator[str]:
    """Give the places where a phrase has no literal key, or is made without being declared."""
    for call, called, words in _calls(path):
        sound = len(words) == len(call.args) == CALLS.get(called, len(words))
        if called == "Text" or (called in CALLS and not sound):
            yield f"{path.relative_to(root).as_posix()}:{call.lineno}: {ast.unparse(call)[:80]}"


def unphrased(path: Path, root: Path) -> Iterator[str]:
    """Give the places where English is put into a hole: a word, an f-string with words, a join."""
    for call, called, _ in _calls(path):
        if called in CALLS:
            for hole in call.keywords:
                if any(map(_is_english, _shown(hole.value))):
                    place = path.relative_to(root).as_posix()
                    yield f"{place}:{call.lineno}: {hole.arg}={ast.unparse(hole.value)[:60]}"


def _shown(node: ast.AST) -> Iterator[ast.AST]:
    """Give the parts of an expression, but not how a number is written nor what is said verbatim."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "verbatim":
        return
    yield node
    for field, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST) and field != "format_spec":
                yield from _shown(part)


def _is_english(node: ast.AST) -> bool:
    """Whether an expression makes words: "a, b".join, str.title, str.replace, an f-string with letters."""
    if isinstance(node, ast.JoinedStr):
        parts = [str(part.value) for part in node.values if isinstance(part, ast.Constant)]
        return any(letter.isalpha() for letter in "".join(parts))
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"join", "title", "capitalize", "replace", "format"}
    )


def names(path: Path, root: Path, fields: Mapping[str, str]) -> Iterator[Phrase]:
    """Give the names in a data file: what stands under `fields`, each of the kind it tells.

    A field may be told with the key of the record or list that it is part of: "seats.name".
    """
    node, _ = load_file(path)
    place = path.relative_to(root).as_posix()
    yield from _below(node.plain() if node else None, place, fields)


def _below(
    data: object, place: str, fields: Mapping[str, str], above: str = ""
) -> Iterator[Phrase]:
    if isinstance(data, dict):
        for key, value in data.items():
            kind = fields.get(f"{above}.{key}") or fields.get(key)
            if kind and isinstance(value, str):
                yield Phrase(value, place, context=kind)
            else:
                yield from _below(value, place, fields, key)
    elif isinstance(data, list):
        for value in data:
            yield from _below(value, place, fields, above)


def template(phrases: Iterable[Phrase]) -> str:
    """Write the template: each phrase once, with every place it stands in.

    Places are rooms and not lines, so that the template changes only with the words.
    """
    from polib import POEntry, POFile  # no player needs it

    found = POFile(wrapwidth=98)
    found.metadata = {
        "Project-Id-Version": "grognard",
        "Language": "",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=INTEGER; plural=EXPRESSION;",
    }
    places: dict[tuple[str, str, str], list[str]] = {}
    for phrase in phrases:
        if not phrase.key:
            continue  # nothing is said, and the empty key is the head of a catalogue
        at = places.setdefault((phrase.context, phrase.key, phrase.plural), [])
        room = phrase.place.rpartition("/")[0]
        if room not in at:
            at.append(room)
    for (context, key, plural), at in sorted(places.items()):
        entry = POEntry(msgid=key, occurrences=[(file, "") for file in sorted(at)])
        if context:
            entry.msgctxt = context
        if plural:
            entry.msgid_plural, entry.msgstr_plural = plural, {0: "", 1: ""}
        found.append(entry)
    return str(found) + "\n"
