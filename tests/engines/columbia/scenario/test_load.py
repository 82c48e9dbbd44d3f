"""Scenarios are read whole, bundled whole, and refused with every fault at its line."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.engines.columbia.game import Borodino1812
from grognard.engines.columbia.scenario.load import initial_state, load_setup, scenario_infos
from grognard.engines.columbia.setup import Setup, first_step
from grognard.engines.columbia.tables import tables
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.play.placement import Placement

BOARD = """\
scenario: small
minutes: "30"
board:
  map: small
  areas:
    a: {name: Ash, terrain: clear, line: french, edge: french, rim: [[0, 6], [0, 0], [6, 0]]}
    b: {name: Birch, terrain: [woods, village], rim: [[6, 0], [12, 0], [12, 6]]}
    c: {terrain: swamp, symbols: "1", source: russian, rim: [[0, 6], [0, 12], [6, 12]]}
    d: {terrain: [clear, redoubt], line: russian, rim: [[12, 6], [12, 12], [6, 12]]}
  borders:
    a|b: {kind: [river, bridge], line: [[6, 0], [6.5, 3], [6, 6]]}
    c|d: {kind: [stream, ford], line: [[6, 6], [6, 12]]}
    a|c: {kind: swamp, line: [[0, 6], [6, 6]]}
    b|d: {kind: [woods, slope], toward: {slope: b}, line: [[12, 6], [6, 6]]}
  roads:
  - {id: high, name: High Road, main: "yes", areas: [a, b, d]}
  waters:
  - {name: Brook, kind: stream, along: [c|d]}
  places:
  - {name: Birch, kind: village, area: b, at: [9, 3]}
forces:
- {id: ney, name: Ney, side: french, arm: hq, class: army, corps: french, firepower: B2, steps: ["1", "0"], range: "2", rank: "1"}
- {id: foot, name: Foot, side: french, arm: infantry, class: line, corps: fr-1, firepower: C2, steps: ["4", "2", "1"]}
- {id: guns, name: Guns, side: russian, arm: artillery, class: light, corps: ru-1, firepower: A2, steps: ["2", "1"]}
- {id: hunters, name: Hunters, side: russian, arm: infantry, class: light, firepower: B2, steps: ["1"]}
stages:
- id: day-7
  day: "7"
  clock: {turns: "3", first: 6 AM}
  setup:
  - {piece: ney, at: a}
  - {group: fr-1, within: ney}
  - {piece: guns, among: [c, d]}
  - {piece: hunters, at: d}
  - {piece: foot, state: reduced}
  special:
  - {rule: stacking, side: [french, russian]}
"""


def problems(text: str, options: dict[str, str] | None = None) -> str:
    with pytest.raises(ScenarioError) as caught:
        load_setup(text, options or {})
    return "\n".join(map(str, caught.value.problems))


@cache
def shipped(name: str) -> Setup:
    info = next(i for i in scenario_infos() if i.id == name)
    return load_setup(Path(info.path), {})


@pytest.mark.parametrize("info", scenario_infos(), ids=lambda info: info.id)
def test_a_shipped_scenario_survives_its_bundle(info: Any) -> None:
    setup = load_setup(Path(info.path), {})
    again = load_setup(setup.text, {})
    assert again.text == setup.text
    for name in ("types", "days", "options", "corps_names", "redeploy"):
        assert getattr(again, name) == getattr(setup, name), name
    for name in ("areas", "borders", "near", "main_roads", "lines", "labels", "map"):
        assert getattr(again.ground, name) == getattr(setup.ground, name), name


@pytest.mark.parametrize("name", ["shevardino", "borodino", "campaign"])
def test_a_game_begins_with_all_blocks_waiting_or_absent(name: str) -> None:
    setup, game = shipped(name), Borodino1812()
    state = initial_state(setup, "x")
    assert state.areas == {}
    assert (state.phase, state.first) == ("setup", "french")
    assert state.commands == {
        "french": "napoleon",
        "russian": "kutuzov",
        "1": "barclay",
        "2": "bagration",
    }
    assert Borodino1812().violations(setup, state) == []
    assert game.decode(setup, game.encode(state)) == state


def test_the_armies_are_as_many_as_the_table_says() -> None:
    kinds = Counter((kind.side, kind.arm) for kind in shipped("borodino").types.values())
    for row in tables()["unit_counts"]["rows"]:
        for side in ("french", "russian"):
            if row["type"] == "total":
                found = sum(count for (whose, _), count in kinds.items() if whose == side)
            else:
                found = kinds[side, row["type"]]
            assert found == int(row[side]), (side, row)


def test_hqs_have_the_rank_and_corps_of_the_tables() -> None:
    setup = shipped("borodino")
    ranks = {row["block"]: int(row["rank"]) for row in tables()["seniority"]["rows"]}
    listed = {row["block"]: row["level"] for row in tables()["hq_list"]["rows"]}
    hqs = {uid: kind for uid, kind in setup.types.items() if kind.is_hq}
    assert {uid: kind.rank for uid, kind in hqs.items()} == ranks
    assert {uid: kind.weight for uid, kind in hqs.items()} == listed
    assert all(kind.ladder[-1] == 0 for kind in hqs.values())


@pytest.mark.parametrize(
    ("uid", "vp"),
    [
        ("napoleon", 6),
        ("davout", 4),
        ("mortier", 4),
        ("kutuzov", 3),
        ("lavrov", 2),
        ("iv-italian-guard", 4),
        ("guard-vistula", 4),
        ("i-2-friant", 2),
        ("ru-v-guard-1", 2),
        ("ru-v-1-combined", 1),
        ("cossacks-karpov", 1),
        ("ru-v-heavy-artillery", 2),
    ],
)
def test_blocks_are_worth_what_chapter_8_says(uid: str, vp: int) -> None:
    assert shipped("borodino").types[uid].vp == vp


def start(name: str, uid: str, day: int = 0) -> Placement:
    return shipped(name).days[day].starts[uid]


def test_the_5th_is_set_up_as_9_1_says() -> None:
    setup = shipped("shevardino")
    (day,) = setup.days
    assert day.hours == ("2 PM", "3 PM", "4 PM", "5 PM", "6 PM", "7 PM", "8 PM")
    assert (day.double_pays, day.bridge, day.line) == (1, False, False)
    assert day.stacking == {"french": False, "russian": True}
    assert (day.arrivals, day.entrances) == (("fr-1", "fr-guard"), ("gry", "vnw", "yel"))
    starts = day.starts
    assert {uid: starts[uid].spaces for uid in ("tuchkov", "platov", "borozdin", "golitsyn")} == {
        "tuchkov": ("gor",),
        "platov": ("nov",),
        "borozdin": ("she",),
        "golitsyn": ("fle",),
    }
    reduced = {uid for uid, begin in starts.items() if first_step(begin)}
    first = {k.id for k in setup.types.values() if k.is_hq and k.weight == "corps" and k.army == 1}
    assert reduced == first
    assert first_step(starts["barclay"]) == 0
    assert starts["jaegers-a"].within == ("borozdin",)
    assert set(starts["jaegers-guard"].within) == first | {"barclay"}
    assert starts["militia-moscow"].spaces == ("utm",)
    assert {starts[f"voltigeurs-{n}"].spaces for n in (1, 2, 3)} == {("gry", "vnw", "yel")}
    absent = {uid for uid, begin in starts.items() if begin.box == "absent"}
    corps = {k.id for k in setup.types.values() if k.corps in ("fr-3", "fr-8")}
    assert absent == corps | {"cav-3-grouchy", "cav-4-latour-maubourg", "cav-horse-artillery-2"}
    assert all(starts[uid].box == "waiting" for uid in ("davout", "i-1-morand", "guard-old"))
    assert starts["cav-1-nansouty"].spaces == ("vnw",)


def test_the_7th_is_set_up_as_9_2_says() -> None:
    setup = shipped("borodino")
    (day,) = setup.days
    assert (len(day.hours), day.line, day.bridge, day.double_pays) == (15, True, True, 2)
    reduced = {uid for uid, begin in day.starts.items() if first_step(begin)}
    assert reduced == {"ru-viii-27-neverovsky", "ru-viii-2-grenadiers", "i-5-compans"}
    assert day.attach == ("i-1-morand", "i-3-gerard")
    assert day.starts["i-1-morand"].within == ("davout", "eugene")
    assert day.starts["rayevski"].spaces == ("grd",)
    assert not any(begin.box for begin in day.starts.values())
    for uid, begin in day.starts.items():
        kind = setup.types[uid]
        if kind.is_hq:
            (area,) = begin.spaces
            assert setup.ground.areas[area].line == kind.side, uid
        else:
            assert all(setup.types[hq].side == kind.side for hq in begin.within)
    assert initial_state(setup, "x").built == ("kpl|vle",)


def test_the_campaign_joins_both_days_by_a_night() -> None:
    setup = shipped("campaign")
    assert [(day.number, len(day.hours)) for day in setup.days] == [(5, 7), (6, 0), (7, 15)]
    assert setup.redeploy
    assert setup.info.turns == 22
    assert setup.days[0].starts == shipped("shevardino").days[0].starts
    assert setup.days[2].starts == {}
    assert initial_state(setup, "x").built == ()


def test_a_small_scenario_is_read_whole() -> None:
    setup = load_setup(BOARD, {})
    state = initial_state(setup, "x")
    assert list(setup.ground.areas) == ["a", "b", "c", "d"]
    assert setup.ground.borders["b|d"].uphill == "d"
    assert setup.ground.borders["a|b"].roads == ("high",)
    assert setup.info.turns == 3
    assert state.blocks["foot"].step == 1
    assert setup.days[0].starts["foot"].within == ("ney",)
    assert load_setup(setup.text, {}).text == setup.text


def test_a_grid_makes_a_board_with_both_shipped_armies() -> None:
    setup = load_setup("board: {grid: [[a, b], [c, d]], borders: {a|b: {kind: stream}}}", {})
    assert len(setup.types) == 103
    assert set(setup.ground.borders) == {"a|b", "a|c", "b|d", "c|d"}
    assert setup.ground.borders["a|b"].water == "stream"
    assert {block.at for block in initial_state(setup, "x").blocks.values()} == {"absent"}
    assert setup.info.turns == 15


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("at: a}", "at: e}", "there is no area e"),
        ("a|b: {kind: [river, bridge]", "a|b: {kind: [river, brigde]", "did you mean bridge?"),
        ("a|b: {kind: [river, bridge]", "a|b: {kind: [river, stream]", "two of stream, river"),
        ("a|b: {kind: [river, bridge]", "a|e: {kind: [river, bridge]", "names no area e"),
        ("kind: swamp", "kind: [clear, swamp]", "is clear and something else"),
        (", toward: {slope: b}", "", "nothing says where the slope of b|d falls"),
        ("toward: {slope: b}", "toward: {slope: a}", "cannot point to a"),
        (
            "[[12, 6], [6, 6]]",
            "[[12, 6], [7, 6]]",
            "the borders of b do not close @ b: {name: Birch",
        ),
        (
            "rim: [[0, 6], [0, 0], [6, 0]]",
            "rim: [[0, 6], [0, 0], [6, 1]]",
            "borders of a do not close",
        ),
        ("[6.5, 3], ", "[-1, 3], ", "no simple polygon @ a: {name"),
        ("a: {name: Ash,", "a: {name: Ash, next: [b],", "a has a border with c"),
        ("a: {name: Ash,", "a: {name: Ash, next: [b, c, d],", "a lists d and has no border"),
        ("c: {terrain: swamp", "c: {terrain: village", "needs one ground"),
        ("c: {terrain: swamp", "c: {terain: swamp", "did you mean terrain?"),
        ('symbols: "1", ', "", "has symbols and source"),
        ("areas: [a, b, d]", "areas: [a, d]", "the road high breaks: a and d share no border"),
        ("along: [c|d]", "along: [a|b]", "a|b is no border on a stream"),
        ("area: b, at", "area: bb, at", "there is no area bb"),
        ("class: line", "class: heavy", "class heavy is no class of infantry"),
        ('["4", "2", "1"]', '["4", "4", "1"]', "the steps of a block fall from full strength"),
        ('["2", "1"]', '["2", "0"]', "only an HQ has a step of 0"),
        ('["1", "0"], range: "2"', '["1", "0"]', "an HQ has a command range"),
        ("corps: ru-1, ", "", "guns belongs to no corps"),
        ("corps: french, ", "corps: fr-1, ", "an army HQ commands an army"),
        ("{id: guns", "{id: foot", "block foot is described twice @ {id: foot, name: Guns"),
        ("firepower: A2", "firepower: D2", "a letter A to C"),
        ("group: fr-1, within", "group: fr-9, within", "there is no corps fr-9"),
        ("within: ney", "within: foot", "foot is no HQ"),
        ("piece: guns", "piece: gums", "did you mean guns?"),
        (
            "piece: guns",
            "piece: hunters",
            "hunters has a place in the set-up already @ {piece: hunters, at: d",
        ),
        ("piece: guns", "piece: guns, group: ru-1", "either piece or group"),
        ("piece: guns, among: [c, d]", "piece: guns", "says where in one way"),
        ("piece: guns, among: [c, d]", "piece: guns, at: c, box: absent", "says where in one way"),
        ("piece: foot, state", "piece: ney, box: absent, state", "ney has a place in"),
        ("rule: stacking", "rule: staking", "did you mean stacking?"),
        ("rule: stacking", "side: french", "the key side is already"),
        ("piece: foot", "piece: hunters", "hunters has one step only"),
        ("first: 6 AM", "first: 6 XM", "did you mean"),
        ("first: 6 AM", "first: 7 PM", "the turn track ends 2 turns after 7 PM"),
        ("minutes", "minuets", "did you mean minutes?"),
        ("at: a}", "at: *x}", "alias"),
        ("[[12, 6], [6, 6]]", "[[12, 6], [6, 99999999999]]", "must be a number"),
    ],
)
def test_faults_are_named_where_they_stand(old: str, new: str, expected: str) -> None:
    assert BOARD.count(old) == 1
    expected, _, near = expected.partition(" @ ")
    changed = BOARD.replace(old, new)
    line = changed[: changed.index(near) if near else BOARD.index(old)].count("\n")
    found = [told for told in problems(changed).splitlines() if expected in told]
    assert found
    assert f"scenario:{line + 1}: " in found[0]


def test_every_fault_is_told_at_once() -> None:
    broken = BOARD
    for old, new in (
        ("kind: swamp", "kind: mud"),
        ("areas: [a, b, d]", "areas: [a, d]"),
        ("area: b", "area: x"),
        ("piece: guns", "piece: gums"),
        ("A2", "A9"),
        ("first: 6 AM", "first: 7 PM"),
        ('symbols: "1", ', ""),
        ("toward: {slope: b}", "toward: {slope: c}"),
    ):
        broken = broken.replace(old, new)
    found = problems(broken)
    for words in (
        "not 'mud'",
        "the road high breaks",
        "no area x",
        "no block gums",
        "not 'A9'",
        "the turn track ends",
        "has symbols and source",
        "cannot point to c",
    ):
        assert words in found, words


def test_areas_that_overlap_or_share_an_edge_unsaid_are_refused() -> None:
    overlap = BOARD.replace(
        "[[0, 6], [0, 0], [6, 0]]", "[[0, 6], [3, 11], [-1, 11], [-1, 0], [6, 0]]"
    )
    assert "overlaps" in problems(overlap)
    # The two lines of the border a|c become rims of both: an edge that no border owns.
    unsaid = re.sub(r"    a\|c: .*\n", "", BOARD)
    unsaid = unsaid.replace(
        "rim: [[0, 6], [0, 0], [6, 0]]", "rim: [[6, 6], [0, 6], [0, 0], [6, 0]]"
    )
    unsaid = unsaid.replace(
        "rim: [[0, 6], [0, 12], [6, 12]]", "rim: [[6, 6], [0, 6], [0, 12], [6, 12]]"
    )
    assert "a and c share an edge and no border" in problems(unsaid)


def test_a_set_up_that_overstacks_an_area_is_refused() -> None:
    more = "".join(
        f"- {{id: x{n}, name: X, side: russian, arm: infantry, class: light, firepower: B2, steps: ['1']}}\n"
        for n in range(4)
    )
    at = "".join(f"  - {{piece: x{n}, at: d}}\n" for n in range(4))
    broken = BOARD.replace("stages:\n", f"{more}stages:\n").replace("  special:", f"{at}  special:")
    assert "x3: d is full. Rule 3.31.limit." in problems(broken)
    load_setup(broken.replace("side: [french, russian]", "side: french"), {})


def test_a_set_up_beyond_the_start_line_is_refused() -> None:
    divided = BOARD + "  - {rule: start_line}\n"
    load_setup(divided, {})
    told = problems(divided.replace("ney, at: a", "ney, at: b").replace("at: d", "at: a"))
    assert "Ney may not be placed in Birch: it lies beyond the start line. Rule 9.2.zones." in told
    assert "Hunters may not be placed in Ash" in told


def test_a_file_must_place_every_block(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = BOARD.replace("  - {piece: hunters, at: d}\n", "")
    path.write_text(
        f"game: columbia\ntitle: Mine\nsummary: x\n"
        f"seats: [{{id: f, name: F, side: french}}, {{id: r, name: R, side: russian}}]\n{text}"
    )
    with pytest.raises(ScenarioError) as caught:
        load_setup(path, {})
    assert [p.message for p in caught.value.problems] == ["the set-up leaves out hunters"]


def test_options_are_checked() -> None:
    found = problems(BOARD, {"flank_attacks": "maybe", "fog": "yes"})
    assert "flank_attacks cannot be 'maybe'" in found
    assert "there is no option fog" in found
    assert load_setup(BOARD, {"flank_attacks": "yes"}).flank_attacks
    assert not load_setup(BOARD, {}).flank_attacks


@pytest.mark.parametrize(
    "name", ["../secret.yaml", "/etc/passwd", "maps/../../x.yaml", "a\\\\b.yaml"]
)
def test_references_never_leave_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.yaml").write_text("areas: {}")
    own = tmp_path / "own"
    own.mkdir()
    path = own / "mine.yaml"
    path.write_text(f'scenario: mine\nmap: "{name}"\n')
    with pytest.raises(ScenarioError) as caught:
        load_setup(path, {})
    assert any("is not a file this scenario may use" in str(p) for p in caught.value.problems)


# -- whatever is broken, in whatever way -----------------------------------------------------------

TOKEN = re.compile(r"[A-Za-z0-9.-]+")
HOSTILE = (
    "*a",
    "&a 1",
    "!!python/object:os.system x",
    "9" * 400,
    "-1",
    "[",
    "{",
    "}",
    "\x00",
    "\t",
    "null",
    "../../etc/passwd",
    "é" * 50,
    "${x}",
    "\n---\n",
    "{a: {a: {a: [",
    "#",
    "",
    "|",
    "a|b|c",
    "0.5",
)


@st.composite
def breakages(draw: st.DrawFn, text: str) -> str:
    """Break a file in the ways editors do: a word for another, lines lost, doubled, moved, rubbish."""
    for _ in range(draw(st.integers(1, 3))):
        lines = text.splitlines(keepends=True) or [""]
        index = draw(st.integers(0, len(lines) - 1))
        how = draw(st.sampled_from(["word", "word", "rubbish", "lose", "double", "swap"]))
        if how in ("word", "rubbish"):
            found = list(TOKEN.finditer(lines[index]))
            words = TOKEN.findall(text) if how == "word" else HOSTILE
            if found:
                hit = draw(st.sampled_from(found))
                new = draw(st.sampled_from(words))
                lines[index] = lines[index][: hit.start()] + new + lines[index][hit.end() :]
        elif how == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[index], lines[other] = lines[other], lines[index]
        else:
            lines[index] = "" if how == "lose" else lines[index] * 2
        text = "".join(lines)
    return text


@settings(max_examples=80)
@given(text=breakages(BOARD))
def test_a_broken_scenario_is_refused_with_lines_or_sound(text: str) -> None:
    try:
        setup = load_setup(text, {}, "mine.yaml")
    except ScenarioError as wrong:
        assert wrong.problems != []
        for problem in wrong.problems:
            assert problem.message != ""
            assert problem.file in ("mine.yaml", "options")
            assert 1 <= problem.line <= text.count("\n") + 2
    else:
        state = initial_state(setup, "x")
        assert Borodino1812().violations(setup, state) == []
        assert load_setup(setup.text, {}).text == setup.text


MAP = Path("scenarios/columbia/maps/borodino.yaml")


@settings(max_examples=12)
@given(text=breakages((Path(__file__).resolve().parents[4] / MAP).read_text("utf-8")))
def test_the_map_broken_anywhere_is_refused_with_lines_or_sound(text: str) -> None:
    board = "board:\n" + "".join(f"  {line}" for line in text.splitlines(keepends=True))
    try:
        setup = load_setup(board, {}, "mine.yaml")
    except ScenarioError as wrong:
        assert wrong.problems != []
        assert all(problem.line >= 1 for problem in wrong.problems)
    else:
        ground = setup.ground
        assert all(a in ground.near[b] for a in ground.areas for b in ground.near[a])
