"""One's own games by post: where their copies lie, where their files go, and whether a newer one came. No Qt."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from grognard.app.folders import sign_of
from grognard.engines.core.keep.saveformat import SUFFIX, SaveError
from grognard.engines.core.post.correspondence import copy_of
from grognard.engines.core.post.envelope import INVITATION, OVER, Head, is_sealed, read, write

FOLDERS = "folders.json"
MOST_FILES = 500
"""So many files of a shared folder are looked at."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A seat's own copy of a game by post, as far as it is known without the PIN."""

    path: Path
    head: Head
    seat: str

    @property
    def mine(self) -> bool:
        """Whether this seat is to decide, as far as the copy tells."""
        return self.head.to == self.seat and not self.over

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.head.kind == OVER

    @property
    def invites(self) -> bool:
        """Whether the invitation has not been answered yet."""
        return self.head.kind == INVITATION


class Mailbox:
    """The games by post of one person."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._heads: dict[Path, tuple[object, Head | None]] = {}

    # -- where files go ------------------------------------------------------------------------

    def folder_of(self, copy: Path) -> Path | None:
        """Return the folder into which the files of a game are written; None: nobody said."""
        found = self._folders().get(copy.name)
        return Path(found) if found else None

    def put_folder(self, copy: Path, folder: Path) -> None:
        """Note into which folder the files of a game are written.

        Raises:
            SaveError: it cannot be noted.
        """
        known = {**self._folders(), copy.name: str(folder.absolute())}
        write(self.folder / FOLDERS, json.dumps(known).encode())

    def _folders(self) -> dict[str, str]:
        try:
            found = json.loads((self.folder / FOLDERS).read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}

    # -- what there is -------------------------------------------------------------------------

    def copies(self) -> list[Copy]:
        """Return the games by post, the one played last first."""
        found = [copy for path in self._files(self.folder) if (copy := self._copy(path))]
        return sorted(found, key=lambda copy: _age(copy.path), reverse=True)

    def _copy(self, path: Path) -> Copy | None:
        head = self.head(path)
        if head is None:
            return None
        seat = next((one for one in head.seats if copy_of(self.folder, head.id, one) == path), None)
        return Copy(path, head, seat) if seat is not None else None

    def newer(self, copy: Copy) -> Path | None:
        """Return the newest file that has come for a game since its copy was written; None: there is none."""
        folder = self.folder_of(copy.path)
        found: tuple[int, Path] | None = None
        for path in self._files(folder) if folder is not None else ():
            head = self.head(path)
            if head is None or (head.id, head.to) != (copy.head.id, copy.seat):
                continue
            if head.number > max(copy.head.number, found[0] if found else 0):
                found = head.number, path
        return found[1] if found else None

    def _files(self, folder: Path) -> list[Path]:
        try:
            return sorted(folder.glob(f"*{SUFFIX}"))[-MOST_FILES:]
        except OSError:
            return []

    def head(self, path: Path) -> Head | None:
        """Return what everybody may read of a file, None where it is none of a game by post."""
        sign = sign_of(path)
        known = self._heads.get(path)
        if known is None or known[0] != sign:
            found = None
            if is_sealed(path):
                with suppress(SaveError):
                    found = read(path).head
            known = self._heads[path] = sign, found
        return known[1]


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
