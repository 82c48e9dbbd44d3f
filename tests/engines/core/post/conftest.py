"""PINs that cost little: what a try costs is of no concern to the tests but one."""

from __future__ import annotations

import pytest

from grognard.engines.core.post import keys


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    assert keys.COST >= 2**15
    monkeypatch.setattr(keys, "COST", 2**6)
