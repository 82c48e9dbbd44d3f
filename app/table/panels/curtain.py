"""The hot-seat curtain: nothing of the table can be seen until the next player has sat down."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QInputDialog, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from grognard.app.look import named, serif, symbol
from grognard.app.settings import Settings
from grognard.engines.core.data.text import text, tr
from grognard.engines.core.keep.pins import hash_pin, pin_fits

ABOUT_PINS = text(
    "PIN for this seat. It is asked for whenever the curtain falls, and again when the game is "
    "opened.\nIt only keeps the seats at one screen apart: whoever has the save file can read the "
    "game."
)


COVERED = text(
    "The table is covered. When only you can see the screen, take your place.\n"
    "Questions that you have answered in advance are passed over: see Play > My standing answers."
)
"""Said whether or not a seat answers anything beforehand."""


class Curtain(QWidget):
    """Covers the page.

    Signals:
        lifted(): the next player is here.
        pin_chosen(str, str): a seat has a PIN from now on; its hash.
    """

    lifted = Signal()
    pin_chosen = Signal(str, str)

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.settings = settings
        self.seat = ""
        self.pins: dict[str, str] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Curtain"))
        self.picture = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.title = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.title.setProperty("role", "title")
        words = str(COVERED)
        self.words = QLabel(words, alignment=Qt.AlignmentFlag.AlignCenter)
        self.words.setProperty("role", "muted")
        self.pin = QLineEdit(placeholderText=tr("PIN"), echoMode=QLineEdit.EchoMode.Password)
        self.pin.setMaximumWidth(180)
        self.pin.setAccessibleName(tr("PIN"))
        self.pin.returnPressed.connect(self._try)
        self.wrong = QLabel("", alignment=Qt.AlignmentFlag.AlignCenter)
        self.wrong.setProperty("role", "danger")
        self.button = named(QPushButton(tr("I am here")), "primary")
        self.button.setMinimumWidth(200)
        self.button.setAutoDefault(True)  # Enter presses it, as the space bar does
        self.button.clicked.connect(self._try)
        self.set_pin = QPushButton(tr("Set a PIN for this seat..."))
        self.set_pin.setFlat(True)
        self.set_pin.clicked.connect(self._new_pin)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(2)
        for widget in (
            self.picture,
            self.title,
            self.words,
            self.pin,
            self.wrong,
            self.button,
            self.set_pin,
        ):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.hide()

    def fall(self, seat: str, name: str) -> None:
        """Cover everything and say who is next."""
        self.seat = seat
        self.picture.setPixmap(symbol("curtain", 72, "accent"))
        self.title.setFont(serif(2.2, bold=True))
        self.title.setText(tr("The {name} player is next", name=name))
        self.pin.setVisible(seat in self.pins)
        self.set_pin.setVisible(seat not in self.pins)
        self.pin.clear()
        self.wrong.clear()
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.show()
        self.raise_()
        (self.pin if seat in self.pins else self.button).setFocus()

    def _try(self) -> None:
        if self.seat in self.pins and not pin_fits(self.pin.text(), self.pins[self.seat]):
            self.wrong.setText(tr("That is not the PIN of this seat."))
            return
        self.hide()
        self.lifted.emit()

    def _asked(self, words: str) -> str:
        """Ask for a PIN, which nobody sees as it is typed; "" where none is given."""
        pin, good = QInputDialog.getText(self, tr("PIN"), words, QLineEdit.EchoMode.Password)
        return pin if good else ""

    def _new_pin(self) -> None:
        pin = self._asked(str(ABOUT_PINS))
        while pin and (again := self._asked(tr("The same PIN again"))) != pin:
            if not again:
                return  # nobody wants to be locked out by a slip of the finger
            pin = self._asked(tr("The two PINs differ. Type the same one twice."))
        if pin:
            self.pins[self.seat] = hash_pin(pin)
            self.pin.show()
            self.set_pin.hide()
            self.pin_chosen.emit(self.seat, self.pins[self.seat])
