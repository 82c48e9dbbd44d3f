"""The search of computer players: the better choice is found, and more trials find it more surely."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engines.core.show.asks import Choice
from grognard.engines.core.think.search import (
    Budget,
    Candidate,
    Trial,
    Way,
    one_by_one,
    play_out,
    search,
)
from grognard.engines.core.think.terms import OVER, WON, Judging, Terms


def trial(world: int, way: Way) -> Terms:
    """Luck is the same for all in a world, but what a choice is worth there is not."""
    luck = Random(f"{world}").uniform(-5, 5)
    return {
        "luck": luck,
        "gain": {"a": 0.0, "b": 1.0}[str(way.choice)]
        + Random(f"{world}{way.choice}").gauss(0, 1.5),
    }


def looked(choices: list[Choice], there: Trial, budget: Budget) -> list[Candidate]:
    """Search in as many worlds as the budget allows; the best comes first."""
    tried = [Candidate(one) for one in choices]
    search(tried, one_by_one(there, budget), budget, 100)
    return sorted(tried, key=lambda one: (-len(one.found), -one.worth))


def right(trials: int) -> int:
    """How often of forty the better one is found in so many trials."""
    found = 0
    for start in range(40):

        def there(world: int, way: Way, start: int = start) -> Terms:
            return trial(1000 * start + world, way)

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
    def worst(_world: int, way: Way) -> Terms:
        return {"gain": -1.0 if way.choice == 0 else float(str(way.choice))}

    tried = {one.choice: one for one in looked(list(range(6)), worst, Budget(trials=60))}
    assert len(tried[0].found) == max(len(one.found) for one in tried.values())
    assert tried[5].surely(tried[0], 1.0)


def test_one_world_is_no_proof() -> None:
    one, other = Candidate("a"), Candidate("b")
    one.led(0, {"gain": 9.0})
    other.led(0, {"gain": 0.0})
    assert not one.surely(other, 1.0)


def test_what_makes_no_difference_is_soon_seen() -> None:
    def same(world: int, _way: Way) -> Terms:
        return {"luck": Random(f"{world}").uniform(-5, 5)}

    budget = Budget(trials=60)
    tried = [Candidate("a"), Candidate("b")]
    assert search(tried, one_by_one(same, budget), budget, 100)
    assert budget.made == 6
    tried = [Candidate("a"), Candidate("b")]
    assert not search(tried, one_by_one(trial, budget), Budget(trials=60), 100)


def after(half_way: float, wins: list[int], astray: float = 0.05) -> tuple[float, float]:
    """What a choice promises beside another that wins every second game, and how far that may be out."""
    one, other = (Candidate(name, judging=Judging(1.0, astray)) for name in "ab")
    for world in range(6):
        one.led(world, {"gain": half_way})
        other.led(world, {"gain": 0.0})
    for world, won in enumerate(wins):
        one.ended(world, {OVER: WON * won})
        other.ended(world, {OVER: WON * (-1) ** world})
    return one.promises(other)


def test_what_terms_say_half_way_is_believed_less_the_more_they_are_out() -> None:
    near, far = after(0.4, [], astray=0.02)[0], after(0.4, [], astray=0.1)[0]
    assert 0 < far < near < 0.1
    assert after(-0.4, [])[0] < 0


def test_games_played_to_their_end_overrule_what_terms_say_half_way() -> None:
    said, error = after(0.4, [])
    lost, surer = after(0.4, [-1] * 60)
    assert said > 0 > lost
    assert surer < error
    assert after(0.4, [1] * 60)[0] > said


def test_games_are_played_to_their_end_until_it_is_known_who_is_better() -> None:
    def end(_world: int, way: Way) -> Terms:
        return {OVER: WON if way.choice == "b" else -WON}

    budget = Budget(trials=400)
    tried = [Candidate("a"), Candidate("b")]
    play_out(tried, one_by_one(end, budget), budget, 100)
    assert tried[1].promises(tried[0])[0] > 0.05
    assert budget.made < 40


def test_who_promises_nothing_any_more_leaves_the_time_to_the_others() -> None:
    """c loses wherever the script wins; b wins now and then where it does not."""

    def end(world: int, way: Way) -> Terms:
        won = {"a": world % 2 == 0, "b": world % 2 == 0 or world % 6 == 1, "c": False}
        return {OVER: WON if won[str(way.choice)] else -WON}

    budget = Budget(trials=120)
    tried = [Candidate(name) for name in "abc"]
    play_out(tried, one_by_one(end, budget), budget, 30)
    script, better, poor = tried
    assert len(poor.ends) < len(script.ends) == len(better.ends)
    assert better.promises(script)[0] > 0 > poor.promises(script)[0]


def test_no_more_games_are_played_to_their_end_where_all_end_alike() -> None:
    budget = Budget(trials=400)
    tried = [Candidate("a"), Candidate("b")]
    play_out(tried, one_by_one(lambda _world, _way: {OVER: WON}, budget), budget, 100)
    assert budget.made == 16


def test_the_clock_is_that_of_who_thinks() -> None:
    now = [5.0]
    budget = Budget(2.0, clock=lambda: now[0])
    assert budget.left == 2.0
    now[0] = 6.5
    assert budget.left == 0.5
    assert budget.part(0.5).left == 0.25
    now[0] = 7.0
    assert budget.spent


@pytest.mark.parametrize("standing", [-60.0, 0.0, 60.0])
def test_choices_are_told_apart_by_who_is_far_behind_or_far_ahead(standing: float) -> None:
    def trial(_world: int, way: Way) -> Terms:
        return {"gain": standing + (1.0 if way.choice == "b" else 0.0)}

    tried = [Candidate(name, judging=Judging(3.0)) for name in "ab"]
    budget = Budget(trials=60)
    search(tried, one_by_one(trial, budget), budget, 100)
    assert min(tried[1].gains(tried[0])) > 0.04


def test_lost_games_are_told_apart_by_how_far_they_are_lost() -> None:
    def end(_world: int, way: Way) -> Terms:
        return {OVER: -WON - (30.0 if way.choice == "b" else 40.0)}

    tried = [Candidate(name, judging=Judging(10.0)) for name in "ab"]
    budget = Budget(trials=40)
    play_out(tried, one_by_one(end, budget), budget, 20)
    assert all(tried[1].ends[n] > tried[0].ends[n] + 0.01 for n in tried[0].ends)
