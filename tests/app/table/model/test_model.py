"""The table without its window: no test here has a QApplication."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from grognard.app.table.model import changes
from grognard.app.table.model.hand import Hand
from grognard.app.table.model.marks import highlights
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.odds import Odds
from grognard.app.table.model.outside import AtOnce
from grognard.app.table.model.overlays import Overlays
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.keep.saves import SaveError
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.plans import Wish
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Listed
from tests.app.table.model.keeper import Nowhere, Plain
from tests.app.table.toy import Toy
from tests.conftest import HANG, environment

EVERY = (
    changes.Shown,
    changes.Awaited,
    changes.Touched,
    changes.Planned,
    changes.Pointed,
    changes.Refused,
    changes.Looked,
    changes.Inspected,
    changes.Seated,
    changes.Trouble,
    changes.NotKept,
)


class Sitting:
    """The toy game with everybody at one screen, and a note of all that was told."""

    def __init__(
        self,
        script: str,
        only_look: str = "",
        *,
        game: Toy | None = None,
        passes: bool = True,
        **players: str,
    ) -> None:
        game = game or Toy()
        session = Session(game, game.load("skirmish", {"script": script}), "7")
        seats = {"blue": "person", "red": "person"} | players
        self.keeper = Nowhere()
        wishes = Plain()
        wishes.passes = passes
        self.model = TableModel(session, seats, wishes, self.keeper, only_look)
        self.overlays = Overlays(self.model, AtOnce())
        self.hand = Hand(self.model, self.overlays)
        self.told: list[Any] = []
        for kind in EVERY:
            self.model.watch(kind, self.told.append)
        self.model.start()
        self.told.clear()

    def kinds(self) -> list[str]:
        """What was told since the last look, without saying the same twice in a row."""
        names = [type(change).__name__ for change in self.told]
        self.told.clear()
        return [name for n, name in enumerate(names) if not n or names[n - 1] != name]

    def answered(self) -> list[Any]:
        return [row.choice for row in self.model.session.choices]


@pytest.fixture
def sit() -> Callable[..., Sitting]:
    return Sitting


def test_the_model_needs_no_qt() -> None:
    script = (
        "import sys; import app.table.model.hand, app.table.model.marks, app.table.model.odds; "
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_choice_shows_another_position_and_asks_who_is_next(sit: Callable[..., Sitting]) -> None:
    table = sit("pick pick")
    assert table.model.choose("march")
    assert table.kinds() == ["Shown", "Awaited"]
    assert table.model.position == 1


def test_a_choice_that_is_refused_is_told_with_its_rule(sit: Callable[..., Sitting]) -> None:
    table = sit("pick pick")
    assert not table.model.choose("storm")
    trouble = next(change for change in table.told if isinstance(change, changes.Trouble))
    assert trouble == changes.Trouble(
        "That is not allowed", "Too late for a storm. [\N{SECTION SIGN}\N{NO-BREAK SPACE}9.9]"
    )
    assert table.answered() == []


def test_what_is_picked_is_planned_marked_and_taken_back(sit: Callable[..., Sitting]) -> None:
    table = sit("pose pick")
    model = table.model
    table.hand.click("", "0102")
    assert table.kinds() == ["Inspected", "Touched"]
    assert model.ready == {"at": "0102", "facing": 0}
    assert model.turn(1)
    assert model.ready == {"at": "0102", "facing": 1}
    assert "0102" in highlights(model).chosen
    table.hand.escape()
    assert model.ready is None
    assert table.answered() == []
    assert table.model.lit == "0102"
    table.hand.escape()
    assert table.model.lit == ""


def test_a_plan_is_shown_carried_out_and_taken_back_at_once(sit: Callable[..., Sitting]) -> None:
    table = sit("pick pick pick pick")
    model = table.model
    model.intend([Wish(("march",)), Wish(("halt",)), Wish(("storm",))])
    assert table.kinds() == ["Planned"]
    assert [prospect.stands for prospect in model.prospects] == [True, True, False]
    assert table.answered() == []
    outcome = model.carry_out()
    assert outcome is not None
    assert (outcome.fulfilled, outcome.stopped) == (2, "refused")
    assert table.kinds() == ["Shown", "Awaited", "Trouble"]
    assert table.answered() == ["march", "halt"]
    assert (model.plan, model.prospects) == ((), ())
    assert model.undo()
    assert table.answered() == []
    assert model.carry_out() is None


def test_a_plan_that_is_laid_aside_changes_nothing(sit: Callable[..., Sitting]) -> None:
    table = sit("pick pick")
    table.model.intend([Wish(("march",))])
    table.model.intend([])
    assert table.model.prospects == ()
    assert table.model.carry_out() is None
    assert table.answered() == []


def test_the_mouse_at_rest_tells_what_a_click_would_mean(sit: Callable[..., Sitting]) -> None:
    table = sit("route pick")
    model = table.model
    assert table.hand.hover("", "0102")
    assert not table.hand.hover("", "0102")
    assert table.kinds() == ["Pointed", "Refused"]
    assert model.pointed == {"route": ["0102"]}
    shown = highlights(model)
    assert shown.path == ("0202", "0102")
    assert shown.cost == "1 MP"
    table.hand.hover("", "0303")
    assert model.pointed is None
    assert model.refused is not None
    assert model.refused.rule == "6.1"
    assert highlights(model).refused == {"0303": "The swamp cannot be entered."}
    assert table.answered() == []


def test_looking_never_commits(sit: Callable[..., Sitting]) -> None:
    table = sit("secret pick", red="random")
    for click in (lambda: table.hand.click("b1", ""), lambda: table.hand.click("", "0101")):
        click()
        assert table.answered() == []
    table.hand.click("b1", "")
    assert (table.model.lit, table.model.subject) == ("b1", "b1")
    table.hand.box(("b1", "b2"))
    assert table.model.gathered == table.model.group == ("b1", "b2")
    assert highlights(table.model).chosen == ("b1", "b2")
    table.hand.click("b3", "", shift=True)
    assert table.model.group == ("b1", "b2", "b3")
    table.hand.click("b1", "", alt=True)
    assert table.model.group == ("b2", "b3")


def test_a_drag_is_two_clicks(sit: Callable[..., Sitting]) -> None:
    table = sit("arrange pick")
    table.hand.drag("b2", "0201")
    assert table.answered() == [{"piece": "b2", "at": "0201", "facing": 0}]


def test_the_curtain_falls_and_is_lifted(sit: Callable[..., Sitting]) -> None:
    table = sit("pick secret pick")
    model = table.model
    model.choose("march")
    assert (model.covered, model.ask, model.gesture) == ("red", None, None)
    assert model.view.seat is None
    table.hand.click("b1", "")
    table.hand.hover("b1", "")
    assert model.inquire("zoc") is None
    assert (model.lit, model.subject, model.hovered) == ("", "", ())
    table.told.clear()
    model.lift_curtain()
    assert table.kinds() == ["Shown", "Seated"]
    assert model.viewer == "red"
    assert model.ask is not None


def test_the_past_is_looked_at_and_left(sit: Callable[..., Sitting]) -> None:
    table = sit("pick pick pick")
    for choice in ("march", "halt"):
        table.model.choose(choice)
    table.told.clear()
    table.model.show_past(1)
    assert table.kinds() == ["Shown"]
    assert (table.model.position, table.model.ask) == (1, None)
    assert not table.model.undo()  # the first comes back to the present
    assert table.kinds() == ["Shown", "Awaited"]
    assert table.model.undo()
    assert table.answered() == ["march"]
    assert table.model.redo()
    assert table.answered() == ["march", "halt"]


def test_the_computer_is_awaited_unless_it_is_to_wait(sit: Callable[..., Sitting]) -> None:
    table = sit("pick secret pick", red="random")
    model = table.model
    assert model.awaited is None
    model.choose("march")
    assert model.awaited == "red"
    model.pause(on=True)
    assert model.awaited is None
    model.pause(on=False)
    model.answered("red", 0, "halt")  # of an older question
    assert table.answered() == ["march"]
    model.answered("red", 1, "halt")
    assert table.answered() == ["march", "halt"]


def test_the_seat_of_a_computer_that_gives_up_goes_to_the_person(
    sit: Callable[..., Sitting],
) -> None:
    table = sit("pick secret pick", red="random")
    table.model.choose("march")
    table.model.answered("red", 1, "over the moon")
    assert table.model.humans == ["blue", "red"]
    assert table.keeper.seats["red"] == "person"
    trouble = next(change for change in table.told if isinstance(change, changes.Trouble))
    assert trouble.title == "A computer player has failed"
    assert "Its choice was not accepted." in trouble.words


def test_a_game_that_cannot_be_kept_goes_on(sit: Callable[..., Sitting]) -> None:
    table = sit("pick pick pick")

    def full(_row: object) -> None:
        raise SaveError([Problem("x.grognard", 0, 0, "the disk is full", "save elsewhere")])

    table.model.session.on_row = full
    assert table.model.choose("march")
    assert table.keeper.left
    assert [c.words for c in table.told if isinstance(c, changes.NotKept)] == [
        "x.grognard: the disk is full (save elsewhere)"
    ]


def test_a_wish_is_taken_back_though_that_cannot_be_kept(sit: Callable[..., Sitting]) -> None:
    table = sit("pick pick pick")

    def full(row: Row) -> None:
        if row.cut is not None:
            raise SaveError([Problem("x.grognard", 0, 0, "the disk is full", "save elsewhere")])

    table.model.session.on_row = full
    table.model.intend([Wish(("march", "storm"))])
    outcome = table.model.carry_out()
    assert outcome is not None
    assert (outcome.fulfilled, outcome.stopped) == (0, "refused")
    assert table.answered() == []
    assert table.keeper.left
    assert "NotKept" in table.kinds()


def test_a_game_that_is_only_looked_at_asks_nothing(sit: Callable[..., Sitting]) -> None:
    table = sit("pick pick", only_look="It is another's.")
    assert table.model.ask is None
    assert not table.model.choose("march")
    assert not table.model.undo()
    assert table.model.awaited is None


def test_odds_are_worked_out_once_for_each_choice(sit: Callable[..., Sitting]) -> None:
    table = sit("target pick")
    asked: list[object] = []

    class Counting(AtOnce):
        def start(self, job: Any, done: Any) -> None:
            asked.append(job)
            super().start(job, done)

    odds = Odds(table.model, Counting())
    choice = {"pieces": ["b1"], "at": "0604"}
    for _ in range(2):
        odds.want(choice)
        assert odds.answer is not None
        assert odds.answer.value == {"hit": 0.3}
    assert len(asked) == 1
    odds.quiet()
    assert odds.answer is None


def test_overlays_are_asked_of_what_is_pointed_at(sit: Callable[..., Sitting]) -> None:
    table = sit("piece pick")
    table.overlays.switch("zoc", on=True)
    assert [item.style for item in table.overlays.drawn()] == ["zoc"]
    table.overlays.see(on=True)
    table.hand.click("", "0101")
    table.hand.click("", "0704")
    assert "line" in [item.kind for item in table.overlays.drawn()]
    assert table.answered() == []


def test_who_has_left_is_told_nothing(sit: Callable[..., Sitting]) -> None:
    table = sit("pick pick")
    table.model.close()
    table.model.light("b1")
    assert table.kinds() == []
    assert table.keeper.closed


def test_a_watcher_that_fails_keeps_nobody_from_being_told() -> None:
    told: list[str] = []
    watched = changes.Changes()

    def fail(_change: changes.Shown) -> None:
        raise RuntimeError("a broken panel")

    watched.watch(changes.Shown, fail)
    watched.watch(changes.Shown, lambda _: told.append("the next"))
    with pytest.raises(RuntimeError, match="a broken panel"):
        watched.tell(changes.Shown())
    assert told == ["the next"]


# -- nothing to decide -----------------------------------------------------------------------


def passing(forms: dict[str, tuple[str, bool]], script: str, *, asked: bool = False) -> Sitting:
    """The toy game in which some questions have one answer alone; `asked` anyway or passed.

    `forms`: for each of them the only answer, and whether it is the secret question of the other seat.
    """

    class Poor(Toy):
        def resume(self, table: Any) -> Any:
            asks = super().resume(table)
            ask = next(asks)
            while True:
                form = ask.kind.removeprefix("ask_")
                if form in forms:
                    ask.choices = Listed([forms[form][0]])
                    ask.secret = forms[form][1]
                ask = asks.send((yield ask))

    return Sitting(script, game=Poor(), passes=not asked)


def test_what_leaves_nothing_to_decide_is_passed_after_a_choice_and_told() -> None:
    table = passing({"piece": ("pass", False)}, "pick piece pick")
    table.model.choose("march")
    assert table.answered() == ["march", "pass"]
    assert table.model.passed == ["Nothing to decide, so skipped: Answer with piece"]
    assert [str(entry.text) for _, entry in table.model.log()][1] == table.model.passed[0]
    assert table.model.since()[0] == 1


def test_one_undo_takes_back_what_was_passed_and_a_redo_passes_it_again() -> None:
    table = passing({"piece": ("pass", False)}, "pick piece pick")
    table.model.choose("march")
    assert table.model.undo()
    assert table.answered() == []
    assert table.model.passed == []
    assert table.model.redo()
    assert table.answered() == ["march", "pass"]


def test_what_leaves_nothing_to_decide_is_passed_on_opening() -> None:
    table = passing({"piece": ("pass", False)}, "piece pick")
    assert table.answered() == ["pass"]
    assert table.model.ask is not None
    assert table.model.ask.kind == "ask_pick"


def test_one_may_wish_to_be_asked_anyway() -> None:
    table = passing({"piece": ("pass", False)}, "pick piece pick", asked=True)
    table.model.choose("march")
    assert table.answered() == ["march"]


def test_a_curtain_falls_though_there_is_nothing_to_decide_behind_it() -> None:
    table = passing({"secret": ("pass", True)}, "pick secret pick")
    table.model.choose("march")
    assert table.model.covered == "red"
    assert table.model.passed == []
    table.model.lift_curtain()
    assert table.answered() == ["march"]


def test_what_is_passed_in_secret_is_told_to_nobody_else() -> None:
    table = passing({"piece": ("pass", True)}, "pick piece secret")
    table.model.choose("march")
    assert table.answered() == ["march", "pass"]
    assert table.model.covered == "red"
    assert table.model.passed == []
    table.model.lift_curtain()
    assert table.model.passed == []


def test_the_computer_answers_its_own_questions() -> None:
    table = passing({"secret": ("pass", True)}, "pick secret pick")
    table.model.players["red"] = "random"
    table.model.choose("march")
    assert table.answered() == ["march"]
    assert table.model.awaited == "red"
