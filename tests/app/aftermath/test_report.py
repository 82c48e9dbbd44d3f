"""The report of a game: it tells every game from start to end, and a seat of a running game nothing that it does not know."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QApplication

from grognard.app.aftermath.account import tail
from grognard.app.aftermath.course import by_turn, eyes_for, lines_of, stages
from grognard.app.aftermath.report import write_report
from grognard.app.aftermath.story import story_of
from grognard.app.aftermath.told import told_of
from grognard.app.cli import main
from grognard.engines.core.keep.saves import SaveFile
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.app.aftermath.test_account import SHORT, over
from tests.contract.leaks import dealt_anew

PICTURE = re.compile(r'src="data:image/[a-z]+;base64,[^"]*"')


def running(game: str, scenario: str, choices: int) -> Session:
    """A game played by chance that is not over."""
    found = registry[game]
    info = next(one for one in found.scenarios() if one.id == scenario)
    session = Session(found, found.load(Path(info.path), {}), "7")
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    play(session, bots, limit=choices)
    assert session.verdict is None
    return session


@pytest.mark.parametrize(("game", "scenario"), SHORT)
def test_every_turn_has_its_chapter_and_every_line_stands_in_one(game: str, scenario: str) -> None:
    session = over(game, scenario).fork()
    eyes = eyes_for(session, None)
    found = stages(session, eyes)
    assert len({one.turn for one in found[:-1]}) == len(found) - 1
    lines = lines_of(session, eyes)
    parts = list(by_turn(lines, found))
    assert [line for part in parts for line in part] == lines
    for before, after in pairwise(parts):
        assert not before or not after or before[-1][0] <= after[0][0]
    chapters = story_of(session, eyes, found)
    assert [one.title for one in chapters] == [one.turn for one in found[:-1]]
    assert all(one.passages for one in chapters[:2])
    names = re.compile(r"\b[a-z]+[-_][a-z0-9]+[-_][a-z0-9-]+\b")
    words = " ".join(
        str(sentence.words)
        for chapter in chapters
        for passage in chapter.passages
        for sentence in passage.sentences
    )
    assert "skipped:" not in words
    assert not re.search(r"\{[a-z]+\}", words)
    assert not [one for one in names.findall(words) if "_" in one]


@pytest.mark.parametrize(("game", "scenario"), SHORT)
def test_losses_by_turn_add_up_to_those_of_the_game(game: str, scenario: str) -> None:
    told = told_of(over(game, scenario).fork())
    for cost in told.costs:
        mine = [one for one in told.losses if one.side == cost.side]
        whole = sum(one.steps_lost if cost.steps else one.lost for one in mine)
        assert cost.lost[-1] == whole
        assert len(cost.by_turn) == len(told.turns)
    assert len(told.scored.lines) == len(told.stages)
    assert len(told.leans) == len(told.turns)
    assert told.rules[0] == told.session.verdict.rule


def test_the_chance_of_luck_is_that_of_fair_dice() -> None:
    assert tail([0.5] * 4, 4) == pytest.approx(1 / 16)
    assert tail([0.5] * 4, 0) == pytest.approx(1 / 16)
    assert tail([0.5, 0.25], 2) == pytest.approx(0.125)
    assert tail([0.5] * 4, 2) == pytest.approx(11 / 16)


def with_secrets(game: str, scenario: str) -> tuple[Session, str]:
    """A running game at rest, and a seat from which something is hidden."""
    session = running(game, scenario, 40)
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    while session.verdict is None:
        for seat in bots:
            twin = dealt_anew(session, seat, Random("another"))
            if not session.rest()[1] and twin.table.state != session.table.state:
                return session, seat
        play(session, bots, limit=1)
    raise AssertionError("nothing is ever hidden")


HIDDEN = [("columbia", "mill-brook"), ("eagle", "orchard"), ("europa", "smolensk")]


@pytest.mark.parametrize(("game", "scenario"), HIDDEN)
def test_a_running_game_is_told_by_what_its_seat_sees(game: str, scenario: str) -> None:
    session = running(game, scenario, 60)
    for seat in (None, *(one.id for one in session.setup.info.seats)):
        told = told_of(session.fork(), seat)
        assert not told.eyes.whole
        assert told.leans == ()
        assert list(lines_of(session, told.eyes)) == list(session.seen(seat).lines)
        for stage in told.stages:
            assert stage.view == session.game.view(session.setup, stage.state, seat)


@pytest.mark.parametrize(("game", "scenario"), HIDDEN)
def test_the_report_of_a_running_game_is_the_same_whatever_is_hidden(
    qapp: QApplication,
    game: str,
    scenario: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, seat = with_secrets(game, scenario)
    # The other deal has no past that leads to it: both are told from here on.
    monkeypatch.setattr(Session, "reaches", lambda _self, _count: True)
    twin, same = dealt_anew(session, seat, Random("another")), session.fork()
    point, _ = same.rest()
    same.resume_at(
        point.index, point.state, dict(point.counts), same.choices, same.table.entries, same.marks
    )
    write_report(same, tmp_path / "first.html", seat)  # a map that is drawn anew may be smoother
    pages = []
    for number, one in enumerate((same, twin)):
        page = tmp_path / f"{seat}-{number}.html"
        write_report(one, page, seat)
        pages.append(page.read_text("utf-8"))
    assert pages[0] == pages[1]


def test_a_finished_game_is_told_with_all_that_was_hidden() -> None:
    session = over("columbia", "mill-brook").fork()
    told = told_of(session)
    assert told.eyes.whole
    assert not [piece for piece in told.stages[0].view.pieces if piece.hidden]
    mine = told_of(session, "french")
    assert [piece for piece in mine.stages[0].view.pieces if piece.hidden]


def test_a_page_holds_everything(qapp: QApplication, tmp_path: Path) -> None:
    session = over("gmt", "charge").fork()
    page, sheet = tmp_path / "charge.html", tmp_path / "charge.pdf"
    parts: list[tuple[int, int]] = []
    write_report(session, page, told=lambda done, of: parts.append((done, of)))
    words = page.read_text("utf-8")
    assert parts[0][0] == 0
    assert parts[-1][0] == parts[-1][1]
    assert len(PICTURE.findall(words)) >= 3
    plain = PICTURE.sub("", words)
    assert "http" not in plain
    links, places = re.findall(r'href="#([^"]+)"', plain), re.findall(r'id="([^"]+)"', plain)
    assert set(links) <= set(places)
    assert str(session.verdict.reason) in plain
    for number in range(1, 4):
        assert f"<h3>Turn {number} of 3</h3>" in plain
    write_report(session, sheet)
    assert sheet.read_bytes().startswith(b"%PDF")


def test_the_command_writes_it_and_says_what_is_wrong(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = running("gmt", "charge", 12)
    save = SaveFile.save_as(tmp_path / "game.grognard", session)
    save.close()
    file, out = str(tmp_path / "game.grognard"), str(tmp_path / "out.html")
    assert main(["report", file, "--seat", "french", "-o", out]) == 0
    assert "what French knows" in Path(out).read_text("utf-8")
    assert main(["report", file, "--seat", "prussian", "-o", out]) == 1
    assert "no seat prussian" in capsys.readouterr().err
    assert main(["report", str(tmp_path / "none.grognard"), "-o", out]) == 1
    assert "there is no such file" in capsys.readouterr().err
    assert main(["report", out, "-o", out]) == 1
    assert "this is not a saved game" in capsys.readouterr().err
    assert main(["report", file, "-o", str(tmp_path / "out.doc")]) == 1
    assert "none of .html, .pdf" in capsys.readouterr().err
