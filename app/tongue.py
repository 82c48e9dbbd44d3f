"""The language of the running program: its own phrases, Qt's dialogs, how numbers and dates are written."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from grognard.app.spoken import begin, now

BRITISH = QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)


def locale(name: str) -> QLocale:
    """Return how a language writes numbers and dates: as the system does where it speaks that language."""
    own = QLocale.system()
    spoken = QLocale(name) if name != "en" else BRITISH
    return own if own.language() == spoken.language() else spoken


class Tongue:
    """What an application speaks; Qt has catalogues of its own for its dialogs."""

    def __init__(self, application: QApplication) -> None:
        self.application = application
        self._qt: QTranslator | None = None

    def speak(self, name: str) -> str:
        """Speak a language from now on; return what is wrong with its catalogue."""
        from grognard.app.rulebook.shelf import forget_words  # the first start needs no book

        broken = begin(name)
        forget_words()
        self.dress(now())
        return broken

    def dress(self, name: str) -> None:
        """Have Qt speak it, too."""
        QLocale.setDefault(locale(name))
        if self._qt is not None:
            self.application.removeTranslator(self._qt)
            self._qt = None
        translator = QTranslator(self.application)
        where = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if name != "en" and translator.load(f"qtbase_{name}", where):
            self.application.installTranslator(translator)
            self._qt = translator
