from collections import Counter
from typing import Any

import pytest

from engines.core.proof.rulebook import Rulebook
from tests.engines.eagle.test_rulebook import HERE, plain

CARDS: Any = plain("cards.yaml")
ORDERS: Any = plain("orders.yaml")
EFFECTS = {effect["id"]: effect for effect in CARDS["effects"]}
BOOK, _ = Rulebook.load(HERE)
MOMENTS = {
    "event": {"sending", "order_test", "activation", "movement", "fire", "melee", "charge"}
    | {"advance", "rally"},
    "reaction": {"order_test", "moving", "moved", "fire", "melee", "charged", "result", "test"}
    | {"failed", "advance", "advanced", "rally", "event"},
}
VERBS = {
    "add": {"to", "by"},
    "pass": {"test"},
    "move": {"hexes"},
    "attack": {"how", "on"},
    "again": {"how", "by"},
    "recover": {"from"},
    "ignore": {"icon", "count"},
    "forbid": {"action"},
    "allow": {"action"},
    "compel": {"action"},
    "couriers": {"more"},
    "exchange": {"what"},
    "merge": {"most"},
    "wound": {"chance"},
    "cancel": set[str](),
}
ROLLS = {"fire", "melee", "charge", "attack", "morale", "square", "rally", "order", "artillery"}


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


@pytest.mark.parametrize("effect", EFFECTS.values(), ids=lambda effect: effect["id"])
def test_an_effect_is_in_the_words_of_the_grammar(effect: Any) -> None:
    assert effect["when"]["moment"] in MOMENTS[effect["half"]]
    assert set(effect["when"]["phase"]) <= {row["phase"] for row in table("turn_sequence")}
    assert effect.get("nation", "french") in ("french", "british")
    assert effect["on"]["side"] in ("own", "enemy")
    for step in effect["does"]:
        assert step.keys() >= VERBS[step["do"]]
        assert {step.get("to"), step.get("test")} <= ROLLS | {None}


def test_every_order_counter_is_in_its_bands_and_no_number_comes_twice() -> None:
    for row in table("initiative_bands"):
        numbers = [int(counter[row["order"]]) for counter in ORDERS["pool"]]
        assert len(set(numbers)) == len(numbers) == 20
        assert int(row["least"]) <= min(numbers) <= max(numbers) <= int(row["most"])
