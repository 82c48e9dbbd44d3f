"""Packs the bundle of Linux: `pack.py DIST BUILD`, called by build.py. A .deb, and an AppImage."""

from __future__ import annotations

import gzip
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from grognard.app.about import lines
from grognard.engines.core.keep.saves import program_version

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
APP = "org.grognard.Grognard"
FONTS = "fontconfig-config, fonts-dejavu-core | fonts-liberation | fonts-noto-core"
"""What no library asks for: where letters are, and some."""
CONTROL = """Package: grognard
Version: {version}
Architecture: {architecture}
Maintainer: The Grognard authors <authors@grognard.invalid>
Section: games
Priority: optional
Installed-Size: {size}
Depends: {depends}
Description: historical wargames on one table
 A table for historical wargames: hot-seat, offline, on one machine. The rules
 are enforced and explained; the players only decide. Every refusal names the
 rule that refuses, every die shows its modifiers, and the rulebook lies open
 beside the board. Five games, each with computer players and a guided start.
"""
SHARES = {
    f"{APP}.desktop": f"applications/{APP}.desktop",
    f"{APP}.metainfo.xml": f"metainfo/{APP}.metainfo.xml",
    f"{APP}.mime.xml": f"mime/packages/{APP}.xml",
}
"""Where below /usr/share a desktop looks for what lies beside this file."""
COMPLETIONS = {
    "grognard.bash": "bash-completion/completions/grognard",
    "_grognard": "zsh/vendor-completions/_grognard",
    "grognard.fish": "fish/vendor_completions.d/grognard.fish",
}


def tree(root: Path, bundle: Path, build: Path) -> None:
    """Lay out below `root` what the package installs."""
    shutil.rmtree(root, ignore_errors=True)
    usr = root / "usr"
    shutil.copytree(bundle, usr / "lib" / "grognard", symlinks=True)
    (usr / "bin").mkdir()
    (usr / "bin" / "grognard").symlink_to("../lib/grognard/grognard")
    share = usr / "share"
    shutil.copytree(build / "icons" / "hicolor", share / "icons" / "hicolor")
    for name, where in SHARES.items():
        copy(HERE / name, share / where)
    for name, where in COMPLETIONS.items():
        copy(build / "manual" / name, share / where)
    squeeze(build / "manual" / "grognard.1", share / "man" / "man1" / "grognard.1.gz")
    squeeze(ROOT / "docs" / "changelog.md", share / "doc" / "grognard" / "changelog.gz")
    licence = (ROOT / "LICENSE").read_text("utf-8")
    built_on = "\n".join(lines()[1:])
    words = f"Grognard\n\n{licence}\nIt is built on, and this package holds:\n\n{built_on}\n"
    (share / "doc" / "grognard" / "copyright").write_text(words, "utf-8")


def copy(source: Path, target: Path) -> None:
    """Copy a file; its folder is made."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def squeeze(source: Path, target: Path) -> None:
    """Compress a file; the same words give the same bytes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(source.read_bytes(), mtime=0))


def depends(bundle: Path) -> str:
    """Return the packages that hold the libraries which the bundle asks for and does not bring."""
    files = [path for path in bundle.rglob("*") if path.is_file() and not path.is_symlink()]
    binaries = [path for path in files if path.open("rb").read(4) == b"\x7fELF"]
    brought = {path.name for path in bundle.rglob("*")}
    told = [
        subprocess.run(
            ["readelf", "-dW", str(path)], capture_output=True, text=True, check=False
        ).stdout
        for path in binaries
    ]
    asked = {name for words in told for name in re.findall(r"NEEDED.*\[(.+)\]", words)} - brought
    return ", ".join([*sorted(filter(None, map(owner, sorted(asked)))), FONTS])


def owner(library: str) -> str:
    """Return the package of a library, that of the C library with the version that is needed at least."""
    found = subprocess.run(
        ["dpkg", "-S", f"*/{library}"], capture_output=True, text=True, check=False
    )
    package = found.stdout.partition(":")[0]
    if package == "libc6":
        return f"libc6 (>= {platform.libc_ver()[1]})"
    if not package:
        print(f"{library} is of no package here: what needs it is found out by who installs")
    return package


def deb(dist: Path, build: Path, version: str) -> None:
    """Make the .deb."""
    root = build / "deb"
    tree(root, dist / "grognard", build)
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    size = sum(path.stat().st_size for path in root.rglob("*") if not path.is_symlink()) // 1024
    needs = ", ".join(dict.fromkeys(depends(dist / "grognard").split(", ")))
    words = CONTROL.format(version=version, architecture=architecture, size=size, depends=needs)
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN" / "control").write_text(words, "utf-8")
    subprocess.run(["chmod", "-R", "u+rwX,go+rX,go-w", str(root)], check=True)
    package = dist / f"grognard_{version}_{architecture}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(package)], check=True
    )
    print(f"{package.name}: {package.stat().st_size / 1e6:.0f} MB")


def appimage(dist: Path, build: Path, version: str) -> None:
    """Make the folder of an AppImage, and the file of it where the tool is there."""
    root = build / "Grognard.AppDir"
    tree(root, dist / "grognard", build)
    copy(HERE / f"{APP}.desktop", root / f"{APP}.desktop")
    copy(build / "icons" / "hicolor" / "256x256" / "apps" / f"{APP}.png", root / f"{APP}.png")
    (root / ".DirIcon").symlink_to(f"{APP}.png")
    (root / "AppRun").symlink_to("usr/bin/grognard")
    image = dist / f"Grognard-{version}-{platform.machine()}.AppImage"
    tool = shutil.which("appimagetool")
    if tool is None:
        print(f"appimagetool is not there: {root} is what it makes {image.name} of")
        return
    subprocess.run([tool, "--no-appstream", str(root), str(image)], check=True)


def main() -> None:
    """Pack what is built."""
    dist, build = (Path(word) for word in sys.argv[1:3])
    os.umask(0o022)
    version = program_version()
    if shutil.which("dpkg-deb"):
        # A candidate comes before its release in the order of Debian's versions too.
        deb(dist, build, re.sub(r"(a|b|rc)(\d)", r"~\1\2", version))
    appimage(dist, build, version)


if __name__ == "__main__":
    main()
