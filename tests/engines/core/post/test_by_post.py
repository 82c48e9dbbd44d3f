"""A game by post: sealed, its dice chosen by nobody, and whatever is wrong with a file is said in a sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.saves import SaveError, state_hash
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.session import Session
from grognard.engines.core.post.correspondence import (
    answer,
    copy_of,
    invite,
    opened_copy,
    received,
)
from grognard.engines.core.post.envelope import is_sealed, read
from grognard.engines.core.post.keys import WrongPin, promise_of, seed_of, unlocked
from tests.engines.core.post.sides import Sides, at_random, forged
from tests.fixture_game.state import Setup, State

Picket = Game[Setup, State]


@pytest.fixture
def sides(tmp_path: Path, picket: Picket, setup: Setup) -> Iterator[Sides]:
    made = Sides(tmp_path, picket, setup)
    yield made
    made.close()


def some_turns(sides: Sides, turns: int = 4, seed: str = "play") -> str:
    """Play until so many files with a turn went; return who is to decide."""
    seat, decide = sides.begin(), at_random(seed)
    for _ in range(turns):
        sides.turn(seat, decide)
        seat = sides.hand_over(seat)
    return seat


def stands(sides: Sides, seat: str) -> tuple[int, str]:
    session = sides.ends[seat].session
    assert session is not None
    return len(session.choices), state_hash(session.game, session.table.state)


def refused(sides: Sides, path: Path, seat: str) -> str:
    """Have a seat open a file that is not taken; return why, and see that its game stands as before."""
    before, rows = stands(sides, seat), list(sides.ends[seat].rows)
    with pytest.raises(SaveError) as told:
        sides.ends[seat].take(read(path), sides.games)
    assert (stands(sides, seat), sides.ends[seat].rows) == (before, rows)
    sides.reopened(seat)
    assert stands(sides, seat) == before
    return str(told.value)


# -- a whole game --------------------------------------------------------------------------------


def test_it_ends_as_the_same_choices_do_at_one_table(
    sides: Sides, picket: Picket, setup: Setup
) -> None:
    seat, decide = sides.begin(), at_random("whole")
    while sides.ends[seat].session.verdict is None:
        sides.turn(seat, decide)
        seat = sides.hand_over(seat)
    one, two = (sides.ends[name].session for name in sides.ends)
    table = Session(picket, setup, one.seed)
    for row in one.choices:
        table.choose(row.seat, row.choice)
    assert table.verdict == one.verdict == two.verdict
    hashes = {state_hash(picket, each.table.state) for each in (one, two, table)}
    assert len(hashes) == 1


def test_both_sides_give_the_seed_and_neither_could_choose_it(sides: Sides) -> None:
    seat = some_turns(sides, 2)
    head = read(sides.last).head
    numbers = {
        name: unlocked(head.keys[name], sides.pins[name], head.id, name).number(head.id)
        for name in head.keys
    }
    first, second = numbers[head.inviter], head.answer
    assert numbers[head.other(head.inviter)] == second
    assert promise_of(first, head.id) == read(sides.files[0]).head.promise
    assert first.encode() not in sides.files[0].read_bytes()
    assert sides.ends[seat].session.seed == seed_of(head.id, first, second)


def test_a_copy_goes_on_where_it_stood_after_a_crash(sides: Sides) -> None:
    seat = some_turns(sides, 2)
    end = sides.ends[seat]
    end.session.choose(seat, at_random("a")(end.session))
    before = stands(sides, seat)
    whole = end.path.read_bytes()
    assert stands(sides, sides.reopened(seat).seat) == before
    if sides.ends[seat].mine:
        sides.ends[seat].session.choose(seat, at_random("b")(sides.ends[seat].session))
    longer = sides.ends[seat].path.read_bytes()
    sides.ends[seat].path.write_bytes(longer[:-3] if len(longer) > len(whole) else longer)
    assert stands(sides, sides.reopened(seat).seat)[0] >= before[0]


def test_what_was_sent_may_be_sent_again_as_it_was(sides: Sides) -> None:
    seat = sides.begin()
    sides.turn(seat, at_random("again"))
    one, two = sides.sent(seat), sides.sent(seat)
    assert one == two
    far = sides.ends[seat].far
    sides.ends[far].take(read(two), sides.games)
    assert sides.ends[far].mine or sides.ends[far].session.verdict is not None


# -- what is sealed ------------------------------------------------------------------------------


def test_no_text_editor_finds_a_choice(sides: Sides) -> None:
    some_turns(sides)
    for path in [*sides.files[2:], *(end.path for end in sides.ends.values())]:
        data = path.read_bytes()
        assert is_sealed(path)
        assert b"journal" not in data
        for row in next(iter(sides.ends.values())).rows:
            assert str(row.choice).encode() not in data or len(str(row.choice)) < 5
        with pytest.raises(SaveError, match="not a saved game"):
            load_save(path, sides.games)
        with pytest.raises(sqlite3.DatabaseError):
            sqlite3.connect(path).execute("SELECT * FROM journal")


def test_the_pin_of_one_seat_opens_nothing_for_the_other(sides: Sides) -> None:
    seat = some_turns(sides)
    far = sides.ends[seat].far
    head = read(sides.last).head
    for name in (seat, far):
        wrong = sides.pins[head.other(name)]
        with pytest.raises(WrongPin):
            unlocked(head.keys[name], wrong, head.id, name)
    sides.ends[seat].close()
    with pytest.raises(WrongPin):
        received(read(sides.last), sides.folders[seat], sides.pins[far], sides.games)
    with pytest.raises(WrongPin):
        opened_copy(sides.ends[seat].path, "", sides.games)
    sides.reopened(seat)


def test_the_keys_of_two_seats_cannot_be_swapped(sides: Sides) -> None:
    some_turns(sides, 1)
    head = read(sides.last).head
    one, two = head.keys
    with pytest.raises(WrongPin):
        unlocked(head.keys[one], sides.pins[one], head.id, two)
    mixed = replace(head.keys[one], locked=head.keys[two].locked)
    with pytest.raises(WrongPin):
        unlocked(mixed, sides.pins[two], head.id, one)


# -- what is refused -----------------------------------------------------------------------------


def test_an_old_file_is_told_and_the_game_goes_on(sides: Sides) -> None:
    seat = some_turns(sides, 4)
    old = [path for path in sides.files[2:] if read(path).head.to == seat]
    assert len(old) > 1
    for path in old:
        assert "taken already, or is older than your game" in refused(sides, path, seat)


def test_who_has_begun_to_play_cannot_begin_anew_from_the_file(sides: Sides) -> None:
    """The file is opened once more to try for better dice."""
    seat = some_turns(sides, 2)
    end = sides.ends[seat]
    end.session.choose(seat, at_random("dice")(end.session))
    assert "older than your game" in refused(sides, sides.last, seat)


def test_a_file_of_another_game_is_told(
    sides: Sides, tmp_path: Path, picket: Picket, setup: Setup
) -> None:
    seat = some_turns(sides, 2)
    other = Sides(tmp_path / "other", picket, setup)
    far = some_turns(other, 2)
    assert "another game" in refused(sides, other.last, seat)
    assert "another game" in refused(sides, sides.last, sides.ends[seat].far)
    assert far in other.ends
    other.close()


def test_a_second_answer_is_told(sides: Sides) -> None:
    some_turns(sides, 2)
    assert "the game goes on" in refused(sides, sides.files[1], sides.inviter)
    far = sides.ends[sides.inviter].far
    with pytest.raises(SaveError, match="answered this invitation already"):
        answer(read(sides.files[0]), sides.folders[far], "some pin", sides.games)


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9, 0.999])
def test_what_is_cut_short_or_changed_on_the_way_is_told(sides: Sides, share: float) -> None:
    seat = some_turns(sides, 1)
    far = sides.ends[seat].far
    sides.turn(seat, at_random("x"))
    path = sides.sent(seat)
    good = path.read_bytes()
    path.write_bytes(good[: int(len(good) * share)])
    with pytest.raises(SaveError):
        sides.ends[far].take(read(path), sides.games)
    at = int((len(good) - 1) * share)
    path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
    before = stands(sides, far)
    with pytest.raises(SaveError):
        sides.ends[far].take(read(path), sides.games)
    assert stands(sides, far) == before
    path.write_bytes(good)
    sides.ends[far].take(read(path), sides.games)


def test_a_game_that_was_not_begun_here_is_told(sides: Sides, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="was not begun here"):
        received(read(sides.files[1]), tmp_path / "elsewhere", "some pin", sides.games)


def test_on_another_computer_the_file_opens_behind_the_pin(sides: Sides, tmp_path: Path) -> None:
    seat = some_turns(sides, 4)
    end = received(read(sides.last), tmp_path / "elsewhere", sides.pins[seat], sides.games)
    assert end.session.choices == sides.ends[seat].session.choices
    end.close()


def test_a_pin_of_three_signs_is_too_short(tmp_path: Path, picket: Picket, setup: Setup) -> None:
    with pytest.raises(SaveError, match="4 signs"):
        invite(tmp_path, picket, setup, setup.info.seats[0].id, "123")
    assert not list(tmp_path.glob("*.grognard"))


# -- what a changed program could send -----------------------------------------------------------


def test_another_course_than_was_played_is_told(sides: Sides, tmp_path: Path) -> None:
    """Rows that the other side knows are not exchanged, although all of them would be legal."""
    seat = some_turns(sides, 3)
    end, far = sides.ends[seat], sides.ends[seat].far
    rows = list(end.rows)
    rows[0] = replace(rows[0], kind="other")
    path = forged(end, rows, tmp_path / "forged.grognard")
    assert "entry 1 of the journal is not the one you know" in refused(sides, path, far)


def test_a_choice_against_the_rules_is_told(sides: Sides, tmp_path: Path) -> None:
    seat = some_turns(sides, 2)
    end, far = sides.ends[seat], sides.ends[seat].far
    known = len(end.rows)
    sides.turn(seat, at_random("law"))
    rows = list(end.rows)
    rows[known] = replace(rows[known], choice={"nothing": "of the kind"})
    path = forged(end, rows, tmp_path / "forged.grognard")
    assert f"Decision {len(end.session.choices) - len(rows) + known + 1} is against the rules" in (
        refused(sides, path, far)
    )


def test_dice_that_were_changed_are_told(sides: Sides, tmp_path: Path) -> None:
    seat = some_turns(sides, 2)
    end, far = sides.ends[seat], sides.ends[seat].far
    known = len(end.rows)
    sides.turn(seat, at_random("dice"))
    rows = list(end.rows)
    rows[known] = replace(rows[known], dice=rows[known].dice + 1)
    path = forged(end, rows, tmp_path / "forged.grognard")
    assert "does not fit the dice of this game" in refused(sides, path, far)


def test_who_decides_for_the_other_side_is_told(sides: Sides, tmp_path: Path) -> None:
    seat = some_turns(sides, 2)
    end, far = sides.ends[seat], sides.ends[seat].far
    sides.turn(seat, at_random("both"))
    session, decide = end.session.fork(), at_random("both")
    rows = list(end.rows)
    while session.ask is not None and session.ask.seat == far:
        session.choose(far, decide(session))
        rows.append(session.choices[-1])
    path = forged(end, rows, tmp_path / "forged.grognard")
    assert "is yours, and was not made here" in refused(sides, path, far)


def test_dice_that_were_tried_over_are_seen_by_the_other_side(sides: Sides, tmp_path: Path) -> None:
    """The turn is played, dice fall, it is taken back and played another way."""
    from grognard.engines.core.play.journal import Row

    seat, decide = some_turns(sides, 2), at_random("over")
    for _ in range(20):
        end, known = sides.ends[seat], len(sides.ends[seat].session.choices)
        before = end.session.table.dice.rolled()
        sides.turn(seat, decide)
        if end.session.table.dice.rolled() > before and end.session.verdict is None:
            break
        seat = sides.hand_over(seat)
    far = end.far
    again = end.session.fork()
    again.rewind(known)
    other = at_random("another way")
    rows = [*end.rows, Row("", "", 0, None, cut=known)]
    while again.ask is not None and again.ask.seat == seat:
        again.choose(seat, other(again))
        rows.append(again.choices[-1])
    path = forged(end, rows, tmp_path / "forged.grognard")
    assert "the dice were tried over" in refused(sides, path, far)


def test_a_take_back_before_a_die_fell_is_no_fault(sides: Sides) -> None:
    seat = some_turns(sides, 2)
    end = sides.ends[seat]
    for number in range(40):
        before = end.session.table.dice.rolled()
        end.session.choose(seat, at_random(str(number))(end.session))
        if end.mine and end.session.table.dice.rolled() == before and end.session.undo():
            break
        if not end.mine:
            seat = sides.hand_over(seat)
            end = sides.ends[seat]
    else:
        pytest.fail("nothing could be taken back")
    sides.turn(seat, at_random("on"))
    assert sides.hand_over(seat) != seat


def test_a_number_that_was_not_promised_is_told(sides: Sides, tmp_path: Path) -> None:
    """Who invited names another number once it knows the other one."""
    seat = sides.begin()
    end = sides.ends[sides.inviter]
    end._first = "ff" * 32
    path = forged(end, list(end.rows), tmp_path / "forged.grognard")
    with pytest.raises(SaveError, match="not the one that was promised"):
        sides.ends[end.far].take(read(path), sides.games)
    assert seat in sides.ends


def test_a_file_that_is_sent_too_early_is_told(sides: Sides, tmp_path: Path) -> None:
    seat, decide = some_turns(sides, 2), at_random("early")
    for _ in range(40):
        end = sides.ends[seat]
        end.session.choose(seat, decide(end.session))
        if end.mine:
            break
        seat = sides.hand_over(seat)
    assert end.mine
    path = forged(end, list(end.rows), tmp_path / "forged.grognard")
    assert "is still to decide" in refused(sides, path, end.far)


def test_another_course_from_an_older_copy_is_told(sides: Sides, tmp_path: Path) -> None:
    """A backup of one's own copy is played another way, after the first way was sent."""
    seat = some_turns(sides, 2)
    end, far = sides.ends[seat], sides.ends[seat].far
    backup = end.path.read_bytes()
    sides.turn(seat, at_random("one way"))
    sides.hand_over(seat)
    end.close()
    end.path.write_bytes(backup)
    sides.ends[seat] = opened_copy(end.path, sides.pins[seat], sides.games)
    sides.turn(seat, at_random("another way"))
    path = sides.sent(seat)
    told = refused(sides, path, far)
    assert "another course" in told or "older than your game" in told
    assert copy_of(sides.folders[seat], end.head.id, seat) == end.path


def test_a_file_that_is_being_written_is_none_that_came(
    sides: Sides, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a shared folder the other side may look at any moment."""
    seat, seen = some_turns(sides, 1), []
    sides.turn(seat, at_random("half"))
    replace_it = Path.replace

    def watched(path: Path, target: Path) -> Path:
        seen.extend(one.name for one in path.parent.glob("*.grognard"))
        return replace_it(path, target)

    monkeypatch.setattr(Path, "replace", watched)
    path = sides.sent(seat)
    assert seen
    assert path.name not in seen
    assert not [name for name in seen if name.startswith(".")]
