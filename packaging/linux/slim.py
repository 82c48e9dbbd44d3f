"""Makes the bundle of Linux lighter: `slim.py BUNDLE`, called by build.py.

Symbols for debuggers are stripped; of the tables of ICU, which Qt brings for 700 languages, those stay that text
and sorting need. What a tool is missing for stays as it is.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

MAGIC = b"\x7fELF"
TABLE = b"icudt"
KEPT = (
    "*.icu",
    "*.nrm",
    "*.spp",
    "root.res",
    "pool.res",
    "res_index.res",
    "supplementalData.res",
    "coll/root.res",
    "coll/res_index.res",
    "coll/ucadata.icu",
    "cnvalias.icu",
    "currencyNumericCodes.res",
    "numberingSystems.res",
    "timezoneTypes.res",
    "zoneinfo64.res",
    "metaZones.res",
    "windowsZones.res",
    "keyTypeData.res",
    "likelySubtags.res",
    "en.res",
    "it.res",
    "fr.res",
    "de.res",
)


def slim(bundle: Path) -> None:
    """Strip and trim what can be."""
    for path in sorted(bundle.rglob("*")):
        # The libraries of wheels that were mended when they were packed do not survive being stripped.
        mended = any(part.endswith(".libs") for part in path.parts)
        if path.is_file() and not path.is_symlink() and not mended and binary(path):
            strip(path)
    for path in sorted(bundle.rglob("libicudata.so.*")):
        if not path.is_symlink():
            trim(path)


def binary(path: Path) -> bool:
    """Whether a file is a program or a library; the program itself carries its code behind it."""
    with path.open("rb") as stream:
        return stream.read(4) == MAGIC and path.name != "grognard"


def strip(path: Path) -> None:
    """Take out what only a debugger reads."""
    if tool := shutil.which("strip"):
        subprocess.run([tool, "--strip-unneeded", str(path)], check=False, capture_output=True)


def trim(library: Path) -> None:
    """Make the library of ICU's tables anew with those that are kept."""
    tools = [
        shutil.which(name, path="/usr/bin:/usr/sbin")
        for name in ("icupkg", "ld", "objcopy", "readelf")
    ]
    if None in tools:
        print("icupkg, ld, objcopy or readelf is not there: the tables of ICU stay whole")
        return
    icupkg, ld, objcopy, readelf = (str(one) for one in tools)
    symbols = said(readelf, "--dyn-syms", "-W", str(library))
    symbol = next(word for word in symbols.split() if word.startswith("icudt"))
    (line,) = [line for line in symbols.splitlines() if line.endswith(symbol)]
    whole = library.read_bytes()
    start = offset(said(readelf, "-S", "-W", str(library)), int(line.split()[1], 16))
    with TemporaryDirectory() as folder:
        package = Path(folder) / f"{symbol.removesuffix('_dat')}l.dat"
        package.write_bytes(whole[start:])
        listed = said(icupkg, "-l", str(package)).split()
        drop = Path(folder) / "drop.txt"
        drop.write_text("\n".join(name for name in listed if not kept(name)) + "\n")
        small = package.with_name("small") / package.name
        small.parent.mkdir()
        said(icupkg, "-r", str(drop), str(package), str(small))
        relink(ld, objcopy, small, symbol, library)


def kept(name: str) -> bool:
    """Whether a table stays."""
    return any(
        Path(name).match(pattern) and name.count("/") == pattern.count("/") for pattern in KEPT
    )


def offset(sections: str, address: int) -> int:
    """Return where in the file an address of the table of sections lies."""
    for line in sections.splitlines():
        words = line.partition("]")[2].split()
        if len(words) > 5 and words[1] == "PROGBITS":
            at, where, long = (int(word, 16) for word in words[2:5])
            if at <= address < at + long:
                return where + address - at
    message = "the tables of ICU are not where they should be"
    raise ValueError(message)


def relink(ld: str, objcopy: str, package: Path, symbol: str, library: Path) -> None:
    """Make a library that holds a package of tables under its symbol."""
    made, name = package.with_name("tables.o"), package.name
    subprocess.run(
        [ld, "-r", "-b", "binary", "-o", made.name, name], check=True, cwd=package.parent
    )
    old = "_binary_" + "".join(sign if sign.isalnum() else "_" for sign in name)
    words = [f"{old}_start={symbol}"]
    align = [
        "--set-section-alignment",
        ".data=16",
        "--rename-section",
        ".data=.rodata,alloc,load,readonly,data,contents",
    ]
    subprocess.run(
        [
            objcopy,
            "--redefine-sym",
            words[0],
            "--strip-symbol",
            f"{old}_end",
            "--strip-symbol",
            f"{old}_size",
            *align,
            str(made),
        ],
        check=True,
    )
    before = library.stat().st_size
    soname = library.name
    subprocess.run(
        [ld, "-shared", "-soname", soname, "-z", "noexecstack", "-o", str(library), str(made)],
        check=True,
    )
    print(f"{soname}: {before / 1e6:.0f} MB, now {library.stat().st_size / 1e6:.0f}")


def said(*command: str) -> str:
    """Return what a tool says."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    slim(Path(sys.argv[1]))
