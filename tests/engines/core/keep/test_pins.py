"""PINs: hashed with a salt, kept in the save."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.pins import hash_pin, pin_fits
from grognard.engines.core.keep.saves import SaveFile, summary
from grognard.engines.core.play.session import Session


def test_a_pin_fits_its_own_hash_alone() -> None:
    kept = hash_pin("1859")
    assert pin_fits("1859", kept)
    assert not pin_fits("1812", kept)
    assert not pin_fits("", kept)
    assert "1859" not in kept
    assert hash_pin("1859") != kept


def test_a_pin_of_an_older_save_fits() -> None:
    """What 1.0.0rc1 kept of 1812, made with the hashes of Python itself."""
    kept = "scrypt:6120677261696e206f662073616c7421:eba3c50132b4f4521558b047a3e63223d4ee1787843ac92556659c2c758bca51"
    assert pin_fits("1812", kept)
    assert not pin_fits("1813", kept)


@pytest.mark.parametrize("kept", ["", "1859", "scrypt:xx:yy", "scrypt::", "md5:00:11", "scrypt:00"])
def test_nothing_fits_a_damaged_hash(kept: str) -> None:
    assert not pin_fits("1859", kept)
    assert not pin_fits("", kept)


def test_a_save_keeps_the_pins_of_its_seats(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "a"
    save = SaveFile.create(path, session.game, session.setup, "1")
    save.follow(session)
    assert save.pins == {}
    kept = hash_pin("7")
    save.keep_pin("red", kept)
    save.keep_pin("blue", hash_pin("8"))
    session.choose("red", {"pieces": ["red-1"], "at": "west"})
    save.close()
    loaded = load_save(path)
    assert loaded.header.pins["red"] == kept
    assert pin_fits("8", loaded.header.pins["blue"])
    assert loaded.save is not None
    assert loaded.save.pins == loaded.header.pins == summary(path).header.pins
    loaded.save.close()


def test_a_game_saved_elsewhere_takes_its_pins_along(session: Session, tmp_path: Path) -> None:
    save = SaveFile.create(tmp_path / "a", session.game, session.setup, "1")
    save.keep_pin("red", hash_pin("7"))
    copy = SaveFile.save_as(tmp_path / "b", session, pins=save.pins)
    assert copy.pins == save.pins
    copy.close()
    save.close()
