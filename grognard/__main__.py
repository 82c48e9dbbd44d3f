"""`python -m grognard`: the program by its name."""

import sys

from grognard.app.cli import main

if __name__ == "__main__":
    sys.exit(main())
