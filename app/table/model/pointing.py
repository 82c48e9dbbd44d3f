"""What is pointed at, lit up and told of at the table: looking, which never commits to anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.app.table.gestures.gesture import Gesture
from grognard.app.table.model.changes import C, Changes, Inspected, Looked, Pointed, Refused
from grognard.app.table.model.holding import Held, Holding
from grognard.app.table.model.march import March
from grognard.app.table.model.outside import Keeping, Preferences
from grognard.app.table.model.seen import Seen
from grognard.app.table.model.trial import Trial
from grognard.engines.core.play.plans import Prospect, Wish
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.explain import Refusal


class Pointing(Seen):
    """A game that is looked at, and those who are told what is looked at.

    Attributes:
        holding: all that is held of the answer to the open question; its parts are read and written here.
        hovered: what lies under the mouse, the most telling first.
        subject, gathered: what is told of in full: one thing, or several together.
    """

    gesture = Held[Gesture | None]()
    trial = Held[Trial | None]()
    listed = Held[Choice | None]()
    pointed = Held[Choice | None]()
    aimed = Held[bool]()
    refused = Held[Refusal | None]()
    hinted = Held[Choice | None]()
    lit = Held[str]()
    group = Held[tuple[str, ...]]()
    plan = Held[tuple[Wish, ...]]()
    prospects = Held[tuple[Prospect, ...]]()
    march = Held[March | None]()
    warned = Held[bool]()

    def __init__(
        self,
        session: Session,
        players: Mapping[str, str],
        preferences: Preferences,
        keeper: Keeping,
        only_look: str,
    ) -> None:
        super().__init__(session, players, preferences, keeper, only_look)
        self.changes = Changes()
        self.holding = Holding()
        self.hovered: tuple[str, ...] = ()
        self.subject = ""
        self.gathered: tuple[str, ...] = ()

    def watch(self, kind: type[C], act: Callable[[C], object]) -> None:
        """Call `act` with each change of a kind."""
        self.changes.watch(kind, act)

    @property
    def meant(self) -> Choice | None:
        """The choice that is pointed at, else the one that is picked, else the one that is advised."""
        if self.pointed is not None:
            return self.pointed
        picked = self.gesture.chosen() if self.gesture is not None else None
        return picked if picked is not None else self.hinted

    def hint(self, choice: Choice | None) -> None:
        """Mark a choice that is advised (None: none is)."""
        if choice != self.hinted:
            self.hinted = choice
            self.changes.tell(Pointed())

    def point(self, choice: Choice | None, *, aimed: bool = True) -> None:
        """A choice is pointed at (None: none is)."""
        self.pointed, self.aimed = choice, aimed
        self.changes.tell(Pointed())

    def refuse(self, refusal: Refusal | None) -> None:
        """What is pointed at is not possible for this reason (None: there is nothing to say)."""
        self.refused = refusal
        self.changes.tell(Refused())

    def light(self, name: str) -> None:
        """Light up one thing."""
        self.lit = name
        self._look()

    def gather(self, names: tuple[str, ...]) -> None:
        """Light up pieces that are looked at together."""
        self.group, self.lit = names, ""
        self._look()

    def look_away(self) -> None:
        """Nothing is lit up any more."""
        self.lit, self.group = "", ()
        self._look()

    def _look(self) -> None:
        self._unpoint()
        self.changes.tell(Looked())

    def inspect(self, name: str) -> None:
        """Tell of a piece or place in full."""
        self.subject, self.gathered = name, ()
        self.changes.tell(Inspected())

    def inspect_group(self, names: tuple[str, ...]) -> None:
        """Tell of several pieces together."""
        self.subject, self.gathered = "", names
        self.changes.tell(Inspected())

    def quiet(self) -> None:
        """The curtain falls: nothing is pointed at, lit up or told of."""
        self.holding = Holding()
        self.hovered, self.gathered, self.subject = (), (), ""

    def _unpoint(self) -> None:
        self.pointed, self.aimed = None, True
