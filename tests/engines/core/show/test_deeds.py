"""The log by deeds: one line for one deed with its dice, its parts beneath."""

from __future__ import annotations

from grognard.engines.core.data.text import Text, counting, text, verbatim
from grognard.engines.core.show.deeds import Deed, deeds, dice_of
from grognard.engines.core.show.explain import CAUSE, DETAIL, LogEntry, Modifier, Roll

HITS = {"hit": text("hit"), "miss": text("miss")}


def called(result: str) -> Text:
    return HITS.get(result, verbatim(result))


def die(natural: int, words: str = "Montbrun fires at 4009.", kind: str = "roll") -> LogEntry:
    result = "hit" if natural <= 1 else "miss"
    roll = Roll("french", "8.5", "fire", "montbrun", 6, natural, (), natural, result, 1)
    return LogEntry(kind, text(words), ("8.5",), "french", roll=roll)


def line(words: str, kind: str = "result") -> LogEntry:
    return LogEntry(kind, text(words), ("8.6",))


def told(*entries: LogEntry) -> list[Deed]:
    return deeds(enumerate(entries))


def cast(*rolls: Roll) -> Deed:
    return Deed(0, line("Teste"), rolls=rolls)


def test_dice_for_one_thing_are_one_line() -> None:
    (deed,) = told(die(2), die(4), die(1), die(4))
    assert deed.at == 0
    assert str(dice_of(deed, called, {})) == "2 4 1 4, needs 1 or less: 3 × miss and 1 × hit"
    tallies = {"hit": counting("{n} hit", "{n} hits")}
    assert str(dice_of(deed, called, tallies)) == "2 4 1 4, needs 1 or less: 1 hit"


def test_a_die_for_something_else_is_a_deed_of_its_own() -> None:
    assert len(told(die(2), die(4, "Teste fires at 4010."), die(2), line("Turn 2", "phase"))) == 4


def test_causes_lie_beneath_the_deed_they_led_to_and_details_beneath_the_one_they_follow() -> None:
    cause, detail = line("Strength 8, medium range", CAUSE), line("Points: 1", DETAIL)
    fire, turn = told(cause, die(1), detail, line("Turn 2", "phase"))
    assert fire.parts == (cause, detail)
    assert (fire.first, fire.at, fire.unfolds) == (0, 1, True)
    assert (turn.parts, turn.unfolds) == ((), False)


def test_a_number_that_a_die_has_led_to_comes_before_the_die() -> None:
    """'Bonus of Gaal: 10: 1' told nobody which of the two is the bonus."""
    roll = Roll("allied", "C.2", "bonus", "gaal", 10, 9, (), 9, "1", None)
    assert str(dice_of(cast(roll), called, {})) == "1 (the die shows 9)"


def test_dice_that_decide_one_thing_lie_beneath_it() -> None:
    dice = die(2, "Allies", CAUSE), die(4, "Austrians", CAUSE)
    (deed,) = told(*dice, line("The Austrians win the initiative.", "phase"))
    assert deed.parts == dice
    assert deed.rolls == ()
    assert str(dice_of(deed, called, {})) == "2, 4"
    (deed,) = told(dice[0], line("The brigade has a new order."))
    assert str(dice_of(deed, called, {})) == "2, needs 1 or less"


def test_causes_whose_deed_is_not_done_stand_for_themselves() -> None:
    first, cause = told(line("Turn 2", "phase"), die(3, kind=CAUSE))
    assert first.parts == cause.parts == ()
    assert str(dice_of(cause, called, {})) == "3, needs 1 or less: miss"


def test_the_line_says_what_modifiers_come_to() -> None:
    down, up = Modifier(-2, text("far"), "8.7"), Modifier(1, text("road"), "8.8")
    roll = Roll("french", "8.5", "fire", "a", 10, 4, (down, up), 3, "miss", 6, upward=True)
    assert str(dice_of(cast(roll), called, {})) == "4 \N{MINUS SIGN} 1 = 3, needs 6 or more: miss"
    needs = Roll("french", "8.5", "fire", "a", 10, 4, (down, up), 4, "hit", 5, base=6)
    assert str(dice_of(cast(needs), called, {})) == "4, needs 5 or less: hit"


def test_cards_are_told_by_name() -> None:
    cards = [
        Roll("french", "16.1", "draw", "deck", 20, 0, drawn=text(name)) for name in ("Rain", "Mud")
    ]
    assert str(dice_of(cast(*cards), called, {})) == "Rain and Mud"
    assert dice_of(cast(), called, {}) is None
