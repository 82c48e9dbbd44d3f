"""The languages of the program and what there is to translate: `python -m grognard.app.languages` writes the template.

A language is one file, assets/translations/<language>.po, made from grognard.pot; a game that is
installed beside the shipped ones may bring a folder `translations` of its own. The rulebooks, which are
as long as all the rest, are a file apart, rules/<language>.po: `python -m grognard.app.languages rules`
writes the template of it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from importlib.resources import files
from locale import getlocale
from pathlib import Path

from grognard.app.folders import cache_folder
from grognard.engines.core.data import language as catalogues
from grognard.engines.core.data.text import speak
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.proof.phrases import Phrase, declared, names, sources, template, titles
from grognard.engines.core.proof.rulebook import Rulebook

ROOT = Path(__file__).parents[1]
TRANSLATIONS = Path(str(files("grognard.assets"))) / "translations"
TEMPLATE = TRANSLATIONS / "grognard.pot"
RULES = TRANSLATIONS / "rules" / "rules.pot"
"""The template of the rulebooks: long, and written when somebody begins to translate them."""
ASKING = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""What a system's environment says of the language, the weightiest first."""
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
    "scenarios/*/maps/*.yaml": {"name": "place", "text": "place"},
}
"""Which fields of the data files hold names, and of what kind they are."""


def folders() -> Iterator[Path]:
    """Give where catalogues lie: those of the program first, then those of installed games."""
    yield TRANSLATIONS
    yield RULES.parent
    for game in registry.games().values():
        yield Path(str(game.data())) / "translations"


def languages() -> tuple[str, ...]:
    """Return the languages that can be chosen, English first."""
    return catalogues.languages(folders())


def language(name: str) -> NullTranslations:
    """Return the catalogue of a language."""
    return catalogues.language(name, folders(), cache_folder() / "languages")


def wanted(environ: Mapping[str, str] | None = None) -> str:
    """Return the language that the system asks for, of those there are; else English.

    As everywhere, `LANGUAGE` names several, and goes before `LC_ALL`, `LC_MESSAGES` and `LANG`. A
    system that sets none of them has its own way to say it.
    """
    environ = os.environ if environ is None else environ
    set_ones = [environ[name] for name in ASKING if environ.get(name)]
    asked = [word for words in set_ones for word in words.split(":")]
    if not asked and environ is os.environ and sys.platform in ("win32", "darwin"):
        asked = [getlocale()[0] or ""]
    known = languages()
    for word in asked:
        spoken = re.split(r"[_.@-]", word)[0]
        if spoken in ("C", "POSIX"):
            break
        if spoken.casefold() in known:
            return spoken.casefold()
    return known[0]


def begin(name: str) -> str:
    """Speak a language from now on, or English where its catalogue is broken; return what is wrong with it."""
    try:
        speak(language(name))
    except ValueError as wrong:
        speak(NullTranslations())
        return str(wrong)
    return ""


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


def main(domain: str = "") -> None:
    """Write the template anew, or that of the rulebooks."""
    if domain == "rules":
        RULES.parent.mkdir(exist_ok=True)
        RULES.write_text(template(rule_phrases()), "utf-8")
    else:
        TEMPLATE.write_text(template(phrases()), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:2])
