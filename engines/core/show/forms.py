"""The forms of Asks: what the choice of each looks like, and the words that ask for it.

======== =============================================== =============================
form     choice                                          gesture
======== =============================================== =============================
pick     one of the listed words, numbers or {field: ..} button
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

from grognard.engines.core.data.text import Text, text

Check = Callable[[object], bool]
_STRINGS = {str}


def _word(value: object) -> bool:
    return type(value) is str


def _number(value: object) -> bool:
    return type(value) is int


def _value(value: object) -> bool:
    return type(value) is str or type(value) is int


def _words(value: object) -> bool:
    return type(value) is list and {*map(type, value)} <= _STRINGS


def _allocate(value: object) -> bool:
    if (
        type(value) is not dict
        or value.keys() != {"allocate"}
        or type(value["allocate"]) is not dict
    ):
        return False
    return all(type(count) is int for count in value["allocate"].values())


def _fields(needed: Mapping[str, type], possible: Mapping[str, type] | None = None) -> Check:
    """Return the check of named fields: all that are needed, no other than those possible.

    A field is a str, an int or a list of str; it is looked at in one go, for every choice is.
    """
    known, names = {**needed, **(possible or {})}, needed.keys()

    def check(value: object) -> bool:
        if type(value) is not dict:
            return False
        for name, item in value.items():
            kind = type(item)
            if known.get(name) is not kind or (kind is list and not _words(item)):
                return False
        return names <= value.keys()

    return check


def _form(value: object) -> bool:
    return type(value) is dict and all(_value(item) for item in value.values())


_arranged = _fields({"piece": str, "at": str}, {"facing": int})


def _arrange(value: object) -> bool:
    return type(value) is str or _arranged(value)


def _listed(value: object) -> bool:
    """Whether a value is a word, a number, or fields of words, numbers and lists of words."""
    if type(value) is not dict:
        return type(value) is str or type(value) is int
    return all(type(v) is str or type(v) is int or _words(v) for v in value.values())


def _target(value: object) -> bool:
    return type(value) is not int and _listed(value)


def _action(value: object) -> bool:
    """Whether a value is an action: one word with what belongs to it; turns and legs are numbers."""
    if type(value) is not dict or len(value) != 1:
        return False
    ((word, what),) = value.items()
    if word == "turn":
        return type(what) is int
    if word == "leg":
        return type(what) is list and len(what) == 2 and all(type(n) is int for n in what)
    return True


def _manoeuvre(value: object) -> bool:
    if type(value) is not dict or value.keys() != {"do"}:
        return False
    return type(value["do"]) is list and all(map(_action, value["do"]))


FLAGGED = frozenset({"manoeuvre"})
"""Forms whose choices may hold true and false."""

_CHECKS: Mapping[str, Check] = {
    "pick": _listed,
    "number": _number,
    "piece": _word,
    "place": _word,
    "pose": _fields({"at": str}, {"facing": int}),
    "route": _fields({"route": list}, {"facing": int}),
    "target": _target,
    "subset": _fields({"subset": list}),
    "order": _fields({"order": list}),
    "allocate": _allocate,
    "form": _form,
    "arrange": _arrange,
    "move": _fields({"piece": str, "at": str}, {"by": str}),
    "manoeuvre": _manoeuvre,
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
    "subset": text("Choose as many of those listed as the question allows."),
    "order": text("Put all those listed in order."),
    "allocate": text("Give each of those listed its share."),
    "form": text("Fill in every field with one of its values."),
    "arrange": text("Place, turn or take back one of your pieces, or finish."),
    "move": text("Choose one of the pieces on offer and a space it may move to."),
    "manoeuvre": text("Give the unit an order, action by action."),
    "heading": text("Choose a heading, in hundredths of a degree."),
}
_OTHER = text("Choose one of the choices on offer.")


def has_form(form: str, choice: object) -> bool:
    """Whether a choice looks as those of a form do; whether it is legal the game says."""
    check = _CHECKS.get(form)
    return check is None or check(choice)


def wanted(form: str) -> Text:
    """Say what an Ask of a form wants to be answered with."""
    return _WANTED.get(form, _OTHER)


def empty_forms() -> frozenset[str]:
    """Return what says of a choice only that it is none: how the words begin that name no condition."""
    return frozenset(str(words.key) for words in (*_WANTED.values(), _OTHER))
