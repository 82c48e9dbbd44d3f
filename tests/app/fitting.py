"""Which words of a window are cut: each widget's words measured in its own font against the room that they have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenuBar,
    QRadioButton,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

RICH = re.compile(r"<[a-z/]")
SLACK, PADDING, PART = 2, 10, 0.4
"""Pixels by which a style's hint may be wider than what it paints, what a field keeps free at its
ends, and which part of a line of several may be wanting by the leading alone."""


def cut(window: QWidget) -> list[str]:
    """Return what is cut in a window: the kind of widget, its words, and by how many pixels."""
    found = []
    for widget in (window, *window.findChildren(QWidget)):
        if widget.isVisible() and seen(widget, window):
            found += [f"{type(widget).__name__}: {said}" for said in of_widget(widget)]
    return sorted(set(found))


def seen(widget: QWidget, window: QWidget) -> bool:
    """Whether a widget lies within its window at all, and not in what is scrolled away."""
    return not widget.visibleRegion().isEmpty() and widget.window() is window


def of_widget(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel):
        yield from of_label(widget)
    elif isinstance(widget, QAbstractButton):
        yield from of_button(widget)
    elif isinstance(widget, QComboBox):
        yield from of_box(widget)
    elif isinstance(widget, QLineEdit) and not widget.text():
        words = widget.placeholderText()
        room = widget.contentsRect().width() - PADDING
        yield from over(words, widget.fontMetrics().horizontalAdvance(words) - room)
    elif isinstance(widget, QTabBar):
        yield from of_tabs(widget)
    elif isinstance(widget, QListWidget):
        yield from of_list(widget)
    elif isinstance(widget, QHeaderView):
        yield from of_header(widget)
    elif isinstance(widget, QGroupBox):
        wide = widget.fontMetrics().horizontalAdvance(widget.title())
        yield from over(widget.title(), wide - widget.width())
    elif isinstance(widget, QMenuBar):
        rects = [widget.actionGeometry(a) for a in widget.actions()]
        if rects:
            yield from over("menu bar", max(r.right() for r in rects) - widget.width())


def over(words: str, by: float) -> Iterator[str]:
    if words.strip() and by > SLACK:
        yield f"{words!r} by {round(by)}"


def of_label(label: QLabel) -> Iterator[str]:
    words = label.text()
    if not words or label.pixmap().width():
        return
    room = label.contentsRect()
    m = label.margin()
    room = room.adjusted(m, m, -m, -m)
    rich = label.textFormat() == Qt.TextFormat.RichText or RICH.search(words) is not None
    if rich:
        page = QTextDocument()
        page.setDefaultFont(label.font())
        page.setDocumentMargin(0)
        page.setHtml(words)
        if label.wordWrap():
            page.setTextWidth(room.width())
        wide, high = page.idealWidth(), page.size().height()
    else:
        flags = int(Qt.TextFlag.TextExpandTabs)
        if label.wordWrap():
            flags |= int(Qt.TextFlag.TextWordWrap)
        need = label.fontMetrics().boundingRect(QRect(0, 0, room.width(), 100000), flags, words)
        wide, high = need.width(), need.height()
    yield from over(words, wide - room.width())
    line = label.fontMetrics().height()
    yield from over(f"{words} (height)", high - room.height() - line * PART)


def of_button(button: QAbstractButton) -> Iterator[str]:
    words = button.text()
    if not words:
        return
    if (
        isinstance(button, QToolButton)
        and button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
        and not button.icon().isNull()
    ):
        return
    plain = words.replace("&&", "\0").replace("&", "").replace("\0", "&")
    lines = plain.split("\n")
    wide = max(button.fontMetrics().horizontalAdvance(line) for line in lines)
    if not button.icon().isNull():
        wide += button.iconSize().width() + 4
    if isinstance(button, QCheckBox | QRadioButton):
        wide += button.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth) + 4
    yield from over(words, wide - button.contentsRect().width())


def of_box(box: QComboBox) -> Iterator[str]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    room = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
    )
    if not box.isEditable():
        yield from over(
            box.currentText(), box.fontMetrics().horizontalAdvance(box.currentText()) - room.width()
        )


def of_tabs(bar: QTabBar) -> Iterator[str]:
    for n in range(bar.count()):
        if bar.isTabVisible(n):
            wide = bar.fontMetrics().horizontalAdvance(bar.tabText(n).replace("&", ""))
            yield from over(bar.tabText(n), wide - bar.tabRect(n).width())
            yield from over(f"{bar.tabText(n)} (beyond)", bar.tabRect(n).right() - bar.width())


def of_list(rows: QListWidget) -> Iterator[str]:
    if rows.viewMode() == QListWidget.ViewMode.IconMode:
        return
    for n in range(rows.count()):
        item = rows.item(n)
        if (
            item.isHidden()
            or rows.itemWidget(item) is not None
            or rows.horizontalScrollBar().isVisible()
        ):
            continue
        letters, words = rows.fontMetrics(), item.text()
        lines = words.split() if rows.wordWrap() else [words]
        beside = rows.sizeHintForIndex(rows.indexFromItem(item)).width()
        beside -= max(letters.horizontalAdvance(line) for line in words.split("\n"))
        need = max((letters.horizontalAdvance(line) for line in lines), default=0)
        icon = rows.iconSize().width() + 8 if not item.icon().isNull() else 0
        beside = icon + 8 if rows.wordWrap() else max(0, beside)
        yield from over(words, need + beside - rows.viewport().width())


def of_header(header: QHeaderView) -> Iterator[str]:
    model = header.model()
    if model is None or header.orientation() != Qt.Orientation.Horizontal:
        return
    for n in range(header.count()):
        if not header.isSectionHidden(n):
            words = str(model.headerData(n, Qt.Orientation.Horizontal) or "")
            wide = header.fontMetrics().horizontalAdvance(words)
            yield from over(words, wide + 4 - header.sectionSize(n))
