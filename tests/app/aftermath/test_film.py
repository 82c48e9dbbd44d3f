"""The film of a game: a frame for each decision by which something moved, no larger than it may be."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication

from grognard.app.aftermath import film
from grognard.app.aftermath.course import Eyes
from grognard.app.aftermath.film import LAST, Look, TooLarge, scenes_of, thinned, write_film
from grognard.app.cli import main
from grognard.engines.core.keep.saves import SaveFile
from tests.app.aftermath.test_account import over
from tests.app.aftermath.test_report import running


def test_every_frame_shows_what_was_seen_then() -> None:
    session = running("columbia", "mill-brook", 60)
    for seat in ("french", None):
        past = session.fork()
        past.rewind(0)
        seen = [past.view(seat).pieces]
        for row in session.choices:
            past.replay(row)
            seen.append(past.view(seat).pieces)
        shown = [scene.pieces for scene in scenes_of(session.fork(), Eyes(seat))]
        assert shown[0] == seen[0]
        assert shown[-1] == seen[-1]
        rest = iter(seen)
        assert all(pieces in rest for pieces in shown)  # each of them, in their order
        assert len(shown) > 5


@pytest.mark.parametrize("ending", [".gif", ".webp"])
def test_a_film_has_the_size_and_the_pace_that_are_chosen(
    qapp: QApplication, ending: str, tmp_path: Path
) -> None:
    session = over("gmt", "charge").fork()
    path = tmp_path / f"film{ending}"
    count = write_film(session, path, look=Look(320, 200, 120))
    with Image.open(path) as picture:
        assert picture.size == (320, 200)
        assert 3 < picture.n_frames <= count  # frames that look alike are one, and last as long
        durations = []
        for number in range(picture.n_frames):
            picture.seek(number)
            picture.load()
            durations.append(picture.info["duration"])
    assert min(durations) == 120
    assert sum(durations) == (count - 1 + LAST) * 120


def test_a_film_is_never_larger_than_it_may_be(qapp: QApplication, tmp_path: Path) -> None:
    session = over("gmt", "charge").fork()
    path = tmp_path / "film.gif"
    whole = write_film(session, path, look=Look(320, 200))
    most = path.stat().st_size * 2 // 3
    fewer = write_film(session, path, look=Look(320, 200, most=most))
    assert fewer < whole
    assert path.stat().st_size <= most
    with pytest.raises(TooLarge, match="make it smaller"):
        write_film(session, path, look=Look(320, 200, most=1000))


def test_a_long_game_is_thinned_evenly() -> None:
    scenes = list(range(5000))
    few = thinned(scenes, 100)  # type: ignore[type-var]
    assert len(few) == 100
    assert (few[0], few[-1]) == (0, 4999)
    steps = {b - a for a, b in pairwise(few)}
    assert max(steps) - min(steps) <= 1
    assert film.MOST_FRAMES < film.MOST_LOOKS


def test_the_command_writes_it_and_says_what_is_wrong(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = running("gmt", "charge", 12)
    SaveFile.save_as(tmp_path / "game.grognard", session).close()
    file, out = str(tmp_path / "game.grognard"), str(tmp_path / "film.gif")
    assert main(["film", file, "--seat", "french", "--size", "200x160", "-o", out]) == 0
    assert "frames" in capsys.readouterr().err
    assert main(["film", file, "--size", "20x20", "-o", out]) == 1
    assert "64 or more" in capsys.readouterr().err
    before = Path(out).read_bytes()
    assert main(["film", file, "--most", "0", "-o", out]) == 1
    assert "larger than 0 MB" in capsys.readouterr().err
    assert Path(out).read_bytes() == before
    assert main(["film", file, "-o", str(tmp_path / "film.mp4")]) == 1
    assert "none of .gif, .webp" in capsys.readouterr().err
