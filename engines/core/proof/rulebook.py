"""A game's rulebook: rules and tables out of `rules.yaml` and `tables.yaml`.

The tables are the very ones the game computes with.  Every cell is text (or a
list or mapping of text); the game's own code gives it meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any

from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import (
    Anything,
    Bool,
    ListOf,
    MapOf,
    OneOf,
    Record,
    Source,
    Str,
    did_you_mean,
)
from grognard.engines.core.data.schema import Path as Place
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import Plain, Problems, load_file
from grognard.engines.core.proof.headings import heading

_ID = Str(
    pattern=r"[\w][\w.\-]*",
    max_length=80,
    wanted=text("an id of letters, digits, points and hyphens"),
)

RULES = Record(
    required={
        "rulebook": Str(max_length=200),
        "edition": Str(max_length=200),
        "chapters": ListOf(Record(required={"id": _ID, "title": Str(max_length=300)})),
        "rules": ListOf(
            Record(
                required={
                    "id": _ID,
                    "chapter": _ID,
                    "title": Str(max_length=300),
                    "kind": Str(max_length=40),
                    "text": Str(),
                },
                optional={
                    "ruling": Str(),
                    "see": ListOf(_ID),
                    "tables": ListOf(_ID),
                    "used": Bool(),
                    "optional": Bool(),
                },
            )
        ),
    }
)

_NOTES = OneOf(Str(empty=True), ListOf(Str()), MapOf(Str(), Str()))

TABLES = Record(
    required={
        "tables": MapOf(
            _ID,
            Record(
                required={
                    "title": Str(max_length=300),
                    "rule": _ID,
                    "provenance": Str(max_length=300),
                    "columns": ListOf(Str(max_length=80), min=1),
                    "rows": ListOf(MapOf(Str(max_length=80), Anything())),
                },
                optional={"notes": _NOTES, "optional": Bool()},
                extra=Anything(),
            ),
        )
    }
)


_PRINTED = re.compile(r"(?:\d+|[A-Z])(?:\.(?:\d+|[A-Z](?=\.|$)))*(?=\.|$)")


def printed(name: str) -> str:
    """Return the part of an id that stands in a rulebook with numbers, "" where it has none.

    That is 9.61 of 9.61, 5.28 of 5.28.attempt, E.2.2 of E.2.2.square.
    """
    found = _PRINTED.match(name)
    return found.group() if found else ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rulebook."""

    id: str
    title: str

    @property
    def called(self) -> str:
        """What it is called where it is shown."""
        return f"{printed(self.id)} {self.title}".lstrip()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own wording.

    `ruling` says how an open question was settled; `see` and `tables` are ids;
    `used` is false for a rule the program has no part in.
    """

    id: str
    chapter: str
    title: str
    kind: str
    text: str
    ruling: str = ""
    see: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    used: bool = True
    optional: bool = False

    @property
    def called(self) -> str:
        """What it is called where it is shown: its printed number, if it has one, and its title."""
        return f"{printed(self.id)} {self.title}".lstrip()

    @property
    def short(self) -> str:
        """What stands for it in running text: its printed number, else its title."""
        return printed(self.id) or self.title


@dataclass(frozen=True, slots=True)
class RuleTable:
    """One table of the game.

    `columns` are the columns to show; a row may lack some of them and may hold
    further keys.  `notes` maps a mark to its text (numbered from "1" where the
    file has a list, "" where it has one text).  `extra` holds the table's
    other keys.
    """

    id: str
    title: str
    rule: str
    provenance: str
    columns: tuple[str, ...]
    rows: tuple[Mapping[str, Plain], ...]
    notes: Mapping[str, str]
    optional: bool
    extra: Mapping[str, Plain]
    heads: tuple[str, ...] = field(default=(), compare=False)
    """What the columns are called, if not as in the file."""
    reconstructed: bool = False
    """Whether its file says that the numbers are not the printed ones."""
    plain: tuple[Mapping[str, Plain], ...] = field(default=(), compare=False)
    """The rows as they stand in the file, whatever language the table is said in."""

    @property
    def headings(self) -> tuple[str, ...]:
        """What stands over the columns."""
        return self.heads or tuple(map(heading, self.columns))

    def said(self, say: Callable[[str], str]) -> RuleTable:
        """Return the table with all that is read in it said in another way."""
        return replace(
            self,
            title=say(self.title),
            provenance=say(self.provenance),
            rows=tuple(
                MappingProxyType({k: _said(v, say) for k, v in r.items()}) for r in self.rows
            ),
            notes=MappingProxyType({mark: say(words) for mark, words in self.notes.items()}),
            heads=tuple(map(say, self.headings)),
        )


class Rulebook:
    """All rules and tables of one game, in the order of the rulebook."""

    def __init__(
        self,
        title: str,
        edition: str,
        chapters: Iterable[Chapter],
        rules: Iterable[Rule],
        tables: Iterable[RuleTable],
    ) -> None:
        self.title = title
        self.edition = edition
        self.chapters: tuple[Chapter, ...] = tuple(chapters)
        self.rules: Mapping[str, Rule] = MappingProxyType({r.id: r for r in rules})
        self.tables: Mapping[str, RuleTable] = MappingProxyType({t.id: t for t in tables})

    def said(self, say: Callable[[str], str]) -> Rulebook:
        """Return the book with all that is read in it said in another way: in another language."""
        chapters = [Chapter(chapter.id, say(chapter.title)) for chapter in self.chapters]
        rules = [
            replace(
                rule,
                title=say(rule.title),
                text=say(rule.text),
                ruling=say(rule.ruling) if rule.ruling else "",
            )
            for rule in self.rules.values()
        ]
        tables = [table.said(say) for table in self.tables.values()]
        return Rulebook(say(self.title), self.edition, chapters, rules, tables)

    def words(self) -> tuple[str, ...]:
        """Return all that is read in the book, each once."""
        found: dict[str, None] = {}

        def heard(words: str) -> str:
            found[words] = None
            return words

        self.said(heard)
        return tuple(found)

    @classmethod
    def load(cls, package_dir: Path | Traversable) -> tuple[Rulebook | None, list[Problem]]:
        """Read rules.yaml and tables.yaml; None unless both are without fault.

        Every fault of both files is in the list, doubled ids and references
        that lead nowhere among them.
        """
        problems = Problems()
        rules = _read(package_dir, "rules.yaml", RULES, problems)
        tables = _read(package_dir, "tables.yaml", TABLES, problems)
        if rules is None or tables is None:
            return None, problems
        _check_rules(*rules, tables[0]["tables"], problems)
        _check_tables(*tables, {rule["id"] for rule in rules[0]["rules"]}, problems)
        if problems:
            return None, problems
        book = cls(
            rules[0]["rulebook"],
            rules[0]["edition"],
            [Chapter(**chapter) for chapter in rules[0]["chapters"]],
            [_rule(rule) for rule in rules[0]["rules"]],
            [_table(name, table) for name, table in tables[0]["tables"].items()],
        )
        return book, problems

    def rule(self, id: str) -> Rule:
        """The rule with an id; KeyError when there is none."""
        return self.rules[id]

    def table(self, id: str) -> RuleTable:
        """The table with an id; KeyError when there is none."""
        return self.tables[id]

    def in_chapter(self, id: str) -> tuple[Rule, ...]:
        """The rules of a chapter in order; none for an unknown chapter."""
        return self._by_chapter.get(id, ())

    def cited_by(self, id: str) -> tuple[str, ...]:
        """The ids of the rules whose see-also names this one, in order."""
        return self._citing.get(id, ())

    @cached_property
    def _by_chapter(self) -> dict[str, tuple[Rule, ...]]:
        grouped: dict[str, list[Rule]] = {}
        for rule in self.rules.values():
            grouped.setdefault(rule.chapter, []).append(rule)
        return {chapter: tuple(rules) for chapter, rules in grouped.items()}

    @cached_property
    def _citing(self) -> dict[str, tuple[str, ...]]:
        citing: dict[str, list[str]] = {}
        for rule in self.rules.values():
            for target in dict.fromkeys(rule.see):
                citing.setdefault(target, []).append(rule.id)
        return {target: tuple(rules) for target, rules in citing.items()}


_LETTERS = re.compile(r"[^\W\d_]{2}")
_RECONSTRUCTED = "reconstruct"


def _read(
    package_dir: Path | Traversable, name: str, schema: Record, problems: Problems
) -> tuple[dict[str, Any], Source] | None:
    """The content of one file and where it stands, or None with the faults noted."""
    node, found = load_file(package_dir.joinpath(name))
    value = schema.read(node, found, name) if node is not None else None
    problems.extend(found)
    return (value, Source(node)) if node is not None and value is not None and not found else None


def _check_rules(
    content: dict[str, Any], source: Source, tables: Iterable[str], problems: Problems
) -> None:
    """Note doubled ids and references that lead nowhere in rules.yaml."""
    chapters = _unique(content["chapters"], "chapters", source, problems)
    rules = _unique(content["rules"], "rules", source, problems)
    for index, rule in enumerate(content["rules"]):
        references: list[tuple[Place, str, set[str], str]] = [
            (("chapter",), rule["chapter"], chapters, "chapter")
        ]
        for key, known, what in (("see", rules, "rule"), ("tables", set(tables), "table")):
            references += [((key, i), id, known, what) for i, id in enumerate(rule.get(key, ()))]
        for path, id, known, what in references:
            if id not in known:
                message = tr("there is no {what} {name}", what=verbatim(what), name=verbatim(id))
                place = ("rules", index, *path)
                problems.append(source.problem(place, message, did_you_mean(id, sorted(known))))


def _unique(
    items: Sequence[Mapping[str, str]], where: str, source: Source, problems: Problems
) -> set[str]:
    """The ids of some items; a doubled one is noted."""
    seen: dict[str, int] = {}
    for index, item in enumerate(items):
        path = (where, index, "id")
        if item["id"] in seen:
            message = tr(
                "the id {id} is already on line {seen}",
                id=verbatim(item["id"]),
                seen=verbatim(seen[item["id"]]),
            )
            problems.append(source.problem(path, message, tr("ids must differ")))
        seen.setdefault(item["id"], source.locate(path)[0])
    return set(seen)


def _check_tables(
    content: dict[str, Any], source: Source, rules: set[str], problems: Problems
) -> None:
    """Note tables whose rule does not exist."""
    for name, table in content["tables"].items():
        if table["rule"] not in rules:
            message = tr("no rule is called {rule}", rule=verbatim(table["rule"]))
            mend = did_you_mean(table["rule"], sorted(rules))
            problems.append(source.problem(("tables", name, "rule"), message, mend))


def _rule(content: dict[str, Any]) -> Rule:
    lists = {key: tuple(content.get(key, ())) for key in ("see", "tables")}
    return Rule(**(content | lists))


def _table(id: str, content: dict[str, Any]) -> RuleTable:
    own = {"title", "rule", "provenance", "columns", "rows", "notes", "optional"}
    return RuleTable(
        id,
        content["title"],
        content["rule"],
        content["provenance"],
        tuple(content["columns"]),
        tuple(MappingProxyType(row) for row in content["rows"]),
        MappingProxyType(_notes(content.get("notes", ""))),
        content.get("optional", False),
        MappingProxyType({key: value for key, value in content.items() if key not in own}),
        reconstructed=_RECONSTRUCTED in content["provenance"].lower(),
        plain=tuple(MappingProxyType(row) for row in content["rows"]),
    )


def _said(value: Plain, say: Callable[[str], str]) -> Plain:
    """Say what stands in a cell; a lone word with underscores is an id and read without them."""
    if isinstance(value, dict):
        return {key: _said(part, say) for key, part in value.items()}
    if isinstance(value, list):
        return [_said(part, say) for part in value]
    words = value if " " in value else value.replace("_", " ")
    return say(words) if _LETTERS.search(words) else words


def _notes(notes: str | list[str] | dict[str, str]) -> dict[str, str]:
    if isinstance(notes, dict):
        return notes
    if isinstance(notes, list):
        return {str(number): text for number, text in enumerate(notes, start=1)}
    return {"": notes} if notes else {}
