"""What clicks, drags, boxes and the mouse at rest mean at the table, told in names instead of pixels."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from grognard.app.table.gestures.gesture import Gesture, mentions
from grognard.app.table.gestures.vain import why_in_vain
from grognard.app.table.model.called import TABLE
from grognard.app.table.model.march import Point
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.overlays import Overlays
from grognard.engines.core.data.text import text, verbatim
from grognard.engines.core.show.asks import PASS
from grognard.engines.core.show.explain import Refusal

GATHERING = ("piece", "move", "arrange", "route", "manoeuvre")
"""The questions in which Shift and a click gather pieces that shall move together."""
NEAR = 1.5
"""How near to the goal of free bases a click is the second one on it, in cm."""


class Hand:
    """Turns what is pointed out on the board into choices, things looked at, and explanations."""

    def __init__(self, model: TableModel, overlays: Overlays) -> None:
        self.model, self.overlays = model, overlays
        self._next = -1

    # -- clicks --------------------------------------------------------------------------------

    def click(
        self,
        piece: str,
        space: str,
        *,
        shift: bool = False,
        alt: bool = False,
        ctrl: bool = False,
    ) -> None:
        """A click on a piece, or on bare ground."""
        model = self.model
        if model.covered is not None:
            return
        space = space or model.lookup.place_of(piece)
        if self.overlays.sighting and (space or piece):
            self.overlays.look_at(piece if piece and not model.lookup.place_of(piece) else space)
            return
        if shift and model.gather_place(space):
            return
        if piece and self._regrouped(piece, shift=shift, alt=alt, ctrl=ctrl):
            return
        if self._led(piece, space):
            return
        model.group = ()
        model.lit = piece or (space if model.board.kind != TABLE else "")
        first = next(iter(model.lookup.pieces_at(space)), "")
        self.overlays.point(piece or first, space)
        model.inspect(piece or space)
        if model.gesture is None:
            model.light(model.lit)
        else:
            self._point_out(model.gesture, piece, model.lookup.names(piece, space), extend=shift)

    def play_card(self, card: str, side: str = "") -> None:
        """A click on a card of the hand, or on a side of a counter: an answer where the question is about it.

        A second click on the side that is picked gives it.
        """
        gesture = self.model.gesture
        if gesture is None or self.model.covered is not None:
            return
        if not side:
            self._point_out(gesture, "", [card], extend=False)
            return
        again = gesture.picked[-2:] == [card, side] and gesture.chosen() is not None
        self._turn_up(gesture, card, side)
        if again and (choice := gesture.chosen()) is not None:
            self.model.choose(choice)

    def give(self, card: str, side: str, space: str) -> None:
        """A counter is laid onto who stands in a space: who is asked about gets it, others say why not."""
        gesture = self.model.gesture
        if gesture is None or self.model.covered is not None:
            return
        here = self.model.lookup.pieces_at(space)
        if not set(here) & set(gesture.ask.subject):
            self._point_out(gesture, next(iter(here), ""), [*here, space], extend=False)
            return
        self._turn_up(gesture, card, side)
        if (choice := gesture.chosen()) is not None:
            self.model.choose(choice)

    def _turn_up(self, gesture: Gesture, card: str, side: str) -> None:
        """Pick a counter and one of its sides anew; what may not be given says why."""
        while gesture.picked and gesture.back():
            pass
        if not any({card, side} <= set(mentions(choice)) for choice in gesture.all):
            refused = gesture.ask.choices.refused()
            self.model.refuse(
                next((why for one, why in refused if {card, side} <= set(mentions(one))), None)
            )
            return
        for name in (card, side):
            self._point_out(gesture, "", [name], extend=False)

    def _point_out(self, gesture: Gesture, piece: str, names: list[str], *, extend: bool) -> None:
        """Hand a click to the gesture; where it changes nothing the reason stays in the prompt.

        With a piece in the hand a click on another that may act picks that one instead, a click on
        empty ground where it cannot go puts it down.
        """
        model, held = self.model, self.model.trial
        if held is not None and piece not in ("", held.piece) and model.pick_up(piece):
            return
        before = (list(gesture.picked), gesture.chosen())
        model.click(names, extend=extend)
        if gesture is not model.gesture or before != (gesture.picked, gesture.chosen()):
            return
        if held is not None and held.usual and any(model.pick_up(name) for name in names):
            return  # another stack is taken instead, or the same one is held on to
        why = self._why_not(gesture, names) if gesture.explains else None
        if not piece and (gesture.carries or (held is not None and not gesture.picked)):
            self._drop(gesture)
        if why is not None or gesture.explains:
            model.refuse(why)

    @staticmethod
    def _why_not(gesture: Gesture, names: Iterable[str]) -> Refusal | None:
        """Return why what is pointed at is not possible: one may look at what the question does not ask about."""
        refusal = gesture.refusal(names)
        return None if refusal is None or refusal.misread else refusal

    def _drop(self, gesture: Gesture) -> None:
        """Put down what was picked up."""
        had = False
        while gesture.back():
            had = True
        if not self.model.put_down() and had:
            self.model.touch()

    # -- a group that moves as one -------------------------------------------------------------

    def _led(self, piece: str, space: str) -> bool:
        """A click where the party may be led; a second one there has it go."""
        model, party = self.model, self.model.party
        spots = model.lookup.spots()
        elsewhere = piece not in party and (not piece or piece not in model.open_to)
        if not party or space not in spots or not elsewhere or model.board.kind == TABLE:
            return False
        if model.march is not None and model.march.to == space:
            model.carry_out()
            return True
        homes = {name: at for name in party if (at := model.lookup.place_of(name))}
        if space in homes.values():
            return False
        lead = min(homes, key=lambda name: _apart(spots[homes[name]], spots[space]), default="")
        return model.lead(party, lead or party[0], space)

    def led_to(self, at: Point) -> bool:
        """A click on the ground of a board without spaces, in cm: gathered bases are led there, then go.

        Return whether any are.
        """
        model, party = self.model, self.model.party
        if not party or model.board.kind != TABLE or model.covered is not None:
            return False
        if model.march is not None and _apart(model.march.spot, at) <= NEAR:
            model.carry_out()
            return True
        spots = model.lookup.spots()
        lead = min(party, key=lambda name: _apart(spots[name], at))
        return model.carry(party, lead, (at[0] - spots[lead][0], at[1] - spots[lead][1]))

    def _regrouped(self, piece: str, *, shift: bool, alt: bool, ctrl: bool) -> bool:
        """Shift+click adds a piece to those looked at together, Ctrl its stack; Alt takes it out."""
        model, gesture = self.model, self.model.gesture
        if ctrl and (stack := model.stack_of(piece)):
            model.muster((*model.group, *stack))
            model.inspect_group(model.group)
            return True
        forms = gesture is not None and gesture.ask.form in GATHERING
        answers = gesture is not None and not forms and piece in gesture.marks().legal
        if alt:
            if gesture is not None and gesture.editor == "checks" and piece in gesture.picked:
                gesture.click([piece])
                model.touch()
            else:
                self.gather(tuple(name for name in model.group if name != piece))
            return True
        if shift and not answers:
            first = model.in_hand or (model.lit if model.lit in model.lookup.pieces else "")
            before = model.group or ((first,) if first else ())
            together = tuple(dict.fromkeys((*before, piece)))
            model.inspect_group(together)
            model.muster(together)
            return True
        return False

    def gather(self, pieces: tuple[str, ...]) -> None:
        """Look at pieces together."""
        if pieces:
            self.model.inspect_group(pieces)
        self.model.gather(pieces)

    def box(self, pieces: tuple[str, ...]) -> None:
        """A box picks the members of a subset; else it gathers pieces to look at together."""
        if self.model.covered is not None:
            return
        gesture = self.model.gesture
        if gesture is None or gesture.editor != "checks":
            self.gather(pieces)
            return
        for name in pieces:
            if name not in gesture.picked:
                gesture.click([name])
        self.model.touch()

    def take_from_tray(self, piece: str) -> None:
        """A piece of the tray was clicked."""
        if self.model.covered is None and self.model.gesture is not None:
            self.model.lit = ""
            self.overlays.point(piece, "")
            self.model.inspect(piece)
            self.model.click([piece])

    # -- drags ---------------------------------------------------------------------------------

    def drag(self, piece: str, space: str) -> None:
        """A drag is a click on the piece (when that is asked) and then on the space; in vain it says why."""
        model, gesture = self.model, self.model.gesture
        if model.covered is not None:
            return
        if gesture is None:
            model.refuse(Refusal("", text("You have nothing to decide now.")))
            return
        here, before = model.lookup.place_of(piece), self._under_way(gesture)
        self._dragged(gesture, piece, space)
        now = model.gesture
        if now is None or model.refused is not None or space in ("", here):
            return
        if self._under_way(now) == before and space not in now.picked:
            name = verbatim(model.lookup.name_of(piece))
            model.refuse(why_in_vain(now, piece, space, name))

    def _under_way(self, gesture: Gesture) -> tuple[object, ...]:
        """All that a drag may bring about short of a pick."""
        model = self.model
        return len(model.session.choices), gesture.chosen(), model.march, model.plan

    def _dragged(self, gesture: Gesture, piece: str, space: str) -> None:
        model = self.model
        if self._together(piece, space) or model.mean(piece, space):
            return
        if gesture.carries:
            if not self.lift(piece):
                model.refuse(gesture.refusal([piece]))
                return
        elif not self._picked_up(piece):
            names = model.lookup.names(piece)
            if set(names) & set(gesture.marks().legal):
                gesture.take(names)
                model.touch()
            elif model.trial is not None:
                return  # another piece than the one in the hand, and it cannot be picked
        now = model.gesture
        if now is None or (space == model.lookup.place_of(piece) and not now.carries):
            return  # let go where it was taken up: it is looked at
        if space in model.lookup.pieces:  # on a table without spaces
            model.drop([space] if space != piece else [])
        elif space or now.carries:
            model.drop([space])
            if model.gesture is now and now.hover([space]) is None:
                model.refuse(now.refusal([space]))

    def _together(self, piece: str, space: str) -> bool:
        """Whether a piece is dragged with others that were gathered: they are led there."""
        if piece not in self.model.party:
            return False
        if space != self.model.lookup.place_of(piece):
            self.model.lead(self.model.party, piece, space)
        return True

    def lift(self, piece: str) -> bool:
        """A piece is taken up to be carried; return whether it may be."""
        if piece in self.model.party:
            return True
        gesture = self.model.gesture
        if gesture is not None and not gesture.carries:
            return self._picked_up(piece)
        if gesture is None or not gesture.lift(piece):
            return False
        self.model.touch()
        return True

    def _picked_up(self, piece: str) -> bool:
        """Take a piece in the hand, or the whole stack that it stands in; return whether one can be."""
        return self.model.pick_up(piece) or self.model.pick_up(self.model.lookup.place_of(piece))

    # -- hovering ------------------------------------------------------------------------------

    def hover(self, piece: str, space: str, *, asked: bool = True) -> bool:
        """The mouse rests on something; return whether it is something else than before.

        Unless it is `asked` on purpose nobody is told why it is not possible.
        """
        model, gesture = self.model, self.model.gesture
        if model.covered is not None:
            return False
        names = tuple(model.lookup.names(piece, space)) if piece or space else ()
        if names == model.hovered:
            return False
        model.hovered = names
        choice = gesture.hover(names) if gesture is not None and names else None
        refusal = None
        explained = asked and gesture is not None and gesture.explains
        if gesture is not None and explained and names and choice is None:
            refusal = self._why_not(gesture, names)
        # Of one end of a line of fire nothing can be said yet.
        known = gesture is None or set(mentions(choice)) <= {*names, *gesture.picked}
        model.point(choice, aimed=known)
        model.refuse(refusal)
        return True

    # -- pieces that can act -------------------------------------------------------------------

    def able(self) -> list[str]:
        """Return the pieces that can still act on the present question, or instead of the one in hand."""
        gesture, ask = self.model.gesture, self.model.session.ask
        if gesture is None:
            return []
        found = self.model.lookup
        if ask is not None and ask.acts:
            stacks = (found.pieces_at(str(place)) for place in ask.choices if place != PASS)
            return [stack[0] for stack in stacks if stack]
        if self.model.trial is not None and ask is not None:
            return [str(choice) for choice in ask.choices if choice in found.pieces]
        return [name for name in gesture.marks().legal if name in found.pieces]

    def idle(self) -> list[str]:
        """Return who could still act when the question is declined: pieces, or the places of stacks.

        Where something is given away by that, not what else it might have been given for.
        """
        gesture, found = self.model.gesture, self.model.lookup
        if gesture is None or gesture.ask.costly or (self.forgone() and not gesture.ask.acts):
            return []
        named = gesture.ask.could_act()
        if gesture.ask.acts:
            return [name for name in named if found.pieces_at(name)]
        able = [piece for name in named for piece in found.pieces_at(name) or [name]]
        return [piece for piece in dict.fromkeys(able) if piece in found.pieces]

    def forgone(self) -> str:
        """Return what declining the question gives away for good, "" for nothing."""
        gesture = self.model.gesture
        return str(gesture.ask.choices.forgone() or "") if gesture is not None else ""

    def next_able(self, step: int) -> str:
        """Return the next piece that can act, "" where none can."""
        able = self.able()
        if not able:
            return ""
        self._next = (self._next + step) % len(able)
        return able[self._next]

    def escape(self) -> None:
        """Leave the tool, lay the plan aside, let go of a line, take a click back, or look away; never plays."""
        if self.overlays.sighting:
            self.overlays.see(on=False)
        elif self.model.plan:
            self.model.intend(())
        elif self.model.party:
            self.model.look_away()
        elif self.model.listed is not None:
            self.model.listed = None
            self.model.touch()
        elif self.overlays.dismiss() or self.model.back():
            return
        else:
            self.model.show_present()
            self.model.lit, self.model.group = "", ()
            self.overlays.point("", "")
            self.model.look_away()


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
