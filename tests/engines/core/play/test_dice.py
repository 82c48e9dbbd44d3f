"""The dice: counted, repeatable, and unable to be spent twice."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.engines.core.data.text import text, verbatim
from grognard.engines.core.play.dice import HashDice, ScriptedDice, ScriptError
from grognard.engines.core.play.table import Table


def test_dice_depend_on_seed_purpose_subject_and_count_alone() -> None:
    one, two = HashDice("7"), HashDice("7")
    first = [one.draw("fire", "a", 10) for _ in range(5)]
    two.draw("shock", "b", 10)
    assert [two.draw("fire", "a", 10) for _ in range(5)] == first
    assert one.counts == {"fire a": 5}
    assert two.rolled() == 6


def test_known_dice_never_change() -> None:
    """Saved games hold no dice: another hash would change every game already played."""
    dice = HashDice("1812")
    assert [dice.draw("fire", "guns", 10) for _ in range(8)] == KNOWN


KNOWN = [1, 1, 2, 0, 9, 5, 4, 4]


def test_dice_are_fair() -> None:
    dice = HashDice("fair")
    faces = Counter(dice.draw("roll", str(subject), 6) for subject in range(12_000))
    assert sorted(faces) == [0, 1, 2, 3, 4, 5]
    assert max(abs(count - 2000) for count in faces.values()) < 160


def test_restarted_dice_go_on_where_the_counts_stand() -> None:
    dice = HashDice("x")
    rolled = [dice.draw("a", "b", 1000) for _ in range(4)]
    assert [dice.restarted({"a b": 2}, "x").draw("a", "b", 1000)] == rolled[2:3]


def test_scripted_dice_speak_up() -> None:
    dice = ScriptedDice([6, 0], ["guard"])
    assert dice.face("fire", "a", 6, 1) == 6
    with pytest.raises(ScriptError, match="0 is not a face of a die from 1 to 6"):
        dice.face("fire", "a", 6, 1)
    assert dice.draw("fire", "a", 6) == 0
    with pytest.raises(ScriptError, match="ran out at fire of a"):
        dice.draw("fire", "a", 6)
    with pytest.raises(ScriptError, match="guard is not in the pool: fire, march"):
        dice.pick("card", "red", ["fire", "march"])
    assert dice.pick("card", "red", ["fire", "guard"]) == 1
    assert (dice.used, dice.drawn, dice.rolled()) == (2, 1, 3)


def test_a_draw_does_not_depend_on_the_order_of_the_pool() -> None:
    facts = {
        "seat": "red",
        "rule": "F.3",
        "purpose": "card",
        "subject": "red",
        "says": text("A card"),
        "named": verbatim,
    }
    drawn = [
        Table(None, None, HashDice("3")).draw(**facts, pool=pool)
        for pool in (["a", "b", "c"], ["c", "a", "b"])
    ]
    assert drawn[0] == drawn[1]


def test_a_tally_tells_of_its_time_whatever_is_rolled_afterwards() -> None:
    dice = HashDice("seed", {"fire a": 2})
    dice.draw("fire", "a", 6)
    tally = dice.tally()
    assert tally == {"fire a": 3}
    dice.draw("fire", "a", 6)
    dice.draw("fire", "b", 6)
    assert dict(tally) == {"fire a": 3}
    assert dice.tally() == dice.counts == {"fire a": 4, "fire b": 1}
    assert HashDice("seed", tally).draw("fire", "a", 6) == HashDice("seed", {"fire a": 3}).draw(
        "fire", "a", 6
    )
