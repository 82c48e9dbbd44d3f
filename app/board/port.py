"""The board as the table uses it: what it is told to show, what it tells, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, SignalInstance
from PySide6.QtWidgets import QWidget

from grognard.app.board.camera import Camera
from grognard.app.board.hand.grasp import Grasp
from grognard.app.board.pieces.dice import Cast
from grognard.app.board.pieces.turning import Turning
from grognard.app.board.places.picking import PieceIndex
from grognard.app.board.theme import Theme
from grognard.engines.core.show.views import BoardView, Overlay, PieceView, TableView


class Told(Protocol):
    """What is pointed at on a board, as signals."""

    @property
    def space_clicked(self) -> SignalInstance:
        """A place was clicked, with the keys that were held."""

    @property
    def ground_clicked(self) -> SignalInstance:
        """Bare ground was clicked on a board without spaces."""

    @property
    def entered(self) -> SignalInstance:
        """Enter was pressed without a cursor."""

    @property
    def piece_clicked(self) -> SignalInstance:
        """A piece was clicked, with the keys that were held."""

    @property
    def space_hovered(self) -> SignalInstance:
        """The mouse is over another place ("": over none)."""

    @property
    def piece_hovered(self) -> SignalInstance:
        """The mouse is over another piece ("": over none)."""

    @property
    def border_hovered(self) -> SignalInstance:
        """The mouse is over another border ("": over none)."""

    @property
    def piece_dragged(self) -> SignalInstance:
        """A piece was dragged to a place."""

    @property
    def piece_lifted(self) -> SignalInstance:
        """A piece is taken up."""

    @property
    def piece_carried_off(self) -> SignalInstance:
        """A piece was let go beside the board, at a point of the screen."""

    @property
    def context_menu(self) -> SignalInstance:
        """The menu is asked for: a point of the screen, the piece and the place there."""

    @property
    def box_selected(self) -> SignalInstance:
        """A box was drawn around pieces."""

    @property
    def camera_moved(self) -> SignalInstance:
        """Another part of the board is in sight."""


class Display(Protocol):
    """What a board is told to show."""

    def set_board(self, board: BoardView, theme: Theme, *, patient: bool = True) -> None:
        """Show a map."""

    def set_view(self, view: TableView, way: Sequence[str] = ()) -> None:
        """Show what a seat sees; who has moved travels along the spaces of `way`."""

    def set_highlights(  # noqa: PLR0913
        self,
        legal: Mapping[str, str] | Iterable[str] = (),
        illegal: Mapping[str, str] | Iterable[str] = (),
        selected: Iterable[str] = (),
        path: Sequence[str] = (),
        path_label: str = "",
        ghosts: Sequence[PieceView] = (),
    ) -> None:
        """Mark spaces, hexsides and pieces."""

    def set_overlays(self, overlays: Iterable[Overlay]) -> None:
        """Draw the geometry of answers."""

    def set_dice(self, cast: Sequence[Cast] | None) -> None:
        """Lay the dice of the last action beside what they were cast for; None takes all away."""

    def set_hidden(self, hidden: bool) -> None:
        """Hide everything but the printed map."""

    def set_toned(self, on: bool) -> None:
        """Tone the board: it is shown as it was."""

    def set_pieces_visible(self, visible: bool) -> None:
        """Take the pieces off the map, or put them back."""

    def set_grid(self, on: bool) -> None:
        """Show or hide the hex grid."""

    def set_animation(self, how: str) -> None:
        """Choose off, quick or full."""

    def set_text_scale(self, scale: float) -> None:
        """Follow the text size of the settings."""

    def set_wheel_zooms(self, on: bool) -> None:
        """Let the bare wheel zoom."""

    def fit(self) -> None:
        """Show the whole board."""

    def fit_pieces(self) -> None:
        """Show where the pieces are, close enough to read their values."""

    def show_all(self, corners: Sequence[QRectF] = ()) -> None:
        """Show every piece clear of what lies over the map."""

    def zoom_in(self) -> None:
        """Zoom in at the middle."""

    def zoom_out(self) -> None:
        """Zoom out from the middle."""

    def centre_on(self, name: str | QPointF) -> None:
        """Bring a space, a piece or a board point to the middle."""


class BoardPort(Told, Display, Protocol):
    """The board on the screen. `BoardCanvas` is the one that the program has."""

    camera: Camera
    grasp: Grasp
    pieces: PieceIndex
    turning: Turning
    marked: Callable[[], bool]

    @property
    def widget(self) -> QWidget:
        """The widget that it is."""

    def put_cursor(self, piece: str, space: str) -> None:
        """Put the cursor of the keyboard on a piece or a space."""

    def space_at(self, at: QPointF) -> str:
        """The space under a pixel, "" for none."""

    def clicked_at(self) -> QPointF:
        """Where the mouse was last, in board units."""

    def hover_anew(self) -> None:
        """Tell what is under the mouse now that the board has changed."""

    def rect(self) -> QRect:
        """Its rectangle in pixels."""

    def mapFromGlobal(self, at: QPoint, /) -> QPoint:  # noqa: N802 - Qt's name
        """Return a point of the screen as one of the board's pixels."""

    def redraw(self) -> None:
        """Draw again what has changed."""

    def setFocus(self) -> None:  # noqa: N802 - Qt's name
        """Take the keyboard."""
