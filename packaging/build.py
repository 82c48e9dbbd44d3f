"""Builds what people install who have no Python: `python packaging/build.py` on the machine at hand.

The bundle is a folder with all that the program needs. On Linux it goes into a .deb where `dpkg-deb` is there, and
into an AppImage where `appimagetool` is; on Windows into an installer where Inno Setup's `iscc` is; on macOS into
a disk image. An environment of its own is made first, with the versions of `.ci/constraints.txt`; `--here` takes
the environment of the Python that runs this. Everything lands in `packaging/dist`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUILD, DIST = HERE / "build", HERE / "dist"


def main() -> int:
    """Build all that the machine at hand has the tools for."""
    wanted = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    wanted.add_argument("--here", action="store_true", help="with the packages of this Python")
    wanted.add_argument("--again", action="store_true", help="pack the bundle that is there")
    arguments = wanted.parse_args()
    python = Path(sys.executable) if arguments.here else environment()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    told = {
        "GROGNARD_VERSION": version,
        "GROGNARD_ICONS": str(BUILD / "icons"),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    os.environ.update(told)
    if not arguments.again:
        shutil.rmtree(DIST, ignore_errors=True)
        call(python, HERE / "icons.py", BUILD / "icons")
        call(python, HERE / "manual.py", BUILD / "manual")
        recipe = HERE / "grognard.spec"
        places = ("--distpath", DIST, "--workpath", BUILD / "pyinstaller")
        call(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *places, recipe)
        if sys.platform == "linux":
            call(python, HERE / "linux" / "slim.py", DIST / "grognard")
    print(f"{DIST / 'grognard'}: {size(DIST / 'grognard') / 1e6:.0f} MB")
    pack(python, version)
    return 0


def environment() -> Path:
    """Return the Python of a fresh environment in which the program and the tools are installed."""
    home = BUILD / "env"
    venv.create(home, with_pip=True, clear=True)
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    pinned = ("-m", "pip", "install", "-q", "-c", ROOT / ".ci" / "constraints.txt")
    call(python, *pinned, "setuptools")
    call(python, *pinned, "--no-build-isolation", f"{ROOT}[bundle]")
    return python


def pack(python: Path, version: str) -> None:
    """Put the bundle into the packages of this system, as far as the tools for them are there."""
    if sys.platform == "linux":
        call(python, HERE / "linux" / "pack.py", DIST, BUILD)
    elif sys.platform == "win32":
        if compiler := shutil.which("iscc"):
            call(compiler, f"/DVersion={version}", f"/O{DIST}", HERE / "windows" / "grognard.iss")
        else:
            print("iscc is not there: no installer is made")
    elif sys.platform == "darwin":
        image = DIST / f"Grognard-{version}.dmg"
        call(
            "hdiutil",
            "create",
            "-volname",
            "Grognard",
            "-srcfolder",
            DIST / "Grognard.app",
            "-ov",
            image,
        )


def call(*words: str | Path) -> None:
    """Run a tool; where it fails, all fails."""
    print("+", *words, flush=True)
    subprocess.run([str(word) for word in words], check=True, cwd=BUILD if BUILD.is_dir() else ROOT)


def size(folder: Path) -> int:
    """Return the bytes of all files in a folder; a link has none."""
    return sum(
        path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    )


if __name__ == "__main__":
    sys.exit(main())
