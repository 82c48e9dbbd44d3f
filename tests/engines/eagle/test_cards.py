from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import named
from grognard.engines.core.data.yamlio import load_file
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.eagle.cards.grammar import read_deck
from grognard.engines.eagle.cards.moments import added
from grognard.engines.eagle.deck.deck import shipped_deck
from grognard.engines.eagle.game import Eagle
from grognard.engines.eagle.state import InForce
from tests.engines.eagle.grammar import CARDS as CARDS_SCHEMA
from tests.engines.eagle.grammar import MOMENTS
from tests.engines.eagle.test_rulebook import HERE, plain

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "eagle"
CARDS: Any = plain("cards.yaml")
ORDERS: Any = plain("orders.yaml")
EFFECTS = {effect["id"]: effect for effect in CARDS["effects"]}
BOOK, _ = Rulebook.load(HERE)


def table(id: str) -> tuple[Any, ...]:
    assert BOOK is not None
    return BOOK.table(id).rows


def test_the_deck_is_complete() -> None:
    (deck,) = (row["value"] for row in table("constants") if row["id"] == "deck")
    assert [card["id"] for card in CARDS["deck"]] == [str(n + 1) for n in range(int(deck))]


def test_cards_name_effects_of_the_right_half_and_every_effect_is_on_a_card() -> None:
    for half in ("event", "reaction"):
        named = {card[half] for card in CARDS["deck"]}
        assert named == {id for id, effect in EFFECTS.items() if effect["half"] == half}


@pytest.mark.parametrize("card", CARDS["deck"], ids=lambda card: card["id"])
def test_a_combat_table_covers_every_success_and_grows_worse(card: Any) -> None:
    rows = card["table"]
    assert list(rows) == [row["least"] for row in table("combat_bands")]
    icons = {row["icon"] for row in table("combat_results")}
    losses = [Counter(found)["figure"] for found in rows.values()]
    assert all(found and set(found) <= icons for found in rows.values())
    assert losses == sorted(losses)


def test_the_deck_is_in_the_words_of_its_grammar() -> None:
    node, problems = load_file(HERE / "cards.yaml")
    assert node is not None
    CARDS_SCHEMA.read(node, problems, "the deck")
    assert list(problems) == []


@pytest.mark.parametrize("effect", EFFECTS.values(), ids=lambda effect: effect["id"])
def test_an_effect_is_played_at_a_moment_of_its_half_in_phases_of_the_turn(effect: Any) -> None:
    assert effect["when"]["moment"] in MOMENTS[effect["half"]]
    assert set(effect["when"]["phase"]) <= {row["phase"] for row in table("turn_sequence")}


def test_every_order_counter_is_in_its_bands_and_no_number_comes_twice() -> None:
    for row in table("initiative_bands"):
        numbers = [int(counter[row["order"]]) for counter in ORDERS["pool"]]
        assert len(set(numbers)) == len(numbers) == 20
        assert int(row["least"]) <= min(numbers) <= max(numbers) <= int(row["most"])


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("moment: movement", "moment: breakfast", "breakfast"),
        ("{do: cancel}", "{do: dance}", "dance"),
        ('"11": [tm_2]', '"10": [tm_2]', "10"),
        ("nation: british", "nation: prussian", "prussian"),
    ],
)
def test_a_fault_of_a_deck_is_told_with_its_line(
    tmp_path: Path, right: str, wrong: str, said: str
) -> None:
    text = (HERE / "cards.yaml").read_text("utf-8")
    at = text.rindex(right)
    file = tmp_path / "cards.yaml"
    file.write_text(text[:at] + wrong + text[at + len(right) :], "utf-8")
    node, problems = load_file(file)
    assert node is not None
    CARDS_SCHEMA.read(node, problems, "the deck")
    line = text[:at].count("\n") + 1
    assert problems
    assert all(problem.line == line for problem in problems)
    assert said in str(problems[0])


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("event: forced-march, reaction", "event: smoke, reaction", "smoke is no event"),
        ("reaction: double-shot, table", "reaction: triple-shot, table", "no effect triple-shot"),
        ('- {id: "2", event', '- {id: "1", event', "two cards 1"),
        (
            'table: {"11": [tm_2], "13": [tm_2], "15": [tm_2]',
            'table: {"13": [tm_2], "15": [tm_2]',
            "begin at 11",
        ),
        (
            "phase: [action-1], moment: movement",
            "phase: [action-1], moment: moved",
            "the moment moved",
        ),
        ("- id: rapid-fire", "- id: forced-march", "two effects forced-march"),
    ],
)
def test_cards_that_do_not_fit_together_are_refused_with_their_line(
    tmp_path: Path, right: str, wrong: str, said: str
) -> None:
    text = (HERE / "cards.yaml").read_text("utf-8")
    at = text.index(right)
    file = tmp_path / "cards.yaml"
    file.write_text(text[:at] + wrong + text[at + len(right) :], "utf-8")
    node, problems = load_file(file)
    assert node is not None
    assert read_deck(node, problems) is None
    line = text[:at].count("\n") + 1
    assert any(p.line == line and said in p.message and p.mend for p in problems)


def test_the_shipped_cards_are_without_fault() -> None:
    node, problems = load_file(HERE / "cards.yaml")
    assert node is not None
    deck = read_deck(node, problems)
    assert list(problems) == []
    assert deck is not None
    assert len(deck.cards) == 54
    assert deck.cards == shipped_deck().cards
    assert deck.effects == shipped_deck().effects


# -- cards that a scenario brings --------------------------------------------------------------

OWN = """
- id: "55"
  event:
    name: "A fresh horse"
    half: event
    text: "The unit fires at +9."
    when: {phase: [action-1], moment: fire}
    on: {what: unit, side: own, part: firing}
    does: [{do: add, to: fire, by: "9"}]
  reaction: smoke
  table: {"11": [figure], "20": [figure, figure, figure, figure]}
"""


def own_scenario(folder: Path, cards: str) -> Path:
    """Write the teaching scenario with a card file of its own beside it."""
    (folder / "mine.yaml").write_text(cards, "utf-8")
    text = (SCENARIOS / "low-hill.yaml").read_text("utf-8")
    file = folder / "own.yaml"
    file.write_text(text.replace("forces:", "cards: mine.yaml\nforces:", 1), "utf-8")
    return file


def test_a_scenario_brings_a_fifty_fifth_card_and_its_save_holds_it(tmp_path: Path) -> None:
    file = own_scenario(tmp_path, (HERE / "cards.yaml").read_text("utf-8") + OWN.lstrip())
    setup = Eagle().load(file, {})
    assert len(setup.deck.cards) == 55
    assert setup.deck.half("55", "event").called == named("term", "A fresh horse")
    (tmp_path / "mine.yaml").unlink()
    again = Eagle().load(setup.text, {})
    assert again.deck.cards == setup.deck.cards
    assert again.text == setup.text
    session = Session(Eagle(), again, "1")
    play(session, {seat.id: RandomBot(seat.id) for seat in again.info.seats})
    state = session.table.state
    hands = [card for hand in state.hands.values() for card in hand]
    assert sorted([*state.deck, *state.discards, *hands]) == sorted(again.deck.cards)


def test_a_card_of_ones_own_is_played_and_does_what_it_says(tmp_path: Path) -> None:
    file = own_scenario(tmp_path, (HERE / "cards.yaml").read_text("utf-8") + OWN.lstrip())
    setup = Eagle().load(file, {})
    state = evolve(
        Eagle().initial(setup, ""),
        effects=(InForce("55", "card-55-event", "french", ("ligne-1",), "roll"),),
    )
    (modifier,) = added(setup, state, "fire", ("ligne-1",))
    assert (modifier.value, str(modifier.reason)) == (9, "A fresh horse")
    assert setup.deck.cards["55"].icons(21) == ("figure",) * 4


def test_a_fault_in_the_cards_of_a_scenario_is_told_with_file_and_line(tmp_path: Path) -> None:
    cards = (HERE / "cards.yaml").read_text("utf-8") + OWN.lstrip().replace("smoke", "smog")
    file = own_scenario(tmp_path, cards)
    with pytest.raises(ScenarioError) as refused:
        Eagle().load(file, {})
    (problem,) = refused.value.problems
    assert problem.file.endswith("mine.yaml")
    assert "smog" in cards.splitlines()[problem.line - 1]
    assert "no effect smog" in problem.message


def test_a_card_file_that_is_not_there_is_told_where_it_is_named(tmp_path: Path) -> None:
    file = own_scenario(tmp_path, "")
    (tmp_path / "mine.yaml").unlink()
    with pytest.raises(ScenarioError) as refused:
        Eagle().load(file, {})
    assert any(
        "there is no file mine.yaml" in problem.message for problem in refused.value.problems
    )
