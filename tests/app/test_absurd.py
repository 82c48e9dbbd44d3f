"""What a stranger has written into settings and catalogues, and players who would think for ever."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from grognard.app import spoken
from grognard.app.finding import Unusable
from grognard.app.lab.players import seated
from grognard.app.settings import Settings
from grognard.engines.core.data.language import MOST_WORDS
from grognard.engines.core.data.text import ENGLISH, speak, tr
from grognard.engines.core.play.game import registry

ABSURD = [
    "",
    "[" * 100_000,
    '{"a":' * 50_000,
    "nan",
    "-1",
    "9" * 500,
    "../../etc/passwd",
    "en\x00",
    "x" * 9000,
]


@pytest.mark.parametrize("value", ABSURD, ids=lambda value: value[:8])
def test_settings_that_make_no_sense_are_as_if_they_were_not_there(
    tmp_path: Path, value: str
) -> None:
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    for name in ("keys", "recent", "language", "text_size", "surround", "pace", "animation"):
        store.setValue(name, value)
    settings = Settings(store)
    assert (settings.keys, settings.recent) == ({}, [])
    assert (settings.text_size, settings.surround) == ("normal", "light")
    assert spoken.begin(settings.language) == ""


@pytest.mark.parametrize(
    "held",
    [
        b'msgid "Undo"\nmsgst',
        b"\xff\xfe\x00\x01",
        b'msgid ""\nmsgstr "Content-Type: text/plain; charset=nowhere\\n"\n\nmsgid "a"\nmsgstr "b"\n',
        b'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=os.abort();\\n"\n\nmsgid "a"\nmsgstr "b"\n',
        b"nonsense",
    ],
    ids=["cut", "no-text", "charset", "plurals", "no-catalogue"],
)
def test_a_broken_catalogue_leaves_english_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: bytes
) -> None:
    (tmp_path / "xx.po").write_bytes(held)
    monkeypatch.setattr(spoken, "folders", lambda: iter([tmp_path]))
    try:
        assert "xx.po" in spoken.begin("xx")
        assert tr("Undo") == "Undo"
    finally:
        speak(ENGLISH)


def test_a_broken_packed_catalogue_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = lzma.compress(b'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n')
    bomb = lzma.compress(b"#" * (MOST_WORDS + 1), preset=0)
    monkeypatch.setattr(spoken, "folders", lambda: iter([tmp_path]))
    try:
        for held in (b"nonsense", whole[:-20], whole[:20], bomb):
            (tmp_path / "xx.po.xz").write_bytes(held)
            assert "xx.po.xz" in spoken.begin("xx")
            assert tr("Undo") == "Undo"
        (tmp_path / "xx.po.xz").write_bytes(whole)
        assert not spoken.begin("xx")
    finally:
        speak(ENGLISH)


@pytest.mark.parametrize(
    "name",
    [
        "marshal#99999999999999999999",
        "marshal#0",
        "marshal@0",
        "marshal@1e9",
        "marshal@99999",
        "marshal#" + "9" * 5000,
    ],
)
def test_nobody_may_think_for_ever(name: str) -> None:
    with pytest.raises(Unusable) as wrong:
        seated(name, ["french", "russian"], registry["gmt"])
    assert [problem.file for problem in wrong.value.problems] == ["--bot"]
    assert len(str(wrong.value.problems[0])) < 200


@pytest.mark.parametrize("name", ["marshal#40", "marshal@0.2", "marshal@60", "captain"])
def test_they_may_think_as_long_as_makes_sense(name: str) -> None:
    assert seated(name, ["french"], registry["gmt"]) == {"french": name}
