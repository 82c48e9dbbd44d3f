"""Plain data written as YAML that reads back equal: here, where no text has a type, and elsewhere.

What another reader of YAML might take for a number, a time, yes, no or nothing is quoted, unless
what stands in its place or beside it was not: a file keeps its own habits.
"""

from __future__ import annotations

import json
import re
import textwrap

from grognard.engines.core.data.yamlio import ListNode, MapNode, Node, Plain, Scalar, Span

WIDTH = 140
"""Folded text and lists of words are broken into lines of about this length."""

_SAFE = re.compile(r"\w(?:[\w ./+()-]*[\w.+()-])?")
"""What may stand without quotes anywhere."""
_TYPED = re.compile(
    r"[0-9].*|(?:y|n|yes|no|on|off|true|false|null|nan|inf)|_[0-9_.]*", re.IGNORECASE | re.DOTALL
)
_TO_ESCAPE = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")
"""What JSON leaves as it is and YAML does not."""
_FOLDABLE = re.compile(r"[^\s#](?:[^\s]| (?=[^\s]))*")


def quoted(text: str) -> str:
    """Return text in double quotes."""
    return _TO_ESCAPE.sub(
        lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False)
    )


def scalar(text: str, model: Node | None = None, style: str = "") -> str:
    """Return text on one line; bare, in single or in double quotes as `model` is written.

    `style` is the model's quotation mark, if it is known.
    """
    bare = _SAFE.fullmatch(text) is not None and ": " not in text
    if style == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    if isinstance(model, Scalar):
        bare = bare and (not model.quoted or style in ("|", ">"))
    elif _TYPED.fullmatch(text):
        bare = False
    return text if bare else quoted(text)


def flow(value: Plain, model: Node | None = None) -> str:
    """Return any value on one line; `model` is a value like it, whose quotes are imitated."""
    if isinstance(value, str):
        return scalar(value, model)
    if isinstance(value, list):
        first = model.items[0] if isinstance(model, ListNode) and model.items else None
        same = isinstance(model, ListNode) and len(model.items) == len(value)
        models = model.items if same and isinstance(model, ListNode) else [first] * len(value)
        return "[" + ", ".join(map(flow, value, models)) + "]"
    entries = model.entries if isinstance(model, MapNode) else {}
    pairs = (f"{scalar(key)}: {flow(item, entries.get(key))}" for key, item in value.items())
    return "{" + ", ".join(pairs) + "}"


def broken(value: Plain, model: Node | None, indent: str, newline: str) -> str:
    """Return a value as `flow` does, but a long list of words in several lines."""
    whole = flow(value, model)
    if len(whole) <= WIDTH or not isinstance(value, list) or not all(map(_is_word, value)):
        return whole
    first = model.items[0] if isinstance(model, ListNode) and model.items else None
    lines = [""]
    for item in value:
        word = flow(item, first) + ", "
        if lines[-1] and len(lines[-1]) + len(word) > WIDTH:
            lines.append("")
        lines[-1] += word
    return "[" + f"{newline}{indent}".join(line.rstrip() for line in lines)[:-1] + "]"


def _is_word(value: Plain) -> bool:
    return isinstance(value, str)


def folded(text: str, header: str, indent: str, newline: str) -> str | None:
    """Return text as a folded block with this header, or None if a fold would change it."""
    if not _FOLDABLE.fullmatch(text) or not text.isprintable() or not header.endswith("-"):
        return None
    lines = textwrap.wrap(
        text,
        WIDTH - len(indent),
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )
    return newline.join([header, *(indent + line for line in lines)])


def header(text: str, span: Span) -> str:
    """Return how a folded or literal block begins, or "" for other text."""
    found = re.match(r"[|>][-+0-9]*", text[span.start : span.end])
    return found[0] if found and span.style in ("|", ">") else ""
