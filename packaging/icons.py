"""Draws the icons of the program and of its files, in all sizes, from the program's own drawing.

`python packaging/icons.py FOLDER` writes them below a folder: PNG and SVG as desktops of Linux have them,
`grognard.ico` for Windows, `grognard.icns` for macOS. No drawing is kept twice.
"""

from __future__ import annotations

import os
import struct
import sys
from importlib.resources import files
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

APP = "org.grognard.Grognard"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
ICO = (16, 24, 32, 48, 64, 128, 256)
ICNS = {
    b"icp4": 16,
    b"icp5": 32,
    b"icp6": 64,
    b"ic07": 128,
    b"ic08": 256,
    b"ic09": 512,
    b"ic10": 1024,
}
"""The kinds of picture that an .icns holds as PNG, by their sides."""
SHEET = """<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny" width="64" height="64" viewBox="0 0 64 64">
<path fill="#FFFBF1" stroke="#8C6B4A" stroke-width="1.5" d="M12 2H42L54 14V62H12Z"/>
<path fill="#E4DCCA" stroke="#8C6B4A" stroke-width="1.5" d="M42 2V14H54Z"/>
<rect fill="{ribbon}" x="12" y="52" width="42" height="6"/>
<g transform="translate(16.5 16.5) scale(0.516)">{drawing}</g>
</svg>
"""
FILES = {"application-x-grognard-game": "#2B4C7E", "application-x-grognard-battle": "#A63D2F"}
"""The kinds of file, with the colour of the ribbon on their sheet."""


def drawings() -> dict[str, dict[str, str]]:
    """Return every icon as SVG, by the folder of its context and by name."""
    ours = (files("grognard.assets") / "symbols" / "grognard.svg").read_text("utf-8")
    inner = ours.partition(">")[2].rpartition("</svg>")[0]
    sheets = {name: SHEET.format(ribbon=colour, drawing=inner) for name, colour in FILES.items()}
    return {"apps": {APP: ours}, "mimetypes": sheets}


def picture(drawing: str, side: int) -> bytes:
    """Return a drawing as PNG of a size."""
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    painter.end()
    kept = QBuffer()
    kept.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(kept, "PNG")
    return bytes(kept.data().data())


def ico(drawing: str) -> bytes:
    """Return a drawing as Windows wants it: a table of PNGs, a side of 256 written as 0."""
    pictures = [(side, picture(drawing, side)) for side in ICO]
    at = 6 + 16 * len(pictures)
    head, body = struct.pack("<HHH", 0, 1, len(pictures)), b""
    for side, data in pictures:
        entry = (side % 256, side % 256, 0, 0, 1, 32, len(data), at + len(body))
        head += struct.pack("<BBBBHHII", *entry)
        body += data
    return head + body


def icns(drawing: str) -> bytes:
    """Return a drawing as macOS wants it: PNGs one after the other, each with its kind and length."""
    parts = [(kind, picture(drawing, side)) for kind, side in ICNS.items()]
    body = b"".join(kind + struct.pack(">I", len(data) + 8) + data for kind, data in parts)
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def write(folder: Path) -> None:
    """Write all icons: the theme of a Linux desktop below `hicolor`, the others beside it."""
    if QGuiApplication.instance() is None:
        write.keeps = QGuiApplication(sys.argv[:1])  # type: ignore[attr-defined]
    for context, named in drawings().items():
        for name, drawing in named.items():
            for side in SIZES:
                _put(
                    folder / "hicolor" / f"{side}x{side}" / context / f"{name}.png",
                    picture(drawing, side),
                )
            _put(folder / "hicolor" / "scalable" / context / f"{name}.svg", drawing.encode())
            short = "grognard" if name == APP else name.removeprefix("application-x-grognard-")
            _put(folder / f"{short}.ico", ico(drawing))
            _put(folder / f"{short}.icns", icns(drawing))


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
