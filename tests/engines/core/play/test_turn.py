"""The turn as a declared tree of steps: how it is played, named, drawn and listed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from grognard.engines.core.data.text import text
from grognard.engines.core.play.turn import Step, Turn


@dataclass(frozen=True)
class Position:
    """A State: where the game stands, the round, and what was done so far."""

    phase: str = "setup"
    round: int = 1
    done: tuple[str, ...] = ()


class Board:
    """A table, as far as a Turn needs one."""

    def __init__(self, state: Position = Position()) -> None:
        self.state = state

    def update(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def note(self, word: str) -> None:
        self.update(done=(*self.state.done, word))


def noting(word: str) -> Any:
    return lambda table: table.note(word)


def fight(table: Board) -> Any:
    table.note(f"fight {(yield)}")


def again(table: Board) -> str | None:
    table.update(round=table.state.round + 1)
    return "turn" if table.state.round < 3 else None


TURN: Turn[Board] = Turn(
    text("Sequence of play"),
    Step("setup", text("Set-up"), "1", noting("set up")),
    Step(
        "turn",
        text("Turn"),
        "2",
        enter=noting("turn"),
        then=again,
        steps=(
            Step("move", text("Movement"), "2.1", noting("move"), box=text("Move")),
            Step("shift", part=text("Shifts"), play=noting("shift"), box=text("Move")),
            Step(
                "combat",
                text("Combat"),
                "2.2",
                box=text("Combat"),
                steps=(Step("combat.fight", rule="2.3", enter=noting("guns"), play=fight),),
            ),
        ),
    ),
    Step("end", text("End"), "3", noting("end"), cites=("3.1", "3")),
)


def played(state: Position, answers: int = 9) -> Board:
    """Play on from a position, as many answers as there are."""
    table, procedure = Board(state), TURN.play(Board())
    procedure = TURN.play(table)
    try:
        next(procedure)
        for n in range(answers):
            procedure.send(n)
    except StopIteration:
        pass
    return table


def test_steps_are_played_in_order_those_made_of_others_are_entered_first() -> None:
    table = played(Position())
    turn = ("turn", "move", "shift", "guns")
    assert table.state.done == ("set up", *turn, "fight 0", *turn, "fight 1", "end")
    assert table.state.phase == ""


def test_a_step_is_taken_up_again_without_being_entered() -> None:
    assert played(Position("combat.fight", 2)).state.done == ("fight 0", "end")
    assert played(Position("combat.fight"), 0).state.phase == "combat.fight"


def test_a_step_of_steps_is_about_to_begin() -> None:
    assert played(Position("turn", 2)).state.done[:2] == ("turn", "move")
    assert played(Position("combat", 2)).state.done[:1] == ("guns",)


def test_the_cursors_are_what_is_played_or_entered() -> None:
    assert TURN.cursors == ("setup", "turn", "move", "shift", "combat.fight", "end")


def test_a_position_is_found_in_the_tree() -> None:
    fighting = Position("combat.fight")
    assert TURN.within(fighting, "combat")
    assert TURN.within(fighting, "move", "turn")
    assert not TURN.within(fighting, "move", "end")
    assert TURN.past(fighting, "move")
    assert not TURN.past(fighting, "combat")
    assert not TURN.past(fighting, "end")
    assert str(TURN.phase(fighting)) == "Combat"
    assert TURN.titled(fighting).rule == "2.2"


def test_the_track_has_a_box_for_neighbours_of_one_name() -> None:
    track = TURN.track(Position("shift"), text("Phase"))
    assert ([str(box) for box in track.steps], track.current) == (["Move", "Combat"], 0)
    assert track.rule == "2"
    assert TURN.track(Position("combat.fight"), text("Phase")).current == 1
    assert TURN.track(Position("end"), text("Phase"), (text("Over"),)).current == -1


def test_the_outline_lists_the_steps_that_have_words_and_marks_the_present_one() -> None:
    lines = TURN.outline(Position("combat.fight"))
    assert [(line.depth, str(line.title)) for line in lines] == [
        (0, "Set-up"),
        (0, "Turn"),
        (1, "Movement"),
        (1, "Shifts"),
        (1, "Combat"),
        (0, "End"),
    ]
    assert [line.id for line in lines if line.present] == ["combat"]
    assert lines[-1].rules == ("3", "3.1")
    assert not any(line.present for line in TURN.outline())


@dataclass(frozen=True)
class Fray:
    """A battle with a cursor of its own."""

    step: str = "first"


@dataclass(frozen=True)
class Campaign:
    """A State that holds a battle, or none."""

    battle: Fray | None = Fray()


def test_a_cursor_may_stand_in_a_part_of_the_state_and_is_over_with_it() -> None:
    def over(table: Any) -> None:
        table.update(battle=None)

    first = Step("first", text("First"), "4", lambda table: None)
    inner = Turn(text("A battle"), first, Step("last", play=over), field="battle.step")
    table: Any = Board(Campaign())  # type: ignore[arg-type]
    assert inner.cursor(Campaign(None)) == ""
    outer = Turn(text("War"), Step("war", text("War"), inner=inner), field="phase")
    assert [line.depth for line in outer.outline()] == [0, 1]
    list(inner.play_step(table))
    assert table.state == Campaign(Fray("last"))
    list(inner.play(table))
    assert table.state == Campaign(None)


def test_two_steps_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two steps are called a"):
        Turn(text("Twice"), Step("a"), Step("b", steps=(Step("a"),)))


def closing(left: int, done: tuple[str, ...] = ()) -> Board:
    """A phase of three steps that closes once so much is done, played through."""
    phase: Turn[Board] = Turn(
        text("Phase"),
        Step(
            "phase",
            closes=lambda table: len(table.state.done) >= left,
            steps=tuple(Step(word, play=noting(word)) for word in ("first", "second", "last")),
        ),
    )
    board = Board(Position("first", done=done))
    list(phase.play(board))
    return board


def test_a_phase_that_closes_goes_on_to_its_last_step_and_then_ends() -> None:
    assert closing(1).state == Position("", done=("first", "last"))
    assert closing(2).state == Position("", done=("first", "second", "last"))
    assert closing(9).state == Position("", done=("first", "second", "last"))


def test_what_a_phase_left_open_is_finished_where_the_game_is_taken_up_again() -> None:
    def left_open(table: Board) -> Any:
        table.note(f"finished {(yield)}")

    steps = (Step("one", play=noting("one")), Step("two", play=noting("two")))
    phase: Turn[Board] = Turn(text("Phase"), Step("phase", steps=steps, again=left_open))
    board = Board(Position("two"))
    play = phase.play(board)
    next(play)
    with pytest.raises(StopIteration):
        play.send("it")
    assert board.state == Position("", done=("finished it", "two"))
