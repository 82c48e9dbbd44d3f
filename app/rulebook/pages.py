"""Rules, chapters and tables of a rulebook as pages of HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from app.look import look
from engines.core.data.text import text, tr, verbatim
from engines.core.proof.rulebook import Rule, Rulebook, RuleTable
from engines.core.show.views import SequenceLine

LINK = "rule:"
TABLE = "table:"
SEQUENCE = "sequence:"
PRESENT = "present"
"""The anchor at the step that is being played."""
STEP_INDENT = 14
"""Pixels a step stands further to the right than the one it is part of."""
LONG, LONG_WIDE = 36, 240
"""Cells of more letters than this are folded, at so many pixels."""
KINDS = {
    "enforce": text("the program sees to it"),
    "choice": text("yours to decide"),
    "component": text("what the game is made of"),
    "info": text("good to know"),
}
"""What the kinds of rules are called."""
_NUMBER = re.compile(
    r"(?<![\w.])(\d+\.\d+(?:\.[a-z0-9_]+)*|[a-z]{2,4}\.[a-z0-9_.]*[a-z0-9])(?![\w])"
)


def _anchor(target: str, words: str) -> str:
    style = f"color:{look()['link']};text-decoration:none"
    return f'<a href="{escape(target, quote=True)}" style="{style}">{escape(words)}</a>'


def _title(words: str, size: str = "x-large") -> str:
    now = look()
    style = f"font-family:'{now.serif}';color:{now['title']};font-size:{size};margin:4px 0"
    return f'<p style="{style}"><b>{escape(words)}</b></p>'


def _linked(book: Rulebook, words: str) -> str:
    """Return plain words as HTML with every rule number in them a link."""

    def link(found: re.Match[str]) -> str:
        name = found.group(1)
        return _anchor(f"{LINK}{name}", name) if name in book.rules else name

    paragraphs = (part.strip() for part in escape(words, quote=False).split("\n\n"))
    return "".join(f"<p>{_NUMBER.sub(link, part)}</p>" for part in paragraphs if part)


def _list(book: Rulebook, head: str, rules: Iterable[str]) -> str:
    names = [name for name in rules if name in book.rules]
    if not names:
        return ""
    rows = "<br>".join(
        f"{_anchor(LINK + name, name)} {escape(book.rules[name].title)}" for name in names
    )
    return f'<p style="color:{look()["text_muted"]}"><b>{head}</b></p><p>{rows}</p>'


def rule_html(book: Rulebook, name: str) -> str:
    """Return a rule: words, ruling, tables, see also, cited by."""
    rule = book.rules[name]
    muted = look()["text_muted"]
    chapter = next((item for item in book.chapters if item.id == rule.chapter), None)
    above = _anchor(f"chapter:{rule.chapter}", chapter.title) if chapter else ""
    parts = [f'<p style="color:{muted}">{above}</p>', _title(f"{rule.id}  {rule.title}")]
    parts.append(f'<p style="color:{muted}"><i>{escape(_remark(rule))}</i></p>')
    parts.append(_linked(book, rule.text))
    if rule.ruling:
        parts.append(f"<p><b>{tr('Ruling.')}</b></p>{_linked(book, rule.ruling)}")
    parts.extend(table_html(book.tables[t]) for t in rule.tables if t in book.tables)
    parts.append(_list(book, tr("See also"), rule.see))
    parts.append(_list(book, tr("Cited by"), book.cited_by(name)))
    return "".join(parts)


def _remark(rule: Rule) -> str:
    words = [str(KINDS[rule.kind]) if rule.kind in KINDS else rule.kind]
    if rule.optional:
        words.append(tr("optional"))
    if not rule.used:
        words.append(tr("not used by the program"))
    return ", ".join(words)


def chapter_html(book: Rulebook, name: str) -> str:
    """Return a chapter: its rules by title."""
    chapter = next((item for item in book.chapters if item.id == name), None)
    if chapter is None:
        return ""
    rows = "".join(
        f'<p style="margin:3px 0">{_anchor(LINK + rule.id, rule.id)} {escape(rule.title)}</p>'
        for rule in book.in_chapter(name)
    )
    return _title(f"{chapter.id}  {chapter.title}") + rows


def sequence_html(book: Rulebook, lines: Sequence[SequenceLine]) -> str:
    """Return the sequence of play: a line a step, with its rules; the present one stands out."""
    rows = "".join(_step_row(book, line) for line in lines)
    return f'{_title(tr("Sequence of play"))}<table width="100%" cellspacing="0" cellpadding="3">{rows}</table>'


def _step_row(book: Rulebook, line: SequenceLine) -> str:
    now = look()
    words = escape(str(line.title))
    words = words if line.depth else f"<b>{words}</b>"
    links = " ".join(_anchor(LINK + name, name) for name in line.rules if name in book.rules)
    ground = f' bgcolor="{now["raised"]}"' if line.present else ""
    mark = (
        f'<a name="{PRESENT}">\N{BLACK RIGHT-POINTING SMALL TRIANGLE}</a>' if line.present else ""
    )
    style = f"padding-left:{STEP_INDENT * line.depth}px"
    return (
        f'<tr{ground}><td width="12" style="color:{now["title"]}">{mark}</td><td style="{style}">{words}</td>'
        f'<td align="right">{links}</td></tr>'
    )


def cell(value: Any) -> str:
    """Return a table cell as HTML."""
    if isinstance(value, Mapping):
        return "<br>".join(f"{escape(str(k))}: {cell(v)}" for k, v in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(cell(item) for item in value)
    return "" if value is None else escape(str(value))


def _width(table: RuleTable, column: str) -> str:
    """Return how a cell is folded: short ones never (the page scrolls), long ones at a width."""
    longest = max((len(str(row.get(column, ""))) for row in table.rows), default=0)
    return f'width="{LONG_WIDE}"' if longest > LONG else 'style="white-space:pre"'


def table_html(table: RuleTable) -> str:
    """Return a table; one that was reconstructed says so."""
    now = look()
    width = {column: _width(table, column) for column in table.columns}
    head = "".join(
        f'<th align="left" style="white-space:pre" bgcolor="{now["window"]}">{escape(head)}</th>'
        for head in table.headings
    )
    rows = "".join(
        f'<tr bgcolor="{now["raised"] if number % 2 else now["panel"]}">'
        + "".join(f"<td {width[column]}>{cell(row.get(column))}</td>" for column in table.columns)
        + "</tr>"
        for number, row in enumerate(table.rows)
    )
    notes = "".join(f"<p>{escape(mark)} {escape(words)}</p>" for mark, words in table.notes.items())
    origin = escape(table.provenance)
    if table.reconstructed:
        word = tr("Reconstructed.")
        origin = f'<span style="color:{now["danger"]}"><b>{word}</b> {origin}</span>'
    rule = tr("Rule {rule}", rule=verbatim(_anchor(f"{LINK}{table.rule}", table.rule)))
    return (
        f"{_title(table.title, 'large')}"
        f'<table border="0" cellspacing="1" cellpadding="4"><tr>{head}</tr>'
        f"{rows}</table>{notes}"
        f'<p style="color:{now["text_muted"]}">{origin} {rule}</p>'
    )
