"""Asking for the PIN with which a game by post is sealed."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog, QLineEdit, QWidget

from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.post.keys import LEAST_PIN

ABOUT = text(
    "A PIN for the {seat} player, of {n} signs or more; a few words are better. It seals your hand in every file "
    "of this game. Nobody can find it again for you."
)


def asked(over: QWidget, words: str) -> str:
    """Ask for a PIN, which nobody sees as it is typed; "" where none is given."""
    title, hidden = tr("Play by post"), QLineEdit.EchoMode.Password
    pin, good = QInputDialog.getText(over, title, words, hidden)
    return pin if good else ""


def new_pin(over: QWidget, seat: str) -> str:
    """Ask for a new PIN, twice; "" where none is given."""
    words = str(ABOUT.fill(seat=verbatim(seat), n=verbatim(LEAST_PIN)))
    while pin := asked(over, words):
        if len(pin) < LEAST_PIN:
            words = tr("That is too short: {n} signs or more.", n=verbatim(LEAST_PIN))
            continue
        again = asked(over, tr("The same PIN again"))
        if again == pin:
            return pin
        if not again:
            return ""
        words = tr("The two PINs differ. Type the same one twice.")
    return ""
