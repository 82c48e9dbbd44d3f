"""Words as data: a phrase (its English is its key) and what fills its holes, rendered when shown.

A phrase is declared where it is used, with a literal key, so that the template of the translators
holds it: `text("{unit} moves to {hex}.", unit=..., hex=...)`, with a count
`counted("{n} hit has no target left", "{n} hits have no target left", n=...)`. Which language it is
shown in is the catalogue's business (`grognard.engines.core.data.language`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from gettext import NullTranslations
from typing import Any, Literal, TypeAlias

from grognard.engines.core.data.frozen import evolve, record

Kind: TypeAlias = Literal[
    "unit",
    "place",
    "side",
    "seat",
    "phase",
    "term",
    "field",
    "rule",
    "example",
    "cited",
    "verbatim",
]
"""What is named. Names are looked up by kind, so that a language can decline a unit in its own way.

"unit" is whoever has a name: a unit, a commander, a command of them. "term" is a word of a game's
data (the name of a modifier, a formation, a terrain); "field" is a key of a data file, as a form
of the editor has it for its heading; "rule" is what stands in a rulebook,
"example" what stands over a worked example; "cited" is the
id of a rule, shown as `cite` says; "verbatim" is the same in all languages: a number, a coordinate, a die.
"""

KINDS: dict[str, Kind] = {
    "name": "unit",
    "unit": "unit",
    "leader": "unit",
    "gun": "unit",
    "block": "unit",
    "piece": "unit",
    "rider": "unit",
    "runner": "unit",
    "square": "unit",
    "title": "term",
    "target": "unit",
    "foe": "unit",
    "enemy": "unit",
    "hq": "unit",
    "corps": "unit",
    "group": "unit",
    "command": "unit",
    "army": "unit",
    "hex": "place",
    "a": "place",
    "b": "place",
    "bridge": "place",
    "hour": "term",
    "rule": "cited",
    "area": "place",
    "place": "place",
    "at": "place",
    "side": "side",
    "seat": "seat",
    "phase": "phase",
    "terrain": "term",
    "formation": "term",
}
"""Of what kind a name is that fills a hole as it stands: the hole's own name says so."""

_DECIMAL = re.compile(r"[-+\N{MINUS SIGN}]?\d+\.\d+")
"""What fills a hole and is a number with a fraction: its sign is that of the language."""
ENGLISH = NullTranslations()
_spoken: list[NullTranslations] = [ENGLISH]
_PART = re.compile(r"([IVX]+)/(.+)")
_cited: list[Callable[[str], str]] = [str]


@record
class Text:
    """A phrase with named holes.

    `key` is the English phrase in `str.format` notation and at the same time the key of the
    catalogues; `args` are (hole, value) pairs. With `plural` it is a phrase that counts what fills
    the hole `n`. With `context` it is no phrase but a name of that kind.
    """

    key: str
    args: tuple[tuple[str, str | int | Text], ...] = ()
    plural: str = ""
    context: str = ""

    def fill(self, **args: str | int | Text) -> Text:
        """Return the same phrase with these holes filled (of one that is kept in a table)."""
        return evolve(self, args=self.args + tuple(args.items()))

    def render(self, language: NullTranslations | None = None) -> str:
        """Return the phrase in a language, the one that is spoken where none is told."""
        language = language or _spoken[0]
        if self.context:
            return _name(language, self.context, self.key)
        holes = {name: _filling(language, name, value) for name, value in self.args}
        if self.plural:
            pattern = language.ngettext(self.key, self.plural, abs(int(str(dict(self.args)["n"]))))
        else:
            pattern = language.gettext(self.key) if self.key else ""
        return pattern.format(**holes)

    def __str__(self) -> str:
        return self.render()


Words: TypeAlias = str | int | Text


def text(key: str, /, **args: Words) -> Text:
    """Declare a phrase: `text("{unit} stops", unit="Compans")`."""
    return Text(key, tuple(args.items())) if args else _bare(key)


@cache
def _bare(key: str) -> Text:
    """A phrase without holes: every time it is declared it is the same."""
    return Text(key)


def counted(one: str, many: str, /, *, n: int, **args: Words) -> Text:
    """Declare a phrase that counts: `counted("{n} man", "{n} men", n=3)`."""
    return Text(one, (("n", n), *args.items()), many)


def tr(key: str, /, **args: Words) -> str:
    """Declare a phrase and say it at once: `tr("Undo")`, for what a window shows."""
    return Text(key, tuple(args.items())).render()


def trn(one: str, many: str, /, *, n: int, **args: Words) -> str:
    """Declare a phrase that counts and say it at once."""
    return Text(one, (("n", n), *args.items()), many).render()


def counting(one: str, many: str, /) -> Text:
    """Declare a phrase that counts and is kept in a table; `fill(n=...)` makes a sentence of it."""
    return Text(one, (), many)


def named(kind: Kind, name: str, /) -> Text:
    """Return a name of data (of a unit, a place, a row of a table) as something to be shown."""
    return Text(name, context=kind)


def spell(kind: Kind, name: str, /) -> str:
    """Say a name of data at once, for what a window shows."""
    return named(kind, name).render()


def decimal(number: float, places: int = 1) -> str:
    """Write a number with the decimal sign of the language, where no phrase holds it."""
    return f"{number:.{places}f}".replace(".", spell("term", "."))


def percent(share: Fraction | float) -> str:
    """Write a share as every game and panel does, so that the number and its sign stay on one line."""
    return tr("{n}\u202f%", n=round(float(share) * 100))


def capital(words: str) -> str:
    """Return words as they stand at the head of a line."""
    return words[:1].upper() + words[1:]


def told_again(data: Mapping[str, Any]) -> Text:
    """Return a phrase of the fields that `dataclasses.asdict` told of it; what fills its holes is no phrase itself."""
    return Text(**{**data, "args": tuple(map(tuple, data["args"]))})


def verbatim(words: str | int, /) -> Text:
    """Return what has no language: a number, a coordinate."""
    return Text(str(words), context="verbatim")


def all_of(items: Iterable[str | Text], kind: Kind = "unit") -> Text:
    """Return an enumeration, 'A, B and C'; plain names are of `kind`."""
    names = [named(kind, item) if isinstance(item, str) else item for item in items]
    if len(names) < 2:
        return names[0] if names else text("none")
    words = text("{first} and {last}", first=names[-2], last=names[-1])
    for name in reversed(names[:-2]):
        words = text("{first}, {others}", first=name, others=words)
    return words


def either(items: Iterable[Text]) -> Text:
    """Return a choice between things, 'A, B or C'."""
    names = list(items)
    if len(names) < 2:
        return names[0] if names else text("none")
    return text("{first} or {others}", first=names[0], others=either(names[1:]))


def spoken() -> NullTranslations:
    """Return the language that is spoken."""
    return _spoken[0]


def speak(language: NullTranslations) -> None:
    """Have every phrase shown in a language from now on."""
    _spoken[0] = language


@dataclass(frozen=True, slots=True)
class _Cased:
    """A name in a hole: a language may write `{unit:genitive}` and give its names in that case."""

    language: NullTranslations
    kind: str
    name: str

    def __str__(self) -> str:
        return _name(self.language, self.kind, self.name)

    def __format__(self, case: str) -> str:
        declined = _name(self.language, f"{self.kind} {case}", self.name) if case else self.name
        return str(self) if declined == self.name else declined


def _filling(language: NullTranslations, hole: str, value: Words) -> str | int | _Cased:
    if isinstance(value, Text):
        kind = value.context
        return _Cased(language, kind, value.key) if kind else value.render(language)
    kind = KINDS.get(hole, "")
    if not kind and isinstance(value, str) and _DECIMAL.fullmatch(value):
        return value.replace(".", language.pgettext("term", "."))
    return _Cased(language, kind, value) if kind and isinstance(value, str) else value


def cite(called: Callable[[str], str]) -> None:
    """Have rules shown by what `called` makes of their ids; a command line shows the ids."""
    _cited[0] = called


def _name(language: NullTranslations, kind: str, name: str) -> str:
    if kind == "cited":
        return _cited[0](name)
    said = language.pgettext(kind, name) if name else name
    number, whole = part_of(name)
    return f"{number}/{language.pgettext(kind, whole)}" if said == name and number else said


def part_of(name: str) -> tuple[str, str]:
    """Return the number and the whole of a part, "II/84e Ligne": catalogues know the regiment alone."""
    found = _PART.fullmatch(name)
    return (found[1], found[2]) if found else ("", name)
