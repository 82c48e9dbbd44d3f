"""Command (5.2): activation, command range, whom an HQ orders, succession (6.93)."""

from __future__ import annotations

import pytest

from grognard.engines.columbia.command.command import (
    Activations,
    command_phase,
    in_command,
    orders_for,
    why_no_order,
)
from grognard.engines.columbia.field import succession
from grognard.engines.columbia.field.effects import change, eliminate
from grognard.engines.columbia.field.situation import situation
from grognard.engines.columbia.game import Borodino1812
from grognard.engines.columbia.movement.movement import enter_hq, hq_phase, move_phase
from grognard.engines.core.play.bots import RandomBot
from grognard.engines.core.play.session import Session
from tests.engines.columbia.drive import Drive, scenario

BORODINO = scenario("borodino")


def drive(at, *active, dice=(), **state):
    """A position with some HQs turned up; the French act and are Player 1 unless told."""
    game = Drive(BORODINO, at, dice, **{"active": "french", "first": "french", **state})
    for hq in active:
        change(game.table, hq, active=True, known=True)
    return game


# -- activation --------------------------------------------------------------------------------------


def test_hqs_are_activated_one_by_one_and_open():
    game = drive({"ney": "kam", "davout": "kas"}, phase="command")
    game.begin(command_phase)
    assert game.ask.kind == "activate_hq"
    game.choose({"piece": "ney", "at": "kam"})
    assert game.state.blocks["ney"].active
    assert game.state.blocks["ney"].known
    assert game.refused({"piece": "ney", "at": "kam"}) == "5.2.activate"
    game.choose("pass")
    assert game.ask is None
    assert not game.state.blocks["davout"].active


def test_an_hq_moves_one_area_first_and_is_then_active():
    game = drive({"ney": "kam"}, phase="command")
    game.begin(command_phase)
    game.choose({"piece": "ney", "at": "kas"})
    assert game.at("ney") == "kas"
    assert game.state.blocks["ney"].active
    assert game.state.blocks["ney"].premoved


def test_a_premove_ends_in_no_area_with_enemies_nor_two_areas_away_nor_over_a_river():
    game = drive({"ney": "kam", "barclay": "sem", "murat": "val"}, phase="command")
    game.begin(command_phase)
    assert game.refused({"piece": "ney", "at": "sem"}) == "5.2.premove"
    assert game.refused({"piece": "ney", "at": "she"}) == "5.2.premove"
    assert game.refused({"piece": "murat", "at": "shn"}) == "3.2.river"


def test_a_premove_ignores_stacking():
    full = dict.fromkeys(("i-1-morand", "i-2-friant", "i-3-gerard", "i-4-dessaix"), "kas")
    game = drive({"ney": "kam", **full}, phase="command")
    game.begin(command_phase)
    game.choose({"piece": "ney", "at": "kas"})
    assert game.at("ney") == "kas"


def test_an_hq_at_0_and_a_pinned_hq_stay_down():
    game = drive({"ney": "kam", "davout": "kas"}, phase="command")
    game.step("ney", 3)
    change(game.table, "davout", pinned=True)
    choices = Activations(situation(game.setup, game.state))
    assert choices.why_not({"piece": "ney", "at": "kam"}).rule == "5.2.zero"
    assert choices.why_not({"piece": "davout", "at": "kas"}).rule == "5.5.hq"
    assert list(choices) == ["pass"]


def test_an_hq_leaves_a_battle_by_no_border_of_the_attacker_and_counts_against_the_limit():
    from grognard.engines.columbia.state import Entry

    at = {"ney": "kam", "iii-10-ledru": "kam", "ru-vii-12-vasilchikov": "kam"}
    entered = Entry("ru-vii-12-vasilchikov", "russian", "kam|sem", "kam")
    game = drive(at, phase="command", first="russian", entries=(entered,), crossed={"kam|kas": 3})
    game.begin(command_phase)
    assert game.refused({"piece": "ney", "at": "sem"}) == "5.5.hq"
    assert game.refused({"piece": "ney", "at": "kas"}) == "3.32.hq"
    game.choose({"piece": "ney", "at": "shn"})
    assert game.state.crossed["kam|shn"] == 1


# -- range (5.21) --------------------------------------------------------------------------------------


def test_command_range_does_not_shrink_with_strength():
    game = drive({"eugene": "vle"}, "eugene")
    whole = in_command(BORODINO, game.state, "eugene")
    game.step("eugene", 2)
    assert in_command(BORODINO, game.state, "eugene") == whole
    assert {"vle", "bor", "bow", "val", "vnw", "bno"} <= set(whole)
    assert "gry" not in whole


def test_command_does_not_cross_a_river_without_a_bridge():
    game = drive({"junot": "val"})
    # VAL and SHN meet at the Kolocha; over the dam and Fomkino they are two areas apart.
    assert "shn" not in in_command(BORODINO, game.state, "junot")
    assert "fom" in in_command(BORODINO, game.state, "junot")


def test_command_goes_round_enemies_and_into_but_not_through_a_battle():
    game = drive({"davout": "kas", "barclay": "kam"})
    inside = in_command(BORODINO, game.state, "davout")
    assert "kam" not in inside
    assert "kmo" not in inside
    game = drive({"davout": "kas", "ru-vii-12-vasilchikov": "kam", "i-1-morand": "kam"})
    inside = in_command(BORODINO, game.state, "davout")
    assert "kam" in inside
    assert "kmo" not in inside


def test_command_runs_out_of_a_battle():
    game = drive({"davout": "kas", "ru-vii-12-vasilchikov": "kas"})
    assert {"kas", "she", "fle"} <= set(in_command(BORODINO, game.state, "davout"))


# -- whom an HQ orders (5.22, 5.23, 5.24) ------------------------------------------------------------


@pytest.mark.parametrize(
    ("hq", "block", "able"),
    [
        ("davout", "i-2-friant", True),
        ("davout", "iii-10-ledru", False),
        ("murat", "cav-1-nansouty", True),
        ("murat", "iv-cavalry", True),
        ("murat", "iv-horse-artillery", True),
        ("murat", "i-light-artillery", False),
        ("murat", "i-2-friant", False),
        ("davout", "voltigeurs-1", True),
        ("davout", "murat", False),
        ("napoleon", "iii-10-ledru", True),
        ("napoleon", "murat", True),
        ("napoleon", "napoleon", False),
        ("platov", "cossacks-karpov", True),
        ("platov", "ru-don-horse-artillery", True),
        ("platov", "ru-1cc-uvarov", False),
        ("barclay", "ru-ii-4-eugen", True),
        ("barclay", "ru-vii-12-vasilchikov", False),
        ("barclay", "jaegers-a", True),
        ("bagration", "ru-vii-12-vasilchikov", True),
        ("bagration", "ru-ii-4-eugen", False),
        ("bagration", "militia-smolensk", True),
        ("kutuzov", "ru-ii-4-eugen", True),
        ("kutuzov", "cossacks-karpov", True),
        ("baggovut", "ru-1-army-heavy-artillery", False),
        ("barclay", "ru-1-army-heavy-artillery", True),
    ],
)
def test_who_orders_whom(hq, block, able):
    side = BORODINO.types[hq].side
    area = "fom" if side == "french" else "tat"
    game = drive({hq: area, block: area}, hq, active=side)
    assert (hq in orders_for(BORODINO, game.state, block)) == able
    why = why_no_order(BORODINO, game.state, hq, block)
    assert (why is None) == able


def test_a_refused_order_names_its_rule():
    game = drive(
        {
            "davout": "kas",
            "ney": "kas",
            "napoleon": "kas",
            "i-2-friant": "kas",
            "iii-10-ledru": "kas",
            "murat": "fom",
            "i-1-morand": "yel",
        },
        "davout",
        "murat",
        "napoleon",
    )

    def rule(hq, uid):
        return why_no_order(BORODINO, game.state, hq, uid).rule

    assert rule("ney", "iii-10-ledru") == "5.2.activate"
    assert rule("davout", "iii-10-ledru") == "5.22.corps"
    assert rule("murat", "i-2-friant") == "5.22.murat"
    assert rule("davout", "i-1-morand") == "5.21.range"
    assert rule("napoleon", "napoleon") == "5.23.who"
    change(game.table, "napoleon", orders=3)
    assert rule("napoleon", "iii-10-ledru") == "5.23.count"
    game.step("davout", 3)
    assert rule("davout", "i-2-friant") == "4.21.zero"


def test_a_block_cut_off_by_the_enemy_is_told_so():
    # Between Loginovo and Maloe Selo there are only Zakharino, Voina Marsh and these enemies.
    at = {"eugene": "log", "iv-cavalry": "mal", "barclay": "zak", "platov": "vma"}
    game = drive(at, "eugene")
    assert why_no_order(BORODINO, game.state, "eugene", "iv-cavalry").rule == "5.21.path"


def test_an_attached_division_obeys_the_other_corps_alone():
    game = drive({"davout": "kas", "eugene": "kas", "i-1-morand": "kas"}, "davout", "eugene")
    assert orders_for(BORODINO, game.state, "i-1-morand") == ("davout",)
    change(game.table, "i-1-morand", attached="fr-4")
    assert orders_for(BORODINO, game.state, "i-1-morand") == ("eugene",)


def test_an_ahq_gives_as_many_orders_as_its_strength():
    at = {
        "barclay": "tat",
        "ru-ii-4-eugen": "tat",
        "ru-iv-11-bakhmetev": "gre",
        "ru-v-guard-1": "tae",
    }
    game = drive(at, "barclay", active="russian", phase="move")
    game.step("barclay", 1)
    game.begin(move_phase)
    game.choose({"piece": "ru-ii-4-eugen", "at": "maw", "by": "barclay"})
    game.choose({"piece": "ru-iv-11-bakhmetev", "at": "maw", "by": "barclay"})
    assert game.ask is None, "two orders at strength 2"
    assert game.state.blocks["barclay"].orders == 2
    assert game.at("ru-v-guard-1") == "tae"


def test_a_corps_hq_gives_orders_without_number():
    at = {"davout": "kas", **dict.fromkeys(("i-1-morand", "i-2-friant", "i-3-gerard"), "kam")}
    game = drive(at, "davout", phase="move")
    game.step("davout", 2)
    game.begin(move_phase)
    for uid in ("i-1-morand", "i-2-friant", "i-3-gerard"):
        game.choose({"piece": uid, "at": "shn", "by": "davout"})
    assert list(game.ask.choices) == ["pass"]
    assert game.state.blocks["davout"].orders == 0


def test_an_ordered_hq_moves_without_being_activated():
    game = drive({"napoleon": "fom", "ney": "fom"}, "napoleon", phase="move")
    game.begin(move_phase)
    game.choose({"piece": "ney", "at": "ale", "by": "napoleon"})
    assert game.at("ney") == "ale"
    assert not game.state.blocks["ney"].active
    assert game.state.blocks["napoleon"].orders == 1


# -- the end of an active HQ (5.2.after) -------------------------------------------------------------


def test_active_hqs_lose_one_step_may_move_and_are_turned_down():
    game = drive({"ney": "kam", "davout": "kas", "eugene": "bow"}, "ney", "davout", phase="hq")
    change(game.table, "ney", premoved=True)
    enter_hq(game.table)
    assert [game.state.blocks[u].step for u in ("ney", "davout", "eugene")] == [1, 1, 0]
    game.begin(hq_phase)
    assert game.ask.kind == "move_hq"
    assert game.refused({"piece": "eugene", "at": "bor"}) == "5.2.after"
    game.choose({"piece": "ney", "at": "shn"})
    assert game.at("ney") == "shn"
    assert not game.state.blocks["ney"].known
    game.choose("pass")
    assert not game.state.blocks["davout"].active
    assert not game.state.blocks["davout"].known


def test_an_hq_brought_to_0_by_its_step_still_moves():
    game = drive({"ney": "kam"}, "ney", phase="hq")
    game.step("ney", 2)
    enter_hq(game.table)
    game.begin(hq_phase)
    game.choose({"piece": "ney", "at": "shn"})
    assert game.at("ney") == "shn"


# -- succession (6.93) -------------------------------------------------------------------------------


def fallen(commands, *gone, at=None):
    """Eliminate HQs one by one and return the commands."""
    names = [k.id for k in BORODINO.types.values() if k.is_hq]
    game = drive(
        {hq: "tat" if BORODINO.types[hq].side == "russian" else "fom" for hq in names},
        commands=commands,
    )
    for uid in gone:
        eliminate(game.table, uid, "6.91")
    return game.state.commands


RUSSIANS = {"russian": "kutuzov", "1": "barclay", "2": "bagration"}


@pytest.mark.parametrize(
    ("gone", "commands"),
    [
        (("barclay",), {"russian": "kutuzov", "1": "dokhturov", "2": "bagration"}),
        (("bagration",), {"russian": "kutuzov", "1": "barclay", "2": "dokhturov"}),
        (("bagration", "barclay"), {"russian": "kutuzov", "1": "tuchkov", "2": "dokhturov"}),
        (("kutuzov",), {"russian": "barclay", "1": "dokhturov", "2": "bagration"}),
        (("kutuzov", "barclay"), {"russian": "bagration", "1": "dokhturov", "2": "tuchkov"}),
        (("dokhturov", "barclay"), {"russian": "kutuzov", "1": "tuchkov", "2": "bagration"}),
        (("platov", "kutuzov"), {"russian": "barclay", "1": "dokhturov", "2": "bagration"}),
    ],
)
def test_russian_succession(gone, commands):
    assert fallen(RUSSIANS, *gone) == commands


def test_french_succession_goes_down_the_list():
    order = ("napoleon", "murat", "eugene", "mortier", "ney", "davout", "junot", "poniatowski")
    for count in range(1, 8):
        assert fallen({"french": "napoleon"}, *order[:count]) == {"french": order[count]}
    assert fallen({"french": "napoleon"}, *order) == {}


def test_platov_never_commands():
    hqs = [k.id for k in BORODINO.types.values() if k.is_hq and k.side == "russian"]
    assert fallen(RUSSIANS, *(hq for hq in hqs if hq != "platov")) == {}


def test_a_promoted_corps_hq_chooses_how_it_acts():
    at = {"murat": "fom", "i-2-friant": "fom", "iv-cavalry": "fom", "cav-1-nansouty": "fom"}
    game = drive(at, phase="command", commands={"french": "murat"})
    game.begin(command_phase)
    game.choose({"piece": "murat", "at": "fom"})
    assert game.ask.kind == "command_role"
    game.choose("army")
    assert orders_for(BORODINO, game.state, "i-2-friant") == ("murat",)
    change(game.table, "murat", orders=3)
    assert orders_for(BORODINO, game.state, "cav-1-nansouty") == ()
    change(game.table, "murat", role="corps", orders=0)
    assert orders_for(BORODINO, game.state, "i-2-friant") == ()
    assert orders_for(BORODINO, game.state, "cav-1-nansouty") == ("murat",)


def test_replacing_nobody_changes_nothing():
    game = drive({"ney": "kam"}, commands={"french": "napoleon"})
    succession.replace(game.table, "ney")
    assert game.state.commands == {"french": "napoleon"}


def test_a_promoted_hq_orders_the_army_it_heads_and_its_own_corps_of_the_other():
    """[6.93.dual] Dokhturov, whose VI Corps is of the 1st Army, heads the 2nd."""
    others = ("ru-iv-11-bakhmetev", "ru-ii-4-eugen")
    at = dict.fromkeys(("dokhturov", "ru-vi-7-kaptsevich", "ru-viii-27-neverovsky", *others), "gor")
    game = drive(at, "dokhturov", active="russian", phase="move")
    game.table.update(commands={**game.state.commands, "2": "dokhturov"})
    change(game.table, "dokhturov", role="army")
    assert why_no_order(BORODINO, game.state, "dokhturov", "ru-viii-27-neverovsky") is None
    assert why_no_order(BORODINO, game.state, "dokhturov", "ru-vi-7-kaptsevich") is None
    assert orders_for(BORODINO, game.state, "ru-vi-7-kaptsevich") == ("dokhturov",)
    for uid in others:
        assert why_no_order(BORODINO, game.state, "dokhturov", uid).rule == "5.23.who"
    # The order to a block of his own corps counts like any other.
    game.begin(move_phase)
    game.choose({"piece": "ru-vi-7-kaptsevich", "at": "psw", "by": "dokhturov"})
    assert game.state.blocks["dokhturov"].orders == 1


def test_where_only_a_river_keeps_a_block_out_of_range_the_river_is_the_reason():
    at = {"borozdin": "bno", "ru-viii-27-neverovsky": "kbe"}
    game = drive(at, "borozdin", active="russian", phase="move")
    assert BORODINO.types["borozdin"].reach == 1
    why = why_no_order(BORODINO, game.state, "borozdin", "ru-viii-27-neverovsky")
    assert why.rule == "5.21.path"
    assert "river" in str(why.message)
    far = drive({"borozdin": "bno", "ru-viii-27-neverovsky": "sem"}, "borozdin", active="russian")
    why = why_no_order(BORODINO, far.state, "borozdin", "ru-viii-27-neverovsky")
    assert why.rule == "5.21.range"


# -- what has been shown (0.fog) ---------------------------------------------------------------------


def test_an_hq_that_was_turned_up_is_not_taken_back():
    """Undo stops where a face was shown, a role told, or a hidden block fell."""
    game = drive({"ney": "kam", "murat": "kas"}, phase="command", commands={"french": "murat"})
    game.begin(command_phase)
    for choice in ({"piece": "ney", "at": "kam"}, {"piece": "murat", "at": "kas"}, "army"):
        before = game.table.dice.rolled()
        game.choose(choice)
        assert game.table.dice.rolled() > before, choice
    before = game.table.dice.rolled()
    eliminate(game.table, "murat", "6.9")
    assert game.table.dice.rolled() == before, "his face was open: nothing new is learnt"
    change(game.table, "ney", known=False, active=False)
    eliminate(game.table, "ney", "6.9")
    assert game.table.dice.rolled() == before + 1


def test_a_session_cannot_undo_an_activation():
    session, bot = Session(Borodino1812(), BORODINO, "1"), RandomBot("1")
    while session.ask is not None and session.ask.kind != "activate_hq":
        ask = session.ask
        random = ask.kind == "set_up"
        choice = ask.choices.sample(bot.rng) if random else bot.among(list(ask.choices))
        session.choose(ask.seat, choice)
    session.choose("french", next(c for c in session.ask.choices if c != "pass"))
    assert not session.can_undo()
    assert not session.undo()
