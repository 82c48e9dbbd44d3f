"""What desktops are told of the program: it agrees with the program, and with those who check such files."""

from __future__ import annotations

import plistlib
import re
import runpy
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from grognard.app.cli import COMMANDS, parser
from grognard.app.main import DESKTOP_NAME
from grognard.engines.core.keep.saveformat import APPLICATION_ID, MAGIC, SUFFIX
from grognard.engines.core.scenario.gathering import SUFFIX as BATTLE
from tests.conftest import ROOT, environment

PACKAGING = ROOT / "packaging"
LINUX = PACKAGING / "linux"
DESKTOP = LINUX / f"{DESKTOP_NAME}.desktop"
MIME = LINUX / f"{DESKTOP_NAME}.mime.xml"
METAINFO = LINUX / f"{DESKTOP_NAME}.metainfo.xml"
KINDS = {"application/x-grognard-game": SUFFIX, "application/x-grognard-battle": BATTLE}


def recipe(name: str) -> dict[str, Any]:
    return runpy.run_path(str(PACKAGING / name))


def tree(path: Path) -> ET.Element:
    return ET.parse(path).getroot()  # noqa: S314 - a file of ours


def entries() -> dict[str, str]:
    lines = DESKTOP.read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


@pytest.mark.parametrize(
    "command",
    [("desktop-file-validate", DESKTOP), ("appstreamcli", "validate", "--no-net", METAINFO)],
    ids=lambda command: command[0],
)
def test_those_who_check_find_nothing(command: tuple[str | Path, ...]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_desktop_starts_what_the_command_line_knows() -> None:
    told = entries()
    program, *words = told["Exec"].split()
    assert (program, words) == ("grognard", ["play", "%f"])
    assert parser().parse_args(["play", "a.battle"]).target == "a.battle"
    assert parser().parse_args(["play"]).target is None, (
        "a desktop leaves %f out where there is none"
    )
    assert told["Icon"] == DESKTOP_NAME
    assert set(filter(None, told["MimeType"].split(";"))) == set(KINDS)


def test_files_are_known_by_their_endings_everywhere() -> None:
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    types = tree(MIME).findall(f"{space}mime-type")
    globs = {
        one.get("type"): [it.get("pattern") for it in one.findall(f"{space}glob")] for one in types
    }
    assert globs == {kind: [f"*{ending}"] for kind, ending in KINDS.items()}
    named = tree(METAINFO).findall("provides/mediatype")
    assert {one.text for one in named} == set(KINDS)
    plist = plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())
    tags = [one["UTTypeTagSpecification"] for one in plist["UTExportedTypeDeclarations"]]
    assert {
        one["public.mime-type"]: f".{one['public.filename-extension'][0]}" for one in tags
    } == KINDS
    declared = {one["UTTypeIdentifier"] for one in plist["UTExportedTypeDeclarations"]}
    opened = {one for kind in plist["CFBundleDocumentTypes"] for one in kind["LSItemContentTypes"]}
    assert declared == opened
    installer = (PACKAGING / "windows" / "grognard.iss").read_text("utf-8")
    for ending in KINDS.values():
        assert rf"Software\Classes\{ending}" in installer


def test_a_save_is_known_by_its_first_bytes() -> None:
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    outer, inner = tree(MIME).findall(f".//{space}match")
    assert outer.get("value", "").replace("\\0", "\0").encode() == MAGIC
    assert (inner.get("offset"), int(inner.get("value", ""), 16)) == ("68", APPLICATION_ID)


def test_every_kind_of_icon_is_drawn(qapp: QApplication, tmp_path: Path) -> None:
    made = recipe("icons.py")
    made["write"](tmp_path)
    names = {DESKTOP_NAME: "apps", **{kind.replace("/", "-"): "mimetypes" for kind in KINDS}}
    for name, context in names.items():
        for side in made["SIZES"]:
            image = QImage(str(tmp_path / "hicolor" / f"{side}x{side}" / context / f"{name}.png"))
            assert image.size().toTuple() == (side, side)
            assert image.pixelColor(side // 2, side // 2).alpha() == 255
        assert (tmp_path / "hicolor" / "scalable" / context / f"{name}.svg").is_file()
    two = [
        QImage(str(tmp_path / "hicolor" / "48x48" / "mimetypes" / f"{one}.png"))
        for one in names
        if "-" in one
    ]
    assert two[0] != two[1], "a game and a scenario are told apart"


@pytest.mark.parametrize("name", ["grognard", "game", "battle"])
def test_icons_of_other_systems_hold_whole_pictures(
    qapp: QApplication, tmp_path: Path, name: str
) -> None:
    made = recipe("icons.py")
    made["write"](tmp_path)
    data = (tmp_path / f"{name}.ico").read_bytes()
    _, kind, count = struct.unpack_from("<HHH", data)
    assert (kind, count) == (1, len(made["ICO"]))
    for number, side in enumerate(made["ICO"]):
        wide, *_, length, at = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        image = QImage.fromData(data[at : at + length], "PNG")
        assert (wide, image.width()) == (side % 256, side)
    data, at, sides = (tmp_path / f"{name}.icns").read_bytes(), 8, []
    assert struct.unpack_from(">4sI", data) == (b"icns", len(data))
    while at < len(data):
        _, length = struct.unpack_from(">4sI", data, at)
        sides.append(QImage.fromData(data[at + 8 : at + length], "PNG").width())
        at += length
    assert sides == list(made["ICNS"].values())


def test_the_manual_tells_of_every_command_and_option() -> None:
    page = recipe("manual.py")["manual"]()
    told = re.findall(r"^\.SS (\w+)$", page, re.MULTILINE)
    assert set(told) == {*COMMANDS, "play", "edit"}
    assert r"\fB\-\-version\fR" in page
    assert r"\fB\-\-coverage\fR" in page
    if shutil.which("man"):
        done = subprocess.run(
            ["man", "-l", "--warnings", "-"],
            input=page,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_completions_know_every_command(tmp_path: Path) -> None:
    pytest.importorskip("shtab")
    made = recipe("manual.py")
    made["write"](tmp_path)
    for name in made["SHELLS"].values():
        words = (tmp_path / name).read_text("utf-8")
        assert [one for one in (*COMMANDS, "play", "edit") if one not in words] == []


def test_a_bundle_starts_its_other_processes_as_itself() -> None:
    script = str(PACKAGING / "start.py")
    for words in (["list", "--json"], ["-m", "grognard.app.cli", "list", "--json"]):
        done = subprocess.run(
            [sys.executable, script, *words],
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "gmt/shevardino" in done.stdout


def test_the_workflow_tries_three_systems_and_keeps_the_bundles() -> None:
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    jobs = flow["jobs"]
    for job in ("tests", "bundles"):
        assert len(jobs[job]["strategy"]["matrix"]["os"]) == 3
    steps = [step.get("run", "") for job in jobs.values() for step in job["steps"]]
    assert any("packaging/build.py" in step for step in steps)
    assert any(
        step.get("uses", "").startswith("actions/upload-artifact")
        for step in jobs["bundles"]["steps"]
    )
