"""The forms of Asks: what the choice of each looks like, and the words that ask for it.

======== =============================================== =============================
form     choice                                          gesture
======== =============================================== =============================
pick     one of those listed                             button
number   an int                                          spin box
piece    a piece id                                      click the piece
place    a space or hexside id                           click it
pose     {"at": space, "facing": n}                      click, then turn
route    {"route": [space, ...], "facing": n}            click along a path
target   {"pieces": [...], "at": space, ...}             game-made, each with its own label
subset   {"subset": [id, ...]} in listed order           check boxes or clicks
order    {"order": [id, ...]}                            drag in a list
allocate {"allocate": {id: n}}                           steppers
form     {field: value}                                  named fields
arrange  {"piece": id, "at": space, "facing": n}|"done"  drag pieces freely (at "": take back)
move     {"piece": id, "at": space, "by": id}            click or drag the piece, then the space
manoeuvre {"do": [action, ...]} (see asks.Drill)         drag and turn the base
heading  an int: hundredths of a degree                  turn the base on the spot
======== =============================================== =============================

A facing stands only where the game asks for one, "by" of a move only where an order makes it; an
arrangement may have further words besides "done". Every form takes "pass" where the Ask does. A
game may name a form of its own, which then looks as the game says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.core.text import Text, text

Check = Callable[[Any], bool]


def _word(value: Any) -> bool:
    return type(value) is str


def _number(value: Any) -> bool:
    return type(value) is int


def _value(value: Any) -> bool:
    return type(value) is str or type(value) is int


def _words(value: Any) -> bool:
    return type(value) is list and all(type(item) is str for item in value)


def _counts(value: Any) -> bool:
    return type(value) is dict and all(type(count) is int for count in value.values())


def _fields(needed: Mapping[str, Check], possible: Mapping[str, Check] | None = None) -> Check:
    """Return the check of named fields: all that are needed, no other than those possible."""
    known = {**needed, **(possible or {})}

    def check(value: Any) -> bool:
        if type(value) is not dict:
            return False
        for name, item in value.items():
            if name not in known or not known[name](item):
                return False
        return all(name in value for name in needed)

    return check


def _form(value: Any) -> bool:
    return type(value) is dict and all(_value(item) for item in value.values())


_arranged = _fields({"piece": _word, "at": _word}, {"facing": _number})


def _arrange(value: Any) -> bool:
    return type(value) is str or _arranged(value)


def _target(value: Any) -> bool:
    return type(value) is str or type(value) is dict


def _action(value: Any) -> bool:
    """Whether a value is an action: one word with what belongs to it; turns and legs are numbers."""
    if type(value) is not dict or len(value) != 1:
        return False
    ((word, what),) = value.items()
    if word == "turn":
        return type(what) is int
    if word == "leg":
        return type(what) is list and len(what) == 2 and all(type(n) is int for n in what)
    return True


def _actions(value: Any) -> bool:
    return type(value) is list and all(map(_action, value))


FLAGGED = frozenset({"manoeuvre"})
"""Forms whose choices may hold true and false."""

_CHECKS: Mapping[str, Check] = {
    "number": _number,
    "piece": _word,
    "place": _word,
    "pose": _fields({"at": _word}, {"facing": _number}),
    "route": _fields({"route": _words}, {"facing": _number}),
    "target": _target,
    "subset": _fields({"subset": _words}),
    "order": _fields({"order": _words}),
    "allocate": _fields({"allocate": _counts}),
    "form": _form,
    "arrange": _arrange,
    "move": _fields({"piece": _word, "at": _word}, {"by": _word}),
    "manoeuvre": _fields({"do": _actions}),
    "heading": _number,
}

_WANTED: Mapping[str, Text] = {
    "pick": text("Choose one of the listed answers."),
    "number": text("Choose one of the numbers on offer."),
    "piece": text("Choose one of the pieces on offer."),
    "place": text("Choose one of the places on offer."),
    "pose": text("Choose one of the places on offer and a facing there."),
    "route": text("Choose a route, space by space, as far as the piece may go."),
    "target": text("Choose one of the listed pieces with one of its targets."),
    "subset": text("Choose from the listed ones, as many as the question allows."),
    "order": text("Put all the listed ones into an order."),
    "allocate": text("Give each of the listed ones its share."),
    "form": text("Fill in every field with one of its values."),
    "arrange": text("Place, turn or take back one of your pieces, or be done."),
    "move": text("Choose one of the pieces on offer and a space it may move to."),
    "manoeuvre": text("Give the unit an order, action by action."),
    "heading": text("Choose a heading, in hundredths of a degree."),
}
_OTHER = text("Choose one of the choices on offer.")


def has_form(form: str, choice: Any) -> bool:
    """Whether a choice looks as those of a form do; whether it is legal the game says."""
    check = _CHECKS.get(form)
    return check is None or check(choice)


def wanted(form: str) -> Text:
    """Say what an Ask of a form wants to be answered with."""
    return _WANTED.get(form, _OTHER)
