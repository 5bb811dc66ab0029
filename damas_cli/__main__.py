"""The entry point `damas`, also as `python -m damas_cli`."""

from __future__ import annotations

import sys

from . import __version__


def main() -> int:
    """Run the command line of this process and return its exit status."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]) and sys.stdout is not None:
        # Answered here, before anything slow is imported. What cannot be printed is left to the
        # ordinary way, which says so.
        try:
            sys.stdout.write(f"damas {__version__}\n")
            sys.stdout.flush()
        except OSError:
            pass
        else:
            return 0
    from .cli import process

    return process.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
