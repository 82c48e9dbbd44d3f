"""Pieces are placed, turned and taken off by the lines of a set-up."""

from __future__ import annotations

from grognard.app.editor import setting
from grognard.app.editor.maps.steps import carry_out
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.scenario.document import Document

TEXT = """\
stages:
- id: battle
  setup:
  - {piece: [a, b], at: "0101", facing: "1", command: horse}
  - {piece: c, among: ["0202", "0203"], first: "0202"}
  - {group: foot, at: "0303"}
"""


def after(steps: list[setting.Step]) -> list[Plain]:
    document = Document(TEXT)
    carry_out(document, steps)
    return setting.lines(document.plain(), 0)


def scenario() -> Plain:
    return Document(TEXT).plain()


def test_a_piece_of_a_line_for_several_gets_its_own() -> None:
    found = after(setting.put(scenario(), 0, "a", {"at": "0104"}))
    assert found[0] == {"piece": "b", "at": "0101", "facing": "1", "command": "horse"}
    assert found[-1] == {"piece": "a", "at": "0104", "facing": "1", "command": "horse"}


def test_a_place_replaces_a_choice_of_places() -> None:
    assert after(setting.put(scenario(), 0, "c", {"at": "0104"}))[1] == {"piece": "c", "at": "0104"}


def test_a_new_piece_stands_like_the_one_before_it() -> None:
    found = after(setting.put(scenario(), 0, "d", {"at": "0105"}, like="b"))
    assert found[-1] == {"piece": "d", "at": "0105", "facing": "1", "command": "horse"}


def test_a_piece_of_a_group_gets_a_line_of_its_own() -> None:
    found = after(setting.put(scenario(), 0, "e", {"at": "0105"}))
    assert found[2:] == [{"group": "foot", "at": "0303"}, {"piece": "e", "at": "0105"}]


def test_one_of_several_is_turned_alone() -> None:
    found = after(setting.say(scenario(), 0, "b", "facing", "3"))
    assert [row["facing"] for row in (found[0], found[-1])] == ["1", "3"]  # type: ignore[index,call-overload]
    assert after(setting.say(scenario(), 0, "c", "facing", "")) == setting.lines(scenario(), 0)


def test_taken_off_no_line_names_it() -> None:
    found = after([*setting.take_off(scenario(), 0, "c")])
    assert setting.placed({"stages": [{"setup": found}]}, 0) == ["a", "b"]


def test_who_has_a_place_by_a_line_or_a_group() -> None:
    assert setting.at_home(scenario(), 0, {"foot": ["e", "f"]}) == {"a", "b", "c", "e", "f"}


CHOICE = """\
stages:
- id: battle
  setup:
  - {piece: [a, b, c], among: ["0101", "0102"], first: ["0101", "0102", "0101"], command: horse}
"""


def test_one_of_a_line_that_leaves_a_choice_takes_its_first_place_along() -> None:
    """What is left has a place for each, and who has gone one of his own."""
    said = Document(CHOICE).plain()
    document = Document(CHOICE)
    carry_out(document, setting.say(said, 0, "b", "command", "foot"))
    rest, own = setting.lines(document.plain(), 0)
    assert isinstance(rest, dict)
    assert isinstance(own, dict)
    assert (rest["piece"], rest["first"]) == (["a", "c"], ["0101", "0101"])
    assert (own["piece"], own["first"], own["command"]) == ("b", "0102", "foot")


def test_one_of_a_line_that_leaves_a_choice_is_put_elsewhere() -> None:
    document = Document(CHOICE)
    carry_out(document, setting.put(document.plain(), 0, "a", {"at": "0105"}))
    rest, own = setting.lines(document.plain(), 0)
    assert isinstance(rest, dict)
    assert (rest["piece"], rest["first"]) == (["b", "c"], ["0102", "0101"])
    assert own == {"piece": "a", "at": "0105", "command": "horse"}
    carry_out(document, setting.take_off(document.plain(), 0, "b"))
    assert setting.lines(document.plain(), 0)[0] == {
        "piece": "c",
        "among": ["0101", "0102"],
        "first": "0101",
        "command": "horse",
    }
