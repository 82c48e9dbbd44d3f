"""Ending a phase: Done, declining, and the warning of those who could still act."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.app.table.furniture import Furniture


class Closing:
    """Takes what is picked or declines, once nobody is forgotten or the player leaves it at that."""

    def __init__(self, laid: Furniture, show: Callable[[tuple[str, ...]], None]) -> None:
        self.laid, self.model = laid, laid.model
        self._warned: Mapping[str | None, tuple[str, str]] = {}
        laid.prompt.finish_wanted.connect(self.finish)
        laid.prompt.decline_wanted.connect(self.decline)
        laid.prompt.caution.gone_on.connect(self._go_on)
        laid.prompt.caution.shown.connect(lambda: show(laid.prompt.caution.idle))
        self._meant: Callable[[], None] = self.finish

    def finish(self) -> None:
        """End the phase or take what is picked; warn of pieces that could still act."""
        gesture = self.model.gesture
        if self.model.plan:
            self.model.carry_out()
            return
        if gesture is None:
            return
        if gesture.chosen() is None and self.laid.prompt.body.take_listed():
            return
        choice = gesture.finish()
        if choice is None:
            return
        if gesture.chosen() is None and not self._all_acted(self.finish):
            return
        self.model.choose(choice)

    def decline(self) -> None:
        """Decline the question, whatever is picked; who then goes back has it picked still."""
        gesture = self.model.gesture
        if self.model.plan:
            self.model.intend(())
        elif gesture is not None and gesture.declines and self._all_acted(self.decline):
            while gesture.back():
                pass
            self.model.listed = None
            self.finish()

    def _all_acted(self, meant: Callable[[], None]) -> bool:
        """Whether nothing could still act, or the player leaves it at that: else they are named, and `meant` waits."""
        if not self.laid.settings.warns or self.model.warned:
            return True
        idle = {name: self.model.lookup.name_of(name) for name in self.laid.hand.idle()}
        forgone = self.laid.hand.forgone()
        if not (idle or forgone) or not self._first_warning():
            return True
        self.model.warned, self._meant = True, meant
        self.laid.prompt.caution.held = self.laid.prompt.held()
        self.laid.prompt.caution.warn(idle, forgone)
        return False

    def _go_on(self) -> None:
        """Do what was meant when the warning came."""
        self._meant()

    def _first_warning(self) -> bool:
        """Whether nobody has been warned in this phase: once is enough."""
        model = self.model
        turn = model.game.turn_now(model.session.table.state)
        phase = (turn, str(model.view.phase))
        first = self._warned.get(model.viewer) != phase
        self._warned = {**self._warned, model.viewer: phase}
        return first
