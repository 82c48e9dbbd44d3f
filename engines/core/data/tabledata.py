"""The data files of a rulebook, read as text: a table's reader decides what its values are."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import yaml


def read_data(package: str, name: str, root: str) -> dict[str, Any]:
    """Return what stands under `root` in a YAML file of a package, every value as text.

    Raises:
        KeyError: the file has no such root.
    """
    source = files(package).joinpath(name).read_text("utf-8")
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    raw: dict[str, Any] = yaml.load(source, Loader=loader)[root]  # noqa: S506 - BaseLoader: text only
    return raw
