"""Gestures on a measured table: the map stays sound, undo is exact."""

from __future__ import annotations

import pytest

from grognard.app.editor.maps import table
from grognard.app.editor.maps.blank import BlankMap, blank_map
from grognard.app.editor.maps.steps import Step, carry_out
from grognard.engines.core.data.yamlio import Plain, Problems, load_bytes
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.document import Document
from grognard.engines.risorgimento.map.tablemap import read_map
from grognard.engines.risorgimento.map.tabletop import TableTop
from tests.conftest import ROOT

SHIPPED = ROOT / "scenarios" / "risorgimento" / "maps" / "first-brigade.yaml"
NEW = blank_map(
    BlankMap("risorgimento", "mine", "Mine", 90, 60), registry["risorgimento"].map_layers
)


def sound(text: str) -> TableTop:
    node, problems = load_bytes(text.encode(), "map")
    found = Problems()
    top = read_map(node, found)
    assert [str(problem) for problem in (*problems, *found)] == []
    assert top is not None
    return top


def tried(document: Document, steps: list[Step]) -> Plain:
    """Do steps, see that the map is sound, take them back; return what it said meanwhile."""
    before = document.text
    assert steps
    back = carry_out(document, steps)
    sound(document.text)
    said = document.plain()
    for edit in back:
        document.apply(edit)
    assert document.text == before
    return said


@pytest.fixture(params=["blank", "shipped"])
def document(request: pytest.FixtureRequest) -> Document:
    return Document(NEW if request.param == "blank" else SHIPPED.read_text("utf-8"))


def test_shapes(document: Document) -> None:
    doc = document.plain()
    outline = [(10.0, 10.0), (20.0, 10.04), (20.0, 20.0)]
    tried(document, table.draw_outline(doc, "vines", outline, {"smooth": "yes"}))
    tried(document, table.draw_outline(doc, "hill", outline, {"level": "2", "name": "Height"}))
    tried(document, table.draw_circle(doc, "vines", (30, 30), (34, 30)))
    tried(document, table.draw_strip(doc, "road", [(0, 5), (0, 5), (40, 9)], {"name": "Via"}))
    tried(document, table.draw_strip(doc, "ditch", [(0, 5), (40, 9)], {"width": "1.5"}))
    tried(document, table.draw_block(doc, "walled", (8, 34), (4, 3), {"turn": "15"}))
    assert table.draw_outline(doc, "vines", [(0, 0), (4, 4), (4, 0), (0, 4)]) == []


def test_a_circle_is_as_large_as_it_was_drawn() -> None:
    document = Document(NEW)
    carry_out(document, table.draw_circle(document.plain(), "vines", (30, 30), (35, 30)))
    (patch,) = sound(document.text).patches
    assert patch.polygon.area == pytest.approx(3.14159 * 25, rel=0.02)


def test_corners() -> None:
    document = Document(SHIPPED.read_text("utf-8"))
    doc = document.plain()
    index = table.patch_at(doc, (40.0, 10.0))
    assert index is not None
    tried(document, table.move_corner(doc, index, 1, (36.0, 8.5)))
    said = tried(document, table.add_corner(doc, 0, (34.0, 12.0)))
    assert table.points_of(table.rows(said, "patches")[0], "polygon")[2] == (34.0, 12.0)
    tried(document, table.drop_corner(doc, 0, 2))
    tried(document, table.shift(doc, 5, (1.0, -1.0)))
    tried(document, table.shift(doc, 4, (1.0, -1.0)))
    tried(document, table.say(doc, 0, "level", "2"))
    tried(document, table.say(doc, 0, "name", ""))
    tried(document, table.erase(doc, "patches", 7))
    assert table.drop_corner(doc, 1, 9) == []


def test_villages_bridges_and_names(document: Document) -> None:
    doc = document.plain()
    tried(document, table.add_sector(doc, "nuova", "Nuova", (40, 15), 6))
    carry_out(document, table.add_sector(doc, "nuova", "Nuova", (40, 15)))
    tried(document, table.add_sector(document.plain(), "nuova", "", (52, 15)))
    tried(document, table.add_label(doc, "Olona", "river", [(3, 4), (5, 6)]))
    tried(document, table.resize(doc, (120, 80)))


def test_measuring() -> None:
    assert table.measured([(0, 0), (3, 4), (3, 10)], 25) == (11.0, 275)
