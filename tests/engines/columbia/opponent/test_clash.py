"""What the captain thinks a battle comes to, and what he remembers of the enemy's losses."""

from __future__ import annotations

from pathlib import Path

from grognard.engines.columbia.opponent.clash import CHIEF, FOOT, GUNS, HORSE, Field, Fighter, clash
from grognard.engines.columbia.opponent.judge import Judge
from grognard.engines.columbia.opponent.memory import worn
from grognard.engines.core.data.text import text
from grognard.engines.core.play.game import registry
from grognard.engines.core.show.explain import LogEntry

GAME = registry["columbia"]
FOUR = (4.0, 3.0, 2.0, 1.0)
OPEN, WORKS = Field(), Field(works=2)


def men(count: int, arm: str = FOOT, number: float = 2.0) -> tuple[Fighter, ...]:
    letter = {GUNS: 0, HORSE: 1, CHIEF: 1}.get(arm, 2)
    return (Fighter(letter, FOUR, number, arm, 1.0),) * count


def test_more_men_win_oftener() -> None:
    taken = [clash(men(n), men(2), OPEN).taken for n in (1, 2, 4)]
    assert taken == sorted(taken)
    assert taken[0] < taken[2]


def test_works_save_steps() -> None:
    """[6.51.hits] Behind works the same fire costs fewer steps."""
    assert clash(men(3), men(3), WORKS).defender_steps < clash(men(3), men(3), OPEN).defender_steps


def test_a_lone_block_does_not_stay_to_be_shot_down() -> None:
    """It goes on its last step, so that in the mean less than the whole block is lost."""
    fought = clash(men(4), men(1), OPEN)
    assert fought.taken == 1.0
    assert 0.0 < fought.defender_lost < 1.0


def test_reserves_fire_from_the_round_in_which_they_join() -> None:
    """[6.4.enter] Help that comes in round 2 hurts the attacker, but less than one that was there."""
    late = tuple(one._replace(joins=2) for one in men(1))
    losses = [clash(men(3), (*men(1), *more), OPEN).attacker_steps for more in ((), late, men(1))]
    assert losses[0] < losses[1] <= losses[2]


def test_squares_keep_horse_off_and_suffer_from_guns() -> None:
    """[6.63.cavalry] [6.63.artillery]"""
    squares = tuple(one._replace(squared=True) for one in men(3))
    for arm, better in ((HORSE, True), (GUNS, False)):
        lost = clash(men(3, arm, 3.0), squares, OPEN).defender_steps
        assert (lost < clash(men(3, arm, 3.0), men(3), OPEN).defender_steps) == better


def entry(kind: str, rule: str, at: str, path: tuple[str, ...] = ()) -> LogEntry:
    return LogEntry(kind, text("read"), (rule,), "russian", (), (at,), path=path)


def test_what_everybody_read_of_losses_is_remembered() -> None:
    log = [entry("loss", "5.3.hits", "she")] * 4
    assert worn(log, "french") == {"she": 4}
    assert worn(log, "russian") == {}
    assert worn([*log, entry("result", "7.2.cost", "she")], "french") == {"she": 3}
    assert worn([*log, entry("loss", "6.9", "she")], "french") == {"she": 1}
    gone = worn([*log, entry("move", "5.4.who", "kas", ("she", "kas"))], "french")
    assert 0 < gone["kas"] < gone["she"] < 4
    assert worn([entry("loss", "5.2.after", "she")], "french") == {}


def test_the_outwork_is_not_held_on_a_day_that_counts_no_redoubts() -> None:
    """[9.3] In the Campaign redoubts count on the 7th alone; in Shevardino they count on the 5th."""
    held = {}
    for name in ("campaign", "shevardino"):
        info = next(info for info in GAME.scenarios() if info.id == name)
        setup = GAME.load(Path(info.path), {})
        judge = Judge(setup, GAME.initial(setup, "1"), "russian")
        held[name] = set(judge.redoubts)
    assert held["shevardino"] - held["campaign"] == {"she"}
    assert held["campaign"] < held["shevardino"]
