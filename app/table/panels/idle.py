"""The warning before a phase ends while some pieces could still act."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QWidget

from engines.core.data.text import tr, trn

NAMED = 12
"""So many pieces are named at most."""


def leaves_idle(parent: QWidget, idle: list[str], forgone: str = "") -> bool:
    """Ask whether pieces that could still act shall not; whether the player is done all the same.

    `forgone`: what is given away by that.
    """
    shown = "\n".join(f"\N{BULLET} {name}" for name in idle[:NAMED])
    left = len(idle) - NAMED
    more = "\n" + trn("and {n} more", "and {n} more", n=left) if left > 0 else ""
    box = QMessageBox(parent)
    box.setWindowTitle(tr("Done?"))
    still = tr("These could still act:") if idle else ""
    box.setText("\n\n".join(part for part in (forgone, still) if part))
    box.setInformativeText(f"{shown}{more}")
    go = box.addButton(tr("Done all the same"), QMessageBox.ButtonRole.AcceptRole)
    stay = box.addButton(tr("Go back"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(stay)
    box.exec()
    return box.clickedButton() is go
