"""A save that was cut short is opened as far as it goes, and the advice fits."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.keep.loading import load_save, verify
from grognard.engines.core.keep.saveformat import missing
from grognard.engines.core.keep.saves import SaveError, SaveFile, summary
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.session import Session
from tests.fixture_game.game import Setup, State

PAGE = 4096


@pytest.fixture(scope="module")
def whole(
    picket: Game[Setup, State], setup: Setup, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[object]]:
    """A save of some pages, and the choices in it."""
    path = tmp_path_factory.mktemp("saves") / "whole.grognard"
    session = Session(picket, setup, "7")
    save = SaveFile.save_as(path, session)
    bots = {seat: RandomBot(seat) for seat in ("red", "blue")}
    play(session, bots, limit=60)
    save.checkpoint(session)
    save.close()
    return path, [row.choice for row in session.choices]


def cut(path: Path, folder: Path, length: int) -> Path:
    made = folder / "cut.grognard"
    made.write_bytes(path.read_bytes()[:length])
    return made


def test_it_is_opened_as_far_as_it_goes_and_left_as_it_is(
    whole: tuple[Path, list[object]], tmp_path: Path
) -> None:
    path, choices = whole
    length = path.stat().st_size
    assert length > 4 * PAGE
    reached = set()
    for size in [*range(PAGE, length, PAGE), length - 1]:
        made = cut(path, tmp_path, size)
        assert missing(made) == length - size
        try:
            loaded = load_save(made)
        except SaveError as wrong:
            assert "damaged" in str(wrong), size
            assert "free space" not in str(wrong), size
            continue
        found = [row.choice for row in loaded.session.choices]
        assert found == choices[: len(found)], size
        assert loaded.save is None, "nothing is written to it"
        (problem,) = loaded.problems
        assert "cut short: the last choices may be missing" in problem.message
        assert problem.mend == "it is opened as far as it goes"
        assert made.stat().st_size == size
        assert summary(made).header.game == "fixture"
        assert not verify(made).ok
        reached.add(len(found))
    assert len(choices) in reached, "the choices were all there"


def test_where_nothing_is_left_that_is_said(
    whole: tuple[Path, list[object]], tmp_path: Path
) -> None:
    for size in (20, 99, 100, 1000):
        with pytest.raises(SaveError) as wrong:
            load_save(cut(whole[0], tmp_path, size))
        assert "free space" not in str(wrong.value), size


def test_what_is_not_yet_merged_is_not_missing(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    path = tmp_path / "open.grognard"
    session = Session(picket, setup, "7")
    save = SaveFile.save_as(path, session)
    play(session, {seat: RandomBot(seat) for seat in ("red", "blue")}, limit=20)
    assert missing(path) == 0
    save.close()
    assert missing(path) == 0


def test_a_whole_save_is_not_cut_short(whole: tuple[Path, list[object]]) -> None:
    assert missing(whole[0]) == 0
    assert not load_save(whole[0], read_only=True).problems
