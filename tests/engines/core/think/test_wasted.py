"""What would be wasted no computer player does: at the table, in the lab, in imagined games and when it is asked for advice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.app.table.computer import answer
from grognard.engines.core.play.bots import Bot, Eyes, worthwhile
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.eagle.opponent.captain import Captain

GAME = registry["eagle"]


class Noting(Bot):
    """Takes the first choice it is given, and notes all of them."""

    given: list[Choice] | None = None

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        self.given = options
        return options[0] if options else eyes.ask.choices.sample(self.rng)


def wasteful() -> tuple[Session, Ask]:
    """Play until a question for a card has a card among its choices that would do nothing."""
    info = next(info for info in GAME.scenarios() if info.id == "low-hill")
    session = Session(GAME, GAME.load(Path(info.path), {}), "1")
    captain = Captain("1")
    while (ask := session.ask) is not None:
        cards = ask.choices.finite and PASS in ask.choices and ask.kind in ("event", "reaction")
        if cards and any(map(ask.choices.vain, ask.choices)):
            return session, ask
        captain.go_on(session)
    raise AssertionError("nothing in the whole game would have been wasted")


def test_at_the_table_it_is_not_offered_what_would_be_wasted() -> None:
    session, ask = wasteful()
    bot = Noting("b")
    answer(bot, Eyes(session, ask.seat, ask))
    assert bot.given == worthwhile(ask)
    assert not any(map(ask.choices.vain, bot.given))


def test_in_an_imagined_game_a_captain_who_would_waste_a_card_declines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, ask = wasteful()
    wasted: Any = next(one for one in ask.choices if ask.choices.vain(one))
    captain = Captain("c")
    monkeypatch.setattr(captain, "policy", lambda _kind: lambda *_of: wasted)
    captain.go_on(session)
    assert session.choices[-1].choice == PASS
