"""The language that is spoken: which there are, which the system asks for, and how one begins."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from gettext import NullTranslations
from importlib.resources import files
from locale import getlocale
from pathlib import Path

from grognard.app.folders import cache_folder
from grognard.engines.core.data import language as catalogues
from grognard.engines.core.data.text import Kind, speak
from grognard.engines.core.play.homes import homes

TRANSLATIONS = Path(str(files("grognard.assets"))) / "translations"
RULEBOOKS = TRANSLATIONS / "rules"
EXAMPLES = TRANSLATIONS / "examples"
ASKING = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""What a system's environment says of the language, the weightiest first."""
_now = [catalogues.SOURCE]


def folders() -> Iterator[Path]:
    """Give where catalogues lie: those of the program first, then those of installed games."""
    yield TRANSLATIONS
    yield RULEBOOKS
    yield EXAMPLES
    for home in homes():
        yield home / "translations"


def languages() -> tuple[str, ...]:
    """Return the languages that can be chosen, English first."""
    return catalogues.languages(folders())


def language(name: str) -> NullTranslations:
    """Return the catalogue of a language."""
    return catalogues.language(name, folders(), cache_folder() / "languages")


def wanted(environ: Mapping[str, str] = os.environ) -> str:
    """Return the language that the system asks for, of those there are; else English.

    As everywhere, `LANGUAGE` names several, and goes before `LC_ALL`, `LC_MESSAGES` and `LANG`. A
    system that sets none of them has its own way to say it.
    """
    set_ones = [environ[name] for name in ASKING if environ.get(name)]
    asked = [word for words in set_ones for word in words.split(":")]
    if not asked and sys.platform in ("win32", "darwin"):
        asked = [getlocale()[0] or ""]
    for word in asked:
        spoken = re.split(r"[_.@-]", word.casefold())[0]
        if spoken in (catalogues.SOURCE, "c", "posix"):
            break
        if spoken in languages():
            return spoken
    return catalogues.SOURCE


def begin(name: str) -> str:
    """Speak a language from now on, or English where its catalogue is broken; return what is wrong with it."""
    try:
        speak(language(name))
    except ValueError as wrong:
        speak(NullTranslations())
        _now[0] = catalogues.SOURCE
        return str(wrong)
    _now[0] = name
    return ""


def others(kind: Kind) -> Iterator[Callable[[str], str]]:
    """Give what says a name of data in each language that is not spoken now; a broken one is left out."""
    for name in languages():
        if name != _now[0]:
            with suppress(ValueError):
                yield partial(language(name).pgettext, kind)


def now() -> str:
    """Return the name of the language that is spoken."""
    return _now[0]
