"""[commanders.levels] The post of a commander."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Post:
    """[commanders.levels] A commander's post: level cic, corps, division, brigade.

    `superior` is the post above that is present, "" for the commander in chief; `formation` the
    brigade, division or corps he leads. `values` are fixed radius, initiative and bonus of a named
    commander, None: rolled from table 1.
    """

    id: str
    name: str
    side: str
    army: str
    level: str
    superior: str
    formation: str
    values: tuple[int, int, int] | None = None
    guard: bool = False
