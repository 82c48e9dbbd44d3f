"""What the words of a cell mean in their column: numbers as people write them, choices and names as they are called."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from grognard.app.editor.cells import parsed, shown
from grognard.app.editor.sheet.columns import Column, field_schema
from grognard.engines.core.data.schema import Bool, Int, ListOf, Number, OneOf, Record, Schema, Str
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import Plain, Problems, load_json
from grognard.engines.core.scenario.fields import ID

_DECIMAL = re.compile(r"[+-]?\d+,\d+")
_GROUPED = re.compile(r"[+-]?\d{1,3}([.,'\u2019\u00a0\u202f ]\d{3})+(?P<rest>[.,]\d+)?")
_YES = {"yes": "yes", "true": "yes", "x": "yes", "no": "no", "false": "no"}


@dataclass(frozen=True, slots=True)
class Reading:
    """What a cell says.

    Attributes:
        value: what is written; "" for nothing.
        why: why it cannot be read, "" where it can.
        doubt: a comma in it may be that of a decimal number, or part thousands or values.
    """

    value: Plain
    why: str = ""
    doubt: bool = False


@dataclass(slots=True)
class Reader:
    """Reads the cells of a list, and says what stands in them.

    Attributes:
        schema: what a row may say.
        term: what a word of the game is called.
        titles: of each column that names records, what these are called, by their ids.
        decimal: whether the commas in doubt are those of decimal numbers.
    """

    schema: Record | None
    term: Callable[[str], object]
    titles: Mapping[Column, Mapping[str, str]] = field(default_factory=dict)
    decimal: bool = True

    def shown(self, column: Column, value: Plain) -> str:
        """Return what stands in a cell: choices and records as they are called."""
        if isinstance(value, str) and (called := self.called(column).get(value)):
            return called
        return shown(value)

    def called(self, column: Column) -> dict[str, str]:
        """Return what may be chosen in a column, each as it is called; nothing where one writes."""
        schema = field_schema(self.schema, column)
        if isinstance(schema, Str) and schema.choices:
            return {word: str(self.term(word)) for word in schema.choices}
        if isinstance(schema, Bool):
            return {"yes": str(self.term("yes")), "no": str(self.term("no"))}
        return {**self.titles.get(column, {})}

    def names(self, column: Column) -> bool:
        """Whether a column names records that have names of their own."""
        schema = field_schema(self.schema, column)
        alike = isinstance(schema, Str) and schema.pattern == ID.pattern
        return alike and column[-1] != "id"

    def read(self, column: Column, words: str, like: Plain = "") -> Reading:
        """Return what words say in a column; `like` is a value by which to tell its form."""
        words = words.strip()
        schema = field_schema(self.schema, column)
        if not words:
            return Reading("")
        meant = self._word(column, words)
        value, doubt = self._value(schema, meant, like)
        return Reading(value, self._why_not(schema, value), doubt)

    def _word(self, column: Column, words: str) -> str:
        """Return the word that is meant by what something is called, whatever its capitals."""
        known = self.called(column)
        if words in known:
            return words
        low = words.casefold()
        if isinstance(field_schema(self.schema, column), Bool) and low in _YES:
            return _YES[low]
        found = [
            word for word, called in known.items() if low in (word.casefold(), called.casefold())
        ]
        return found[0] if found else words

    def _value(self, schema: Schema | None, words: str, like: Plain) -> tuple[Plain, bool]:
        """Return the value of words, and whether their comma is in doubt."""
        if isinstance(schema, Int):
            return _whole(words), False
        if isinstance(schema, Number):
            return _decimal(words, decimal=self.decimal)
        if isinstance(like, dict) and ":" in words:
            return parsed(words, like), False
        if isinstance(schema, ListOf):
            return self._listed(schema, words, like)
        if isinstance(schema, OneOf) and "," in words and _takes_list(schema):
            return parsed(words, [""]), False
        written = isinstance(schema, Str | Bool | OneOf)
        return (words if written else parsed(words, like)), False

    def _listed(self, schema: ListOf, words: str, like: Plain) -> tuple[Plain, bool]:
        """Return a list of values, parted by commas; of numbers one comma may be that of decimals."""
        if isinstance(schema.item, Number) and _DECIMAL.fullmatch(words):
            one, _ = _decimal(words, decimal=True)
            listed: list[Plain] = [one] if self.decimal else [*words.split(",")]
            return listed, True
        if schema.single and "," not in words and not isinstance(like, list):
            return words, False
        return parsed(words, like if isinstance(like, list) and like else [""]), False

    def _why_not(self, schema: Schema | None, value: Plain) -> str:
        """Return why a value is none of the field, "" where it is one."""
        node = load_json(json.dumps(value), "")
        if node is None:
            return tr("it holds what no file can hold")
        if schema is None:
            return ""
        problems = Problems()
        schema.read(node, problems)
        if not problems:
            return ""
        choices = schema.choices if isinstance(schema, Str) else None
        if choices:
            known = ", ".join(str(self.term(word)) for word in choices)
            return tr("it is one of: {words}", words=verbatim(known))
        return str(problems[0].message)


def _takes_list(schema: OneOf) -> bool:
    return any(isinstance(option, ListOf) for option in schema.options)


def _whole(words: str) -> str:
    """Return a whole number without what parts its thousands, or a decimal part of nothing."""
    if (found := _GROUPED.fullmatch(words)) is not None:
        words = words.removesuffix(found["rest"] or "")
        return re.sub(r"[^\d+-]", "", words) if not (found["rest"] or "").strip(".,0") else words
    return re.sub(r"[.,]0+$", "", words)


def _decimal(words: str, *, decimal: bool) -> tuple[str, bool]:
    """Return a decimal number with a point, and whether its comma could part thousands."""
    found = _GROUPED.fullmatch(words)
    if found is None:
        return words.replace(",", "."), False
    if (rest := found["rest"]) is not None:  # the last sign is the decimal one: 1.200,5 and 1,200.5
        return re.sub(r"[^\d+-]", "", words.removesuffix(rest)) + "." + rest[1:], False
    if words.count(",") == 1 and "." not in words:
        return (words.replace(",", ".") if decimal else words.replace(",", "")), True
    return (words if words.count(".") == 1 else re.sub(r"[^\d+-]", "", words)), False
