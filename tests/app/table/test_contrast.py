"""Letters can be read: 4.5 to 1 on whatever they stand on, in every surround, and after it was changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import yaml
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QTextBrowser, QTreeWidget, QTreeWidgetItem

from grognard.app.look import LIGHT, look
from grognard.app.main import Window
from grognard.app.settings import SURROUNDS
from tests.conftest import ROOT

LEAST = 4.5
LETTERS = ("text", "text_muted", "title", "link", "danger", "warning", "success")
GROUNDS = ("window", "panel", "raised", "input", "button_pressed", "chosen", "table")
PAIRS = {
    "accent_text": ("accent",),
    "button_text": ("button", "button_hover", "button_pressed"),
    "input_text": ("input",),
    "tooltip_text": ("tooltip",),
    "disabled_text": ("panel", "raised"),
    "text": ("button_hover",),
}
THEMES = sorted((ROOT / "assets" / "themes").glob("*.yaml"))
STYLE = re.compile(r"style=[\"']([^\"']*)")
COLOUR = re.compile(r"(?<![-\w])color:\s*(#[0-9a-fA-F]{6})")
BEHIND = re.compile(r"background-color:\s*(#[0-9a-fA-F]{6})")


def brightness(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(letters: str, ground: str) -> float:
    """How much brighter one of two colours is, as the guidelines of the web reckon it."""
    dark, bright = sorted(brightness(QColor(colour)) for colour in (letters, ground))
    return (bright + 0.05) / (dark + 0.05)


def test_contrast_is_reckoned_as_the_guidelines_do() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.stem)
@pytest.mark.parametrize("surround", SURROUNDS)
def test_letters_stand_out_in_every_theme(theme: Any, surround: str) -> None:
    base = yaml.safe_load((ROOT / "assets" / "themes" / "base.yaml").read_text("utf-8"))
    own = yaml.safe_load(theme.read_text("utf-8")).get("surrounds", {})
    colours = {**LIGHT, **base["surrounds"][surround], **own.get(surround, {})}
    pairs = [(letters, ground) for letters in LETTERS for ground in GROUNDS]
    pairs += [(letters, ground) for letters, grounds in PAIRS.items() for ground in grounds]
    poor = {
        f"{letters} on {ground}": round(found, 2)
        for letters, ground in pairs
        if (found := contrast(colours[letters], colours[ground])) < LEAST
    }
    assert poor == {}


def items(tree: QTreeWidget) -> Iterator[QTreeWidgetItem]:
    waiting = [tree.topLevelItem(n) for n in range(tree.topLevelItemCount())]
    while waiting:
        item = waiting.pop()
        if item is not None:
            yield item
            waiting += [item.child(n) for n in range(item.childCount())]


def coloured(html: str) -> Iterator[tuple[str, str]]:
    """Give the letters' colours in a page, each with what is behind them."""
    for style in STYLE.findall(html):
        behind = BEHIND.search(style)
        for colour in COLOUR.findall(style):
            yield colour, behind[1] if behind else look()["panel"]


def shown(window: Window) -> Iterator[tuple[str, str, str]]:
    """Give the colours of letters that were chosen one by one: where, letters and ground."""
    for tree in filter(QTreeWidget.isVisible, window.findChildren(QTreeWidget)):
        for item in items(tree):
            for column in range(item.columnCount()):
                brush = item.foreground(column)
                if brush.style() != Qt.BrushStyle.NoBrush:
                    yield item.text(column), brush.color().name(), look()["panel"]
    for page in filter(QTextBrowser.isVisible, window.findChildren(QTextBrowser)):
        yield from ((type(page).__name__, *pair) for pair in coloured(page.toHtml()))
    for label in filter(QLabel.isVisible, window.findChildren(QLabel)):
        yield from ((label.text()[:80], *pair) for pair in coloured(label.text()))


def poor(window: Window) -> list[tuple[str, str, str]]:
    return [found for found in shown(window) if contrast(*found[1:]) < LEAST]


@pytest.mark.parametrize(("first", "then"), [("light", "dark"), ("dark", "light")])
def test_what_is_shown_already_is_coloured_anew_with_the_surround(
    window: Window, play: Callable[..., Any], first: str, then: str
) -> None:
    window.frame.set("surround", first)
    table = play("pick pick pick")
    table.model.choose("march")
    table.model.inspect("a")
    for panel in range(table.tabs.count()):
        table.tabs.setCurrentIndex(panel)
    window.frame.set("surround", then)
    looked = 0
    for panel in range(table.tabs.count()):
        table.tabs.setCurrentIndex(panel)
        assert poor(window) == []
        looked += len(list(shown(window)))
    assert looked > 20
    window.leave_table()
    assert poor(window) == []
    assert any("The Toy War" in where for where, *_ in shown(window))
