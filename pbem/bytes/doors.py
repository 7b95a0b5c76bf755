"""Front doors: what a package shows under its own name to those who do not know its modules (``rules/README.md``).

The names stand in the module ``door`` of the package. It is loaded when somebody asks for the first of them: most commands
load no game.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec


def opened(package: str) -> Callable[[str], object]:
    """The ``__getattr__`` of a package with a door. It raises AttributeError for a name that the door does not list."""

    def attribute(name: str) -> object:
        listed = not name.startswith("_") and find_spec(f"{package}.{name}") is None
        door = vars(import_module(f"{package}.door")) if listed else {}
        if name not in door:
            raise AttributeError(f"{package} has no {name}", name=name)
        return door[name]

    return attribute
