"""What is open in a window, so that another window can go on with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from grognard.app.window.seating import Seating
from grognard.app.workroom import Workroom
from grognard.engines.core.play.session import Session

if TYPE_CHECKING:
    from grognard.app.table.page import TablePage


class Window(Protocol):
    """What a window is to have so that what is open in it can be told and opened again."""

    workroom: Workroom
    seating: Seating

    @property
    def table(self) -> TablePage | None:
        """The table that is open."""

    def open_save(self, path: Path) -> None:
        """Open a save."""


@dataclass(frozen=True)
class Open:
    """The game on the table of a window, its guide, and the editors that are open.

    A game that is kept in a file is opened from there again; another is laid as it stands.
    """

    session: Session | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    pins: Mapping[str, str] = field(default_factory=dict)
    only_look: str = ""
    path: Path | None = None
    guided: str = ""
    edited: tuple[Path, ...] = ()

    @classmethod
    def of(cls, window: Window) -> Open:
        """Return what is open in a window."""
        edited = tuple(window.workroom.editors.open)
        table = window.table
        if table is None:
            return cls(edited=edited)
        model, tour = table.model, table.reading.tour
        guided = model.game.id if tour is not None and tour.open else ""
        return cls(
            model.session,
            dict(model.players),
            model.keeper.pins,
            model.only_look,
            model.keeper.path,
            guided,
            edited,
        )

    def again(self, window: Window) -> None:
        """Open it all again in another window."""
        if self.path is not None and not self.only_look:
            window.open_save(self.path)
        elif self.session is not None:
            window.seating.seat(
                self.session, self.players, pins=self.pins, only_look=self.only_look
            )
        if self.guided:
            window.seating.lead_on(self.guided)
        for path in self.edited:
            window.workroom.editors.edit(path)
