"""Gestures on a map of areas: the map stays sound, undo is exact."""

from __future__ import annotations

import pytest
from shapely import LineString, Polygon

from grognard.app.editor.maps import areas
from grognard.app.editor.maps.blank import BlankMap, blank_map
from grognard.app.editor.maps.splitting import split
from grognard.app.editor.maps.steps import Step, carry_out, section
from grognard.engines.columbia.map.battlemap import read_map
from grognard.engines.core.data.yamlio import Plain, Problems, load_bytes
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.document import Document
from tests.conftest import ROOT

SHIPPED = (ROOT / "scenarios" / "columbia" / "maps" / "borodino.yaml").read_text("utf-8")


def blank(columns: int, rows: int) -> str:
    return blank_map(
        BlankMap("columbia", "mine", "Mine", columns, rows), registry["columbia"].map_layers
    )


def faults(text: str) -> list[str]:
    node, problems = load_bytes(text.encode(), "map")
    found = Problems()
    read_map(node, found)
    return [str(problem) for problem in (*problems, *found)]


def tried(document: Document, steps: list[Step]) -> Plain:
    """Do steps, see that the map is sound, take them back; return what it said meanwhile."""
    before = document.text
    assert steps
    back = carry_out(document, steps)
    assert faults(document.text) == []
    said = document.plain()
    for edit in back:
        document.apply(edit)
    assert document.text == before
    return said


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (4, 3)])
def test_blank_maps_are_sound(size: tuple[int, int]) -> None:
    assert faults(blank(*size)) == []


def test_a_corner_moves_in_every_line_that_meets_there() -> None:
    document = Document(blank(3, 3))
    steps = areas.move_corner(document.plain(), (6.0, 6.0), (7.0, 5.5))
    assert len(steps) == 4
    said = tried(document, steps)
    assert all((7.0, 5.5) in areas.outline(said, uid) for uid in ("a0101", "a0202"))


def test_corners_of_the_shipped_map() -> None:
    document = Document(SHIPPED)
    doc = document.plain()
    assert areas.area_at(doc, (21.28, 15.2)) == "bor"
    tried(document, areas.move_corner(doc, (5.17, 22.78), (5.2, 22.9)))
    tried(document, areas.add_corner(doc, "aki|ale", (4.5, 26.6)))
    tried(document, areas.drop_corner(doc, (4.66, 26.32)))
    assert areas.drop_corner(doc, (5.17, 22.78)) == []


def test_what_areas_and_borders_are() -> None:
    document = Document(blank(3, 2))
    doc = document.plain()
    tried(document, areas.say(doc, "a0101", "terrain", ["woods", "village"]))
    tried(document, areas.say(doc, "a0101", "name", "Gorki: North"))
    tried(document, areas.border_kinds(doc, "a0101|a0102", ["river", "ford"]))
    slope = areas.border_kinds(doc, "a0101|a0102", ["slope"], "a0102")
    tried(document, slope)
    carry_out(document, slope)
    tried(document, areas.border_kinds(document.plain(), "a0101|a0102", ["clear"]))


def test_a_road_leads_through_what_it_passes() -> None:
    document = Document(blank(3, 2))
    steps = areas.draw_road(document.plain(), "post", "Post road", [(0, 3), (11, 3), (11, 12)])
    said = tried(document, steps)
    assert document.plain() != said
    assert steps[0].value[0]["areas"] == ["a0101", "a0102", "a0202"]
    tried(document, areas.put_place(document.plain(), "Gorki", "village", (8, 8)))


def test_merging() -> None:
    document = Document(blank(3, 2))
    road = areas.draw_road(document.plain(), "post", "Post road", [(0, 3), (11, 3), (11, 12)])
    carry_out(document, road)
    carry_out(document, areas.put_place(document.plain(), "Gorki", "village", (8, 8)))
    said = tried(document, areas.merge(document.plain(), "a0101", "a0102"))
    assert len(section(said, "areas")) == 5
    assert len(areas.outline(said, "a0101")) >= 4
    # Together they would touch two edges of the map.
    assert areas.merge(document.plain(), "a0102", "a0202") == []
    assert areas.merge(document.plain(), "a0101", "a0203") == []


def test_merging_with_an_area_in_the_middle() -> None:
    document = Document(blank(3, 3))
    said = tried(document, areas.merge(document.plain(), "a0202", "a0102"))
    assert "rim" in section(said, "areas")["a0202"]


def test_one_row_of_areas_is_no_map() -> None:
    with pytest.raises(ValueError, match="too small"):
        blank(1, 3)


def test_merging_on_the_shipped_map() -> None:
    document = Document(SHIPPED)
    said = tried(document, areas.merge(document.plain(), "ale", "aki"))
    assert "aki" not in section(said, "areas")


def test_an_area_is_split_from_border_to_border() -> None:
    document = Document(blank(3, 3))
    doc = document.plain()
    said = tried(document, split(doc, "a0202", (6.1, 9.0), (12.0, 9.1), "a0202-2", "clear"))
    assert len(section(said, "areas")) == 10
    assert "a0202|a0202-2" in section(said, "borders")
    parts = [Polygon(areas.outline(said, uid)).area for uid in ("a0202", "a0202-2")]
    assert sum(parts) == pytest.approx(Polygon(areas.outline(doc, "a0202")).area)
    # Both neighbours beside the cut border on both parts now.
    for side in ("a0201", "a0203"):
        assert sum(side in name and "a0202" in name for name in section(said, "borders")) == 2


def test_an_area_at_the_edge_is_split() -> None:
    document = Document(blank(3, 3))
    said = tried(document, split(document.plain(), "a0102", (9.0, 0.0), (9.0, 6.0), "new", "clear"))
    assert "rim" in section(said, "areas")["a0102"]
    assert "rim" in section(said, "areas")["new"]


def test_what_is_no_cut_does_nothing() -> None:
    doc = Document(blank(3, 3)).plain()
    assert split(doc, "a0202", (6.0, 6.0), (6.2, 6.1), "new", "clear") == []  # to the same corner
    assert split(doc, "a0202", (7.5, 6.0), (10.5, 6.0), "new", "clear") == []  # along one border
    assert split(doc, "nowhere", (6.0, 9.0), (12.0, 9.0), "new", "clear") == []


def test_areas_of_the_shipped_map_are_split() -> None:
    """Areas are cut across their middle, both ways: the map stays sound wherever that can be done."""
    document = Document(SHIPPED)
    doc, done = document.plain(), 0
    for uid in [*section(doc, "areas")][::5]:
        ring = areas.outline(doc, uid)
        if len(ring) < 3:
            continue
        middle = Polygon(ring).representative_point()
        for way in ((50.0, 0.0), (0.0, 50.0)):
            line = LineString(
                [(middle.x - way[0], middle.y - way[1]), (middle.x + way[0], middle.y + way[1])]
            )
            inside = line.intersection(Polygon(ring))
            if inside.geom_type != "LineString":
                continue
            start, end = inside.coords[0], inside.coords[-1]
            steps = split(doc, uid, start, end, f"{uid}-2", "clear")
            if steps and done in (0, 7):  # each is read anew, which takes its time
                said = tried(document, steps)
                assert f"{uid}-2" in section(said, "areas")
            done += bool(steps)
    assert done > 8


def test_a_river_is_not_lost_by_merging_and_slopes_point_to_what_is_there() -> None:
    document = Document(SHIPPED)
    merged = areas.merge(document.plain(), "gon", "mal")
    back = carry_out(document, merged)
    lost = [fault for fault in faults(document.text) if "is no border on a river" in fault]
    assert merged
    assert lost == []
    assert len(back) == 1
    assert areas.pointed({"toward": {"slope": ["a", "b"], "ford": "a"}}, "a", "c") == {
        "slope": ["c", "b"],
        "ford": "c",
    }
