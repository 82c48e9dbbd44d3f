"""What is asked of computer players at the table: a hint, a judgement, what they were thinking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from grognard.app.table.model.changes import Advised
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.outside import Work
from grognard.engines.core.data.frozen import evolve, record
from grognard.engines.core.data.text import Text, text, verbatim
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.think.advice import Advice, advise, adviser_of, before, sees_as_much
from grognard.engines.core.think.crew import Crew
from grognard.engines.core.think.thought import Thought

Wanted = Literal["hint", "judgement", "thought"]
SECONDS = 2.5
"""For how long a question of the person at the table is thought about."""
NOBODY = text("The computer players of this game cannot say why they decide.")
NOTHING = text("You have nothing to decide now.")
NO_MOVE = text("You have decided nothing yet.")
NO_THOUGHT = text("No computer player has decided anything yet.")
HIDDEN = text("It knew things that you do not: what it thought is told when the game is over.")
CHANGED = text("The rules have changed since that decision, so it can no longer be weighed.")
WEIGHED = text("Weighing it up: this takes two or three seconds.")


@record
class Told:
    """An answer: what was wanted, whose decision it is about, the choice made, and the advice.

    `refused` says instead why there is none, or what one waits for. `own`: it is what the computer
    player itself thought when it decided, and not what comes of weighing it again. `person`: a person
    has decided.
    """

    wanted: Wanted
    seat: str = ""
    made: Text | None = None
    advice: Advice | None = None
    refused: Text | None = None
    own: bool = False
    person: bool = False


class Advising:
    """Answers the person at the table, beside the window.

    Attributes:
        told: the newest answer, None where nothing was asked.
        thoughts: what searching players thought, by how many choices had been made before.
        hints: what was advised, likewise, with what had been chosen before: whoever follows a hint is not told afterwards that it was wrong.
        crew: gives the processes that imagined games are played in, if there are any.
    """

    def __init__(
        self, model: TableModel, work: Work, crew: Callable[[], Crew | None] = lambda: None
    ) -> None:
        self.model, self.work, self.crew = model, work, crew
        self.told: Told | None = None
        self.thoughts: dict[int, Thought] = {}
        self.hints: dict[int, tuple[list[Choice], Thought]] = {}
        self.seconds: float | None = SECONDS
        self.trials: int | None = None

    # -- what can be asked ---------------------------------------------------------------------

    def hint(self) -> None:
        """Say what to choose now, and why; it is marked on the board."""
        model, ask = self.model, self.model.ask
        if ask is None:
            self._tell(Told("hint", refused=NOTHING))
            return
        held = model.trial
        session = (held.world if held is not None else model.session).fork()
        self._weigh(Told("hint", ask.seat), lambda: session)

    def judge(self) -> None:
        """Compare one's own last decision before the position shown with what else was possible.

        What a computer player decided for the seat while it had it is not one's own.
        """
        model = self.model
        mine = model.viewer
        self._look_back(
            "judgement", lambda n, seat: seat == mine and n not in model.by_bots, NO_MOVE
        )

    def thinking(self) -> None:
        """Say what decided the last decision of a computer player, after the game of any player."""
        model = self.model
        over = model.session.verdict is not None

        def theirs(count: int, seat: str) -> bool:
            return over or seat not in (*model.humans, *model.far) or count in model.by_bots

        self._look_back("thought", theirs, NO_THOUGHT)

    def forget(self) -> None:
        """Nothing is asked any more."""
        self.work.cancel()
        self.told = None
        self.model.hint(None)

    # -- how it is answered --------------------------------------------------------------------

    def _look_back(self, wanted: Wanted, whose: Callable[[int, str], bool], none: Text) -> None:
        model, rows = self.model, self.model.session.choices
        passed = model.session.passed()
        counts = (n for n in range(model.position - 1, -1, -1) if n not in passed)
        count = next((n for n in counts if whose(n, rows[n].seat)), None)
        if model.covered is not None or count is None:
            self._tell(Told(wanted, refused=none))
            return
        row, live, viewer = rows[count], model.session.fork(), model.viewer
        own = self.thoughts.get(count) if wanted == "thought" else self._hinted(count, row.choice)
        over = model.session.verdict is not None

        def past() -> Session | Text:
            found = before(live, count)
            if found is None:
                return CHANGED
            known = over or row.seat == viewer or sees_as_much(found, viewer, row.seat)
            return found if known else HIDDEN

        person = row.seat in model.humans and count not in model.by_bots
        self._weigh(Told(wanted, row.seat, person=person), past, row.choice, own)

    def _hinted(self, count: int, made: Choice) -> Thought | None:
        """Return the thought of a hint that was followed."""
        before, hint = self.hints.get(count, ([], None))
        stands = before == [row.choice for row in self.model.session.choices[:count]]
        return hint if stands and hint is not None and hint.choice == made else None

    def _weigh(
        self,
        told: Told,
        game: Callable[[], Session | Text],
        made: Choice | None = None,
        own: Thought | None = None,
    ) -> None:
        """Weigh a decision beside the window, then tell."""
        kind = adviser_of(self.model.game)
        if kind is None:
            self._tell(Told(told.wanted, refused=NOBODY))
            return
        crew = self.crew()

        def job() -> Told:
            session = game()
            if isinstance(session, Text):
                return evolve(told, refused=session)
            ask = session.ask
            if ask is None:
                return told
            said = None if made is None else ask.choices.label(made)
            if own is not None:
                advice = Advice(ask.seat, ask.kind, own)
                return evolve(told, made=said, advice=advice, own=told.wanted == "thought")
            player = kind(f"{session.seed}|{ask.seat}|{len(session.choices)}")
            player.seconds, player.trials = self.seconds, self.trials
            advice = advise(Eyes(session, ask.seat, ask), player, made, crew)
            return evolve(told, made=said, advice=advice)

        self._tell(evolve(told, refused=WEIGHED))
        position, asked = self.model.position, self.model.ask
        self.work.start(job, lambda done: self._came(done, position, asked, made))

    def _came(self, told: Told, position: int, asked: object, made: Choice | None) -> None:
        """It is weighed; a hint for a question that is no more open is dropped."""
        model = self.model
        if model.position != position or model.covered is not None:
            return
        if told.wanted == "hint":
            if model.ask is not asked or told.advice is None:
                return
            model.hint(told.advice.thought.choice)
            # What is held in the hand has been chosen, once the advice is followed.
            rows = (model.trial.world if model.trial is not None else model.session).choices
            self.hints[len(rows)] = ([row.choice for row in rows], told.advice.thought)
        self._tell(self._printed(told, made))

    def _printed(self, told: Told, made: Choice | None) -> Told:
        """The same with the printed names of pieces and places where a choice is but its bare ids."""
        advice = told.advice
        if advice is None:
            return told
        thought = advice.thought
        says = self._name(thought.choice, thought.says)
        rival = thought.rival_says and self._name(thought.rival, thought.rival_says)
        chosen = told.made and self._name(made, told.made)
        if (says, rival, chosen) == (thought.says, thought.rival_says, told.made):
            return told
        named = evolve(advice, thought=evolve(thought, says=says, rival_says=rival))
        return evolve(told, advice=named, made=chosen)

    def _name(self, choice: Choice | None, words: Text) -> Text:
        printed = self.model.lookup.printed(choice, str(words))
        return words if printed == str(words) else verbatim(printed)

    def _tell(self, told: Told) -> None:
        if told.wanted != "hint":  # its card takes the place of the hint's, whose marks go with it
            self.model.hint(None)
        self.told = told
        self.model.changes.tell(Advised())
