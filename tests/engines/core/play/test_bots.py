"""Computer players: fair, legal, blind to what is hidden."""

from __future__ import annotations

from collections import Counter

from grognard.engines.core.play.bots import BOTS, Bot, Eyes, GreedyBot, RandomBot, play
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from tests.fixture_game.state import SEATS, Setup, State


def shares(options: list[str]) -> dict[str, float]:
    bot = RandomBot("shares")
    found = Counter(bot.among(list(options)) for _ in range(20_000))
    return {option: found[option] / 20_000 for option in options}


def test_random_choices_are_even_but_passing_is_rare() -> None:
    assert abs(shares([PASS, "a"])[PASS] - 0.2) < 0.02
    assert all(
        abs(share - 0.4) < 0.02 for key, share in shares(["a", PASS, "b"]).items() if key != PASS
    )
    assert abs(shares(["a", PASS, "b"])[PASS] - 0.2) < 0.02
    ten = shares([PASS, *"abcdefghi"])
    assert all(abs(share - 0.1) < 0.01 for share in ten.values())
    assert shares([PASS]) == {PASS: 1.0}


def test_the_registry_holds_two_players() -> None:
    assert {"random": RandomBot, "greedy": GreedyBot} == BOTS


def test_playing_counts_what_was_decided(picket: Game[Setup, State], setup: Setup) -> None:
    session = Session(picket, setup, "5")
    rows = []
    players: dict[str, Bot] = {"red": GreedyBot("red"), "blue": RandomBot("blue")}
    played = play(session, players, trace=rows.append)
    assert rows == session.choices
    assert played.decisions == len(rows) == played.kinds.total()
    assert played.kinds == Counter(row.kind for row in rows)
    passed = sum(row.kind == "ambush" and row.choice == PASS for row in rows)
    assert played.counted <= played.decisions - passed
    assert 1 <= played.longest <= 3
    assert played.seconds > 0
    assert sum(played.asked.values()) == played.decisions
    assert played.asked.keys() == players.keys()
    assert played.took.keys() == {"red"}  # what chooses without thinking is not timed
    assert 0 < played.took["red"] < played.seconds


def test_the_same_seed_plays_the_same_game(picket: Game[Setup, State], setup: Setup) -> None:
    games = []
    for _ in range(2):
        session = Session(picket, setup, "9")
        players: dict[str, Bot] = {"red": GreedyBot("a"), "blue": RandomBot("b")}
        play(session, players)
        games.append(session.choices)
    assert games[0] == games[1]


def test_greed_beats_chance(picket: Game[Setup, State], setup: Setup) -> None:
    won: Counter[str] = Counter()
    for seed in range(60):
        session = Session(picket, setup, str(seed))
        greedy, other = (SEATS, SEATS[::-1])[seed % 2]
        play(session, {greedy: GreedyBot(f"g{seed}"), other: RandomBot(f"r{seed}")})
        assert session.verdict is not None
        winner = session.verdict.winner
        won["greedy" if winner == greedy else "random" if winner == other else "draw"] += 1
    assert won["greedy"] > won["random"]


class Planner(RandomBot):
    """Intends the last thing it may do, then what is not allowed; counts how often it had to think."""

    thoughts = 0

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        self.thoughts += 1
        first, *rest = options or [PASS]
        self.intended = [*rest[-1:], {"piece": "red-1", "at": "nowhere"}]
        return first


def test_a_player_follows_its_plan_until_a_choice_of_it_is_refused(
    picket: Game[Setup, State], setup: Setup
) -> None:
    session = Session(picket, setup, "1")
    options = list(session.ask.choices) if session.ask is not None else []
    red = Planner("red")
    eyes = Eyes(session, "red", asked(session))
    assert red.next_choice(eyes, options) == options[0]
    session.choices.append(Row("red", "place_block", 0, options[0]))  # red is asked again
    assert red.next_choice(eyes, options) == options[-1]
    assert red.thoughts == 1
    session.choices.append(Row("red", "place_block", 0, options[-1]))
    assert red.next_choice(eyes, options) == options[0]
    assert red.thoughts == 2


def asked(session: Session) -> Ask:
    """Return the open question."""
    assert session.ask is not None
    return session.ask


def test_a_plan_is_dropped_when_another_seat_has_decided(
    picket: Game[Setup, State], setup: Setup
) -> None:
    session = Session(picket, setup, "1")
    red, blue = Planner("red"), RandomBot("blue")
    play(session, {"red": red, "blue": blue}, limit=3)
    assert red.thoughts == 2
