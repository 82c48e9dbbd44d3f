"""The languages of the program and what there is to translate: `python -m app.languages` writes the template.

A language is one file, assets/translations/<language>.po, made from grognard.pot; a game that is
installed beside the shipped ones may bring a folder `translations` of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from importlib.resources import files
from pathlib import Path

from engines.core.data import language as catalogues
from engines.core.data.text import speak
from engines.core.play.game import registry
from engines.core.proof.phrases import Phrase, declared, names, sources, template

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "assets" / "translations" / "grognard.pot"
NAMES: dict[str, dict[str, str]] = {
    "engines/*/tables.yaml": {"name": "term"},
    "scenarios/*/*.yaml": {"title": "term", "summary": "term", "provenance": "term"},
    "scenarios/*/forces/*.yaml": {
        "name": "unit",
        "leader": "unit",
        "weight": "term",
        "arm": "term",
        "provenance": "term",
    },
    "scenarios/*/maps/*.yaml": {"name": "place", "text": "place"},
}
"""Which fields of the data files hold names, and of what kind they are."""


def folders() -> Iterator[Path]:
    """Give where catalogues lie: those of the program first, then those of installed games."""
    yield Path(str(files("assets"))) / "translations"
    for game in registry.games().values():
        yield Path(str(game.data())) / "translations"


def languages() -> tuple[str, ...]:
    """Return the languages that can be chosen, English first."""
    return catalogues.languages(folders())


def language(name: str) -> NullTranslations:
    """Return the catalogue of a language."""
    return catalogues.language(name, folders())


def begin(name: str) -> None:
    """Speak a language from now on."""
    speak(language(name))


def phrases() -> Iterator[Phrase]:
    """Give all that is shown: the phrases of the code, the names of the data."""
    for path in sources(ROOT / "engines", ROOT / "app"):
        yield from declared(path, ROOT)
    for pattern, fields in NAMES.items():
        for path in sorted(ROOT.glob(pattern)):
            yield from names(path, ROOT, fields)


def main() -> None:
    """Write the template anew."""
    TEMPLATE.write_text(template(phrases()), "utf-8")


if __name__ == "__main__":
    main()
