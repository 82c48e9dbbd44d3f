"""A language is a file: the catalogue <language>.po that a translator edits, read as it is.

An installed program has it packed, as <language>.po.xz: a quarter smaller than a wheel packs it.

What was read is kept in compiled form, where a folder for it is told: a catalogue of ten thousand
phrases is then soon there. What a rulebook says is read when the first of it is shown.

The names that a phrase holds are found by kind (`msgctxt "unit"`); where the language declines
them, the phrase asks for a case, `{unit:genitive}`, and the name is looked up under "unit genitive".
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from grognard.engines.core.data.text import ENGLISH

SOURCE = "en"
"""The language that the keys themselves are written in: it has no file."""
LATER = {"rules": "rule", "examples": "example"}
"""The folders whose catalogues are read when the first name of a kind is shown, and that kind."""
PLAIN, PACKED = ".po", ".po.xz"
MOST_WORDS = 50_000_000
"""No catalogue is longer than so many bytes; what unpacks to more is none."""
SUM = 4
"""The bytes before a compiled catalogue that prove it whole."""


class Later(NullTranslations):
    """A catalogue that holds names of one kind and is read when the first of them is asked for."""

    def __init__(self, kind: str, read: Callable[[], NullTranslations]) -> None:
        super().__init__()
        self.kind = kind
        self._read = read
        self._book: NullTranslations | None = None

    def pgettext(self, context: str, message: str) -> str:
        """Return a name in the language; those of other kinds are not here."""
        if context.partition(" ")[0] == self.kind:
            found = self._opened().pgettext(context, message)
            if found != message:
                return found
        return super().pgettext(context, message)

    def _opened(self) -> NullTranslations:
        if self._book is None:
            self._book = ENGLISH  # what breaks between the start and now is told at the next start
            with suppress(ValueError):
                self._book = self._read()
        return self._book


def languages(folders: Iterable[Path]) -> tuple[str, ...]:
    """Return the languages that can be chosen, English first."""
    found = {
        path.name.removesuffix(kind)
        for folder in folders
        for kind in (PLAIN, PACKED)
        for path in folder.glob(f"*{kind}")
    }
    return (SOURCE, *sorted(found))


def language(name: str, folders: Iterable[Path], kept: Path | None = None) -> NullTranslations:
    """Return the catalogue of a language: what one folder's file lacks, the next one's may have.

    Args:
        name: which language.
        folders: where catalogues lie.
        kept: where compiled catalogues are kept.

    Raises:
        ValueError: when a file of it is broken.
    """
    folders = tuple(folders)
    if name == SOURCE or name not in languages(folders):
        return ENGLISH
    found = [path for folder in folders if (path := _file_of(name, folder)) is not None]
    read = [_begun(path, kept) for path in found]
    for better, fallback in pairwise(read):
        better.add_fallback(fallback)
    return read[0] if read else ENGLISH


def _file_of(name: str, folder: Path) -> Path | None:
    """Return the catalogue of a language in a folder; one that can be edited comes before a packed one."""
    places = (folder / f"{name}{kind}" for kind in (PLAIN, PACKED))
    return next((path for path in places if path.is_file()), None)


def _begun(path: Path, kept: Path | None) -> NullTranslations:
    """Return a catalogue; one that can wait is only looked at, if it was not before."""
    kind = LATER.get(path.parent.name)
    if kind is None:
        return catalogue(path, kept)
    if kept is None or not _compiled(path, kept).is_file():
        catalogue(path, kept)  # so that what is wrong with it is told at the start
    return Later(kind, lambda: catalogue(path, kept))


def catalogue(path: Path, kept: Path | None = None) -> NullTranslations:
    """Read a catalogue, as it was compiled before if it was; what is marked as fuzzy stays English.

    Raises:
        ValueError: when the file cannot be read or is no catalogue.
    """
    if kept is not None:
        with suppress(Exception):  # what is kept can always be made again
            whole = _compiled(path, kept).read_bytes()
            if zlib.crc32(whole[SUM:]).to_bytes(SUM, "big") == whole[:SUM]:
                return GNUTranslations(BytesIO(whole[SUM:]))
    from polib import pofile  # whoever reads English does without

    try:
        held = _unpacked(path) if path.name.endswith(PACKED) else str(path)
        made: bytes = pofile(held, encoding="utf-8").to_binary()
        read = GNUTranslations(BytesIO(made))
    except Exception as wrong:  # polib and gettext stumble over broken files in ways of their own
        raise ValueError(f"{path}: {wrong}") from wrong
    if kept is not None:
        _keep(_compiled(path, kept), made)
    return read


def _unpacked(path: Path) -> str:
    import lzma  # some Pythons are built without it: they speak English

    reader = lzma.LZMADecompressor(memlimit=4 * MOST_WORDS)
    words = reader.decompress(path.read_bytes(), MOST_WORDS)
    if not reader.eof:
        message = "it is cut short, or too long"
        raise ValueError(message)
    return words.decode("utf-8")


def _compiled(path: Path, kept: Path) -> Path:
    """Return where a catalogue is kept compiled: another one when its file changes."""
    state = path.stat()
    place = zlib.crc32(str(path.resolve()).encode())
    name = path.name.partition(".")[0]
    return kept / f"{name}-{place:08x}-{state.st_mtime_ns:x}-{state.st_size:x}.mo"


def _keep(target: Path, made: bytes) -> None:
    """Keep a compiled catalogue in place of older ones; where that cannot be, do without."""
    with suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        older = target.name.rpartition("-")[0].rpartition("-")[0]
        for one in target.parent.glob(f"{older}-*.mo"):
            one.unlink(missing_ok=True)
        fresh = target.with_name(f"{target.name}.{os.getpid()}")
        fresh.write_bytes(zlib.crc32(made).to_bytes(SUM, "big") + made)
        fresh.replace(target)
