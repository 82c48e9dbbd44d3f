"""What is drawn on the one map that boards make goes to the boards it lies on, and is seen on the one map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from grognard.app.editor import shelf
from grognard.app.editor.boards.joining import Joined
from grognard.app.editor.boards.spreading import applied
from grognard.app.editor.maps import hexes
from grognard.app.editor.maps.steps import Step, rows, section
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.preview import preview
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.keep.saves import state_hash
from grognard.engines.core.play.game import registry

GAME = registry.games()["eagle"]
LAYERS = {layer.key: layer for layer in GAME.map_layers}
JOINED = ("jerome", "maida", "garcia-hernandez", "bossu-wood")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))


def copied(name: str) -> Path:
    info = next(info for info in GAME.scenarios() if info.id == name)
    return shelf.copy_of(GAME, info, info.title)


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk(GAME, copied("jerome"))
    yield made
    made.close()


def joined(desk: Desk) -> Joined:
    found = desk.boards.joined
    assert found is not None
    return found


def bytes_of(desk: Desk) -> dict[str, bytes]:
    desk.settle()
    return {name: (desk.path.parent / name).read_bytes() for name in desk.documents}


def draws(desk: Desk, steps: Sequence[Step]) -> set[str]:
    """Draw; return the files that have changed. One undo takes all of it back."""
    before = bytes_of(desk)
    assert desk.change_map("Drawn", steps), desk.said
    now = bytes_of(desk)
    assert desk.undo() == "Drawn"
    assert bytes_of(desk) == before
    assert desk.redo() == "Drawn"
    assert bytes_of(desk) == now
    return {name for name, raw in before.items() if now[name] != raw}


def kinds(doc: Plain) -> dict[str, str]:
    return hexes.kinds_of(doc, LAYERS["terrain"])


@pytest.mark.parametrize("name", JOINED)
def test_a_copy_keeps_its_boards_and_its_set_up(name: str) -> None:
    info = next(info for info in GAME.scenarios() if info.id == name)
    shipped, path = GAME.load(shelf.source_of(GAME, info), {}), copied(name)
    own = GAME.load(path, {})
    assert own.text == shipped.text
    assert state_hash(GAME, GAME.initial(own, "1")) == state_hash(GAME, GAME.initial(shipped, "1"))
    desk = Desk(GAME, path)
    faces = [part[0] for part in joined(desk).parts.values()]
    desk.close()
    assert len(faces) == 4
    assert all((path.parent / face).is_file() for face in faces)


def test_a_stroke_over_four_boards_goes_to_each_of_them_and_is_one_step(desk: Desk) -> None:
    over = ["0806", "0906", "0807", "0907", "0506", "0507", "1206", "1207"]
    tiled = {"0806", "0807"}  # Hougoumont, a tile, lies there
    changed = draws(desk, hexes.paint(desk.map_doc(), LAYERS["terrain"], "scattered", over))
    assert changed == {desk.scenario, *(part[0] for part in joined(desk).parts.values())}
    assert all(kinds(desk.map_doc())[h] == "scattered" for h in over)
    ground = kinds(desk.plain(desk.scenario, ("ground",)))
    assert {h for h in ground if ground[h] == "scattered"} == tiled
    read = preview(GAME, desk.path).board
    assert read is not None
    assert {space.terrain for space in read.spaces if space.id in over} == {"scattered"}


def test_what_is_taken_away_is_bare_on_boards_and_over_them(desk: Desk) -> None:
    wooded = [h for h, kind in kinds(desk.map_doc()).items() if kind == "woods"]
    assert {"0707", "0709"} <= set(wooded)
    draws(desk, hexes.paint(desk.map_doc(), LAYERS["terrain"], "", wooded))
    left = kinds(desk.map_doc())
    assert "woods" not in left.values()


def test_sides_go_to_the_board_of_both_hexes_and_over_an_edge_to_the_ground(desk: Desk) -> None:
    layer = LAYERS["hexsides"]
    within, across = ("0202", "0302"), ("0801", "0901")
    face = joined(desk).parts[0][0]
    assert draws(desk, hexes.lay_sides(desk.map_doc(), layer, "wall", [within])) == {face}
    assert draws(desk, hexes.lay_sides(desk.map_doc(), layer, "hedge", [across])) == {desk.scenario}
    both = [within, across]
    draws(desk, hexes.clear_sides(desk.map_doc(), layer, "", both))
    said = section(desk.map_doc(), "hexsides")
    assert "0202/0302" not in said.get("wall", [])
    assert "0801/0901" not in said.get("hedge", [])


def test_a_crest_is_turned_where_it_lies(desk: Desk) -> None:
    crest = str(section(desk.map_doc(), "hexsides")["crest"][0])  # type: ignore[index]
    a, b = crest.split(">")
    draws(desk, hexes.lay_sides(desk.map_doc(), LAYERS["hexsides"], "crest", [(b, a)]))
    now = section(desk.map_doc(), "hexsides")["crest"]
    assert f"{b}>{a}" in now
    assert crest not in now


def test_lines_and_names_follow_their_boards(desk: Desk) -> None:
    layer = LAYERS["lines"]
    changed = draws(desk, hexes.draw_line(desk.map_doc(), layer, "road", ["1302", "1402"]))
    assert changed == {joined(desk).parts[1][0]}
    across = draws(desk, hexes.draw_line(desk.map_doc(), layer, "track", ["0801", "0901"]))
    assert across == {desk.scenario}
    lines = rows(desk.map_doc(), "lines")
    every = {h for row in lines for h in row["hexes"]}  # type: ignore[call-overload,index]
    draws(desk, hexes.cut_lines(desk.map_doc(), layer, "", every))
    assert rows(desk.map_doc(), "lines") == []
    places = LAYERS["places"]
    more = {"kind": "village"}
    named = draws(desk, hexes.name_place(desk.map_doc(), places, "1402", "Mill", more))
    assert named == {joined(desk).parts[1][0]}
    moved = draws(desk, hexes.move_place(desk.map_doc(), places, "1402", "1410"))
    assert moved == {joined(desk).parts[1][0], joined(desk).parts[3][0]}
    assert {"name": "Mill", "at": "1410", "kind": "village"} in rows(desk.map_doc(), "places")


def test_a_turned_board_is_drawn_on_where_it_is_seen(desk: Desk) -> None:
    turned: Step = Step(("boards", 0, "turned"), "set", "yes")
    assert desk.change("Turn", desk.scenario, [turned])
    face = joined(desk).parts[0][0]
    assert draws(desk, hexes.paint(desk.map_doc(), LAYERS["terrain"], "orchard", ["0101"])) == {
        face
    }
    assert kinds(desk.plain(face))["0806"] == "orchard"
    assert kinds(desk.map_doc())["0101"] == "orchard"


def test_steps_on_plain_data_do_what_they_do_to_a_file() -> None:
    doc: Plain = {"a": ["1", "2"], "b": {"c": "d"}}
    steps = [
        Step(("a", 1), "insert", "x"),
        Step(("a", 0), "set", "y"),
        Step(("b", "c"), "remove"),
        Step(("b", "e"), "insert", ["z"]),
    ]
    assert applied(doc, steps) == {"a": ["y", "x", "2"], "b": {"e": ["z"]}}
    assert doc == {"a": ["1", "2"], "b": {"c": "d"}}


def test_what_was_done_to_several_files_outlasts_closing(desk: Desk) -> None:
    before = bytes_of(desk)
    over = ["0806", "0906", "0907"]
    desk.change_map("Drawn", hexes.paint(desk.map_doc(), LAYERS["terrain"], "sand_pit", over))
    desk.close()
    again = Desk(GAME, desk.path)
    assert again.undo() == "Drawn"
    assert bytes_of(again) == before
    assert again.redo() == "Drawn"
    again.undo()
    again.close()
