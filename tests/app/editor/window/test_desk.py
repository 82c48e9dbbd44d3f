"""The desk: one change is one edit, taken back to the very bytes; a second author is told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from grognard.app.editor import shelf
from grognard.app.editor.maps.steps import Step
from grognard.app.editor.window.desk import Desk
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.keep.savelock import Held
from grognard.engines.core.play.game import registry

GAME = registry.games()["gmt"]
SLOW = 0.5
"""Ten times what an undo may take: other tests run meanwhile."""


def copied(scenario: str) -> Path:
    info = next(info for info in GAME.scenarios() if info.id == scenario)
    return shelf.copy_of(GAME, info, "Mine")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    made = Desk(GAME, copied("charge"))
    yield made
    made.close()


def bytes_of(desk: Desk) -> dict[str, bytes]:
    desk.settle()
    return {name: (desk.path.parent / name).read_bytes() for name in desk.documents}


def leaves(plain: Plain, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of all values that hold no others."""
    if isinstance(plain, str):
        return [path]
    parts = plain.items() if isinstance(plain, dict) else enumerate(plain)
    return [leaf for key, part in parts for leaf in leaves(part, (*path, key))]


@pytest.mark.parametrize("edits", [40, pytest.param(500, marks=pytest.mark.soak)])
def test_random_changes_and_their_undo_give_the_same_bytes(desk: Desk, edits: int) -> None:
    rng, was, done = Random(15), bytes_of(desk), 0
    while done < edits:
        found = leaves(desk.plain(desk.scenario))
        steps = [Step(path, "set", f"v{rng.random()}") for path in rng.sample(found, 2)]
        if rng.random() < 0.3 and len(found) > 40:  # something is left to be changed
            steps = [Step(rng.choice(found), "remove"), steps[0]]
        done += desk.change("Edit", desk.scenario, steps)
    now = bytes_of(desk)
    while desk.undo():
        done -= 1
    assert done == 0
    assert bytes_of(desk) == was
    while desk.redo():
        pass
    assert bytes_of(desk) == now


def test_a_change_that_cannot_be_done_changes_nothing(desk: Desk) -> None:
    was = bytes_of(desk)
    steps = [Step(("title",), "set", "A"), Step(("none", 3), "remove")]
    assert not desk.change("Both", desk.scenario, steps)
    assert desk.said
    assert not desk.to_undo
    assert bytes_of(desk) == was


def test_a_second_author_is_told(desk: Desk) -> None:
    with pytest.raises(Held):
        Desk(GAME, desk.path)
    with pytest.raises(Held):
        shelf.throw_away(desk.path)
    with pytest.raises(Held):
        shelf.rename(desk.path, "Other")
    desk.close()
    Desk(GAME, desk.path).close()


def test_undo_of_a_stroke_over_two_lists_of_the_largest_map_is_quick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    desk = Desk(GAME, copied("borodino"))
    file, _ = desk.map_place
    terrain = desk.plain(file, ("terrain",))
    assert isinstance(terrain, dict)
    steps = [Step(("terrain", k), "set", v[1:]) for k, v in terrain.items() if len(v) > 1][:2]
    assert desk.change("Paint", file, steps)
    began = time.perf_counter()
    assert desk.undo() == "Paint"
    assert time.perf_counter() - began < SLOW
    desk.close()
