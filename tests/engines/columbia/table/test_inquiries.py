"""Inquiries: own blocks by id, enemy blocks by number, each answer with its rules."""

from __future__ import annotations

import pytest

from grognard.engines.columbia.state import Battle, Entry
from grognard.engines.columbia.table.inquiries import INQUIRIES
from tests.engines.columbia.viewfield import HOMES, SETUP, position


def ask(name, state, seat="fr", **arguments):
    return INQUIRIES[name].ask(SETUP, state, seat, **arguments)


def test_an_hq_tells_its_range_whom_it_reaches_and_why_not_the_others() -> None:
    homes = {**HOMES, "wood": ("f-light",), "mill": ("f-foot", "f-gun", "f-horse", "f-big")}
    answer = ask("command", position(homes), unit="f-hq")
    assert answer.value["areas"] == ["west", "mill", "wood", "ford"]
    assert not answer.value["active"]
    assert set(answer.value["orders"]) == {
        "f-foot",
        "f-big",
        "f-gun",
        "f-horse",
        "f-light",
        "f-heavy",
    }
    assert answer.overlays[0].spaces == ("west", "mill", "wood", "ford")
    cut = position(
        {"west": ("f-hq",), "mill": ("r-foot",), "ford": ("f-foot",), "wood": ("r-gun",)}
    )
    answer = ask("command", cut, unit="f-hq")
    assert (answer.value["orders"], answer.value["out"]) == ([], {"5.21.path": ["f-foot"]})
    far = position({"west": ("f-hq",), "east": ("f-foot",)})
    assert ask("command", far, unit="f-hq").value["out"] == {"5.21.range": ["f-foot"]}


def test_an_army_hq_counts_its_orders() -> None:
    state = position(blocks={"f-army": {"active": True, "known": True, "orders": 2, "step": 1}})
    answer = ask("command", state, unit="f-army")
    assert answer.value["left"] == 0
    assert set(answer.value["out"]) == {"5.23.count"}
    fresh = ask("command", position(), unit="f-army")
    assert fresh.value["left"] == 3
    assert {"f-hq", "f-foot"} <= set(fresh.value["orders"])


def test_a_block_tells_who_can_order_it_now() -> None:
    state = position(blocks={"f-hq": {"active": True, "known": True}})
    answer = ask("command", state, unit="f-foot")
    assert answer.value == {"by": ["f-hq"], "not_by": {"f-army": "5.2.activate"}}
    assert "Block f-army is not active. (5.2.activate)" in [str(line) for line in answer.lines]


def test_limits_tell_what_is_left_of_each_border() -> None:
    state = position(crossed={"mill|west": 2})
    answer = ask("limits", state, at="mill")
    west, ford = answer.value["borders"]["west"], answer.value["borders"]["ford"]
    assert (west["in"], west["out"], west["used"], west["left"]) == (3, 3, 2, {"out": 1, "in": 1})
    assert (ford["in"], ford["kinds"]) == (1, ["stream"])
    hill = answer.value["borders"]["hill"]
    assert (hill["in"], hill["out"]) == (2, 1)
    drawn = answer.overlays[0]
    assert [words for _, words in drawn.labels].count("1/3") == 1
    assert len(drawn.points) == len(drawn.labels)
    burnt = ask("limits", position(burnt=("bog|east",)), at="east").value["borders"]["bog"]
    assert (burnt["in"], burnt["kinds"]) == (0, ["river"])


def test_a_border_tells_its_limits_both_ways() -> None:
    answer = ask("border", position(crossed={"mill|west": 2}), edge="mill|west")
    assert answer.value == {"limits": {"mill": 3, "west": 3}, "used": 2}
    up = ask("border", position(), edge="hill|mill").value["limits"]
    assert (up["mill"], up["hill"]) == (2, 1)
    with pytest.raises(ValueError, match="no border"):
        ask("border", position(), edge="mill|nowhere")


def test_all_borders_are_drawn_with_what_is_left() -> None:
    answer = ask("borders", position(crossed={"mill|west": 2}))
    closed, labels = answer.overlays
    rows = answer.value["borders"]
    shut = [key for key, most in rows.items() if not any(most.values())]
    uneven = [key for key, most in rows.items() if len(set(most.values())) > 1]
    assert len(labels.labels) == len(rows) - len(shut) + len(uneven) == len(labels.points)
    assert [words for _, words in labels.labels].count("1/3") == 1
    assert bool(closed.points) == bool(shut)


def test_limits_of_a_battle_area_count_its_retreats() -> None:
    battle = Battle("hill", "french", step="turns", crossed=(("east|hill", 2),))
    answer = ask("limits", position(battle=battle), at="hill")
    assert answer.value["borders"]["east"]["left"]["out"] == 1
    assert "6.71.limit" in answer.rules


def test_pinned_names_own_blocks_and_counts_the_others() -> None:
    homes = {**HOMES, "hill": (*HOMES["hill"], "f-foot"), "mill": ("f-gun", "f-horse")}
    state = position(homes, {"r-guard": {"pinned": True}}, pins={"hill": 1}, active="russian")
    assert ask("pinned", state).value == {"areas": {"hill": {"count": 1, "own": []}}}
    own = ask("pinned", state, "ru")
    assert own.value == {"areas": {"hill": {"count": 1, "own": ["r-guard"]}}}
    assert ask("pinned", state, "fr", at="west").value["areas"] == {"west": {"count": 0, "own": []}}


def test_supply_follows_the_road_or_says_where_it_is_cut() -> None:
    answer = ask("supply", position(), unit="f-foot")
    assert answer.value == {
        "supplied": True,
        "sources": ["west"],
        "line": ["mill", "west"],
        "cut_at": [],
    }
    assert len(answer.overlays[0].points) == 2
    cut = position({"west": ("f-hq",), "mill": ("r-foot",), "hill": ("f-foot",)})
    answer = ask("supply", cut, unit="f-foot")
    assert (answer.value["supplied"], answer.value["cut_at"]) == (False, ["mill"])
    assert {"7.34.effect", "7.32.blocked"} <= set(answer.rules)
    beside = position({"wood": ("f-big",), "west": ("f-hq",)})
    assert ask("supply", beside, unit="f-big").value["line"] == ["wood", "west"]


def test_points_of_supply_show_what_each_source_pays() -> None:
    assert ask("points_of_supply", position()).value["sources"] == {"west": 1}
    taken = position({"west": ("r-foot",), "mill": ("f-foot",)})
    assert ask("points_of_supply", taken).value["sources"] == {"west": 0}
    assert ask("points_of_supply", taken, None, side="russian").value["sources"] == {"east": 1}
    with pytest.raises(ValueError, match="no side"):
        ask("points_of_supply", taken, None, side="prussian")


def test_reach_tells_roads_and_battles() -> None:
    answer = ask("reach", position(), unit="f-horse")
    assert set(answer.value["areas"]) == {"ford", "west"}
    assert set(answer.value["attacks"]) == {"bog", "hill"}
    assert answer.value["refused"] is None
    gone = ask("reach", position(blocks={"f-horse": {"moved": True}}), unit="f-horse")
    assert gone.value["refused"] == "5.4.who"
    assert ask("reach", position(), "ru", unit="r-foot").value["attacks"] == ["mill"]


def test_stacking_counts_each_side() -> None:
    answer = ask("stacking", position(), at="hill")
    assert answer.value == {
        "limit": 4,
        "blocks": {"french": 0, "russian": 4},
        "room": {"french": 4, "russian": 0},
    }
    assert answer.overlays[0].style == "legal"
    over = ask("stacking", position({**HOMES, "bog": ("r-horse", "r-cossack", "r-foot")}), at="bog")
    assert (over.value["limit"], over.overlays[0].style) == (2, "illegal")


def test_bombard_tells_firepower_and_refusals_by_area() -> None:
    answer = ask("bombard", position(phase="bombard"), unit="f-gun")
    targets = answer.value["targets"]
    assert answer.value["dice"] == 3
    assert (targets["hill"]["firepower"], targets["hill"]["refused"]) == (1, None)
    assert targets["hill"]["modifiers"] == [{"value": -1, "rule": "3.34.mods", "reason": "uphill"}]
    assert targets["bog"]["refused"] == "3.34.swamp"
    assert targets["west"]["refused"] == "5.3.target"
    assert answer.overlays[0].spaces == ("hill",)
    theirs = ask("bombard", position(phase="bombard"), "ru", unit="r-gun")
    assert theirs.value["targets"]["mill"]["refused"] is None
    with pytest.raises(ValueError, match="no artillery"):
        ask("bombard", position(), unit="f-foot")


@pytest.mark.parametrize(
    ("phase", "active", "first", "seat", "rule"),
    [
        ("command", "french", "french", "fr", None),
        ("bombard", "french", "french", "fr", None),
        ("move", "french", "french", "fr", "2.2.order"),
        ("hq", "french", "russian", "fr", "2.2.order"),
        ("straggle", "french", "french", "fr", "5.7.bombard"),
        ("main", "french", "french", "fr", "2.2.order"),
        ("straggle", "russian", "russian", "fr", None),
        ("command", "russian", "french", "fr", "2.2.order"),
        ("battle.next", "french", "french", "fr", "2.2.order"),
    ],
)
def test_no_target_is_open_once_the_bombard_phase_is_over(phase, active, first, seat, rule) -> None:
    state = position(phase=phase, active=active, first=first)
    answer = ask("bombard", state, seat, unit="f-gun")
    assert answer.value["targets"]["hill"]["refused"] == rule
    assert answer.overlays[0].spaces == (("hill",) if rule is None else ())
    assert rule is None or rule in answer.rules


def test_retreats_tell_the_ways_out_and_what_closes_the_others() -> None:
    homes = {**HOMES, "hill": ("r-foot", "f-foot"), "mill": ("f-gun",)}
    seen = {"r-foot": {"known": True}, "f-foot": {"known": True}}
    entries = (Entry("f-foot", "french", "hill|mill", "hill"),)
    battle = Battle("hill", "french", step="turns")
    state = position(homes, seen, battle=battle, entries=entries)
    answer = ask("retreats", state, unit="r-foot")
    assert set(answer.value["areas"]) == {"east", "bog"}
    assert answer.value["refused"]["mill"] == "6.71.dest"
    own = ask("retreats", state, unit="f-foot").value
    assert (own["areas"], own["refused"]["bog"]) == (["mill"], "6.71.dest")
    with pytest.raises(ValueError, match="not in the battle"):
        ask("retreats", state, unit="f-gun")


def test_victory_counts_what_the_seat_knows() -> None:
    state = position()
    assert ask("victory", state).value["french"] == {"vp": 0, "unseen": 1, "redoubts": []}
    assert ask("victory", state, "ru").value["french"]["vp"] == 1
    assert ask("victory", state).value["russian"]["redoubts"] == ["hill"]


OF_BLOCKS = ("command", "reach", "supply", "bombard", "retreats")


@pytest.mark.parametrize("name", OF_BLOCKS)
def test_of_hidden_blocks_nothing_is_said_not_even_whether_they_exist(name) -> None:
    state = position()
    messages = set()
    for unit in ("r-foot", "r-heavy", "r-gun"):
        with pytest.raises(ValueError) as refused:
            ask(name, state, unit=unit)
        messages.add(str(refused.value).replace(unit, "x"))
    with pytest.raises(ValueError) as refused:
        ask(name, state, unit="nobody")
    assert messages == {str(refused.value).replace("nobody", "x")}


def test_the_public_and_unknown_areas_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="only a player"):
        ask("command", position(), None, unit="f-hq")
    with pytest.raises(ValueError, match="no area nowhere"):
        ask("limits", position(), at="nowhere")
    with pytest.raises(ValueError, match="box eliminated"):
        ask("supply", position(), "ru", unit="r-heavy")


def test_every_inquiry_has_its_rule_and_the_arguments_the_table_can_fill() -> None:
    for name, inquiry in INQUIRIES.items():
        assert inquiry.asks.__doc__.startswith("["), name
        assert set(inquiry.arguments) <= {"unit", "at", "side", "choice", "edge"}, name
