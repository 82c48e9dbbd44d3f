"""Drawings that would never be drawn to their end are counted before anybody tries."""

from __future__ import annotations

import pytest

from grognard.app.editor.pictures import MOST_SHAPES, why_not
from grognard.app.editor.shapes import DEEPEST, ENDLESS, shapes_of

HEAD = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>"


def drawing(words: str) -> bytes:
    return f"{HEAD}{words}</svg>".encode()


def nested(levels: int, each: int = 10, key: str = "href") -> bytes:
    """A few lines that draw each ** levels shapes."""
    groups = ["<g id='g0'><rect width='1' height='1'/></g>"]
    for level in range(1, levels + 1):
        uses = f"<use {key}='#g{level - 1}'/>" * each
        groups.append(f"<g id='g{level}'>{uses}</g>")
    return drawing(f"<defs>{''.join(groups)}</defs><use {key}='#g{levels}'/>")


def test_a_plain_drawing_counts_its_shapes() -> None:
    assert shapes_of(drawing("<g><path d='M0 0L1 1'/><rect/></g>")) == 4
    assert why_not(drawing("<rect/>" * 5000), ".svg") == ""


@pytest.mark.parametrize("key", ["href", "xlink:href"])
def test_what_is_used_counts_as_often_as_it_is_drawn(key: str) -> None:
    assert shapes_of(nested(3, key=key)) > 1000
    assert shapes_of(nested(9, key=key)) > 1_000_000_000
    assert why_not(nested(9, key=key), ".svg") == "the drawing has too many shapes"


@pytest.mark.parametrize(
    "words",
    [
        "<g id='a'><use href='#a'/></g>",
        "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>",
        "<pattern id='a'><rect fill='url(#a)'/></pattern><rect fill='url(#a)'/>",
        "<g>" * (DEEPEST + 1) + "</g>" * (DEEPEST + 1),
    ],
)
def test_what_refers_to_itself_or_is_too_deep_is_endless(words: str) -> None:
    assert shapes_of(drawing(words)) == ENDLESS
    assert why_not(drawing(words), ".svg") == "the drawing has too many shapes"


@pytest.mark.parametrize("painted", ["fill='url(#p)'", "style='fill:url(#p)'", "mask='url(#p)'"])
def test_what_something_is_painted_with_counts_too(painted: str) -> None:
    pattern = f"<pattern id='p'>{'<rect/>' * 1000}</pattern>"
    assert shapes_of(drawing(pattern + f"<rect {painted}/>" * 300)) > MOST_SHAPES
    assert shapes_of(drawing(pattern + "<rect/>" * 300)) < MOST_SHAPES


def test_a_style_sheet_paints_every_shape() -> None:
    sheet = "<style>rect{fill:url(#p)}</style>"
    pattern = f"<pattern id='p'>{'<circle/>' * 1000}</pattern>"
    assert shapes_of(drawing(sheet + pattern + "<rect/>" * 300)) > MOST_SHAPES


def test_a_marker_stands_on_every_corner() -> None:
    marker = f"<marker id='m'>{'<rect/>' * 1000}</marker>"
    line = f"<path marker-mid='url(#m)' d='M{'0 0L' * 300}1 1'/>"
    assert shapes_of(drawing(marker + line)) > MOST_SHAPES


@pytest.mark.parametrize("words", ["<svg", "<svg><g></svg>", "<svg>\x01</svg>"])
def test_what_is_no_sound_xml_is_no_drawing(words: str) -> None:
    assert why_not(words.encode(), ".svg") == "it is not an SVG drawing"


def test_a_long_chain_of_references_is_counted_in_bounds() -> None:
    chain = "".join(f"<g id='g{n}'><use href='#g{n + 1}'/></g>" for n in range(20_000))
    assert shapes_of(drawing(chain)) == ENDLESS
