"""One file with a whole scenario for a friend; what comes in one is hostile until shown to be good.

A bundle is a zip of the scenario's file, its maps, orders of battle, the picture that shows it, those it was
traced from, and how its games ended. Nothing else is taken out of one, nothing is written before all of it has been looked at, and
what is unpacked never grows beyond the limits here, whatever the bundle says of itself.
"""

from __future__ import annotations

import re
import shutil
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from grognard.app.editor import shelf
from grognard.app.editor.maps.steps import rows, text_of
from grognard.app.editor.pictures import why_not
from grognard.app.editor.sharing.played import FILE, kept, read, told
from grognard.app.editor.traced import MOST_SAID, TRACING, used
from grognard.engines.core.data.plainfile import read_plain
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import spell, tr, trn, verbatim
from grognard.engines.core.data.yamlio import MapNode, Plain, load_bytes
from grognard.engines.core.keep.savelock import Held
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.setups import Seat
from grognard.engines.core.scenario.gathering import MAIN

MOST_FILES, MOST_BYTES = 60, 40_000_000
MOST_OF_ONE = 20_000_000
MOST_TOLD = 2000
"""So many letters of what its author says are told."""
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How files may be packed in a bundle: of the other ways some make gigabytes of a few bytes before one can stop."""
COVER = "pictures/cover.png"
"""The picture that shows the scenario before it is opened."""
_NAME = re.compile(
    r"scenario\.yaml|played\.json|(maps|forces)/[A-Za-z0-9_-]{1,60}\.yaml"
    r"|pictures/[A-Za-z0-9_-]{1,60}\.(png|jpg|jpeg|svg)|pictures/tracing\.json",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a bundle.

    Attributes:
        said: what its scenario says.
        files: all its files, by their names.
    """

    said: Mapping[str, Plain]
    files: Mapping[str, bytes]
    games: Mapping[str, AnyGame]

    def word(self, key: str) -> str:
        """Return in one line what its author says under a key, "" for nothing."""
        value = self.said.get(key, "")
        return " ".join(value.split())[:MOST_TOLD] if isinstance(value, str) else ""

    @property
    def game(self) -> AnyGame:
        """The game that it is of."""
        return self.games[self.word("game")]

    def told(self) -> list[tuple[str, str]]:
        """Return what is told of it, each with its heading."""
        played = read(self.files.get(FILE, b""), self.files)
        told_ = (
            (tr("Author"), self.word("author")),
            (tr("Licence"), self.word("licence")),
            (tr("Version"), self.word("version")),
            (tr("Date"), self.word("date")),
            (tr("Minutes"), self.word("minutes")),
            (tr("Summary"), self.word("summary")),
            (tr("Notes"), self.word("notes")),
            (tr("Balance"), told(played, self._seats()) if played is not None else ""),
        )
        return [(head, words) for head, words in told_ if words]

    def _seats(self) -> list[Seat]:
        """Return its seats, as far as they can be told."""
        rows_ = rows(dict(self.said), "seats")
        named = [(text_of(row, "id"), text_of(row, "name"), text_of(row, "side")) for row in rows_]
        return [Seat(uid, name, side) for uid, name, side in named if uid and name]


def pack(scenario: Path, target: Path) -> None:
    """Write the scenario of a file, with all that lies beside it, into one file.

    Raises:
        OSError: it cannot be written.
    """
    home = scenario.parent
    pictures = {TRACING, f"pictures/{used(home)}", COVER}
    fresh = target.with_name(f".{target.name}.new")
    fresh.unlink(missing_ok=True)  # a link there would lead to another file
    try:
        with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as out:
            for file in sorted(home.rglob("*")):
                name = file.relative_to(home).as_posix()
                if file.is_symlink() or not file.is_file() or not _NAME.fullmatch(name):
                    continue
                if name == FILE and kept(home) is None:
                    continue  # other games than those of the scenario as it is now
                if name in pictures or not name.startswith("pictures/"):
                    out.write(file, name)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def unpack(bundle: Path, games: Mapping[str, AnyGame], over: Path | None = None) -> Path:
    """Make the scenario in a bundle one of one's own; return its file.

    An older version of it, `over`, goes into the bin, once the new one is written.

    Raises:
        ScenarioError: it is no bundle, or holds what a bundle does not; nothing is written then.
        Held: the older version is open in an editor.
    """
    found = _read(bundle)
    title = _looked_at(found, games, bundle)
    made = _laid_out(found, shelf.fresh_folder(title))
    if over is None:
        return made
    try:
        shelf.throw_away(over)
    except Held:
        shutil.rmtree(made.parent)
        raise
    made.parent.rename(over.parent)
    return over


@contextmanager
def glimpsed(bundle: Path, games: Mapping[str, AnyGame]) -> Iterator[Path]:
    """Lay a bundle out for as long as it is looked at; give the scenario's file.

    Raises:
        ScenarioError: it is no bundle, or holds what a bundle does not.
    """
    found = _read(bundle)
    _looked_at(found, games, bundle)
    with TemporaryDirectory(prefix="grognard-") as folder:
        yield _laid_out(found, Path(folder).resolve())


def looked_into(bundle: Path, games: Mapping[str, AnyGame]) -> Contents:
    """Return what a bundle holds, and what its author says of it; nothing is written.

    Raises:
        ScenarioError: it is no bundle, or holds what a bundle does not.
    """
    found = _read(bundle)
    _looked_at(found, games, bundle)
    node, _ = load_bytes(found[MAIN], MAIN)
    said = node.plain() if isinstance(node, MapNode) else {}
    return Contents(said if isinstance(said, dict) else {}, found, games)


def facts_of(bundle: Path, games: Mapping[str, AnyGame]) -> Iterator[str]:
    """Give in lines what a bundle holds, and what its author says of it.

    Raises:
        ScenarioError: it is no bundle, or holds what a bundle does not.
    """
    held = looked_into(bundle, games)
    yield held.word("title")
    yield spell("term", held.game.title)
    for head, words in held.told():
        yield tr("{head}: {words}", head=verbatim(head), words=verbatim(words))
    yield trn("{n} file", "{n} files", n=len(held.files))


def _laid_out(found: Mapping[str, bytes], target: Path) -> Path:
    for name, data in found.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(data)
    return target / MAIN


def _read(bundle: Path) -> dict[str, bytes]:
    """Return what is in a bundle, as far as the limits allow."""
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(BytesIO(_whole(bundle))) as zipped:
            entries = zipped.infolist()
            if len(entries) > MOST_FILES:
                raise _refused(bundle, tr("it holds more than {n} files", n=MOST_FILES))
            for entry in entries:
                if not _NAME.fullmatch(entry.filename) or entry.filename in found:
                    raise _refused(
                        bundle,
                        tr("it holds a file {file}", file=verbatim(repr(entry.filename[:80]))),
                    )
                if entry.compress_type not in PACKED:
                    raise _refused(
                        bundle,
                        tr("{file} is packed in an unusual way", file=verbatim(entry.filename)),
                    )
                left = min(MOST_OF_ONE, MOST_BYTES - sum(map(len, found.values())))
                with zipped.open(entry) as stream:
                    data = stream.read(left + 1)
                if len(data) > left:
                    raise _refused(bundle, tr("{file} is too large", file=verbatim(entry.filename)))
                found[entry.filename] = data
    except (zipfile.BadZipFile, EOFError) as wrong:
        raise _refused(bundle, tr("it is cut short, or it is no bundle")) from wrong
    except (OSError, zlib.error, ValueError, RuntimeError) as wrong:
        # A password raises RuntimeError, of which NotImplementedError (an odd compression) is one.
        raise _refused(bundle, str(wrong) or type(wrong).__name__) from wrong
    return found


def _whole(bundle: Path) -> bytes:
    """Return what is in the file of a bundle.

    Raises:
        OSError: it is no plain file, or cannot be read.
    """
    data = read_plain(bundle, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise _refused(bundle, tr("it is too large"))
    return data


def _looked_at(found: Mapping[str, bytes], games: Mapping[str, AnyGame], bundle: Path) -> str:
    """Return the title of the scenario in a bundle, all of whose files can be read."""
    if MAIN not in found:
        raise _refused(bundle, tr("it holds no scenario"))
    title = ""
    for name, data in found.items():
        if not name.endswith(".yaml"):
            _seen(name, data, bundle)
            continue
        node, problems = load_bytes(data, name)
        if problems or not isinstance(node, MapNode):
            raise ScenarioError(
                list(problems) or [Problem(name, 0, 0, tr("this is not a list of named values"))]
            )
        plain = node.plain()
        if name == MAIN and isinstance(plain, dict):
            if str(plain.get("game", "")) not in games:
                raise _refused(bundle, tr("it belongs to no installed game"))
            title = str(plain.get("title", ""))
    return title


def _seen(name: str, data: bytes, bundle: Path) -> None:
    """Look at a picture, or at how one lies, before it is laid out."""
    suffix = Path(name).suffix
    if suffix == ".json":
        why = tr("it is too large") if len(data) > MOST_SAID else ""
    else:
        why = why_not(data, suffix)
    if why:
        raise _refused(bundle, f"{name}: {why}")


def _refused(bundle: Path, why: str) -> ScenarioError:
    words = tr("this bundle cannot be used: {reason}", reason=verbatim(why[:300]))
    return ScenarioError([Problem(bundle.name, 0, 0, words)])
