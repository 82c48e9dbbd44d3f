"""One file with a whole scenario for a friend; what comes in one is hostile until shown to be good.

A bundle is a zip of the scenario's file, its maps, orders of battle and the pictures it was traced
from. Nothing else is taken out of one, nothing is written before all of it has been looked at, and
what is unpacked never grows beyond the limits here, whatever the bundle says of itself.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from grognard.app.editor import shelf
from grognard.app.editor.pictures import why_not
from grognard.app.editor.traced import MOST_SAID, TRACING, used
from grognard.engines.core.data.plainfile import read_plain
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import spell, tr, trn, verbatim
from grognard.engines.core.data.yamlio import MapNode, load_bytes
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.scenario.gathering import MAIN

SUFFIX = ".battle"
MOST_FILES, MOST_BYTES = 60, 40_000_000
MOST_OF_ONE = 20_000_000
MOST_TOLD = 2000
"""So many letters of what its author says are told."""
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How files may be packed in a bundle: of the other ways some make gigabytes of a few bytes before one can stop."""
_NAME = re.compile(
    r"scenario\.yaml|(maps|forces)/[A-Za-z0-9_-]{1,60}\.yaml"
    r"|pictures/[A-Za-z0-9_-]{1,60}\.(png|jpg|jpeg|svg)|pictures/tracing\.json",
    re.ASCII,
)


def pack(scenario: Path, target: Path) -> None:
    """Write the scenario of a file, with all that lies beside it, into one file.

    Raises:
        OSError: it cannot be written.
    """
    home = scenario.parent
    pictures = {TRACING, f"pictures/{used(home)}"}
    fresh = target.with_name(f".{target.name}.new")
    fresh.unlink(missing_ok=True)  # a link there would lead to another file
    try:
        with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as out:
            for file in sorted(home.rglob("*")):
                name = file.relative_to(home).as_posix()
                if file.is_symlink() or not file.is_file() or not _NAME.fullmatch(name):
                    continue
                if name in pictures or not name.startswith("pictures/"):
                    out.write(file, name)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def unpack(bundle: Path, games: Mapping[str, AnyGame]) -> Path:
    """Make the scenario in a bundle one of one's own; return its file.

    Raises:
        ScenarioError: it is no bundle, or holds what a bundle does not; nothing is written then.
    """
    found = _read(bundle)
    title = _looked_at(found, games, bundle)
    return _laid_out(found, shelf.fresh_folder(title))


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


def facts_of(bundle: Path, games: Mapping[str, AnyGame]) -> Iterator[str]:
    """Give in lines what a bundle holds, and what its author says of it.

    Raises:
        ScenarioError: it is no bundle, or holds what a bundle does not.
    """
    found = _read(bundle)
    _looked_at(found, games, bundle)
    node, _ = load_bytes(found[MAIN], MAIN)
    said = node.plain() if isinstance(node, MapNode) else {}
    plain = said if isinstance(said, dict) else {}

    def word(key: str) -> str:
        value = plain.get(key, "")
        return " ".join(value.split())[:MOST_TOLD] if isinstance(value, str) else ""

    yield word("title")
    yield spell("term", games[word("game")].title)
    told = (
        (tr("Author"), word("author")),
        (tr("Licence"), word("licence")),
        (tr("Version"), word("version")),
        (tr("Date"), word("date")),
        (tr("Minutes"), word("minutes")),
        (tr("Summary"), word("summary")),
        (tr("Notes"), word("notes")),
    )
    for head, words in told:
        if words:
            yield tr("{head}: {words}", head=verbatim(head), words=verbatim(words))
    yield trn("{n} file", "{n} files", n=len(found))


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
    except (OSError, zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, EOFError) as wrong:
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
