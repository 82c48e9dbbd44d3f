"""The one memo: bounded, complete, and the same for every thread."""

from __future__ import annotations

import gc
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from random import Random

from grognard.engines.core.play.memo import MISSING, OWNERS, Memo, forget_all, kept


class Owner:
    """A set-up, as far as a memo knows one."""


def test_what_is_kept_is_returned_until_it_is_replaced() -> None:
    memo: Memo[str | None] = Memo(10)
    one, other = Owner(), Owner()
    assert memo.get((one, 1)) is None
    assert memo.get((one, 1), MISSING) is MISSING
    assert memo.keep((one, 1), "a") == "a"
    memo.keep((other, 1), None)
    assert memo.get((one, 1)) == "a"
    assert memo.get((other, 1), MISSING) is None
    memo.keep((one, 1), "b")
    assert memo.get((one, 1)) == "b"


def test_what_is_asked_for_is_made_once() -> None:
    memo: Memo[int] = Memo(10)
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return 7

    owner = Owner()
    assert [memo.of((owner, "x"), make) for _ in range(3)] == [7, 7, 7]
    assert made == [1]


def test_a_full_memo_drops_the_oldest_answers() -> None:
    memo: Memo[int] = Memo(16)
    owner = Owner()
    for number in range(1000):
        memo.keep((owner, number), number)
        assert len(memo) <= 16
        assert memo.get((owner, number)) == number
    assert memo.get((owner, 999 - 13)) is not None
    assert memo.get((owner, 999 - 16)) is None
    smallest: Memo[int] = Memo(1)
    smallest.keep((owner, 1), 1)
    smallest.keep((owner, 2), 2)
    assert (smallest.get((owner, 1)), smallest.get((owner, 2))) == (None, 2)


def test_set_ups_nobody_asks_about_any_more_are_let_go() -> None:
    memo: Memo[int] = Memo(10_000)
    owners = [Owner() for _ in range(OWNERS + 3)]
    for owner in owners:
        for number in range(5):
            memo.keep((owner, number), number)
    assert len(memo) == 5 * OWNERS
    assert memo.get((owners[2], 0)) is None
    assert memo.get((owners[3], 0)) == 0
    memo.keep((owners[2], 0), 9)
    assert memo.get((owners[2], 0)) == 9


def test_threads_that_crowd_a_small_memo_are_all_answered_in_full() -> None:
    memo: Memo[tuple[int, ...]] = Memo(8)
    owners = [Owner() for _ in range(OWNERS + 2)]

    def crowd(seed: int) -> int:
        rng = Random(seed)
        for _ in range(3000):
            owner, number = rng.choice(owners), rng.randrange(20)
            found = memo.get((owner, number))
            if found is None:
                found = memo.keep((owner, number), tuple(range(number)))
            assert found == tuple(range(number))
            assert len(memo) <= 8
        return seed

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(crowd, range(4))) == [0, 1, 2, 3]
    finally:
        sys.setswitchinterval(before)


def test_answers_of_a_function_are_kept_by_all_that_it_is_asked_with() -> None:
    asked: list[tuple[object, int, bool]] = []

    @kept(4)
    def doubled(owner: object, number: int, *, twice: bool) -> int:
        asked.append((owner, number, twice))
        return number * (4 if twice else 2)

    owner = object()
    assert [doubled(owner, 3, twice=True), doubled(owner, 3, twice=True)] == [12, 12]
    assert [doubled(owner, 3, twice=False), doubled(object(), 3, twice=True)] == [6, 12]
    assert len(asked) == 3


def test_all_is_forgotten_of_games_that_are_left() -> None:
    one, other, owner = Memo[int](9), Memo[int](9), Owner()
    one.keep((owner, 1), 1)
    other.of((owner, 2), lambda: 2)
    seen = weakref.ref(owner)
    del owner
    assert seen() is not None
    forget_all()
    gc.collect()
    assert seen() is None
    assert (len(one), len(other)) == (0, 0)
    assert one.of((Owner(), 1), lambda: 3) == 3
