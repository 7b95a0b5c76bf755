"""``python -m pbem`` is ``pbem``."""

import atexit
import os
import sys
import threading


def run() -> None:
    """The command line; who stops it while it is still being loaded gets a sentence, too."""
    try:
        from pbem.cli import main  # noqa: PLC0415  # loading is what may be stopped

        main()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped. Nothing was changed.\n")
        sys.exit(130)
    except SystemExit as stop:
        if isinstance(stop.code, int) and threading.active_count() == 1:
            _end(stop.code)
        raise


def _end(code: int) -> None:
    """End without taking to pieces what was loaded: a twentieth of a short command."""
    try:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):  # nobody reads: Python's own end says so
        return
    os._exit(code)


if __name__ == "__main__":
    run()
