"""Rules, chapters and tables of a rulebook as pages of HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from html import escape
from typing import Any

from grognard.app.look import look
from grognard.engines.core.data.text import text, tr
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.proof.examples import Example
from grognard.engines.core.proof.glossary import Term
from grognard.engines.core.proof.rulebook import Rule, Rulebook, RuleTable
from grognard.engines.core.show.views import SequenceLine

LINK = "rule:"
TABLE = "table:"
SEQUENCE = "sequence:"
PRESENT = "present"
"""The anchor at the step that is being played."""
STEP_INDENT = 14
"""Pixels a step stands further to the right than the one it is part of."""
LONG, LONG_WIDE = 36, 240
"""Cells of more letters than this are folded, at so many pixels."""
EXAMPLE = "example:"
MOMENT = "moment:"
GLOSSARY = "glossary:"
TERM = "term:"
MOST_USED = 40
KINDS = {
    "enforce": text("enforced"),
    "choice": text("yours to decide"),
    "component": text("components"),
    "info": text("good to know"),
}
"""What the kinds of rules are called."""
RULE_NUMBER = re.compile(
    r"(?<![\w.])(\d+\.\d+(?:\.[a-z0-9_]+)*|[a-z]{2,4}\.[a-z0-9_.]*[a-z0-9])(?![\w])"
)


LOW, HIGH = ("min", "least", "from"), ("max", "most")
"""Under which words a table says from which total a row counts, and up to which."""


@dataclass(frozen=True, slots=True)
class Used:
    """What a roll has read in a table, as its engine tells: the column, the total, what came of it."""

    table: str = ""
    column: str = ""
    total: str = ""
    result: str = ""

    @classmethod
    def told(cls, words: str) -> Used:
        """Read what stands in a link behind its rule."""
        return cls(*words.split("#")) if words.count("#") == len(fields(cls)) - 1 else UNUSED

    def within(self, table: RuleTable) -> tuple[int, str]:
        """Return the row of a table that was read, and the column ("": all of the row); -1, "" for none.

        A result that does not stand in the column was not read there: a rule has overruled the table.
        """
        if table.id != self.table or not self.total.lstrip("-").isdigit():
            return -1, ""
        rows = table.plain or table.rows
        hit = [n for n in range(len(rows)) if _counts(table, n, int(self.total))]
        if self.column:
            hit = [n for n in hit if str(rows[n].get(self.column)) == self.result]
        return (hit[0], self.column) if hit else (-1, "")


UNUSED = Used()


def _counts(table: RuleTable, number: int, total: float) -> bool:
    """Whether a row of a table counts for a total: by its bounds, else by the number that heads it.

    Where rows have no upper bounds each counts up to the next one, and beyond the ends the first or last.
    """
    rows = [_bounds(table, row) for row in table.plain or table.rows]
    least, most = rows[number]
    if most is None or most == least:
        total = min(max(total, min(low for low, _ in rows)), max(low for low, _ in rows))
    following = rows[number + 1][0] if most is None and number + 1 < len(rows) else None
    return least <= total <= (most if most is not None else total) and (
        following is None or total < following or following < least
    )


def _bounds(table: RuleTable, row: Mapping[str, Plain]) -> tuple[float, float | None]:
    low = next((str(row[word]) for word in LOW if word in row), None)
    high = next((str(row[word]) for word in HIGH if word in row), None)
    if low is None:
        alone = float(str(row[table.columns[0]]))
        return alone, alone
    return float(low or "-inf"), None if high is None else float(high or "inf")


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
        return _anchor(f"{LINK}{name}", book.rules[name].short) if name in book.rules else name

    paragraphs = (part.strip() for part in escape(words, quote=False).split("\n\n"))
    return "".join(f"<p>{RULE_NUMBER.sub(link, part)}</p>" for part in paragraphs if part)


def spoken(book: Rulebook | None, words: str) -> str:
    """Return plain words with the rules in them called as they are shown."""

    def name(found: re.Match[str]) -> str:
        rule = book.rules.get(found.group(1)) if book is not None else None
        return found.group() if rule is None else rule.short

    return RULE_NUMBER.sub(name, words)


def _list(book: Rulebook, head: str, rules: Iterable[str]) -> str:
    names = [name for name in rules if name in book.rules]
    if not names:
        return ""
    rows = "<br>".join(_anchor(LINK + name, book.rules[name].called) for name in names)
    return f'<p style="color:{look()["text_muted"]}"><b>{head}</b></p><p>{rows}</p>'


def rule_html(
    book: Rulebook,
    name: str,
    examples: Sequence[Example] = (),
    used: Sequence[tuple[int, str]] = (),
    roll: Used = UNUSED,
) -> str:
    """Return a rule: words, ruling, tables, examples, where this game met it, see also, cited by.

    `used` are lines of the log with the number of choices before them; `roll` marks the tables.
    """
    rule = book.rules[name]
    muted = look()["text_muted"]
    chapter = next((item for item in book.chapters if item.id == rule.chapter), None)
    above = _anchor(f"chapter:{rule.chapter}", chapter.title) if chapter else ""
    parts = [f'<p style="color:{muted}">{above}</p>', _title(rule.called)]
    parts.append(f'<p style="color:{muted}"><i>{escape(_remark(rule))}</i></p>')
    parts.append(_linked(book, rule.text))
    if rule.ruling:
        parts.append(f"<p><b>{tr('Ruling.')}</b></p>{_linked(book, rule.ruling)}")
    parts.append(_examples(examples))
    read = (roll.table,) if roll.table not in rule.tables else ()
    parts.extend(
        table_html(book.tables[t], roll, book) for t in (*read, *rule.tables) if t in book.tables
    )
    parts.append(_used(used))
    parts.append(_list(book, tr("See also"), rule.see))
    parts.append(_list(book, tr("Cited by"), book.cited_by(name)))
    return "".join(parts)


def _examples(examples: Sequence[Example]) -> str:
    """Return links to the examples of a rule."""
    rows = "".join(
        f"<p>\N{BLACK RIGHT-POINTING SMALL TRIANGLE} "
        f"{_anchor(EXAMPLE + one.rule, one.title)}<br>{escape(one.note)}</p>"
        for one in examples
    )
    return f"<p><b>{tr('An example')}</b></p>{rows}" if rows else ""


def _used(lines: Sequence[tuple[int, str]]) -> str:
    """Return the lines of this game's log that cite a rule, the newest first."""
    if not lines:
        return ""
    rows = "<br>".join(
        f"{_anchor(f'{MOMENT}{at}', str(at))} {escape(words)}"
        for at, words in lines[-MOST_USED:][::-1]
    )
    return f"<p><b>{tr('Used in this game')}</b></p><p>{rows}</p>"


def glossary_html(book: Rulebook, terms: Sequence[Term], only: str = "") -> str:
    """Return the words of a game: what they mean, the printed rulebook's words, their rules."""
    rows = []
    for term in terms:
        if only and term.term != only:
            continue
        links = _marks(book, term.rules)
        source = ", ".join(word for word in term.source if word != term.term)
        own = f' <i style="color:{look()["text_muted"]}">{escape(source)}</i>' if source else ""
        rows.append(f"<p><b>{escape(term.term)}</b>{own}<br>{escape(term.note)} {links}</p>")
    return _title(tr("Glossary")) + "".join(rows)


def _marks(book: Rulebook, names: Iterable[str]) -> str:
    """Return short links to rules, one after the other."""
    known = (book.rules[name] for name in names if name in book.rules)
    return " \N{MIDDLE DOT} ".join(_anchor(LINK + rule.id, rule.short) for rule in known)


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
        f'<p style="margin:3px 0">{_anchor(LINK + rule.id, rule.called)}</p>'
        for rule in book.in_chapter(name)
    )
    return _title(chapter.called) + rows


def sequence_html(book: Rulebook, lines: Sequence[SequenceLine]) -> str:
    """Return the sequence of play: a line a step, with its rules; the present one stands out."""
    rows = "".join(_step_row(book, line) for line in lines)
    return f'{_title(tr("Sequence of play"))}<table width="100%" cellspacing="0" cellpadding="3">{rows}</table>'


def _step_row(book: Rulebook, line: SequenceLine) -> str:
    now = look()
    words = escape(str(line.title))
    words = words if line.depth else f"<b>{words}</b>"
    links = _marks(book, line.rules)
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


def _ground(number: int, hit: int) -> str:
    now = look()
    return now["button_hover"] if number == hit else now["raised" if number % 2 else "panel"]


def _marked(words: str, on: bool) -> str:
    mark = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
    return f"<b><u>{mark} {words}</u></b>" if on else words


def notes_html(table: RuleTable) -> str:
    """Return the notes below a table; a sign that stands in its rows leads, the name of a note does not."""
    signed = [(f"{mark} " if len(mark) < 3 else "", words) for mark, words in table.notes.items()]
    return "".join(f"<p>{escape(sign)}{escape(words)}</p>" for sign, words in signed)


def table_html(table: RuleTable, used: Used = UNUSED, book: Rulebook | None = None) -> str:
    """Return a table; one that was reconstructed says so; what a roll used is marked."""
    now = look()
    hit, held = used.within(table)
    width = {column: _width(table, column) for column in table.columns}
    head = "".join(
        f'<th align="left" style="white-space:pre" bgcolor="{now["window"]}">{escape(head)}</th>'
        for head in table.headings
    )
    rows = "".join(
        f'<tr bgcolor="{_ground(number, hit)}">'
        + "".join(
            f"<td {width[column]}>{_marked(cell(row.get(column)), number == hit and held in ('', column))}</td>"
            for column in table.columns
        )
        + "</tr>"
        for number, row in enumerate(table.rows)
    )
    notes = notes_html(table)
    origin = escape(table.provenance)
    if table.reconstructed:
        word = tr("Reconstructed.")
        origin = f'<span style="color:{now["danger"]}"><b>{word}</b> {origin}</span>'
    rule = _marks(book, [table.rule]) if book is not None else ""
    return (
        f"{_title(table.title, 'large')}"
        f'<table border="0" cellspacing="1" cellpadding="4"><tr>{head}</tr>'
        f"{rows}</table>{notes}"
        f'<p style="color:{now["text_muted"]}">{origin} {rule}</p>'
    )
