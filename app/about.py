"""The version of the program, and what it is built on: versions and licences, as their packages say."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from grognard.engines.core.data.text import tr
from grognard.engines.core.keep.saves import program_version

PROGRAM = "grognard"
NAME = re.compile(r"[A-Za-z0-9._-]+")
LONGEST = 120
"""The letters of what may pass for the name of a licence; a longer one is its whole text."""


@dataclass(frozen=True, slots=True)
class Used:
    """A package that the program is built on."""

    name: str
    version: str
    licence: str


def used() -> list[Used]:
    """Return what the installed program needs, and what that needs in turn, by name."""
    found = {one.metadata["Name"].casefold(): one for one in _needed(PROGRAM, {PROGRAM})}
    return [
        Used(one.metadata["Name"], one.version, _licence(one)) for _, one in sorted(found.items())
    ]


def lines() -> list[str]:
    """Return what `grognard --version` says: the program first, then what it is built on."""
    built_on = [f"{one.name} {one.version} ({one.licence})" for one in used()]
    return [f"{PROGRAM} {program_version()}", f"Python {platform.python_version()}", *built_on]


def _needed(package: str, seen: set[str]) -> Iterator[Distribution]:
    """Give the packages below one, each once; one that is not installed is not needed here."""
    try:
        wanted = distribution(package).requires or []
    except PackageNotFoundError:
        return
    for line in wanted:
        name = NAME.match(line)
        if "extra ==" in line or name is None or name[0].casefold() in seen:
            continue
        seen.add(name[0].casefold())
        try:
            yield distribution(name[0])
        except PackageNotFoundError:
            continue
        yield from _needed(name[0], seen)


def _licence(one: Distribution) -> str:
    """Return the licence that a package names, in any of the three places where packages do."""
    fields = ("License-Expression", "License")
    told = [words for name in fields for words in one.metadata.get_all(name) or ()]
    short = [words for words in told if words and len(words) <= LONGEST and "\n" not in words]
    if short:
        return str(short[0])
    classes = one.metadata.get_all("Classifier") or []
    named = [word.rpartition(" :: ")[2] for word in classes if word.startswith("License ::")]
    return ", ".join(named) or tr("see its package")
