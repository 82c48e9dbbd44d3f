"""A draft: copied, edited, taken back, brought back after a crash, told to a second opener."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from app.editor.draft.draft import SCENARIO, Draft, files_of
from app.editor.draft.shelf import Blank, Shelf
from app.editor.maps.steps import Step
from engines.core.data.yamlio import Plain
from engines.core.keep.savelock import Held
from engines.core.play.game import ScenarioError, registry
from tests.conftest import HANG, environment

MAP = "maps/borodino.yaml"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("drafts"))


@pytest.fixture
def draft(shelf: Shelf) -> Draft:
    return Draft.open(shelf.from_shipped("gmt", "charge"))


def titled(title: str) -> Mapping[str, list[Step]]:
    return {SCENARIO: [Step(("title",), "set", title)]}


def test_every_shipped_scenario_is_copied_byte_for_byte(shelf: Shelf) -> None:
    for name, game in registry.games().items():
        for info in game.scenarios():
            path = shelf.from_shipped(name, info.id)
            source = Path(info.path)
            assert (path / SCENARIO).read_bytes() == source.read_bytes()
            for file in files_of(path)[1:]:
                assert (path / file).read_bytes() == (source.parent / file).read_bytes()
            shelf.delete(path)


def test_what_is_done_is_undone_and_done_again(draft: Draft) -> None:
    was = draft.snapshot()
    draft.do("Title", titled("Mine"))
    draft.do("Map", draft.on_map([Step(("terrain", "woods"), "set", ["0101"])]))
    now = draft.snapshot()
    assert draft.undoable == "Map"
    draft.undo()
    draft.undo()
    assert draft.undo() is None
    assert draft.snapshot() == was
    draft.redo()
    draft.redo()
    assert draft.snapshot() == now
    assert str(draft.setup().info.title) == "Mine"
    draft.close()


def test_a_stroke_that_cannot_be_done_changes_nothing(draft: Draft) -> None:
    was = draft.snapshot()
    with pytest.raises(ScenarioError):
        draft.do("Both", {SCENARIO: [Step(("title",), "set", "A"), Step(("none", 3), "remove")]})
    assert draft.snapshot() == was
    assert not draft.undoable
    draft.close()


def leaves(plain: Plain, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of all values that hold no others."""
    if isinstance(plain, str):
        return [path]
    parts = plain.items() if isinstance(plain, dict) else enumerate(plain)
    return [leaf for key, part in parts for leaf in leaves(part, (*path, key))]


@pytest.mark.parametrize("edits", [40, pytest.param(500, marks=pytest.mark.soak)])
def test_random_edits_and_their_undo_give_the_same_bytes(draft: Draft, edits: int) -> None:
    rng, was = Random(15), draft.snapshot()
    done = 0
    while done < edits:
        found = leaves(draft.document(SCENARIO).plain())
        steps = [Step(path, "set", f"v{rng.random()}") for path in rng.sample(found, 2)]
        if rng.random() < 0.3:
            steps = [Step(rng.choice(found), "remove")]
        done += draft.do("Edit", {SCENARIO: steps}) is not None
    while draft.undo():
        done -= 1
    assert done == 0
    assert draft.snapshot() == was
    draft.close()


def test_a_killed_program_loses_nothing_that_was_done(shelf: Shelf) -> None:
    path = shelf.from_shipped("gmt", "charge")
    code = f"""
import os, signal
from pathlib import Path
from app.editor.draft.draft import Draft
from app.editor.maps.steps import Step
draft = Draft.open(Path({str(path)!r}))
for title in "ABC":
    draft.do(title, {{"scenario.yaml": [Step(("title",), "set", title)]}})
draft.undo()
draft.document("scenario.yaml").save()
draft.do("D", {{"scenario.yaml": [Step(("date",), "set", "never")]}})
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", code], env=environment(), timeout=HANG, check=False)
    with (path / "journal.jsonl").open("ab") as stream:
        stream.write(b'{"title": "half')
    assert [info.left_open for info in shelf.drafts() if info.path == path] == [True]
    draft = Draft.open(path)
    assert draft.recovered == 5
    assert (draft.scenario["title"], draft.scenario["date"]) == ("B", "never")
    for _ in range(3):
        draft.undo()
    assert draft.scenario["title"] == "Charge!"
    draft.redo()
    assert draft.scenario["title"] == "A"
    draft.close()
    assert not (path / "journal.jsonl").exists()


def test_a_second_opener_is_told(draft: Draft) -> None:
    with pytest.raises(Held):
        Draft.open(draft.folder)
    draft.close()
    before = draft.snapshot()
    again = Draft.open(draft.folder)
    assert again.snapshot() == before
    again.close()


def test_the_shelf_renames_copies_throws_away_and_fetches_back(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    first = shelf.from_shipped("columbia", "shevardino", "Mine")
    shelf.rename(first, "Yours")
    second = shelf.duplicate(first)
    assert {info.title for info in shelf.drafts()} == {"Yours", "Yours 2"}
    gone = shelf.delete(second)
    assert [info.path for info in shelf.thrown_away()] == [gone]
    assert shelf.restore(gone) == second
    assert len(shelf.drafts()) == 2


@pytest.mark.parametrize("game", list(registry.games()))
def test_a_blank_scenario_of_every_game_is_read(tmp_path: Path, game: str) -> None:
    draft = Draft.open(Shelf(tmp_path).blank(Blank(game, "My own", 12, 10)))
    with suppress(ScenarioError):
        draft.setup()  # what a game wants besides is told as a fault
    draft.close()
