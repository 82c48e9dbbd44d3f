"""Tools for areas and for tables, and the picture under the pen; no window is needed for them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt

from grognard.app.editor.maps.blank import BlankMap, blank_map
from grognard.app.editor.maps.steps import Step, carry_out, rows, section
from grognard.app.editor.window.areatools import AreaPen, TablePen
from grognard.app.editor.window.ink import Point, Tool
from grognard.app.editor.window.tracing import Lying, calibrated
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.document import Document

NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
NEAR = 0.3


class Sheet:
    """A map's document under a tool."""

    def __init__(self, game: str, columns: int, rows_: int) -> None:
        self.layers: dict[str, Layer] = {layer.key: layer for layer in registry[game].map_layers}
        text = blank_map(BlankMap(game, "m", "M", columns, rows_), [*self.layers.values()])
        self.document = Document(text)

    def doc(self) -> Plain:
        return self.document.plain()

    def change(self, _words: str, steps: Sequence[Step]) -> object:
        return carry_out(self.document, steps)

    def area(self, layer: str, kind: str) -> AreaPen:
        return AreaPen(self.doc, self.change, self.layers[layer], kind, lambda _was: "Somewhere")

    def table(self, layer: str, kind: str) -> TablePen:
        return TablePen(self.doc, self.change, self.layers[layer], kind, lambda _was: "Somewhere")


def stroke(tool: Tool, *way: Point, erases: bool = False, keys: Qt.KeyboardModifier = NONE) -> None:
    tool.move(way[0], False, NEAR)
    tool.press(way[0], erases, keys)
    for at in way[1:]:
        tool.move(at, True, NEAR)
    tool.release(way[-1])


def test_a_corner_is_pulled_in_all_that_share_it() -> None:
    sheet = Sheet("columbia", 3, 2)
    stroke(sheet.area("areas", "clear"), (6.1, 6.1), (7.0, 5.0))
    assert sheet.document.text.count("[7, 5]") == 4


def test_ground_of_an_area_and_what_lies_on_a_border() -> None:
    sheet = Sheet("columbia", 3, 2)
    stroke(sheet.area("areas", "woods"), (3.0, 3.0))
    stroke(sheet.area("areas", "village"), (3.0, 3.0))
    stroke(sheet.area("borders", "slope"), (5.9, 3.0))
    areas, borders = section(sheet.doc(), "areas"), section(sheet.doc(), "borders")
    assert areas["a0101"]["terrain"] == ["woods", "village"]  # type: ignore[call-overload,index]
    assert borders["a0101|a0102"]["kind"] == ["slope"]  # type: ignore[call-overload,index]
    assert borders["a0101|a0102"]["toward"] == {"slope": "a0102"}  # type: ignore[call-overload,index]
    stroke(sheet.area("borders", "slope"), (5.9, 3.0), erases=True)
    borders = section(sheet.doc(), "borders")
    assert borders["a0101|a0102"]["kind"] == ["clear"]  # type: ignore[call-overload,index]


def test_areas_are_merged_by_a_drag() -> None:
    sheet = Sheet("columbia", 3, 2)
    stroke(sheet.area("areas", "clear"), (3.0, 3.0), (9.0, 3.0), keys=CONTROL)
    assert "a0102" not in section(sheet.doc(), "areas")


def test_an_area_is_split_by_a_drag_from_border_to_border() -> None:
    sheet = Sheet("columbia", 3, 2)
    stroke(sheet.area("areas", "clear"), (6.0, 3.0), (12.0, 3.1), keys=CONTROL)
    assert "a0102-2" in section(sheet.doc(), "areas")
    assert "a0102|a0102-2" in section(sheet.doc(), "borders")


def test_a_road_is_drawn_point_by_point() -> None:
    sheet = Sheet("columbia", 3, 2)
    road = sheet.area("roads", "road")
    for at in ((1.0, 3.0), (9.0, 3.0)):
        stroke(road, at)
    assert road.finish()
    row = rows(sheet.doc(), "roads")[0]
    assert row["areas"] == ["a0101", "a0102"]  # type: ignore[call-overload,index]


def test_shapes_on_a_table() -> None:
    sheet = Sheet("risorgimento", 90, 60)
    pen = sheet.table("patches", "vines")
    for at in ((10.0, -10.0), (20.0, -10.0), (20.0, -20.0)):
        stroke(pen, at)
    assert pen.finish()
    pen.take("block")
    stroke(pen, (30.0, -30.0), (34.0, -33.0))
    pen.take("circle")
    stroke(pen, (50.0, -30.0), (55.0, -30.0))
    found = rows(sheet.doc(), "patches")
    assert found[0]["polygon"] == [["10", "10"], ["20", "10"], ["20", "20"]]  # type: ignore[call-overload,index]
    assert (found[1]["at"], found[1]["size"]) == (["32", "31.5"], ["4", "3"])  # type: ignore[call-overload,index]
    pen.take("move")
    stroke(pen, (32.0, -31.5), (35.0, -31.5))
    assert rows(sheet.doc(), "patches")[1]["at"] == ["35", "31.5"]  # type: ignore[call-overload,index]
    stroke(pen, (50.0, -30.0), erases=True)
    assert len(rows(sheet.doc(), "patches")) == 2


def test_villages_and_names_on_a_table() -> None:
    sheet = Sheet("risorgimento", 90, 60)
    pen = sheet.table("villages", "village")
    pen.name = "Genestrello"
    stroke(pen, (40.0, -20.0))
    stroke(pen, (46.0, -20.0))
    stroke(sheet.table("labels", "place"), (10.0, -10.0))
    (village,) = rows(sheet.doc(), "villages")
    assert len(rows(village, "sectors")) == 2
    assert rows(sheet.doc(), "labels")[0]["text"] == "Somewhere"  # type: ignore[call-overload,index]


def test_three_clicks_turn_scale_and_move_a_picture() -> None:
    lying = Lying(5, 5, 0.01)
    pixels = [(-300.0, -200.0), (300.0, -200.0), (0.0, 250.0)]
    true = Lying(2, 3, 0.02, 30)
    clicked = [lying.on_board(p) for p in pixels]
    found = calibrated(lying, clicked, [true.on_board(p) for p in pixels])
    assert (found.x, found.y, found.scale, found.turn) == pytest.approx((2, 3, 0.02, 30))
