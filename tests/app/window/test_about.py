"""About the program: what it says, and where it takes it from."""

from __future__ import annotations

from importlib.metadata import version

from PySide6.QtWidgets import QTableWidget

from grognard.app.about import lines, used
from grognard.app.main import Window
from grognard.app.window.about import About
from grognard.engines.core.keep.saves import program_version


def test_about_names_versions_and_licences(window: Window) -> None:
    about = About(window)
    table = about.findChild(QTableWidget, "used")
    assert isinstance(table, QTableWidget)
    cells = [
        [table.item(row, column).text() for column in range(3)] for row in range(table.rowCount())
    ]
    told = {name: (at, licence) for name, at, licence in cells}
    assert told["numpy"][0] == version("numpy")
    assert "LGPL-3.0" in told["PySide6_Essentials"][1]
    assert told["PyYAML"][1] == "MIT"
    assert "attrs" in told, "what is needed by what is needed is named, too"
    assert "pytest" not in told, "what only the tests need is not"
    assert "MIT" in about.said.text()


def test_the_command_opens_it(window: Window, monkeypatch) -> None:
    opened = []
    monkeypatch.setattr(About, "exec", lambda self: opened.append(self.windowTitle()))
    window.commands["about"].trigger()
    assert opened == ["About Grognard"]


def test_the_version_line_is_that_of_saves() -> None:
    assert lines()[0] == f"grognard {program_version()}"
    assert len(lines()) == 2 + len(used())
