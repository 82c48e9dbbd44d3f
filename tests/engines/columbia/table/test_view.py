"""The table as a seat sees it: faces, blanks, boxes, tracks, the battle board."""

from importlib.resources import files

import pytest
import yaml

from grognard.engines.columbia.scenario.load import initial_state
from grognard.engines.columbia.state import Battle, Entry
from grognard.engines.columbia.table.view import symbol, table_view
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.show.views import PieceView
from tests.engines.columbia.drive import scenario
from tests.engines.columbia.viewfield import HOMES, SETUP, position


def pieces(view):
    return {piece.id: piece for piece in view.pieces}


def read(piece: PieceView) -> dict[str, str]:
    """Return the rows of the inspector as they are read."""
    return {str(name): str(value) for name, value in piece.facts}


def test_own_blocks_show_their_face_and_enemy_blocks_their_back() -> None:
    shown = pieces(table_view(SETUP, position(blocks={"f-big": {"step": 1}}), "fr"))
    big = shown["f-big"]
    assert (big.at, big.steps, dict(big.values)) == (
        "wood",
        4,
        {"strength": "4", "firepower": "C2"},
    )
    assert read(big)["Strength"] == "4 of 6-4-2-1"
    enemies = [piece for piece in shown.values() if piece.side == "russian"]
    assert {p.id for p in enemies if p.at == "hill"} == {f"russian@hill.{n}" for n in (1, 2, 3, 4)}
    for piece in enemies:
        assert piece.hidden
        assert (piece.name, piece.band, piece.group, piece.steps) == ("", "", "", None)
        assert (piece.values, piece.facts, piece.badges) == ((), (), ())
        assert piece.symbol == "blank"


def test_an_open_block_shows_its_face_but_not_what_its_owner_decided() -> None:
    edits = {"r-hq": {"known": True, "active": True, "pinned": True, "moved": True}}
    state = position(blocks=edits)
    seen = pieces(table_view(SETUP, state, "fr"))["r-hq"]
    assert not seen.hidden
    assert seen.badges == ("active",)
    assert "State" not in read(seen)
    own = pieces(table_view(SETUP, state, "ru"))["r-hq"]
    assert own.badges == ("active", "pinned", "moved")
    assert read(own)["State"] == "active, pinned and has moved"


def test_the_public_sees_backs_of_both_sides() -> None:
    shown = pieces(table_view(SETUP, position(), None))
    assert all(piece.hidden for piece in shown.values())
    assert {"french@mill.3", "russian@hill.4", "russian@eliminated.1"} <= set(shown)


def test_blanks_are_counted_by_area_and_no_block_has_a_number_of_its_own() -> None:
    before = table_view(SETUP, position(), "fr")
    turned = position({**HOMES, "hill": ("r-hq", "r-gun", "r-guard", "r-foot")})
    assert table_view(SETUP, turned, "fr") == before
    moved = position(
        {**HOMES, "hill": ("r-guard", "r-gun", "r-hq"), "east": (*HOMES["east"], "r-foot")}
    )
    ids = [p.id for p in table_view(SETUP, moved, "fr").pieces if p.hidden]
    assert [i for i in ids if "@hill" in i] == [
        "russian@hill.1",
        "russian@hill.2",
        "russian@hill.3",
    ]
    assert "russian@east.3" in ids


def test_eliminated_enemies_are_counted_and_named_only_where_they_were_seen_to_fall() -> None:
    homes = {**HOMES, "eliminated": ("r-heavy", "r-gun"), "hill": ("r-foot", "r-guard", "r-hq")}
    state = position(homes, {"r-gun": {"known": True}})
    view = table_view(SETUP, state, "fr")
    trays = {tray.id: tray for tray in view.trays}
    assert trays["eliminated-russian"].pieces == ("r-gun", "russian@eliminated.1")
    line = next(line for line in view.roster if line.name == "II Corps")
    assert line.lost == ("r-gun",)
    assert "r-gun" not in line.pieces
    assert "Block r-guard (3C4)" in str(line.note)
    track = next(t for t in view.tracks if t.id == "victory")
    assert [*map(str, track.steps)] == ["French 1+?", "Russians 1"]
    notes = [str(note) for note in track.notes]
    assert notes == [
        "French: 1 and those for unseen losses: 1 (redoubts: none)",
        "Russians: 1 (redoubts: Hill)",
    ]
    own = next(t for t in table_view(SETUP, state, "ru").tracks if t.id == "victory")
    assert str(own.notes[0]) == "French: 2 (redoubts: none)"


BATTLE_HOMES = {
    **HOMES,
    "mill": (),
    "hill": (*HOMES["hill"], "f-foot", "f-gun", "f-horse", "r-horse"),
    "bog": ("r-cossack",),
}
FIGHT = Battle(
    "hill",
    "french",
    step="turns",
    acted=("r-gun",),
    half=("r-foot",),
    squares=("r-guard",),
    sheltered=(("r-guard", "r-hq"),),
)
OPEN = {uid: {"known": True} for uid in ("f-foot", "f-gun", "f-horse", *HOMES["hill"])}
ENTRIES = (
    Entry("f-foot", "french", "hill|mill", "hill"),
    Entry("f-gun", "french", "hill|mill", "hill"),
    Entry("f-horse", "french", "hill|mill", "hill"),
    Entry("r-horse", "russian", "bog|hill", "hill", round=2),
)


def battle_view(seat, **fields):
    state = position(BATTLE_HOMES, OPEN, battle=FIGHT, entries=ENTRIES, phase="battle.next")
    return table_view(SETUP, state, seat)


def test_at_the_end_all_eliminated_blocks_are_laid_open() -> None:
    homes = {**HOMES, "eliminated": ("r-heavy",), "hill": ("r-foot", "r-guard", "r-hq", "r-gun")}
    for phase, hidden in (("move", True), ("end", False)):
        view = table_view(SETUP, position(homes, phase=phase), "fr")
        box = next(tray for tray in view.trays if tray.id == "eliminated-russian")
        assert [piece.hidden for piece in view.pieces if piece.id in box.pieces] == [hidden]
        assert any("r-heavy" in line.lost for line in view.roster) is not hidden


def test_the_battle_board_lists_rows_by_letter_reserves_and_shelter() -> None:
    board = battle_view("fr").engagement
    defender, attacker = board.sides
    assert (defender.side, str(defender.role)) == ("russian", "defender")
    assert [(row.label, row.pieces) for row in defender.rows] == [
        ("A", ("r-gun",)),
        ("C", ("r-foot", "r-guard", "r-hq")),
    ]
    assert [(row.label, row.pieces) for row in attacker.rows] == [
        ("A", ("f-gun",)),
        ("B", ("f-horse",)),
        ("C", ("f-foot",)),
    ]
    assert defender.waiting == ("russian@hill.1",)
    assert defender.came == (("bog|hill", 1),)
    assert attacker.came == (("hill|mill", 3),)
    assert board.turn == ("f-gun",)
    assert (board.round, board.rounds[board.round], board.acted) == (0, "1", ("r-gun",))
    assert board.pairs == (("r-guard", "r-hq"),)
    assert str(board.title) == "Battle of Hill"
    shown = pieces(battle_view("fr"))
    assert shown["r-foot"].badges == ("half_hit",)
    assert shown["r-guard"].badges == ("square",)
    assert shown["r-hq"].badges == ("sheltered",)
    assert shown["russian@hill.1"].badges == ("reserve",)


def test_the_owner_sees_who_waits_in_reserve() -> None:
    board = battle_view("ru").engagement
    assert board.sides[0].waiting == ("r-horse",)
    assert pieces(battle_view("ru"))["r-horse"].badges == ("reserve",)


def test_blocks_not_yet_revealed_stand_on_the_board_as_blanks() -> None:
    state = position(BATTLE_HOMES, battle=Battle("hill", "french"), entries=ENTRIES)
    board = table_view(SETUP, state, "fr").engagement
    assert [(row.label, len(row.pieces)) for row in board.sides[0].rows] == [("?", 4)]
    assert table_view(SETUP, position(), "fr").engagement is None


def test_burnt_bridges_are_features_of_the_map() -> None:
    view = table_view(SETUP, position(burnt=("bog|east",)), "fr")
    assert [(edge.id, edge.kind) for edge in view.features] == [
        ("bridge_destroyed:bog|east", "bridge_destroyed"),
    ]


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("move", "French: Move Phase"),
        ("battle.next", "Battle Phase"),
        ("initiative", "Initiative"),
    ],
)
def test_the_phase_is_named(phase, words) -> None:
    assert str(table_view(SETUP, position(phase=phase), "fr").phase) == words


def test_tracks_tell_hour_and_step() -> None:
    view = table_view(SETUP, position(turn=2), None)
    tracks = {track.id: track for track in view.tracks}
    assert str(view.turn) == "7 September, 7 AM (turn 2 of 2)"
    assert (tracks["turns"].current, [*map(str, tracks["turns"].steps)]) == (1, ["6 AM", "7 AM"])
    assert str(tracks["phases"].steps[tracks["phases"].current]) == "Move"


def test_the_hours_of_the_campaign_name_each_day_once_and_the_night_between() -> None:
    setup = scenario("campaign")
    state = initial_state(setup, "test")
    steps = [*map(str, table_view(setup, state, None).tracks[0].steps)]
    assert [step for step in steps if "Sept" in step] == ["5 Sept 2 PM", "6 Sept", "7 Sept 6 AM"]
    night = evolve(state, phase="night.hqs", day=6, turn=0)
    track = table_view(setup, night, None).tracks[0]
    assert str(track.steps[track.current]) == "6 Sept"


def test_every_symbol_badge_and_band_has_its_theme_key() -> None:
    source = (files("grognard.assets") / "themes" / "columbia.yaml").read_text("utf-8")
    theme = yaml.load(source, Loader=yaml.BaseLoader)  # noqa: S506 - text only
    assert {symbol(kind) for kind in SETUP.types.values()} | {"blank"} <= set(theme["symbols"])
    assert all((files("grognard.assets") / path).is_file() for path in theme["symbols"].values())
    badges = {"active", "pinned", "moved", "bombarded", "attached", "square", "sheltered"}
    assert badges | {"half_hit", "reserve"} <= set(theme["badges"])
    assert {"french", "russian"} <= set(theme["sides"])


def test_steps_of_a_phase_have_names_of_their_own() -> None:
    for phase, words in (
        ("supply.burn", "Burning of bridges"),
        ("setup.bid", "Bids for the sides"),
        ("setup.place", "Set-up"),
        ("night.hqs", "6 September"),
    ):
        assert words in str(table_view(SETUP, position(phase=phase), "fr").phase)


def test_a_bridge_that_was_built_stands_until_it_burns() -> None:
    built = position(built=("bog|east",))
    assert [e.kind for e in table_view(SETUP, built, None).features] == ["bridge"]
    burnt = position(built=("bog|east",), burnt=("bog|east",))
    assert [e.kind for e in table_view(SETUP, burnt, None).features] == ["bridge_destroyed"]
