"""Choices that mean nothing: every question refuses them by a rule, whatever they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engines.columbia.command.command import command_phase
from grognard.engines.columbia.game import Borodino1812
from grognard.engines.core.play.bots import RandomBot
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.show.asks import Ask, Choice, Choices
from tests.engines.columbia.drive import Drive, scenario
from tests.engines.columbia.fray import Fray, foot

BOOK, _ = Rulebook.load(Borodino1812().data())
ODD: tuple[Any, ...] = (
    None, True, 0, 1, 1.0, -1, 10**400, "", "nobody", "off_map", [], [[]], {}, {"piece": []},
)  # fmt: skip
"""What may come in the place of a word: other types, unhashable ones, unknown words."""
KINDS = {
    "activate_hq", "arrive", "attach", "battle_next", "battle_turn", "bid", "bombard",
    "bombard_loss", "burn_bridge", "command_role", "displace", "displaced", "hit", "main_attack",
    "move", "move_hq", "pin", "redeploy", "redeploy_hq", "regroup", "set_up", "shelter", "square",
    "straggle", "supply_capture", "supply_spend",
}  # fmt: skip


def wrong(choices: Choices, right: Choice) -> Iterator[Choice]:
    """Give malformed choices: odd values as a whole, in each field, in each list, and added keys."""
    yield from (odd for odd in ODD if odd not in (None, 0, 1) or type(right) is not int)
    if isinstance(right, int):
        yield from (float(right), bool(right), str(right))
    if not isinstance(right, dict):
        yield [right]
        yield {"piece": right}
        return
    yield {**right, "colour": "blue"}
    yield {**right, 7: "seven"}
    for key, value in right.items():
        yield {name: other for name, other in right.items() if name != key}
        if isinstance(value, list):
            yield from ({**right, key: [*value, odd]} for odd in ODD)
            yield from ({**right, key: [*value, other]} for other in value[:1])
            yield {**right, key: tuple(value)}
        yield from ({**right, key: odd} for odd in ODD)
    return


def legal(ask: Ask, choice: Choice) -> bool:
    """Whether a choice made at random happens to be one of those listed."""
    listed = ask.choices if ask.choices.finite else ()
    same = [known for known in listed if known == choice and repr(known) == repr(choice)]
    if same or not isinstance(choice, dict):
        return bool(same)
    # Who gives the order, and at whom to fire, need not be said.
    bare = {key: value for key, value in choice.items() if value != ""}
    return "by" not in bare and any(
        isinstance(known, dict) and {k: v for k, v in known.items() if k != "by"} == bare
        for known in listed
    )


def check(ask: Ask, right: Choice) -> int:
    count = 0
    for choice in wrong(ask.choices, right):
        why = ask.choices.why_not(choice)
        if why is None:
            assert legal(ask, choice), f"{ask.kind} accepts {str(choice)[:200]}"
            continue
        count += 1
        assert why.rule, f"{ask.kind} refuses {str(choice)[:200]} without a rule"
        assert BOOK is not None
        assert why.rule in BOOK.rules, f"{ask.kind}: {why.rule}"
    for choice, why in ask.choices.refused():
        assert why.rule in BOOK.rules, f"{ask.kind} refuses {choice} without a rule"
    return count


def ask_all(name: str, seed: str, often: int, **options: str) -> set[str]:
    """Play a game at random; ask each kind of question for its refusals, often at the beginning."""
    session, bot = Session(Borodino1812(), scenario(name, **options), seed), RandomBot(seed)
    asked: dict[str, int] = {}
    while session.ask is not None:
        ask = session.ask
        asked[ask.kind] = asked.get(ask.kind, 0) + 1
        if ask.kind in ("set_up", "redeploy", "redeploy_hq"):
            right = ask.choices.sample(bot.rng)
        else:
            right = bot.among(list(ask.choices))
        if asked[ask.kind] <= often:
            for each in (right, next(iter(ask.choices), right)):
                check(ask, each)
        session.choose(ask.seat, right)
    return set(asked)


def test_every_question_refuses_what_is_no_choice_by_a_rule() -> None:
    asked = ask_all("shevardino", "1", 6, flank_attacks="yes", bid="yes")
    assert asked | ask_all("campaign", "3", 6) >= KINDS


def test_nobody_moves_or_regroups_off_the_map() -> None:
    fray = Fray(
        [(foot("f-1"), "field"), (foot("r-1", "1"), "field")], {"f-1": "west"}, [6, 1, 6, 6, 6]
    )
    fray.squares()
    fray.squares()
    fray.act("r-1")
    fray.act("f-1")
    assert fray.ask is not None
    assert fray.ask.kind == "regroup"
    assert fray.why_not({"piece": "f-1", "at": "off_map", "by": ""}) == "3.4.move"
    drive = Drive(scenario("borodino"), {"napoleon": "scw"}, active="french", phase="command")
    ask = drive.begin(command_phase)
    assert ask is not None
    assert drive.refused({"piece": "napoleon", "at": "off_map"}) == "3.4.move"


def test_a_hidden_reserve_is_refused_like_any_other_enemy() -> None:
    """[0.fog] The refusal must not tell which enemy block it is that has come to join later."""
    blocks = [(foot("f-1"), "field"), (foot("r-1"), "field"), (foot("r-2"), "field"),
              (foot("r-3"), "rear")]  # fmt: skip
    fray = Fray(blocks, {"f-1": "west", "r-2": "east"}, [6] * 4)
    fray.squares()
    fray.squares()
    fray.act("r-1")
    assert fray.turn() == ("f-1",)
    assert fray.refuses("r-2") == fray.refuses("r-3") == "6.31.order"
