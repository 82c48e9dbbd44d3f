"""What the user has set: text size, surround, animation, curtain, folders, recent games."""

from __future__ import annotations

import json
import os
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QSettings, QStandardPaths, Signal

from grognard.app.spoken import wanted
from grognard.engines.core.data.text import Text, text, verbatim

TEXT_SIZES = {"small": 0.9, "normal": 1.0, "large": 1.2, "huge": 1.45}
SURROUNDS = ("light", "dark")
PALETTES = ("period", "clear")
PACES = ("at once", "quick", "steady", "slow")
TIDIES = {"never": 0, "month": 30, "quarter": 90, "year": 365}
"""After how many days a finished game goes to the bin, by the word of the setting; 0: it never does."""
ANIMATIONS = ("off", "quick", "full")
CALLED = {
    "small": text("small"),
    "normal": text("normal"),
    "large": text("large"),
    "huge": text("huge"),
    "light": text("light"),
    "dark": text("dark"),
    "off": text("off"),
    "quick": text("quick"),
    "full": text("full"),
    "period": text("of the period"),
    "clear": text("for colour-blind eyes"),
    "at once": text("at once"),
    "steady": text("steady"),
    "slow": text("slow"),
    "never": text("never"),
    "month": text("after a month"),
    "quarter": text("after three months"),
    "year": text("after a year"),
    "en": verbatim("English"),
    "it": verbatim("Italiano"),
    "ru": verbatim("Русский"),
}
"""What the values of settings are called; a language has its own name in all languages."""
RECENT_LIMIT = 200


def called(value: str) -> Text:
    """Return what a value of a setting is called."""
    return CALLED.get(value) or verbatim(value)


class Settings(QObject):
    """Typed access to the stored settings.

    Signals:
        changed(str): a setting has changed; carries its name.
    """

    changed = Signal(str)

    def __init__(self, store: QSettings | None = None) -> None:
        super().__init__()
        self.store = store or QSettings("grognard", "grognard")

    def _word(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        value = str(self.store.value(name, default))
        return value if value in allowed else default

    def _put(self, name: str, value: object) -> None:
        self.store.setValue(name, value)
        self.changed.emit(name)

    def _flag(self, name: str, *, default: bool) -> bool:
        return str(self.store.value(name, "yes" if default else "no")) == "yes"

    def _json(self, name: str) -> object:
        """Return what is stored as JSON, None where it is none: a stranger may have written it."""
        try:
            return json.loads(str(self.store.value(name, "")))
        except (ValueError, RecursionError):
            return None

    @property
    def text_size(self) -> str:
        """One of TEXT_SIZES."""
        return self._word("text_size", tuple(TEXT_SIZES), "normal")

    @text_size.setter
    def text_size(self, value: str) -> None:
        self._put("text_size", value)

    @property
    def scale(self) -> float:
        """The factor on every letter of the interface."""
        return TEXT_SIZES[self.text_size]

    @property
    def surround(self) -> str:
        """The surround of the table: light or dark; the paper stays paper."""
        return self._word("surround", SURROUNDS, "light")

    @surround.setter
    def surround(self, value: str) -> None:
        self._put("surround", value)

    @property
    def palette(self) -> str:
        """The colours of sides and marks: those of the uniforms, or clear ones for colour-blind eyes."""
        return self._word("palette", PALETTES, "period")

    @palette.setter
    def palette(self, value: str) -> None:
        self._put("palette", value)

    @property
    def pace(self) -> str:
        """How long a computer player's moves are shown before it goes on: one of PACES."""
        return self._word("pace", PACES, "at once" if self.animation == "off" else "steady")

    @pace.setter
    def pace(self, value: str) -> None:
        self._put("pace", value)

    @property
    def folded(self) -> frozenset[str]:
        """The parts of the map's key that are folded away."""
        return frozenset(str(self.store.value("folded", "legend")).split())

    def fold(self, part: str, *, on: bool) -> None:
        """Fold a part of the map's key away, or show it; it is remembered."""
        parts = self.folded | {part} if on else self.folded - {part}
        self._put("folded", " ".join(sorted(parts)))

    @property
    def understood(self) -> frozenset[str]:
        """The pages of the editor whose first card was put away."""
        return frozenset(str(self.store.value("understood", "")).split())

    def understand(self, page: str) -> None:
        """Show the first card of a page no more."""
        self._put("understood", " ".join(sorted(self.understood | {page})))

    @property
    def language(self) -> str:
        """The language of the program, by the name of its catalogue; the system's, until one is chosen."""
        return str(self.store.value("language", "")) or wanted()

    @language.setter
    def language(self, value: str) -> None:
        self._put("language", value)

    @property
    def animation(self) -> str:
        """How moves and dice are animated: off, quick or full."""
        return self._word("animation", ANIMATIONS, "quick")

    @animation.setter
    def animation(self, value: str) -> None:
        self._put("animation", value)

    @property
    def curtain(self) -> bool:
        """Whether the hot-seat curtain falls."""
        return self._flag("curtain", default=True)

    @curtain.setter
    def curtain(self, value: bool) -> None:
        self._put("curtain", "yes" if value else "no")

    @property
    def passes(self) -> bool:
        """Whether a question in which there is nothing to decide is passed; else it is asked anyway."""
        return self._flag("passes", default=True)

    @passes.setter
    def passes(self, value: bool) -> None:
        self._put("passes", "yes" if value else "no")

    @property
    def rare(self) -> bool:
        """Whether questions that are seldom wanted are asked; else they are passed."""
        return self._flag("rare", default=False)

    @rare.setter
    def rare(self, value: bool) -> None:
        self._put("rare", "yes" if value else "no")

    @property
    def warns(self) -> bool:
        """Whether Done warns of pieces that could still act."""
        return self._flag("warns", default=True)

    @warns.setter
    def warns(self, value: bool) -> None:
        self._put("warns", "yes" if value else "no")

    @property
    def wheel_zooms(self) -> bool:
        """Whether the bare wheel zooms (else only Ctrl+wheel does)."""
        return self._flag("wheel_zooms", default=True)

    @wheel_zooms.setter
    def wheel_zooms(self, value: bool) -> None:
        self._put("wheel_zooms", "yes" if value else "no")

    @property
    def tidies(self) -> str:
        """When finished games go to the bin: one of TIDIES; those that go on never do."""
        return self._word("tidies", tuple(TIDIES), "never")

    @tidies.setter
    def tidies(self, value: str) -> None:
        self._put("tidies", value)

    @property
    def keys(self) -> dict[str, list[str]]:
        """Shortcuts the user has changed, by command id."""
        data = self._json("keys")
        if not isinstance(data, dict):
            return {}
        return {str(k): [str(x) for x in v] for k, v in data.items() if isinstance(v, list)}

    @keys.setter
    def keys(self, value: dict[str, list[str]]) -> None:
        self._put("keys", json.dumps(value))

    @property
    def recent(self) -> list[Path]:
        """Saves opened or written lately, newest first."""
        data = self._json("recent")
        return [Path(str(item)) for item in data] if isinstance(data, list) else []

    def remember(self, path: Path) -> None:
        """Put a save on top of the recent games."""
        self._put_recent([path, *(known for known in self.recent if known != path)])

    def forget(self, path: Path, now: Path | None = None) -> None:
        """Strike a save off the recent games, or note where it lies now."""
        known = [now if one == path else one for one in self.recent]
        self._put_recent([one for one in known if one is not None])

    def _put_recent(self, paths: list[Path]) -> None:
        self._put("recent", json.dumps([str(item) for item in paths[:RECENT_LIMIT]]))

    def layout(self, name: str) -> QByteArray | None:
        """Return a remembered layout."""
        value = self.store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else None

    def keep_layout(self, name: str, value: QByteArray) -> None:
        """Remember a layout."""
        self.store.setValue(f"layout/{name}", value)


def data_folder() -> Path:
    """Return the folder for saves, autosaves and cached pictures (GROGNARD_HOME overrides)."""
    named = os.environ.get("GROGNARD_HOME")
    if named:
        return Path(named)
    kind = QStandardPaths.StandardLocation.GenericDataLocation
    return Path(QStandardPaths.writableLocation(kind)) / "grognard"


def bin_folder() -> Path:
    """Return the folder of the games that were thrown away, and can be put back."""
    return data_folder() / "bin" / "games"


def post_folder() -> Path:
    """Return the folder of one's own copies of games by post."""
    return data_folder() / "post"


def autosave_folder() -> Path:
    """Return the folder of the games nobody has to think of saving."""
    return data_folder() / "autosaves"
