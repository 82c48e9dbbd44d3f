"""[14.4] [14.7] The captain on the last turn: cities alone count, whatever it costs and whoever is fed there."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.europa.opponent.captain import Captain, advance, attack
from grognard.engines.europa.opponent.ending import now_or_never
from grognard.engines.europa.opponent.judge import Judge
from tests.engines.europa.opponent.test_captain import GAME, loaded

SETUP = loaded("two-roads")


def asked(kind: str) -> Iterator[tuple[Session, Ask]]:
    """Give the questions of a kind in a few games of captains."""
    for seed in range(1, 5):
        session, captain = Session(GAME, SETUP, str(seed)), Captain(str(seed))
        while (ask := session.ask) is not None:
            if ask.kind == kind:
                yield session, ask
            captain.go_on(session)


def at_last(judge: Judge) -> Judge:
    """Return the same position on the last turn."""
    return Judge(SETUP, evolve(judge.state, turn=SETUP.turns), judge.side)


def test_who_is_behind_on_the_last_turn_attacks_a_city_against_any_odds() -> None:
    held = struck = 0
    for session, ask in asked("attack"):
        early = Judge(SETUP, evolve(session.table.state, turn=2), ask.seat)
        late, options = at_last(early), list(ask.choices)
        cities = [
            one for one in options if isinstance(one, dict) and word_of(one, "at") in SETUP.goals
        ]
        assert not any(now_or_never(early, word_of(one, "at")) for one in cities)
        hopes = [one for one in cities if now_or_never(late, word_of(one, "at"))]
        if not hopes:
            continue
        choice = attack(late, ask, options)
        assert word_of(choice, "at") in SETUP.goals
        most = max(late.attack_worth(words_of(one, "pieces"), word_of(one, "at")) for one in hopes)
        held += attack(early, ask, options) == PASS
        struck += most <= 0
    assert held
    assert struck


def test_on_the_last_turn_who_has_won_a_city_enters_it_fed_or_not() -> None:
    """[14.7.a] Whoever stands in it scores it, and nobody starves any more."""
    entered = 0
    for session, ask in asked("advance"):
        early = Judge(SETUP, evolve(session.table.state, turn=2), ask.seat)
        battle, options = early.state.battle, list(ask.choices)
        if battle is None or battle.target not in SETUP.goals:
            continue
        late = at_last(early)
        for judge in (early, late):
            judge.__dict__["fed"], judge.__dict__["chain"] = {}, {}
        assert advance(early, ask, options) == PASS
        assert advance(late, ask, options) != PASS
        entered += 1
    assert entered
