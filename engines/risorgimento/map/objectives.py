"""[I.1.objectives] The places to hold."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engines.core.board.tabletop import Point


@dataclass(frozen=True, slots=True)
class Objective:
    """[I.1.objectives] A place to hold: its point (or sector ids) and worth in points."""

    id: str
    name: str
    at: Point
    sectors: tuple[str, ...] = ()
    first: str = ""
    points: int = 0
