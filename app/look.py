"""The look of everything that is not the map: colours, faces, style sheet, icons."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path, PurePath
from typing import Any, TypeVar

import yaml
from PySide6.QtCore import QByteArray, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QFrame, QToolTip, QWidget

LIGHT = {
    "window": "#E4DCCA",
    "panel": "#F5EFE1",
    "raised": "#FFFBF1",
    "border": "#B9AC91",
    "text": "#2E2720",
    "text_muted": "#574C3D",
    "title": "#4A2A1F",
    "link": "#1F4E79",
    "accent": "#7A4E12",
    "accent_text": "#FFFFFF",
    "button": "#EBE2CD",
    "button_hover": "#F7E3B8",
    "button_pressed": "#DCC998",
    "chosen": "#DCC998",
    "button_text": "#2E2720",
    "disabled_text": "#665C4D",
    "input": "#FFFDF6",
    "input_text": "#2E2720",
    "danger": "#8E2C1B",
    "warning": "#6F4300",
    "success": "#2A5834",
    "tooltip": "#2E2720",
    "tooltip_text": "#F5EFE1",
    "focus": "#8A5A10",
    "table": "#CFC3A8",
}
BASE_POINTS = 10.0
FRAME = QSize(8, 36)
"""What the frame of a window takes of the screen."""
COLOURED = ("grognard",)
SERIF = ("Palatino Linotype", "Palatino", "P052", "Georgia", "Noto Serif", "DejaVu Serif")


@dataclass(frozen=True)
class Look:
    """The colours and letters in force."""

    colours: dict[str, str]
    serif: str
    points: float

    def __getitem__(self, name: str) -> str:
        return self.colours.get(name, LIGHT.get(name, "#808080"))


@lru_cache
def _base_theme() -> dict[str, Any]:
    source = files("grognard.assets") / "themes" / "base.yaml"
    try:
        with source.open(encoding="utf-8") as stream:
            loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
            data = yaml.load(stream, Loader=loader)  # noqa: S506 - a base loader builds text only
    except (OSError, yaml.YAMLError):
        return {}
    return data if isinstance(data, dict) else {}


def _serif() -> str:
    wanted = (*_base_theme().get("fonts", {}).get("serif", ()), *SERIF)
    families = set(QFontDatabase.families())
    return next((name for name in wanted if name in families), "serif")


_current: list[Look] = []


def look() -> Look:
    """Return the look in force."""
    return _current[-1] if _current else Look(LIGHT, "serif", BASE_POINTS)


def apply(app: QApplication, surround: str, scale: float) -> Look:
    """Dress the application in a surround and a text size."""
    theme = _base_theme().get("surrounds", {})
    colours = {**LIGHT, **theme.get(surround, {})}
    made = Look(colours, _serif(), BASE_POINTS * scale)
    _current[:] = [made]
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPointSizeF(made.points)
    app.setFont(font)
    app.setPalette(_palette(made))
    if (sheet := _sheet(made)) != app.styleSheet():
        app.setStyleSheet(sheet)  # every widget there is would be dressed anew
    return made


def serif(factor: float = 1.3, *, bold: bool = False) -> QFont:
    """Return the book face for titles, `factor` times the ordinary size."""
    now = look()
    font = QFont(now.serif)
    font.setPointSizeF(now.points * factor)
    font.setBold(bold)
    return font


def _palette(now: Look) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    pairs = {
        role.Window: "window",
        role.WindowText: "text",
        role.Base: "input",
        role.AlternateBase: "panel",
        role.Text: "input_text",
        role.Button: "button",
        role.ButtonText: "button_text",
        role.Highlight: "accent",
        role.HighlightedText: "accent_text",
        role.ToolTipBase: "tooltip",
        role.ToolTipText: "tooltip_text",
        role.Link: "link",
        role.LinkVisited: "link",
        role.PlaceholderText: "text_muted",
    }
    for where, name in pairs.items():
        palette.setColor(where, QColor(now[name]))
    for where in (role.Text, role.WindowText, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, QColor(now["disabled_text"]))
    return palette


def _sheet(now: Look) -> str:
    sheet = (
        "QMainWindow, QDialog { background: @window; }"
        "QWidget#panel, QWidget#page { background: @panel; }"
        "QWidget#bar { background: @window; border-top: 1px solid @border; }"
        "QLabel { color: @text; } QLabel[role='muted'] { color: @text_muted; }"
        "QLabel[role='title'], QLabel[role='heading'] { color: @title; }"
        "QLabel[role='danger'] { color: @danger; }"
        "QPushButton { background: @button; color: @button_text; border: 1px solid @border;"
        " border-radius: 4px; padding: 4px 9px; }"
        "QPushButton[role='row'] { text-align: left; }"
        "QPushButton:hover { background: @button_hover; border-color: @accent; }"
        "QPushButton:pressed, QPushButton:checked { background: @button_pressed; }"
        "QPushButton:focus { border: 2px solid @focus; padding: 3px 8px; }"
        "QPushButton:disabled { color: @disabled_text; background: @panel; }"
        "QPushButton#primary { background: @accent; color: @accent_text; font-weight: 600; }"
        "QPushButton#primary:hover { border: 1px solid @title; }"
        "QPushButton#primary:focus { border: 2px solid @accent_text; }"
        "QPushButton#primary:disabled { background: @button; color: @disabled_text; }"
        "QToolButton { background: transparent; border: 1px solid transparent;"
        " border-radius: 4px; padding: 2px; color: @text; }"
        "QToolButton:hover { background: @button_hover; border-color: @border; }"
        "QToolButton:checked { background: @chosen; color: @text; border-color: @accent; }"
        "QToolButton:focus { border: 2px solid @focus; padding: 1px; }"
        "QTabWidget::pane { border: none; border-top: 1px solid @border; background: @panel; }"
        "QTabBar::tab { background: @window; color: @text_muted; padding: 4px 5px;"
        f" font-size: {0.88 * now.points:.1f}pt;"
        " border: none; border-bottom: 2px solid transparent; }"
        "QTabBar::tab:selected { color: @title; background: @panel;"
        " border-bottom: 2px solid @accent; }"
        "QTabBar::tab:hover { color: @text; }"
        # Some desktops activate by one click: here one click looks, two or Enter decide.
        "QAbstractItemView { activate-on-singleclick: 0; }"
        "QTextBrowser, QListWidget, QTreeWidget, QTableWidget, QPlainTextEdit, QListView {"
        " background: @panel; color: @text; border: none; }"
        "QListWidget::item, QListView::item { padding: 3px 4px; }"
        "QListWidget::item:selected, QTreeWidget::item:selected {"
        " background: @chosen; color: @text; }"
        "QListWidget::item:hover { background: @button_hover; color: @button_text; }"
        "QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit { background: @input; color: @input_text;"
        " border: 1px solid @border; border-radius: 4px; padding: 3px 5px; }"
        "QComboBox::drop-down { border: none; width: 20px; }"
        "QComboBox::down-arrow { image: @chevron; width: 12px; height: 12px; }"
        "QAbstractSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right;"
        " width: 18px; border: none; }"
        "QAbstractSpinBox::down-button { subcontrol-origin: border; subcontrol-position: bottom right;"
        " width: 18px; border: none; }"
        "QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {"
        " background: @button_hover; }"
        "QAbstractSpinBox::up-arrow { image: @up; width: 10px; height: 8px; }"
        "QAbstractSpinBox::down-arrow { image: @chevron; width: 10px; height: 8px; }"
        "QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus, QAbstractSpinBox:focus { border: 1px solid @focus; }"
        "QSplitter::handle { background: @border; }"
        "QSplitter::handle:horizontal { width: 3px; } QSplitter::handle:vertical { height: 3px; }"
        "QMenuBar { background: @window; color: @text; padding: 0px; }"
        "QMenuBar::item { padding: 3px 8px; background: transparent; }"
        "QMenuBar::item:selected { background: @button_hover; }"
        "QMenu { background: @raised; color: @text; border: 1px solid @border; }"
        "QMenu::item { padding: 4px 24px 4px 22px; }"
        "QMenu::item:selected { background: @button_hover; color: @button_text; }"
        "QMenu::item:disabled { color: @disabled_text; }"
        "QMenu::separator { height: 1px; background: @border; margin: 3px 8px; }"
        "QToolTip { background: @tooltip; color: @tooltip_text; border: 1px solid @border;"
        " padding: 4px; }"
        "QHeaderView::section { background: @window; color: @text_muted; border: none;"
        " padding: 3px; }"
        "QScrollArea { border: none; background: transparent; }"
        "QFrame#card { background: @raised; border: 1px solid @border; border-radius: 6px; }"
        "QFrame#card:hover { border-color: @accent; }"
        "QFrame#rule { background: @border; max-height: 1px; min-height: 1px; }"
    )
    symbols = Path(str(files("grognard.assets") / "symbols"))
    pictures = {"chevron": url(symbols / "chevron.svg"), "up": url(symbols / "chevron-up.svg")}
    known = {**now.colours, **pictures}
    # All in one go: the name of a folder may hold a word of ours.
    return re.sub(r"@(\w+)", lambda found: known[found[1]], sheet)


def url(path: PurePath) -> str:
    """Return a file as a style sheet names it: with slashes and in quotes, whatever its folders are called."""
    quoted = path.as_posix().replace("\\", r"\\").replace('"', r"\"")
    return f'url("{quoted}")'


@lru_cache(maxsize=128)
def _drawing(name: str, colour: str, size: int) -> QPixmap:
    source = files("grognard.assets") / "symbols" / f"{name}.svg"
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    try:
        data = source.read_bytes()
    except OSError:
        return pixmap
    from PySide6.QtSvg import QSvgRenderer

    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(data)).render(painter)
    if name not in COLOURED:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(pixmap.rect(), QColor(colour))
    painter.end()
    return pixmap


W = TypeVar("W", bound=QWidget)


def named(widget: W, name: str) -> W:
    """Give a widget the object name that the style sheet knows; return it."""
    widget.setObjectName(name)
    return widget


def fit(window: QWidget, wide: int, tall: int) -> None:
    """Give a window a size, or as much of it as the screen has room for."""
    room = window.screen().availableSize() - FRAME
    window.resize(QSize(wide, tall).boundedTo(room))


def clear_of(window: QWidget, widget: QWidget) -> None:
    """Move a window, before it is shown, to the right of a widget that it would cover.

    It is made narrower where the screen ends.
    """
    kept = QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
    frame = window.frameGeometry()
    if not frame.intersects(kept):
        return
    screen = widget.screen().availableGeometry()
    wide = min(frame.width(), screen.right() - kept.right() - FRAME.width())
    if wide < window.minimumSizeHint().width():
        return  # there is no room beside it
    window.resize(wide - (frame.width() - window.width()), window.height())
    left = min(max(kept.right() + 1, frame.left()), screen.right() - wide)
    window.move(left, max(frame.top(), screen.top()))


def away(widget: QWidget) -> None:
    """Take a widget out of the window for good.

    It is hidden first: Qt shows what was laid out a moment ago later on, and would show it as a
    window of its own, over the curtain too.
    """
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()


def icon(name: str) -> QIcon:
    """Return a symbol as an icon in the colour of the text (empty when there is none)."""
    made = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, "text"), (QIcon.Mode.Disabled, "border")):
        made.addPixmap(_drawing(name, look()[colour], 48), mode)
    return made


def symbol(name: str, size: int, colour: str = "text") -> QPixmap:
    """Return a symbol as a picture, drawn at the pixels of the screen."""
    application = QApplication.instance()
    ratio = application.devicePixelRatio() if isinstance(application, QApplication) else 1.0
    picture = QPixmap(_drawing(name, look()[colour], round(size * ratio)))
    picture.setDevicePixelRatio(ratio)
    return picture


def say_beside(at: QPoint, words: str, widget: QWidget) -> None:
    """Show words beside the mouse; a click on them goes to what they cover.

    Qt leaves such words standing for a moment after the mouse has gone on, and they would take the
    click on the very place that it has gone to.
    """
    QToolTip.showText(at, words, widget)
    for shown in QApplication.topLevelWidgets():
        if shown.inherits("QTipLabel") and (handle := shown.windowHandle()) is not None:
            handle.setFlag(Qt.WindowType.WindowTransparentForInput, True)
            _keep_off(shown, widget)


def _keep_off(shown: QWidget, widget: QWidget) -> None:
    """Move words that would lie over a card on the board to the nearest side of it."""
    for card in widget.findChildren(QFrame, "card"):
        over = QRect(card.mapToGlobal(QPoint(0, 0)), card.size())
        told = shown.geometry()
        if not card.isVisible() or not over.intersects(told):
            continue
        beside = [
            QPoint(over.left() - told.width(), told.top()),
            QPoint(over.right() + 1, told.top()),
            QPoint(told.left(), over.top() - told.height()),
            QPoint(told.left(), over.bottom() + 1),
        ]
        room = shown.screen().availableGeometry()
        free = [at for at in beside if room.contains(QRect(at, told.size()))]
        shown.move(
            min(
                free, key=lambda at: (at - told.topLeft()).manhattanLength(), default=told.topLeft()
            )
        )
