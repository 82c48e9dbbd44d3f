"""The search of computer players: the better choice is found, and more trials find it more surely."""

from __future__ import annotations

from random import Random

from engines.core.show.asks import Choice
from engines.core.think.search import Budget, Candidate, Trial, one_by_one, search
from engines.core.think.terms import Terms


def trial(world: int, choice: object) -> Terms:
    """Luck is the same for all in a world, but what a choice is worth there is not."""
    luck = Random(f"{world}").uniform(-5, 5)
    return {
        "luck": luck,
        "gain": {"a": 0.0, "b": 1.0}[str(choice)] + Random(f"{world}{choice}").gauss(0, 1.5),
    }


def looked(choices: list[Choice], there: Trial, budget: Budget) -> list[Candidate]:
    """Search in as many worlds as the budget allows."""
    return search(choices, one_by_one(there, budget), budget, 100)


def right(trials: int) -> int:
    """How often of forty the better one is found in so many trials."""
    found = 0
    for start in range(40):

        def there(world: int, choice: object, start: int = start) -> Terms:
            return trial(1000 * start + world, choice)

        best, other = looked(["a", "b"], there, Budget(trials=trials))
        found += best.choice == "b" and best.surely(other, 0.0)
    return found


def test_more_trials_find_the_better_choice_more_often() -> None:
    few, some, many = right(4), right(16), right(80)
    assert few < many
    assert some <= many
    assert many >= 36


def test_a_budget_is_kept_and_a_world_not_finished_counts_for_nobody() -> None:
    budget = Budget(trials=5)
    found = looked(["a", "b"], trial, budget)
    assert budget.made == 5
    assert [len(one.found) for one in found] == [2, 2]


def test_told_to_move_now_it_thinks_no_more() -> None:
    found = looked(["a", "b"], trial, Budget(hurry=lambda: True))
    assert [len(one.found) for one in found] == [0, 0]


def test_the_first_choice_stays_to_the_end() -> None:
    def worst(_world: int, choice: object) -> Terms:
        return {"gain": -1.0 if choice == 0 else float(str(choice))}

    tried = {one.choice: one for one in looked(list(range(6)), worst, Budget(trials=60))}
    assert len(tried[0].found) == max(len(one.found) for one in tried.values())
    assert tried[5].surely(tried[0], 1.0)


def test_one_world_is_no_proof() -> None:
    one, other = Candidate("a", {0: {"gain": 9.0}}), Candidate("b", {0: {"gain": 0.0}})
    assert not one.surely(other, 1.0)
