"""What the inspector and the tool tips say of a stack and of a rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from grognard.app.board.theme import load_theme
from grognard.app.look import look
from grognard.app.table.panels.inspector import Inspector, piece_html, stack_html, tip_html
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.views import Answer, PieceView


def block(
    number: int, side: str = "blue", *, hidden: bool = False, badges: tuple[str, ...] = ()
) -> PieceView:
    values = () if hidden else (("strength", "3"),)
    return PieceView(
        f"{side}{number}",
        "block",
        side,
        "infantry",
        "" if hidden else f"Unit {number}",
        at="a",
        values=values,
        badges=badges,
        hidden=hidden,
    )


def test_blocks_face_down_are_counted_by_side() -> None:
    words = stack_html(
        [
            block(1),
            block(2),
            *(block(n, "red", hidden=True) for n in (1, 2, 3)),
            block(4, "red", hidden=True, badges=("reserve",)),
        ],
        registry["fixture"].term,
    )
    assert "?" not in words
    plain = words.replace("&nbsp;", " ")
    assert "2 pieces: strength <b>6</b>" in plain
    assert "<b>3 Red blocks, face down</b>" in plain
    assert "<b>1 Red block, face down</b> <i>in reserve</i>" in plain


BOTH = (("strength", "+1"), ("firepower", "C3"))


def test_a_narrow_panel_folds_names_between_their_words(qtbot: QtBot) -> None:
    shown = Inspector(registry["fixture"].term)
    qtbot.addWidget(shown)
    shown.resize(180, 300)
    names = ["2nd Grenadiers", "Russian VIII Corps light artillery"]
    shown.show_group([evolve(block(n), name=name, values=BOTH) for n, name in enumerate(names)])
    shown.grab()
    words = {word for line in lines_of(shown.document()) for word in line.split()}
    assert {word for name in names for word in name.split()} <= words
    assert "+\N{WORD JOINER}1" in words


def lines_of(document: QTextDocument) -> Iterator[str]:
    """The lines of a document as they are folded."""
    part = document.begin()
    while part.isValid():
        layout = part.layout()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            yield part.text()[line.textStart() : line.textStart() + line.textLength()]
        part = part.next()


def test_rules_in_a_tool_tip_are_no_links() -> None:
    answer = Answer({}, ("3.33.border", "3.2.road"), (text("Gorki - Stonets: clear"),))
    words = tip_html(answer)
    assert words.endswith("<i>§\N{NO-BREAK SPACE}3.33.border · §\N{NO-BREAK SPACE}3.2.road</i>")
    assert "href" not in words


def test_names_are_folded_between_words_where_it_is_narrow() -> None:
    piece = PieceView("a", "counter", "blue", "infantry", "1st Young Guard, Delaborde", at="a")
    assert "1st&nbsp;Young&nbsp;Guard" in stack_html([piece], registry["europa"].term)
    assert "1st Young Guard, Delaborde" in stack_html([piece], registry["europa"].term, narrow=True)


def test_only_what_is_amiss_is_told_in_red() -> None:
    term = registry["europa"].term
    words = piece_html(block(1, badges=("with_trains", "disrupted")), term, {"with_trains"})
    red = f'color:{look()["danger"]}">'
    assert f"{red}{term('disrupted')}" in words
    assert str(term("with_trains")) in words
    assert f"{red}{term('with_trains')}" not in words


@pytest.mark.parametrize(
    ("game", "scenario", "added"),
    [
        ("columbia", "mill-brook", {"strength"}),
        ("eagle", "orchard", {"figures"}),
        ("europa", "two-roads", set[str]()),
        ("gmt", "charge", {"shock", "fire", "range"}),
        ("risorgimento", "first-brigade", {"strength"}),
    ],
)
def test_nothing_is_added_up_that_means_nothing_as_a_sum(
    game: str, scenario: str, added: set[str]
) -> None:
    """Of a stack its top unit alone fires in defence: '2 pieces: defensive fire 2' was no number of the rules."""
    engine = registry[game]
    path = next(Path(info.path) for info in engine.scenarios() if info.id == scenario)
    session = Session(engine, engine.load(path, {}), "1")
    single = load_theme(game).names("values.single")
    names = {name for piece in session.view(None).pieces for name, _ in piece.values}
    seats = [seat.id for seat in session.setup.info.seats]
    names |= {n for seat in seats for p in session.view(seat).pieces for n, _ in p.values}
    assert names - set(single) <= added | {"firepower"}
