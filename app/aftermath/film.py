"""A game as moving pictures, a frame a decision: GIF or WebP, no larger than it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from zlib import compress, decompress

from PIL import Image
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from grognard.app.aftermath.course import Eyes, Stage, eyes_for, stages, view_of
from grognard.app.aftermath.maps import Boards
from grognard.app.board.theme import PERIOD
from grognard.app.written import write_whole
from grognard.engines.core.data.text import tr
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.views import PieceView, TableView

SUFFIXES = (".gif", ".webp")
WIDE, HIGH = 640, 420
FRAME = 350
"""Milliseconds that a frame is shown."""
LAST = 8
"""So many times as long the last one stands."""
MOST_BYTES = 10_000_000
MOST_LOOKS = 1500
"""Of a longer game not every decision is looked at."""
MOST_FRAMES = 900
"""Of more decisions in which something moved some are left out, evenly."""
STRIP = 26
"""How tall the strip below the board is that tells the turn, in pixels."""
COLOURS, QUALITY = 128, 55
Progress = Callable[[int, int], object]
"""Told how many of how many parts are done; raises what ends the work."""
NOBODY: Progress = lambda _done, _of: None  # noqa: E731 - what is told to nobody


class TooLarge(ValueError):  # noqa: N818 - told as a sentence
    """Even with few frames the film is larger than it may be."""

    def __init__(self, most: int) -> None:
        mega = f"{most / 1e6:g}"
        super().__init__(tr("The film would be larger than {n} MB: make it smaller.", n=mega))


@dataclass(frozen=True)
class Look:
    """How a film is made: its size in pixels, milliseconds a frame, bytes at most."""

    wide: int = WIDE
    high: int = HIGH
    pace: int = FRAME
    most: int = MOST_BYTES


@dataclass(frozen=True)
class Frame:
    """A picture until it is packed: its size, its dots in little room."""

    size: tuple[int, int]
    data: bytes


def write_film(  # noqa: PLR0913 - what is shown, to whom, and how
    session: Session,
    path: Path,
    seat: str | None = None,
    look: Look | None = None,
    palette: str = PERIOD,
    told: Progress = NOBODY,
) -> int:
    """Write the film of a game as a seat may see it (None: everybody); return how many frames it has.

    Raises:
        OSError: the file cannot be written.
        TooLarge: it would be larger than it may be, however few its frames.
    """
    look = look or Look()
    eyes = eyes_for(session, seat)
    # Raises what is wrong with the place before the work begins.
    path.open("wb").close()
    scenes = []
    for scene in scenes_of(session, eyes):
        told(0, len(session.choices))
        scenes.append(scene)
    scenes = thinned(scenes)
    boards = Boards(session, palette)
    _frame_all(boards, stages(session, eyes), look)
    frames = []
    for number, scene in enumerate(scenes):
        told(number, len(scenes) + 1)
        frames.append(_kept(_picture(boards, scene, look)))
    data, count = _packed(frames, path.suffix.casefold(), look)
    write_whole(path, data)
    told(len(scenes) + 1, len(scenes) + 1)
    return count


# -- what is seen ------------------------------------------------------------------------------


def scenes_of(session: Session, eyes: Eyes) -> Iterator[TableView]:
    """Give the first position, and that after each decision by which something that is seen has changed."""
    session.reaches(0)
    past = session.fork()
    past.rewind(session.floor())
    state = past.table.state
    view = view_of(past, state, eyes)
    yield view
    first, last = len(past.choices), len(session.choices)
    every = 1 + (last - first) // MOST_LOOKS
    for number, row in enumerate(session.choices[first:], first + 1):
        past.replay(row)
        if past.table.state is state or (number % every and number != last):
            continue
        state = past.table.state
        before, view = view, view_of(past, state, eyes)
        if _stands(before) != _stands(view):
            yield view
    if session.verdict is not None:
        yield replace(view, verdict=session.verdict)


def _stands(view: TableView) -> list[tuple[object, ...]]:
    """Return what a frame shows of the pieces: what changes beside the board makes no new one."""
    return [
        (p.id, p.at, p.pose, p.facing, p.band, p.badges, p.steps, p.hidden) for p in view.pieces
    ]


def thinned(scenes: Sequence[TableView], most: int = MOST_FRAMES) -> list[TableView]:
    """Return at most so many scenes, evenly taken, the first and the last among them."""
    if len(scenes) <= most:
        return list(scenes)
    step = (len(scenes) - 1) / (most - 1)
    return [scenes[round(n * step)] for n in range(most)]


# -- how it is drawn ---------------------------------------------------------------------------


def _frame_all(boards: Boards, found: Sequence[Stage], look: Look) -> None:
    """Bring all of the board into view on which anybody ever stood as a turn began."""
    pieces: list[PieceView] = []
    for number, stage in enumerate(found):
        pieces += [replace(piece, id=f"{number} {piece.id}") for piece in stage.view.pieces]
    view = replace(found[0].view, pieces=tuple(pieces), standing=())
    boards.picture(view, wide=look.wide, high=look.high - STRIP)


def _picture(boards: Boards, view: TableView, look: Look) -> QImage:
    """Draw a frame: the board, and below it the turn, or how it ended."""
    board = boards.picture(view, wide=look.wide, high=look.high - STRIP, still=True)
    image = QImage(look.wide, look.high, QImage.Format.Format_RGB32)
    image.fill(QColor("#2A2118"))
    painter = QPainter(image)
    painter.drawImage(0, 0, board)
    font = QFont("serif")
    font.setPixelSize(15)
    painter.setFont(font)
    painter.setPen(QColor("#F6F0E0"))
    words = str(view.verdict.reason if view.verdict is not None else view.turn)
    strip = QRectF(8, look.high - STRIP, look.wide - 16, STRIP)
    short = painter.fontMetrics().elidedText(
        words, Qt.TextElideMode.ElideRight, round(strip.width())
    )
    painter.drawText(strip, Qt.AlignmentFlag.AlignVCenter, short)
    painter.end()
    return image


def _kept(image: QImage) -> Frame:
    """Return a picture as it is kept until all are there: hundreds of them, each small."""
    rgb = image.convertToFormat(QImage.Format.Format_RGB888)
    size = rgb.width(), rgb.height()
    plain = Image.frombuffer(
        "RGB", size, bytes(rgb.constBits()), "raw", "RGB", rgb.bytesPerLine(), 1
    )
    return Frame(size, compress(plain.tobytes(), 1))


def _frame(kept: Frame) -> Image.Image:
    """Return a kept picture as Pillow has it."""
    return Image.frombytes("RGB", kept.size, decompress(kept.data))


# -- how it is packed --------------------------------------------------------------------------


def _packed(frames: list[Frame], kind: str, look: Look) -> tuple[bytes, int]:
    """Pack frames into a file; as long as that is too large, every second one is left out.

    Those that stay are shown as much longer, so that the film takes as long.
    """
    pace = look.pace
    while True:
        data = _gif(frames, pace) if kind == ".gif" else _webp(frames, pace)
        if len(data) <= look.most:
            return data, len(frames)
        if len(frames) < 3:
            raise TooLarge(look.most)
        frames = [*frames[:-1:2], frames[-1]]
        pace *= 2


def _lasting(frames: Sequence[Frame], pace: int) -> list[int]:
    return [pace] * (len(frames) - 1) + [LAST * pace]


def _gif(frames: Sequence[Frame], pace: int) -> bytes:
    """Pack a GIF: one palette for all frames, so that what stands still is the same in all of them."""
    first, middle = _frame(frames[0]), _frame(frames[len(frames) // 2])
    both = Image.new("RGB", (middle.width, middle.height * 2))
    both.paste(first, (0, 0))
    both.paste(middle, (0, middle.height))
    palette = both.quantize(COLOURS, dither=Image.Dither.NONE)
    data = BytesIO()

    def reduced(kept: Frame) -> Image.Image:
        return _frame(kept).quantize(palette=palette, dither=Image.Dither.NONE)

    reduced(frames[0]).save(
        data,
        "GIF",
        save_all=True,
        append_images=map(reduced, frames[1:]),
        duration=_lasting(frames, pace),
        loop=0,
        optimize=False,
    )
    return data.getvalue()


def _webp(frames: Sequence[Frame], pace: int) -> bytes:
    data = BytesIO()
    _frame(frames[0]).save(
        data,
        "WEBP",
        save_all=True,
        append_images=map(_frame, frames[1:]),
        duration=_lasting(frames, pace),
        loop=0,
        quality=QUALITY,
        method=2,
    )
    return data.getvalue()
