"""Themes: what a game's pieces and map look like, read from YAML; tinted symbols from SVG."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import yaml
from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from grognard.engines.core.play.game import registry

FALLBACK: dict[str, Any] = {
    "map": {"paper": "#EFE6D0", "ink": "#3B332A"},
    "marks": {"selection": {"color": "#E0A63A"}, "danger": {"color": "#B5442E"}},
}
PERIOD = "period"
"""The palette of the uniforms; every other one is named in the theme (`palettes`)."""
_ROOT = "grognard.assets"


class _Loader(yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):  # type: ignore[misc]
    """Safe, in C where possible, and without implicit types: every value is text."""


_Loader.yaml_implicit_resolvers = {}


def _merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        merged[key] = _merge(old, value) if both else value  # type: ignore[arg-type]
    return merged


def _source(name: str) -> Traversable:
    """Find a theme: ours, or the `theme.yaml` in the package of the game of that name."""
    ours = files(_ROOT).joinpath("themes", f"{name}.yaml")
    if ours.is_file() or name not in registry.games():
        return ours
    return registry[name].data().joinpath("theme.yaml")


def _read(name: str) -> dict[str, Any]:
    source = _source(name)
    if not source.is_file():
        return {}
    data = yaml.load(source.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 - a SafeLoader
    if not isinstance(data, dict):
        return {}
    parent = data.get("extends")
    return _merge(_read(parent), data) if isinstance(parent, str) and parent != name else data


class Theme:
    """Colours, fonts and symbols of one game, with a fallback for every missing key."""

    def __init__(self, data: Mapping[str, Any], name: str = "") -> None:
        self.name = name
        self._plain = self._data = _merge(FALLBACK, data)
        self.palette, self.edition = PERIOD, 0
        self._nodes: dict[str, Any] = {}
        self._colours: dict[tuple[str, str], QColor] = {}
        self._renderers: dict[str, QSvgRenderer | None] = {}
        self._tinted: dict[tuple[str, int, int], QPixmap] = {}
        self._fonts: dict[tuple[str, float, bool, bool], QFont] = {}
        self.dark = False
        self._dressed: dict[str, Theme] = {}

    @property
    def print(self) -> str:
        """The whole theme as text: two themes whose maps are alike have the same."""
        return repr(self._plain)

    def wear(self, palette: str) -> None:
        """Show sides and marks in the colours of a palette of the theme; `edition` goes up with it."""
        if palette != self.palette:
            other = self._plain.get("palettes", {}).get(palette, {})
            self._data = _merge(self._plain, other) if other else self._plain
            self.palette = palette
            self.edition += 1
            self._nodes.clear()
            self._colours.clear()
            self._tinted.clear()

    def dressed(self, country: str) -> Theme:
        """Return the theme as the ground of one country wears it; the same one where nothing differs."""
        other = self._plain.get("countries", {}).get(country)
        if not isinstance(other, Mapping):
            return self
        if country not in self._dressed:
            self._dressed[country] = Theme(_merge(self._plain, other), self.name)
        return self._dressed[country]

    def get(self, path: str, default: str = "") -> str:
        """Return the text at a dotted path ("terrain.woods.fill"), or the default."""
        value = self.node(path)
        return value if isinstance(value, str) else default

    def node(self, path: str) -> Any:
        """Return whatever stands at a dotted path, or None; found once, for each frame asks again."""
        if path not in self._nodes:
            value: Any = self._data
            for key in path.split("."):
                value = value.get(key) if isinstance(value, Mapping) else None
            self._nodes[path] = value
        return self._nodes[path]

    def names(self, path: str) -> tuple[str, ...]:
        """Return the texts listed at a dotted path, none where nothing is."""
        listed = self.node(path)
        return tuple(map(str, listed)) if isinstance(listed, list) else ()

    def number(self, path: str, default: float) -> float:
        """Return the number at a dotted path, or the default."""
        try:
            return float(self.get(path, ""))
        except ValueError:
            return default

    def colour(self, path: str, default: str = "#3B332A", alpha: float = 1.0) -> QColor:
        """Return the colour at a dotted path; a path that is itself a colour is used as it is."""
        key = (path, default)
        found = self._colours.get(key)
        if found is None:
            name = path if path.startswith("#") else self.get(path, default)
            found = QColor(name)
            if not found.isValid():
                found = QColor(default)
            self._colours[key] = found
        if alpha >= 1.0:
            return QColor(found)
        faint = QColor(found)
        faint.setAlphaF(max(0.0, alpha))
        return faint

    def dash(self, path: str) -> list[float]:
        """Return a dash pattern ("6 4") as numbers, empty for a solid line."""
        try:
            return [float(word) for word in self.get(path).split()]
        except ValueError:
            return []

    def bearing(self, facing: int) -> float | None:
        """Return the compass bearing of a facing as choices number it, where the theme tells it."""
        turn = self.number("facing.turn", 0.0)
        return (self.number("facing.first", 0.0) + turn * facing) % 360 if turn else None

    @property
    def table(self) -> QColor:
        """The surround of the map."""
        which = "dark" if self.dark else "light"
        return self.colour(f"surrounds.{which}.table", "#141210" if self.dark else "#CFC3A8")

    def font(self, role: str, pixels: float, bold: bool = False, italic: bool = False) -> QFont:
        """Return a font of a role (serif, interface, monospace) at a pixel size."""
        key = (role, round(pixels, 1), bold, italic)
        font = self._fonts.get(key)
        if font is None:
            names = self.node(f"fonts.{role}")
            families = [str(n) for n in names] if isinstance(names, list) else []
            font = QFont()
            if families:
                font.setFamilies(families)
            font.setStyleHint(
                QFont.StyleHint.Serif if role == "serif" else QFont.StyleHint.SansSerif
            )
            font.setPixelSize(max(1, round(pixels)))
            font.setBold(bold)
            font.setItalic(italic)
            if role == "interface":
                font.setFeature(QFont.Tag("tnum"), 1)
            self._fonts[key] = font
        return QFont(font)

    # ---- symbols ---------------------------------------------------------

    def renderer(self, symbol: str) -> QSvgRenderer | None:
        """Return the drawing of a symbol (an SVG stem or a key of the theme), if there is one."""
        if symbol not in self._renderers:
            self._renderers[symbol] = self._load_svg(symbol)
        return self._renderers[symbol]

    def _load_svg(self, symbol: str) -> QSvgRenderer | None:
        if not symbol:
            return None
        name = self.get(f"symbols.{symbol}") or f"symbols/{symbol}.svg"
        source = files(_ROOT).joinpath(*name.split("/"))
        if not source.is_file():
            return None
        drawing = QSvgRenderer(QByteArray(source.read_bytes()))
        return drawing if drawing.isValid() else None

    def symbol(self, symbol: str, pixels: int, colour: QColor) -> QPixmap | None:
        """Return a symbol as a square pixmap in one colour, kept for the next time."""
        key = (symbol, pixels, int(colour.rgba()))
        kept = self._tinted.get(key)
        if kept is not None:
            return kept
        drawing = self.renderer(symbol)
        if drawing is None or pixels < 1:
            return None
        image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawing.render(painter, QRectF(0, 0, pixels, pixels))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(image.rect(), colour)
        painter.end()
        made = QPixmap.fromImage(image)
        if len(self._tinted) > 4000:
            self._tinted.clear()
        self._tinted[key] = made
        return made


@lru_cache(maxsize=16)
def load_theme(name: str = "base") -> Theme:
    """Read a theme by name; an unknown name gives the base theme."""
    data = _read(name) or _read("base")
    return Theme(data, name)


def mix(a: QColor, b: QColor, part: float) -> QColor:
    """Return the colour `part` of the way from a to b."""
    keep = 1.0 - part
    return QColor(
        round(a.red() * keep + b.red() * part),
        round(a.green() * keep + b.green() * part),
        round(a.blue() * keep + b.blue() * part),
    )
