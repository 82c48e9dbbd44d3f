"""A session: choices, undo and its barriers, imagined worlds, what a seat sees."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.data.text import text
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.saves import SaveFile
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import Game, registry
from grognard.engines.core.play.journal import PASSED, TAKE_BACK, TAKEN_BACK, Note, Row, passing
from grognard.engines.core.play.session import RuleFault, Session, WrongChoice
from grognard.engines.core.show.asks import Listed
from grognard.engines.core.show.explain import ASIDE
from tests.fixture_game import rules
from tests.fixture_game.state import Board, Setup, State


def begin(game: Game[Setup, State], setup: Setup, *, seed: str = "1") -> Session:
    """Return a session whose blocks are placed and which stands before the first orders."""
    session = Session(game, setup, seed)
    while session.ask is not None and session.ask.kind != "write_order":
        listed = list(session.ask.choices)
        session.choose(session.ask.seat, listed[-1])
    return session


def test_a_choice_is_journalled_once_it_has_been_played(
    picket: Game[Setup, State], setup: Setup
) -> None:
    rows: list[tuple[Row, str]] = []

    def note(row: Row) -> None:
        rows.append((row, session.table.state.blocks["red-1"].at))

    session = Session(picket, setup, on_row=note)
    choice = {"pieces": ["red-1"], "at": "west"}
    session.choose("red", choice)
    row = Row("red", "place_block", 0, choice)
    assert rows == [(row, "west")]
    assert session.choices == [row]


def standing(session: Session) -> list[Any]:
    """Return all that a choice changes."""
    ask = session.ask
    return [
        session.table.state,
        session.table.entries[:],
        session.table.shortfalls[:],
        dict(session.table.dice.counts),
        (ask.seat, ask.kind, list(ask.choices)) if ask else None,
        session.verdict,
        session.choices[:],
        session.redoable[:],
        session.notes[:],
        session.marks[:],
        session.checkpoints[:],
    ]


def to_a_fight(session: Session) -> tuple[str, Any]:
    """Play until a seat is asked whether it lies in ambush: any answer leads to a fight."""
    bots = {seat: RandomBot(seat) for seat in ("red", "blue")}
    while session.ask is not None and session.ask.kind != "ambush":
        play(session, bots, limit=1)
    assert session.ask is not None
    session.redoable.append(Row("red", "x", 0))
    return session.ask.seat, "ambush"


@pytest.mark.parametrize("raised", [OverflowError("too large"), KeyError("x"), MemoryError()])
def test_a_rule_that_fails_leaves_game_and_journal_as_they_were(
    picket: Game[Setup, State], setup: Setup, monkeypatch: pytest.MonkeyPatch, raised: Exception
) -> None:
    session = Session(picket, setup, "3")
    seat, choice = to_a_fight(session)
    rows: list[Row] = []
    session.on_row = rows.append
    before = standing(session)

    def fail(table: Board, *_: Any) -> None:
        table.roll(
            seat=seat, rule="F.5", purpose="fight", subject="hill", sides=6, says=text("A fight")
        )
        table.shortfall("F.5", "hill", text("Half done."))
        table.update(blocks={})
        raise raised

    with monkeypatch.context() as patch:
        patch.setattr(rules, "fight", fail)
        with pytest.raises(RuleFault, match="ambush of") as wrong:
            session.choose(seat, choice)
    assert wrong.value.__cause__ is raised
    assert rows == []
    assert standing(session) == before
    session.choose(seat, choice)
    assert [row.kind for row in rows] == ["ambush"]
    straight = Session(picket, setup, "3")
    to_a_fight(straight)
    straight.choose(seat, choice)
    assert straight.table.state == session.table.state
    assert straight.table.entries == session.table.entries


def test_a_row_that_cannot_be_kept_takes_dice_and_log_back_too(
    picket: Game[Setup, State], setup: Setup
) -> None:
    session = Session(picket, setup, "3")
    seat, choice = to_a_fight(session)
    before = standing(session)

    def full(_row: Row) -> None:
        assert standing(session) != before
        raise OSError("disk full")

    session.on_row = full
    with pytest.raises(OSError, match="disk full"):
        session.choose(seat, choice)
    assert standing(session) == before


def test_a_row_that_cannot_be_kept_leaves_the_game_as_it_was(session: Session) -> None:
    def full(_row: Row) -> None:
        raise OSError("disk full")

    session.on_row = full
    before = session.table.state
    with pytest.raises(OSError, match="disk full"):
        session.choose("red", {"pieces": ["red-1"], "at": "west"})
    assert (session.table.state, session.choices) == (before, [])
    session.on_row = None
    session.choose("red", {"pieces": ["red-1"], "at": "west"})
    assert len(session.choices) == 1


def test_undo_stops_at_a_change_of_seat(session: Session) -> None:
    session.choose("red", {"pieces": ["red-1"], "at": "west"})
    assert session.ask is not None
    assert session.ask.seat == "blue"
    assert (session.can_undo(), session.undo_barrier(), session.undo()) == (False, 1, False)


def test_undo_goes_over_what_a_computer_player_chose(session: Session) -> None:
    session.choose("red", {"pieces": ["red-1"], "at": "west"})
    before = session.table.state
    session.choose("blue", {"pieces": ["blue-1"], "at": "east"})
    session.choose("red", {"pieces": ["red-2"], "at": "west"})
    session.choose("blue", {"pieces": ["blue-2"], "at": "east"})
    assert not session.can_undo(["red", "blue"])
    assert session.undo(["red"])
    assert session.undo(["red"])
    assert session.choices == []
    session.choose("red", {"pieces": ["red-1"], "at": "west"})
    assert session.table.state == before


def test_undo_stops_at_what_a_computer_player_drew(
    picket: Game[Setup, State], setup: Setup
) -> None:
    session = begin(picket, setup)
    drew = session.choices[-1].seat
    assert not session.can_undo([seat for seat in ("red", "blue") if seat != drew])


def test_undo_within_a_seats_own_decisions(picket: Game[Setup, State], setup: Setup) -> None:
    session = Session(picket, setup)
    for seat, number, area in [
        ("red", 1, "west"),
        ("blue", 1, "east"),
        ("red", 2, "west"),
        ("blue", 2, "east"),
        ("red", 3, "west"),
        ("blue", 3, "hill"),
    ]:
        session.choose(seat, {"pieces": [f"{seat}-{number}"], "at": area})
    before = session.table.state
    session.choose("red", {"piece": "red-1", "at": "ford"})
    after = session.table.state
    assert session.undo()
    assert session.table.state == before
    assert session.redo()
    assert session.table.state == after
    assert not session.redo()


def test_undo_stops_at_a_card_drawn(picket: Game[Setup, State], setup: Setup) -> None:
    session = begin(picket, setup)
    assert session.choices[-1].choice == "done"
    assert not session.can_undo()


def test_friendly_take_back_goes_anywhere_and_says_so(
    picket: Game[Setup, State], setup: Setup
) -> None:
    friendly = picket.load(setup.text, {"friendly_take_back": "yes"})
    session = begin(picket, friendly)
    hands = session.table.state.hands
    entries = len(session.table.entries)
    assert session.undo()
    words = "A choice is taken back by agreement; the dice will fall the same."
    notes = [str(entry.text) for entry in session.view(None).log if entry.kind == "note"]
    assert notes == [words]
    assert session.redo()
    assert session.table.state.hands == hands
    assert len(session.table.entries) == entries
    log = [(count, str(entry.text)) for count, entry in session.history()]
    at = log.index((len(session.choices) - 1, words))
    # Before it what led to the choice, after it what the choice made again has done.
    assert all(count < len(session.choices) for count, _ in log[:at])
    assert (
        [count for count, _ in log[at + 1 :]] == [len(session.choices)] * len(log[at + 1 :]) != []
    )
    session.rewind(2)
    assert [(note.at, note.kind) for note in session.notes] == [(2, TAKE_BACK), (2, TAKE_BACK)]
    assert [str(entry.text) for _, entry in session.history()][-2:] == [words, words]


def test_rewinding_past_the_ends_is_an_error(session: Session) -> None:
    for count in (-1, 1):
        with pytest.raises(ValueError, match="there are 0 choices"):
            session.rewind(count)


def test_what_is_imagined_is_not_what_is_hidden(picket: Game[Setup, State], setup: Setup) -> None:
    session = begin(picket, setup)
    imagined = [session.imagine("red", str(seed)) for seed in range(20)]
    states = [one.table.state for one in imagined if one is not None]
    assert len(states) == 20
    real = session.table.state
    assert {state.hands["red"] for state in states} == {real.hands["red"]}
    assert len({state.hands["blue"] for state in states}) > 1
    names = {tuple(state.blocks[f"blue-{n}"].name for n in (1, 2, 3)) for state in states}
    assert len(names) > 1
    session.choose("red", "pass")
    orders = {
        one.table.state.sealed["red"]
        for seed in range(20)
        if (one := session.imagine("blue", str(seed)))
    }
    assert len(orders) > 1
    while session.ask is not None and session.ask.resting:
        session.choose(
            session.ask.seat,
            "march" if "march" in session.ask.choices else next(iter(session.ask.choices)),
        )
    assert session.ask is not None
    assert session.ask.kind == "march_route"
    mover = session.ask.seat
    half_way = session.imagine(mover, "1")
    assert half_way is not None
    assert half_way.ask is not None
    assert half_way.ask.kind == "march_route"
    assert session.imagine("blue" if mover == "red" else "red", "1") is None


def test_a_sealed_order_is_not_seen_before_both_have_written(
    picket: Game[Setup, State], setup: Setup
) -> None:
    views = []
    for order in dict.fromkeys(["pass", begin(picket, setup).table.state.hands["red"][0]]):
        session = begin(picket, setup)
        session.choose("red", order)
        assert session.table.state.sealed == {"red": order}
        views.append([repr(replace(session.view(seat), ask=None)) for seat in ("blue", None)])
    assert len(views) == 2
    assert views[0] == views[1]


def test_the_others_see_only_who_has_decided(picket: Game[Setup, State], setup: Setup) -> None:
    session = begin(picket, setup)
    assert [session.view(seat).decided for seat in ("red", "blue", None)] == [(), (), ()]
    card = session.table.state.hands["red"][0]
    session.choose("red", card)
    for seat in ("red", "blue", None):
        view = session.view(seat)
        assert (view.decided, view.waiting_for) == (("red",), "blue")
        assert str(view.log[-1].text) == "Red has decided"
    assert (session.can_undo(), session.ask and session.ask.resting) == (False, True)
    session.choose("blue", "pass")
    told = [str(entry.text) for entry in session.view(None).log[-3:]]
    assert told == ["Blue has decided", f"Red: {card}", "Blue: Pass"]
    assert session.view(None).decided == ()
    assert session.table.state.sealed == {}
    assert session.table.state.orders == {"red": card, "blue": "pass"}


def test_nobody_takes_a_sealed_answer_back_once_all_are_released(
    picket: Game[Setup, State], setup: Setup
) -> None:
    edits = {"phase": "orders", "turn": "1", "hands": {"red": ["hold"], "blue": ["hold"]}}
    _, state = picket.arrange(setup, picket.initial(setup, "1"), edits)
    session = Session(picket, setup, state=state)
    session.choose("red", "hold")
    rolled = session.table.dice.rolled()
    session.choose("blue", "hold")
    # Without anything learnt the next decision of blue would let it write with red's order known.
    assert session.table.dice.rolled() > rolled
    assert not session.can_undo()


def test_a_friendly_take_back_reopens_the_sealed_decision(
    picket: Game[Setup, State], setup: Setup
) -> None:
    friendly = picket.load(setup.text, {"friendly_take_back": "yes"})
    session = begin(picket, friendly)
    session.choose("red", "pass")
    assert session.undo()
    assert session.table.state.sealed == {}
    assert session.ask is not None
    assert session.ask.seat == "red"
    session.choose("red", session.table.state.hands["red"][0])
    session.choose("blue", "pass")
    assert session.rewind(len(session.choices) - 1) is None
    assert set(session.table.state.sealed) == {"red"}
    assert session.ask.seat == "blue"


def test_nothing_is_chosen_after_the_end(picket: Game[Setup, State], setup: Setup) -> None:
    session = Session(picket, setup)
    play(session, {seat: RandomBot(seat) for seat in ("red", "blue")})
    with pytest.raises(WrongChoice, match="The game is over"):
        session.choose("red", "pass")
    assert session.view("red").verdict == session.verdict


def test_hidden_names_are_nowhere_in_the_other_view(
    picket: Game[Setup, State], setup: Setup
) -> None:
    session = begin(picket, setup)
    for seat, foe in (("red", "blue"), ("blue", "red")):
        view = session.view(seat)
        theirs = [piece for piece in view.pieces if piece.side == foe]
        assert {(piece.symbol, piece.name, piece.hidden) for piece in theirs} == {
            ("blank", "", True)
        }
        assert len(theirs) == 3
        assert [e for e in view.log if e.roll and e.roll.seat == foe] == []
    assert {piece.name for piece in session.view(None).pieces if piece.side != "neutral"} == {""}


# -- nothing to decide ---------------------------------------------------------------------


def bombarding(setup_seed: str = "1") -> Session:
    """Return a game of Columbia that stands before a Bombard Phase without a gun in reach."""
    game = registry["columbia"]
    path = next(Path(info.path) for info in game.scenarios() if info.id == "shevardino")
    session = Session(game, game.load(path, {}), setup_seed)
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    while session.ask is not None:
        if session.ask.kind == "bombard" and list(session.ask.choices) == ["pass"]:
            return session
        play(session, bots, limit=1)
    raise AssertionError


def test_what_leaves_no_choice_is_passed_with_a_line_in_the_log() -> None:
    session = bombarding()
    assert session.ask is not None
    seat, count = session.ask.seat, len(session.choices)
    other = next(each.id for each in session.setup.info.seats if each.id != seat)
    assert session.pass_on() >= 1
    assert session.choices[count].choice == "pass"
    words = "Nothing to decide, so skipped: Bombard with artillery ("
    told = [entry for entry in session.view(seat).log if str(entry.text).startswith(words)]
    assert told[-1].rules[0] == "5.3.who"
    assert str(told[-1].text).endswith(" has bombarded this turn.)")
    # The question was secret: the enemy does not learn that no gun was in reach.
    assert not any(str(entry.text).startswith(words) for entry in session.view(other).log)


def test_a_passed_question_is_kept_in_the_save_and_goes_with_an_undo(tmp_path: Path) -> None:
    session = bombarding()
    session.pass_on()
    path = tmp_path / "passed.grognard"
    SaveFile.save_as(path, session).close()
    loaded = load_save(path)
    assert loaded.save is not None
    loaded.save.close()
    assert loaded.session.notes == session.notes
    assert [entry for _, entry in loaded.session.history()] == [e for _, e in session.history()]
    if session.undo():
        assert not [note for note in session.notes if note.at >= len(session.choices)]


def test_a_question_is_not_passed_while_the_decision_before_it_can_be_taken_back() -> None:
    session = bombarding()
    assert session.ask is not None
    ask, dice = session.ask, session.table.dice.rolled()
    assert session._only_choice() == "pass"
    session.choices.append(Row(ask.seat, ask.kind, dice, {"piece": "x"}))
    assert session._only_choice() is None
    session.choices[-1] = Row(ask.seat, "move", dice, {"piece": "x"})
    assert session._only_choice() == "pass"


@pytest.fixture
def answering(picket: Game[Setup, State], setup: Setup) -> Session:
    """A game in which another seat asks, and there is one answer."""
    session = begin(picket, setup)
    to_a_fight(session)
    assert session.ask is not None
    assert session.ask.interrupt
    session.ask.choices = Listed(["pass"])
    return session


def test_being_asked_by_another_seat_tells_nothing(answering: Session) -> None:
    assert answering.pass_on() == 0


def test_who_is_alone_with_computers_is_not_asked_where_there_is_one_answer(
    answering: Session,
) -> None:
    """Nobody is there whom it would tell anything."""
    count = len(answering.choices)
    assert answering.pass_on(alone=True) >= 1
    assert answering.choices[count].choice == "pass"


def test_what_was_passed_was_no_decision_that_could_be_taken_back() -> None:
    """A question that was passed does not keep the next of its kind asked."""
    session = bombarding()
    assert session.ask is not None
    ask, dice, at = session.ask, session.table.dice.rolled(), len(session.choices)
    session.choices.append(Row(ask.seat, ask.kind, dice, "pass"))
    assert session._only_choice() is None
    session.notes.append(Note(at, PASSED, passing(ask)))
    assert session._only_choice() == "pass"


def test_a_passed_question_is_told_once_a_turn() -> None:
    session = bombarding()
    ask = session.ask
    assert ask is not None
    row = Row(ask.seat, "move", 0, {"piece": "x"})
    session.choices = [row for row in session.choices if row.kind != ask.kind]
    first = session._told_once(ask, passing(ask))
    assert first.kind == "note"
    session.notes.append(Note(len(session.choices), PASSED, first))
    session.choices.append(row)
    assert session._told_once(ask, passing(ask)).kind == ASIDE
    session._dawn = "another turn", 0
    assert session._told_once(ask, passing(ask)).kind == "note"


def test_that_there_is_no_more_to_decide_is_not_told_after_a_decision() -> None:
    """Who has just bombarded knows that his guns have fired."""
    session = bombarding()
    assert session.ask is not None
    mine = (session.ask.seat, session.ask.kind)
    assert any((row.seat, row.kind) == mine for row in session.choices)
    session._dawn = session.game.turn_now(session.table.state), 0
    assert session._told_once(session.ask, passing(session.ask)).kind == ASIDE


def test_an_undo_takes_back_what_was_passed_since(picket: Game[Setup, State], setup: Setup) -> None:
    session = Session(picket, setup)
    session.choose("red", {"pieces": ["red-1"], "at": "west"})
    session.notes = [Note(0, PASSED, TAKEN_BACK)]
    assert not session.can_undo()


def test_the_same_question_about_another_is_told_once_where_the_reason_is_the_same() -> None:
    session = bombarding()
    ask = session.ask
    assert ask is not None
    session.choices = [row for row in session.choices if row.kind != ask.kind]
    asks = [
        replace(ask, prompt=text("{who} begins to act. Play a card?", who=who))
        for who in ("Soye's brigade", "Foy's division")
    ]
    first, second = (passing(one) for one in asks)
    assert first.text != second.text
    assert session._told_once(asks[0], first).kind == "note"
    session.notes.append(Note(len(session.choices), PASSED, first))
    assert session._told_once(asks[1], second).kind == ASIDE
    other = replace(ask, prompt=text("Restore a step?"))
    assert session._told_once(other, passing(other)).kind == "note"
