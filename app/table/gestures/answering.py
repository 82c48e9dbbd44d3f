"""Which gesture answers a question."""

from __future__ import annotations

from grognard.app.table.gestures.entries import Allocate, Form, Number, Order, Part
from grognard.app.table.gestures.gesture import Gesture
from grognard.app.table.gestures.heading import Heading
from grognard.app.table.gestures.manoeuvre import Manoeuvre
from grognard.app.table.gestures.moving import Arranging, Moving
from grognard.app.table.gestures.narrowing import Narrowing
from grognard.app.table.gestures.route import Route
from grognard.app.table.gestures.wholestack import WholeStack
from grognard.engines.core.show.asks import Ask
from grognard.engines.core.show.views import TableView

FORMS: dict[str, type[Gesture]] = {
    "route": Route,
    "subset": Part,
    "order": Order,
    "allocate": Allocate,
    "number": Number,
    "form": Form,
    "manoeuvre": Manoeuvre,
    "heading": Heading,
    "move": Moving,
    "arrange": Arranging,
}
"""Every other form is answered by narrowing the choices down."""


def gesture_for(ask: Ask, view: TableView) -> Gesture:
    """Return the gesture that answers an Ask."""
    if ask.form == "target" and ask.choices.wholes():
        return WholeStack(ask, view)
    return FORMS.get(ask.form, Narrowing)(ask, view)
