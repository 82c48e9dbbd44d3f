"""The languages of the program and what there is to translate: `python -m grognard.app.languages` writes the templates.

A language is one file, assets/translations/<language>.po, made from grognard.pot; a game that is
installed beside the shipped ones may bring a folder `translations` of its own. The rulebooks, which are
as long as all the rest, are a file apart, rules/<language>.po, and what stands over the worked examples
is another, examples/<language>.po; `python -m grognard.app.languages rules` writes the template of one of them
alone. `python -m grognard.app.languages update` writes all and brings every catalogue up to them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from grognard.app.spoken import EXAMPLES, RULEBOOKS, TRANSLATIONS
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.proof.examples import load_examples
from grognard.engines.core.proof.glossary import load_glossary
from grognard.engines.core.proof.guide import load_guide
from grognard.engines.core.proof.phrases import Phrase, declared, names, sources, template, titles
from grognard.engines.core.proof.rulebook import Rule, Rulebook

ROOT = Path(__file__).parents[1]
TEMPLATE = TRANSLATIONS / "grognard.pot"
RULES = RULEBOOKS / "rules.pot"
"""The template of the rulebooks."""
SHOWN = EXAMPLES / "examples.pot"
"""The template of what stands over the worked examples."""
NAMES: dict[str, dict[str, str]] = {
    "engines/*/tables.yaml": {"name": "term", "hour": "term", "weight": "term"},
    "engines/*/cards.yaml": {"name": "term", "text": "term"},
    "scenarios/*/*.yaml": {
        "title": "term",
        "summary": "term",
        "teaches": "term",
        "provenance": "term",
        "date": "term",
        "seats.name": "seat",
        "groups.name": "unit",
        "units.name": "unit",
        "ugc.name": "unit",
        "cc.name": "unit",
        "victory.name": "place",
        "places.name": "place",
    },
    "scenarios/*/forces/*.yaml": {
        "name": "unit",
        "leader": "unit",
        "class": "term",
        "arm": "term",
        "provenance": "term",
    },
    "scenarios/*/maps/*.yaml": {"title": "term", "name": "place", "text": "place"},
}
"""Which fields of the data files hold names, and of what kind they are."""


def _shipped() -> Iterator[AnyGame]:
    """Give the games whose words are in these templates."""
    yield from (
        game for game in registry.games().values() if game.package.startswith("grognard.engines.")
    )


def phrases() -> Iterator[Phrase]:
    """Give all that is shown: the phrases of the code, the names of the data."""
    for path in sources(ROOT / "engines", ROOT / "app"):
        yield from declared(path, ROOT)
    for path in sorted(ROOT.glob("engines/*/game.py")):
        yield from titles(path, ROOT)
    for pattern, fields in NAMES.items():
        for path in sorted(ROOT.glob(pattern)):
            yield from names(path, ROOT, fields)


def rule_phrases() -> Iterator[Phrase]:
    """Give all that stands in the rulebooks."""
    for game in _shipped():
        book, _ = Rulebook.load(game.data())
        for words in book.words() if book is not None else ():
            yield Phrase(words, f"engines/{game.id}/rules.yaml", context="rule")
        for words in _beside(game, book.rules if book is not None else {}):
            yield Phrase(words, f"engines/{game.id}/rules.yaml", context="rule")


def _beside(game: AnyGame, rules: Mapping[str, Rule]) -> Iterator[str]:
    """Give what is read beside a rulebook: the glossary and the guided first game."""
    found: dict[str, None] = {}

    def heard(words: str) -> str:
        if words:
            found[words] = None
        return words

    for term in load_glossary(game.data(), rules)[0]:
        term.said(heard)
    guide, _ = load_guide(game, rules)
    if guide is not None:
        guide.said(heard)
    yield from found


def example_phrases() -> Iterator[Phrase]:
    """Give what stands over the worked examples: titles and notes."""
    for game in _shipped():
        book, _ = Rulebook.load(game.data())
        examples, _ = load_examples(game, book.rules if book is not None else {})
        for one in examples.all():
            for words in (one.title, one.note):
                yield Phrase(words, f"engines/{game.id}/examples.yaml", context="example")


TEMPLATES: dict[str, tuple[Path, Callable[[], Iterable[Phrase]]]] = {
    "grognard": (TEMPLATE, phrases),
    "rules": (RULES, rule_phrases),
    "examples": (SHOWN, example_phrases),
}
"""The templates by name: where each lies and what it holds."""


def update() -> None:
    """Write the templates, and bring every catalogue up to them: new phrases empty, vanished ones dropped."""
    from polib import POEntry, pofile  # no player needs it

    def fresh(one: POEntry, forms: int) -> POEntry:
        return POEntry(
            msgid=one.msgid,
            msgctxt=one.msgctxt,
            msgid_plural=one.msgid_plural,
            msgstr_plural=dict.fromkeys(range(forms), "") if one.msgid_plural else {},
        )

    main()
    for at, _ in TEMPLATES.values():
        wanted = pofile(str(at), encoding="utf-8")
        for path in sorted(at.parent.glob("*.po")):
            book = pofile(str(path), encoding="utf-8", wrapwidth=110)
            many = re.match(r"nplurals=(\d+)", book.metadata.get("Plural-Forms", ""))
            if many is None:  # a head that was lost is no reason to lose the rest
                raise KeyError(path, "Plural-Forms")
            told = {(one.msgctxt, one.msgid, one.msgid_plural): one for one in book}
            book[:] = [
                told.get((e.msgctxt, e.msgid, e.msgid_plural), fresh(e, int(many[1])))
                for e in wanted
            ]
            book.sort(key=lambda one: (one.msgctxt or "", one.msgid, one.msgid_plural))
            book.save(str(path))
            lacking = len(book.untranslated_entries())
            sys.stdout.write(f"{path.relative_to(TRANSLATIONS)}: {len(book)}, {lacking} empty\n")


def main(domain: str = "") -> None:
    """Write the templates anew, or that of a name, or (`update`) all and every catalogue."""
    if domain == "update":
        update()
        return
    for name, (at, said) in TEMPLATES.items():
        if domain in ("", name):
            at.parent.mkdir(exist_ok=True)
            at.write_text(template(said()), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:2])
