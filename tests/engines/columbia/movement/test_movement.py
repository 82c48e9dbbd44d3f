"""Movement (5.4): rates, roads, ground, battles entered and left, crossing limits (3.32)."""

from __future__ import annotations

import pytest

from grognard.engines.columbia.field.border_ways import mobility
from grognard.engines.columbia.field.effects import change
from grognard.engines.columbia.field.situation import Situation, situation
from grognard.engines.columbia.movement.movement import OrderedMoves, hq_phase, move_phase
from grognard.engines.columbia.movement.stragglers import StragglerMoves
from grognard.engines.columbia.state import Entry
from tests.engines.columbia.drive import Drive, scenario

BORODINO, SHEVARDINO = scenario("borodino"), scenario("shevardino")


def drive(at, *active, setup=BORODINO, dice=(), **state):
    """A position with some HQs turned up; the French act and are Player 1 unless told."""
    game = Drive(
        setup, at, dice, **{"active": "french", "first": "french", "phase": "move", **state}
    )
    for hq in active:
        change(game.table, hq, active=True, known=True)
    return game


def moves(game, uid):
    """Where a block may go, order or not."""
    where = situation(game.setup, game.state)
    area = game.at(uid)
    return set(where.dests((area, mobility(game.setup.types[uid]))))


def why(game, uid, to):
    """The rule that keeps a block from going to an area."""
    refusal = StragglerMoves(situation(game.setup, game.state)).why_not({"piece": uid, "at": to})
    return refusal.rule if refusal else None


# -- rates and ground ----------------------------------------------------------------------------------


def test_one_area_without_a_road():
    game = drive({"i-2-friant": "kam"})
    assert moves(game, "i-2-friant") == {"kas", "shn", "kmo", "fle", "sem"}


@pytest.mark.parametrize(
    ("uid", "two", "three"),
    [
        ("i-2-friant", True, False),
        ("i-heavy-artillery", True, False),
        ("i-light-artillery", True, False),
        ("guard-horse-artillery", True, True),
        ("cav-1-nansouty", True, True),
        ("ney", True, True),
    ],
)
def test_road_rates(uid, two, three):
    game = drive({uid: "vnw"})
    assert ("vle" in moves(game, uid)) == two
    assert ("bor" in moves(game, uid)) == three
    assert "gor" not in moves(game, uid)


def test_roads_join_where_they_meet():
    # From Borodino North over Borodino, where the New Smolensk road goes on to Gorki.
    game = drive({"i-2-friant": "bno"})
    assert "gor" in moves(game, "i-2-friant")


def test_the_enemy_on_the_road_stops_a_road_move():
    game = drive({"cav-1-nansouty": "vnw", "barclay": "vle"})
    assert "bor" not in moves(game, "cav-1-nansouty")
    assert why(game, "cav-1-nansouty", "bor") == "5.4.normal"
    assert why(game, "cav-1-nansouty", "vle") == "5.41.bonus"
    assert why(game, "cav-1-nansouty", "tat") == "5.41.rate"


def test_rivers_streams_woods_and_swamp():
    game = drive(
        {
            "i-2-friant": "val",
            "i-light-artillery": "bow",
            "i-heavy-artillery": "bno",
            "iv-horse-artillery": "vln",
        }
    )
    assert why(game, "i-2-friant", "shn") == "3.2.river"
    assert why(game, "i-light-artillery", "bor") == "3.2.stream"
    assert why(game, "i-heavy-artillery", "vma") is None, "by road into swamp"
    assert why(game, "iv-horse-artillery", "bzw") == "3.2.woods"


def test_guns_into_swamp_without_a_road():
    game = drive({"i-light-artillery": "bez", "iv-13-delzons": "bez"})
    assert why(game, "i-light-artillery", "vma") == "3.2.stream"
    game = drive({"i-light-artillery": "mal"})
    assert why(game, "i-light-artillery", "vma") == "3.2.swamp"
    assert "vma" in moves(drive({"iv-13-delzons": "mal"}), "iv-13-delzons")


def test_the_french_bridge_is_closed_on_the_5th_and_when_burnt():
    assert "kpl" in moves(drive({"i-2-friant": "vle"}), "i-2-friant")
    game = drive({"i-2-friant": "vle"}, setup=SHEVARDINO)
    assert "kpl" not in moves(game, "i-2-friant")
    game = drive({"i-2-friant": "vle"}, burnt=("kpl|vle",))
    assert why(game, "i-2-friant", "kpl") == "3.2.river"


def test_nobody_moves_off_the_map():
    game = drive({"i-2-friant": "gry"})
    assert why(game, "i-2-friant", "off_map") == "3.4.move"


# -- who moves -----------------------------------------------------------------------------------------


def test_a_block_moves_once_and_not_after_bombarding():
    game = drive({"i-2-friant": "kam", "i-light-artillery": "kas"})
    change(game.table, "i-2-friant", moved=True)
    change(game.table, "i-light-artillery", bombarded=True)
    assert why(game, "i-2-friant", "kas") == "5.4.who"
    assert why(game, "i-light-artillery", "kam") == "5.2.orders"


def test_a_move_needs_an_order():
    game = drive({"davout": "kas", "i-2-friant": "kam", "iii-10-ledru": "kam"}, "davout")
    game.begin(move_phase)
    assert {c["piece"] for c in game.ask.choices if c != "pass"} == {"i-2-friant"}
    assert game.refused({"piece": "iii-10-ledru", "at": "shn", "by": "davout"}) == "5.22.corps"
    assert game.refused({"piece": "iii-10-ledru", "at": "shn"}) == "5.4.who"


def test_command_is_measured_when_the_block_starts():
    # Davout, himself moved by an order of Napoleon, has the division in range no more.
    game = drive(
        {"napoleon": "fom", "davout": "fom", "i-2-friant": "kas", "i-3-gerard": "she"},
        "napoleon",
        "davout",
    )
    game.step("napoleon", 2)
    game.begin(move_phase)
    assert {"piece": "i-2-friant", "at": "kam", "by": "davout"} in game.ask.choices
    game.choose({"piece": "davout", "at": "ale", "by": "napoleon"})
    assert game.refused({"piece": "i-2-friant", "at": "kam", "by": "davout"}) == "5.21.range"
    assert {"piece": "i-3-gerard", "at": "kas", "by": "davout"} in game.ask.choices


def test_the_listed_choices_are_legal_and_complete():
    at = {
        "davout": "kas",
        "ney": "kam",
        "napoleon": "she",
        "i-2-friant": "kas",
        "i-heavy-artillery": "kas",
        "iii-10-ledru": "kam",
        "cav-1-nansouty": "she",
        "ru-viii-27-neverovsky": "fle",
        "ru-vii-12-vasilchikov": "sem",
        "jaegers-a": "utw",
    }
    game = drive(at, "davout", "ney", "napoleon")
    choices = OrderedMoves(situation(game.setup, game.state))
    listed = list(choices)
    assert all(choices.why_not(choice) is None for choice in listed)
    pairs = {(c["piece"], c["at"]) for c in listed if c != "pass"}
    for uid in at:
        for area in game.setup.ground.areas:
            legal = choices.why_not({"piece": uid, "at": area}) is None
            assert legal == ((uid, area) in pairs), (uid, area)
    for choice, refusal in choices.refused():
        assert (choice["piece"], choice["at"]) not in pairs
        assert refusal.rule


def by_whom(game, uid):
    """The HQs at whose orders a block is listed to move."""
    choices = OrderedMoves(situation(game.setup, game.state))
    return {c["by"] for c in choices.listed() if c != "pass" and c["piece"] == uid}


def test_what_was_listed_is_listed_anew_for_other_orders():
    at = dict.fromkeys(("davout", "eugene", "i-1-morand", "iii-10-ledru"), "kas")
    game = drive(at, "davout", "eugene")
    assert by_whom(game, "i-1-morand") == {"davout"}
    change(game.table, "i-1-morand", attached="fr-4")
    assert by_whom(game, "i-1-morand") == {"eugene"}
    change(game.table, "i-1-morand", attached="")
    assert by_whom(game, "i-1-morand") == {"davout"}
    change(game.table, "eugene", role="army")
    assert by_whom(game, "iii-10-ledru") == set()
    game.table.update(commands={"french": "eugene"})
    assert by_whom(game, "iii-10-ledru") == {"eugene"}
    # An HQ that moved before it was activated has no move left at anybody's order.
    assert by_whom(game, "davout") == {"eugene"}
    change(game.table, "davout", premoved=True)
    assert by_whom(game, "davout") == set()


# -- into battle -----------------------------------------------------------------------------------------


def test_attacks_use_up_the_crossing_limit():
    game = drive(
        {
            "ney": "kmo",
            "iii-10-ledru": "kmo",
            "iii-11-razout": "kmo",
            "iii-light-artillery": "kmo",
            "rayevski": "grd",
        },
        "ney",
    )
    game.begin(move_phase)
    game.choose({"piece": "iii-10-ledru", "at": "grd", "by": "ney"})
    game.choose({"piece": "iii-light-artillery", "at": "grd", "by": "ney"})
    assert game.state.crossed == {"grd|kmo": 2}, "a ford: two"
    assert game.refused({"piece": "iii-11-razout", "at": "grd", "by": "ney"}) == "3.32.scope"
    assert [e.block for e in game.state.entries] == ["iii-10-ledru", "iii-light-artillery"]
    assert {e.border for e in game.state.entries} == {"grd|kmo"}


@pytest.mark.parametrize(
    ("origin", "to", "limit"),
    [
        ("vma", "log", 1),  # swamp border with a ford
        ("bez", "log", 1),  # stream and slope
        ("bzn", "log", 1),  # uphill
        ("log", "bzn", 2),  # downhill
        ("kmo", "grd", 2),  # ford
        ("kpl", "grd", 1),  # stream, slope both ways
        ("kam", "fle", 2),  # woods border
        ("kas", "fle", 3),  # clear
        ("kas", "utw", 2),  # ford into woods
        ("mal", "vma", 1),  # into swamp
    ],
)
def test_crossing_limits(origin, to, limit):
    game = drive({"i-2-friant": origin})
    assert Situation(game.setup, game.state, "french").crossing_left(origin, to) == limit


def test_ordinary_moves_have_no_limit():
    blocks = ("i-1-morand", "i-2-friant", "i-3-gerard", "i-4-dessaix")
    game = drive({"davout": "kas", **dict.fromkeys(blocks, "kas")}, "davout")
    game.begin(move_phase)
    for uid in blocks:
        game.choose({"piece": uid, "at": "she", "by": "davout"})
    assert game.state.crossed == {}


def test_heavy_artillery_attacks_nobody():
    game = drive({"i-heavy-artillery": "kas", "borozdin": "fle"})
    assert "fle" not in moves(game, "i-heavy-artillery")
    assert why(game, "i-heavy-artillery", "fle") == "5.4.heavy"


def test_no_road_bonus_into_battle():
    game = drive({"cav-1-nansouty": "she", "borozdin": "fle"})
    assert why(game, "cav-1-nansouty", "fle") == "5.41.bonus"
    game = drive({"i-2-friant": "bzw", "borozdin": "vma"})
    assert why(game, "i-2-friant", "vma") == "5.4.attack"


# -- Player 2 --------------------------------------------------------------------------------------------

SIDE = {"active": "russian", "first": "french"}


def entered(*pairs):
    """French blocks that entered an area over a border."""
    return tuple(Entry(uid, "french", border, at) for uid, border, at in pairs)


def test_reinforcements_of_player_2_wait_for_round_2():
    game = drive(
        {"rayevski": "grd", "ru-vii-12-vasilchikov": "sem", "iii-10-ledru": "grd"},
        "rayevski",
        entries=entered(("iii-10-ledru", "grd|kmo", "grd")),
        **SIDE,
    )
    game.begin(move_phase)
    game.choose({"piece": "ru-vii-12-vasilchikov", "at": "grd"})
    entry = game.state.entries[-1]
    assert (entry.side, entry.border, entry.round) == ("russian", "grd|sem", 2)
    assert "reinforces" in str(game.table.entries[-1].text)


def test_an_attack_of_player_2_is_no_reserve():
    game = drive(
        {"rayevski": "sem", "ru-vii-12-vasilchikov": "sem", "iii-10-ledru": "kam"},
        "rayevski",
        **SIDE,
    )
    game.begin(move_phase)
    game.choose({"piece": "ru-vii-12-vasilchikov", "at": "kam"})
    assert game.state.entries[-1].round == 1


def test_leaving_a_battle():
    at = {
        "borozdin": "fle",
        "ru-viii-27-neverovsky": "fle",
        "ru-viii-2-grenadiers": "fle",
        "i-2-friant": "fle",
        "rayevski": "sem",
        "ru-vii-12-vasilchikov": "sem",
        "iii-10-ledru": "sem",
        "i-3-gerard": "kam",
        "cav-1-nansouty": "utw",
    }
    game = drive(
        at,
        "borozdin",
        **SIDE,
        entries=entered(("i-2-friant", "fle|kas", "fle"), ("iii-10-ledru", "kam|sem", "sem")),
    )
    change(game.table, "ru-viii-27-neverovsky", pinned=True)
    assert why(game, "ru-viii-27-neverovsky", "ewo") == "5.6.move"
    uid = "ru-viii-2-grenadiers"
    assert moves(game, uid) == {"ewo", "ses", "sem"}
    assert why(game, uid, "kas") == "5.5.leave", "the attacker came that way"
    assert why(game, uid, "kam") == "5.5.leave", "no new attack"
    assert why(game, uid, "uti") == "5.41.bonus"
    game.begin(move_phase)
    game.choose({"piece": uid, "at": "sem", "by": "borozdin"})
    assert game.state.entries[-1].round == 2
    assert game.state.crossed == {"fle|sem": 1}


def test_leaving_uses_the_crossing_limit():
    at = {
        "borozdin": "fle",
        "ru-viii-27-neverovsky": "fle",
        "ru-viii-2-grenadiers": "fle",
        "i-2-friant": "fle",
    }
    game = drive(at, "borozdin", **SIDE, entries=entered(("i-2-friant", "fle|kas", "fle")))
    game.begin(move_phase)
    game.choose({"piece": "ru-viii-27-neverovsky", "at": "ses", "by": "borozdin"})
    assert game.refused({"piece": "ru-viii-2-grenadiers", "at": "ses"}) == "3.32.scope", "a stream"
    game.choose({"piece": "ru-viii-2-grenadiers", "at": "ewo", "by": "borozdin"})


def test_a_block_that_leaves_joins_no_attack_of_its_own_side():
    # Nobody of Player 1 started the battle in the Kamenka area: there it would be no Reserve.
    at = {
        "borozdin": "fle",
        "ru-viii-27-neverovsky": "fle",
        "i-2-friant": "fle",
        "ru-vii-12-vasilchikov": "kam",
        "i-3-gerard": "kam",
    }
    own = Entry("ru-vii-12-vasilchikov", "russian", "kam|sem", "kam")
    game = drive(at, "borozdin", **SIDE, entries=(*entered(("i-2-friant", "fle|kas", "fle")), own))
    assert why(game, "ru-viii-27-neverovsky", "kam") == "5.5.leave"


def test_player_1_never_leaves_a_battle():
    at = {"borozdin": "fle", "i-2-friant": "fle"}
    game = drive(at, entries=entered(("i-2-friant", "fle|kas", "fle")))
    assert moves(game, "i-2-friant") == set()
    assert why(game, "i-2-friant", "kas") == "5.5.leave"


def test_an_active_hq_may_leave_a_battle_after_its_step():
    at = {"borozdin": "fle", "ru-viii-27-neverovsky": "fle", "i-2-friant": "fle"}
    game = drive(
        at, "borozdin", entries=entered(("i-2-friant", "fle|kas", "fle")), **{**SIDE, "phase": "hq"}
    )
    game.begin(hq_phase)
    assert game.refused({"piece": "borozdin", "at": "kas"}) == "5.5.leave"
    game.choose({"piece": "borozdin", "at": "sem"})
    assert game.at("borozdin") == "sem"


# -- what others see -----------------------------------------------------------------------------------


def test_a_move_names_no_hidden_block():
    game = drive({"davout": "kas", "i-2-friant": "kas"}, "davout")
    game.begin(move_phase)
    game.choose({"piece": "i-2-friant", "at": "she"})
    line = game.table.entries[-1]
    assert "2nd Division" in str(line.private)
    assert "2nd Division" not in str(line.text)
    assert line.pieces == ()
    assert line.path == ("kas", "she")


def test_an_open_hq_is_named_when_it_moves():
    game = drive({"davout": "kas"}, "davout", phase="hq")
    game.begin(hq_phase)
    game.choose({"piece": "davout", "at": "she"})
    assert "Davout" in str(game.table.entries[-1].text)


def test_a_captured_source_pays_at_once():
    game = drive({"kutuzov": "aki", "ru-1cc-uvarov": "aki"}, "kutuzov", **SIDE)
    game.step("kutuzov", 1)
    game.begin(move_phase)
    game.choose({"piece": "ru-1cc-uvarov", "at": "vnw"})
    assert game.state.captured == ("vnw",)
