"""How the picture that a map is traced from is kept beside the scenario: a file like its others."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.scenario.document import Document

TRACING = "pictures/tracing.json"
"""The file that says which picture it is and how it lies."""
NOTHING = '{"picture": "", "x": 0.0, "y": 0.0, "scale": 0.01, "turn": 0.0, "opacity": 0.5}\n'
MOST_SAID = 2000
"""How a picture lies is told in no more bytes than this."""


def opened(folder: Path) -> Document:
    """Return what is kept of the picture in a scenario's folder; what a stranger wrote badly goes."""
    path = folder / TRACING
    try:
        if path.is_file() and path.stat().st_size <= MOST_SAID:
            document = Document.open(path)
            if isinstance(document.plain(), dict):
                return document
    except ScenarioError:
        pass
    with suppress(OSError):
        path.unlink()
    return Document(NOTHING, str(path), path=path)


def picture_in(plain: Plain) -> str:
    """Return the name of the picture that is traced, "" for none."""
    said = plain.get("picture", "") if isinstance(plain, dict) else ""
    return Path(said).name if isinstance(said, str) else ""


def used(folder: Path) -> str:
    """Return the name of the picture that is traced in a scenario's folder, "" for none."""
    return picture_in(opened(folder).plain()) if (folder / TRACING).is_file() else ""
