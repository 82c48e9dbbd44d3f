"""A language is a file: the catalogue <language>.po that a translator edits, read as it is.

The names that a phrase holds are found by kind (`msgctxt "unit"`); where the language declines
them, the phrase asks for a case, `{unit:genitive}`, and the name is looked up under "unit genitive".
"""

from __future__ import annotations

from collections.abc import Iterable
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from grognard.engines.core.data.text import ENGLISH

SOURCE = "en"
"""The language that the keys themselves are written in: it has no file."""


def languages(folders: Iterable[Path]) -> tuple[str, ...]:
    """Return the languages that can be chosen, English first."""
    found = {path.stem for folder in folders for path in folder.glob("*.po")}
    return (SOURCE, *sorted(found))


def language(name: str, folders: Iterable[Path]) -> NullTranslations:
    """Return the catalogue of a language: what one folder's file lacks, the next one's may have.

    Raises:
        ValueError: when a file of it is broken.
    """
    folders = tuple(folders)
    if name == SOURCE or name not in languages(folders):
        return ENGLISH
    found = [folder / f"{name}.po" for folder in folders]
    read = [catalogue(path) for path in found if path.is_file()]
    for better, fallback in pairwise(read):
        better.add_fallback(fallback)
    return read[0] if read else ENGLISH


def catalogue(path: Path) -> NullTranslations:
    """Read a catalogue; what its translator marked as fuzzy stays English.

    Raises:
        ValueError: when the file cannot be read or is no catalogue.
    """
    from polib import pofile  # whoever reads English does without

    try:
        return GNUTranslations(BytesIO(pofile(str(path), encoding="utf-8").to_binary()))
    except Exception as wrong:  # polib and gettext stumble over broken files in ways of their own
        raise ValueError(f"{path}: {wrong}") from wrong
