"""``python -m pbem`` is ``pbem``."""

import sys


def run() -> None:
    """The command line; who stops it while it is still being loaded gets a sentence, too."""
    try:
        from pbem.cli import main  # noqa: PLC0415  # loading is what may be stopped

        main()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped. Nothing was changed.\n")
        sys.exit(130)


if __name__ == "__main__":
    run()
