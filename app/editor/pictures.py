"""Pictures that others have made: what kind they are, how large, and whether they may be decoded.

A picture is what its name says, or it is none; its size is known before it is decoded; a drawing
refers to nothing but itself.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageReader

from grognard.app.editor.shapes import shapes_of
from grognard.engines.core.data.text import tr

MOST_PIXELS = 40_000_000
"""A picture is decoded only if it has no more pixels than this."""
MOST_DRAWN = 4_000_000
"""A drawing has no more bytes than this."""
MOST_BYTES = 40_000_000
"""No picture at all has more bytes than this."""
MOST_SHAPES = 200_000
"""A drawing draws no more shapes than this, once all it repeats is counted as often as it is drawn."""
_FORMATS = {".png": b"png", ".jpg": b"jpeg", ".jpeg": b"jpeg"}
_BEGINS = {b"png": b"\x89PNG\r\n\x1a\n", b"jpeg": b"\xff\xd8\xff"}
_BEYOND = re.compile(
    rb"<!ENTITY|<!DOCTYPE[^>]*\[|<script|<foreignObject|@import"
    rb"|href\s*=\s*[\"'](?!#|data:image/(png|jpeg);)|url\(\s*[\"']?(?!#)",
    re.IGNORECASE,
)
"""What leads out of a drawing, or makes more of it than it is."""


def why_not(data: bytes, suffix: str) -> str:
    """Return why a picture is not to be decoded, "" if it may be."""
    if suffix == ".svg":
        return _why_not_drawn(data)
    kind = _FORMATS.get(suffix)
    if kind is None:
        return tr("it is not a picture of a known kind")
    if data.startswith(_BEGINS[kind]):
        _, reader = _reader(data, suffix)
        size = reader.size()
        if size.isValid() and not size.isEmpty():
            large = size.width() * size.height() > MOST_PIXELS
            return tr("the picture is too large") if large else ""
    return tr("it is not the kind of picture that its name says")


def _why_not_drawn(data: bytes) -> str:
    if len(data) > MOST_DRAWN:
        return tr("the drawing is too large")
    if b"<svg" not in data[:4000].lower() or b"\0" in data:
        return tr("it is not an SVG drawing")
    if _BEYOND.search(data):
        return tr("the drawing refers to something outside itself")
    try:
        shapes = shapes_of(data)
    except ValueError:
        return tr("it is not an SVG drawing")
    return tr("the drawing has too many shapes") if shapes > MOST_SHAPES else ""


def decoded(data: bytes, suffix: str) -> QImage | None:
    """Return a picture of pixels; None for one that may not be decoded, or cannot be."""
    if suffix == ".svg" or why_not(data, suffix):
        return None
    _, reader = _reader(data, suffix)
    reader.setAutoTransform(True)
    image = reader.read()
    return None if image.isNull() else image


def _reader(data: bytes, suffix: str) -> tuple[QBuffer, QImageReader]:
    """Return what reads a picture as the kind that its name says, and what it reads from."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(_FORMATS[suffix]))
    reader.setAutoDetectImageFormat(False)
    return buffer, reader
