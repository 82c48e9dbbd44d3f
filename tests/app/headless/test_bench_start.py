"""The bench tells a start with byte code from one for which all must be compiled."""

from __future__ import annotations

import sys
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import pytest

from grognard.app import main as program
from grognard.app.headless import bench, bench_start


def test_it_is_seen_whether_byte_code_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    assert not bench_start._compiled()
    kept = Path(cache_from_source(str(Path(str(program.__file__)).resolve())))
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"")
    assert bench_start._compiled()


def test_a_cold_start_is_measured_beside_a_warm_one(monkeypatch: pytest.MonkeyPatch) -> None:
    folders: list[str | None] = []

    def apart(module: str, *_words: str, **more: str) -> dict[str, Any]:
        folder = more.get("PYTHONPYCACHEPREFIX")
        assert folder is None or [*Path(folder).iterdir()] == []
        folders.append(folder)
        return {"window_up_seconds": len(folders), "byte_code_missing": folder is not None}

    monkeypatch.setattr(bench, "_apart", apart)
    assert bench.measure_start() == {
        "window_up_seconds": 1,
        "byte_code_missing": False,
        "cold_window_up_seconds": 2,
    }
