"""Where a bundle starts: the program itself, or a process of it that plays beside it.

A bundle has no Python beside it: what a checkout starts as `python -m grognard...` it starts as itself.
"""

from __future__ import annotations

import multiprocessing
import runpy
import sys


def main() -> int:
    """Run the program, or the module of it that another process of it asks for."""
    multiprocessing.freeze_support()
    if sys.argv[1:2] == ["-m"] and sys.argv[2:3] and sys.argv[2].startswith("grognard."):
        module = sys.argv[2]
        sys.argv[:] = sys.argv[:1] + sys.argv[3:]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return 0
    from grognard.app.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
