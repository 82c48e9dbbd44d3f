"""What is not installed with the program, but with `pip install grognard[lab]`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from grognard.app.lab.task import Refused
from grognard.engines.core.data.text import text, verbatim

INSTALL = "pip install 'grognard[lab]'"

NEEDED = {
    "distributed": text("A scheduler needs Dask: {install}", install=verbatim(INSTALL)),
    "matplotlib": text("The plots need matplotlib: {install}", install=verbatim(INSTALL)),
    "pyarrow": text("Parquet needs pyarrow: {install}", install=verbatim(INSTALL)),
}


def has(package: str) -> bool:
    """Whether one of these packages is there."""
    return find_spec(package) is not None


def lacking(package: str) -> str:
    """Return what is to be said where it is not."""
    return str(NEEDED[package.partition(".")[0]])


def need(package: str) -> Any:
    """Return a package.

    Raises:
        Refused: it is not installed.
    """
    if not has(package):
        raise Refused(lacking(package))
    return import_module(package)
