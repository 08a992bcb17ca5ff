"""The command line: `rtreceval` and `python -m rtreceval`."""

import _signal  # type: ignore[import-not-found]  # `signal` imports much more
import sys

from rtreceval._core import cli


def main() -> None:
    """Run the command line and exit with its status."""
    # Python would note Ctrl-C and wait for the end of what is read, be it an idle pipe.
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    sys.exit(cli(sys.argv[1:]))


if __name__ == "__main__":
    main()
