"""``python -m pbem`` is ``pbem``."""

from pbem.cli import main

main()
