"""[setup.facing] [bor.overstack] The set-up of 287 units, and what may be shifted in it."""

from __future__ import annotations

from collections import Counter

from grognard.engines.gmt.field.position import is_overstacked
from tests.engines.gmt.day import GAME, Play, loaded

GUNS = [f"first-army-res-art-{n}" for n in range(1, 21)]


def test_every_unit_stands_legally_among_its_hexes() -> None:
    setup = loaded()
    state = GAME.initial(setup, "1")
    listed = Counter(uid for zone in setup.zones for uid in zone.units)
    assert set(listed) == set(setup.types)
    assert len(listed) == 287
    assert set(listed.values()) == {1}
    for zone in setup.zones:
        assert {state.units[uid].at for uid in zone.units} <= set(zone.hexes), zone.name
    assert GAME.violations(setup, state) == []


def test_the_groups_are_as_the_booklet_lists_them() -> None:
    groups = Counter(kind.group for kind in loaded().types.values())
    assert len(groups) == 21
    armies = Counter(group.army for group in loaded().groups.values())
    assert (armies["first"], armies["second"], armies["reserve"]) == (7, 5, 2)
    parts = loaded().groups["cavalry-reserve"].parts
    assert [len(units) for _, _, units in parts] == [11, 11, 6, 4, 2, 3]


def test_kutuzov_stands_anywhere_but_among_the_enemy() -> None:
    play = Play({})
    assert play.kind == "setup_leader"
    assert play.why_not("4108") == "5.62"
    play.choose("setup_leader", "1320")
    assert play.state.leaders["kutuzov"] == "1320"
    assert play.kind == "deploy"


def test_units_are_shifted_turned_and_taken_up() -> None:
    play = Play({})
    play.choose("setup_leader", "pass")
    assert play.why_not({"piece": "lipart-a", "at": "3113", "facing": 4}) == "setup.facing"
    here = play.state.units["lipart-a"].at
    other = next(h for h in ("3014", "3015") if h != here)
    full = play.why_not({"piece": "lipart-a", "at": other, "facing": 4})
    assert full == "6.21.two"
    for uid in (u for u in play.state.stacks[other]):
        play.choose("deploy", {"piece": uid, "at": ""})
    assert play.why_not("done") == "setup.facing"
    play.choose("deploy", {"piece": "lipart-a", "at": other, "facing": 2})
    assert (play.state.units["lipart-a"].at, play.state.units["lipart-a"].facing) == (other, 2)
    play.choose("deploy", "auto")
    assert play.state.units["lipart-a"].at == here
    assert "auto" not in play.choices()
    play.choose("deploy", "done")
    assert (play.kind, play.seat) == ("deploy", "french")


def test_a_stack_turns_as_one() -> None:
    play = Play({})
    play.choose("setup_leader", "pass")
    at = play.state.units["lipart-a"].at
    play.choose("deploy", {"piece": "lipart-a", "at": at, "facing": 0})
    assert {play.state.units[uid].facing for uid in play.state.stacks[at]} == {0}


def test_three_guns_of_the_reserve_share_a_hex_at_set_up() -> None:
    play = Play({})
    play.choose("setup_leader", "pass")
    crowded = [
        at for at, stack in play.state.stacks.items() if len(stack) == 3 and set(stack) <= set(GUNS)
    ]
    assert crowded
    assert all(is_overstacked(play.setup, play.state.stacks[at]) for at in crowded)
    room = next(
        at
        for at in ("2015", "2115", "2116", "2117", "2215", "2216", "2217")
        if len(play.state.stacks.get(at, ())) == 2
    )
    gun = play.state.stacks[crowded[0]][0]
    assert play.why_not({"piece": gun, "at": room, "facing": 4}) == ""
    assert play.why_not({"piece": gun, "at": crowded[1], "facing": 4}) == "6.21.max"
    assert not is_overstacked(play.setup, ["cm-art-1", "cm-art-2", "ds-art-1"])


def test_guns_listed_one_to_a_hex_do_not_share_one() -> None:
    play = Play({})
    play.choose("setup_leader", "pass")
    gun, other = "second-army-res-art-1", "second-army-res-art-2"
    at = play.state.units[other].at
    assert play.why_not({"piece": gun, "at": at, "facing": 4}) == "setup.facing"


def test_militia_stands_alone() -> None:
    play = Play({})
    play.choose("setup_leader", "pass")
    at = play.state.units["moscow-mil-2"].at
    assert play.why_not({"piece": "moscow-mil-1", "at": at, "facing": 4}) == "bor.13"


def test_a_crowded_hex_fires_only_if_one_gun_can_leave() -> None:
    edits = {
        "phase": "fire",
        "active": "russian",
        "am": "ru-artillery-reserve-1",
        "only": "yes",
        "place": [
            *({"unit": gun, "at": "2015", "facing": 4} for gun in GUNS[:3]),
            {"unit": "teste-a", "at": "2215", "facing": 1},
        ],
        "leaders": {},
        "initiative": "russian",
    }
    fire = {"by": [GUNS[0]], "at": "2215"}
    held = Play({**edits, "orders": dict.fromkeys(GUNS[:3], "held")})
    assert held.kind == "reserve_order"  # the activation has gone by without a fire
    play = Play(edits, dice=[0])
    assert play.kind == "fire"
    play.choose("fire", fire)
    assert play.state.day.loose == ("2015",)
    if play.kind == "fire":
        play.choose("fire", "pass")
    assert play.kind == "move_piece"
    assert play.why_not("pass") == "bor.overstack"
    play.choose("move_piece", GUNS[1])
    play.choose("route", "pass")
    play.choose("move_piece", GUNS[0])
    play.choose("route", "pass")
    play.choose("move_piece", GUNS[2])
    assert play.why_not("pass") == "bor.overstack"
    assert play.why_not({"route": [], "facing": 1}) == "bor.overstack"
    play.choose("route", {"route": ["1915"], "facing": 4})
    assert len(play.state.stacks["2015"]) == 2
