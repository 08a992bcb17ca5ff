"""The command line: `rtreceval` and `python -m rtreceval`."""

import sys

from rtreceval._core import cli


def main() -> None:
    """Run the command line and exit with its status."""
    sys.exit(cli(sys.argv[1:]))


if __name__ == "__main__":
    main()
