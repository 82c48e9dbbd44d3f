"""Pictures of a board in the course of a game, with arrows for who has come from where."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.render import application, render_board
from grognard.app.board.theme import PERIOD, load_theme
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.views import BoardView, Overlay, PieceView, Point, TableView

WIDE, HIGH = 1100, 760
QUALITY = 82
LEAST = 0.2
"""Who has come no farther, in units of the board, has not moved."""
TRAIL = "trail"


class Boards:
    """One board that is drawn again and again, all of its pieces in view."""

    def __init__(self, session: Session, palette: str = PERIOD) -> None:
        application()
        self.session = session
        self.board: BoardView = session.game.board(session.setup)
        self.theme = load_theme(session.game.id)
        self.palette = palette
        self.canvas = BoardCanvas()
        self._centres = {space.id: space.centre for space in self.board.spaces}

    def picture(  # noqa: PLR0913 - what a picture shows, and how large it is
        self,
        view: TableView,
        before: TableView | None = None,
        more: Sequence[Overlay] = (),
        wide: int = WIDE,
        high: int = HIGH,
        *,
        whole: bool = False,
        still: bool = False,
    ) -> QImage:
        """Draw a view, with an arrow for everybody who stood elsewhere in the one before.

        `whole`: all of the map is shown, and not all of the pieces; `still`: what was shown before.
        """
        canvas, theme = self.canvas, self.theme
        worn = theme.palette
        theme.wear(self.palette)
        try:
            if canvas.board is not self.board:
                canvas.set_animation("off")
                canvas.set_board(self.board, theme)
            canvas.resize(wide, high)
            canvas.camera.set_viewport(wide, high)
            canvas.set_view(view)
            if not still:
                canvas.fit() if whole else canvas.show_all()
            trails = self.trails(before, view) if before is not None else []
            return render_board(
                self.board, self._drawn(view, trails, more), theme, wide, high, canvas
            )
        finally:
            theme.wear(worn)

    def _drawn(
        self, view: TableView, trails: Sequence[Overlay], more: Sequence[Overlay]
    ) -> TableView:
        return replace(view, standing=(*view.standing, *trails, *more))

    def trails(self, before: TableView, now: TableView) -> list[Overlay]:
        """Return an arrow for each way that somebody has come."""
        began = {piece.id: self.spot(piece) for piece in before.pieces}
        ways = []
        for piece in (one for one in now.pieces if not one.hidden):
            start, end = began.get(piece.id), self.spot(piece)
            if start is not None and end is not None and _apart(start, end) > LEAST:
                ways.append((start, end))
        return [Overlay("arrows", TRAIL, points=way) for way in dict.fromkeys(ways)]

    def spot(self, piece: PieceView) -> Point | None:
        """Return where a piece is on the board, None where it is beside it."""
        if piece.pose is not None:
            return piece.pose[0], piece.pose[1]
        return self._centres.get(piece.at or "")

    def marches(self, seat: str | None) -> list[Overlay]:
        """Return what a game draws on the map at its end, as the marches of its armies."""
        found: list[Overlay] = []
        for name in self.theme.names("overlays.end"):
            inquiry = self.session.game.inquiries.get(name)
            if inquiry is None:
                continue
            try:
                answer = inquiry.ask(self.session.setup, self.session.table.state, seat)
            except NoAnswer:
                continue
            found += answer.overlays
        return found


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def packed(image: QImage, kind: str = "JPEG") -> str:
    """Return a picture as an address that holds it all, for a page in one file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, kind, QUALITY if kind == "JPEG" else -1)  # type: ignore[call-overload]
    mime = "jpeg" if kind == "JPEG" else "png"
    return f"data:image/{mime};base64,{b64encode(bytes(data.data())).decode()}"
