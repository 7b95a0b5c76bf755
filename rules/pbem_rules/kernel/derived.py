"""Tables worked out once for a value that never changes, and kept with that value.

A position is looked at many times (every list of legal orders asks for zones and lines of supply), and never changes: what
was worked out hangs on it and goes when it goes. Nothing is kept anywhere else, so that another position, other data or
another process can never be given it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial, wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from pbem.bytes.values import TABLES

V = TypeVar("V")
A = ParamSpec("A")
R = TypeVar("R")


def derived(function: Callable[Concatenate[V, A], R]) -> Callable[Concatenate[V, A], R]:
    """The function, with its answers kept on its first argument: a frozen value with a dictionary (``slots=False``).

    The other arguments are told apart by identity and kept beside the answer: pass data and names, not fresh lists.
    """

    def remembered(value: V, /, *args: A.args, **kwargs: A.kwargs) -> R:
        assert not kwargs, "a derived table takes its arguments by place"
        # Asked a hundred thousand times a game: most often with nothing beside, or one thing.
        key: object = function
        if len(args) == 1:
            (only,) = args
            key = (function, only if isinstance(only, str) else id(only))
        elif args:
            key = (function, *[each if isinstance(each, str) else id(each) for each in args])
        held = value.__dict__
        tables: dict[object, tuple[R, object]] | None = held.get(TABLES)
        if tables is None:
            held[TABLES] = tables = {}
        kept = tables.get(key)
        if kept is None:
            kept = tables[key] = (function(value, *args, **kwargs), args)
        return kept[0]

    remembered.__doc__, remembered.__name__ = function.__doc__, function.__name__
    remembered.__module__, remembered.__qualname__ = function.__module__, function.__qualname__
    return remembered


def recent(most: int) -> Callable[[Callable[Concatenate[V, A], R]], Callable[Concatenate[V, A], R]]:
    """As :func:`derived`, for a function of more than its first argument: the last ``most`` answers are kept with that.

    The other arguments are told apart by what they are equal to, and must be hashable.
    """

    def keeps(function: Callable[Concatenate[V, A], R]) -> Callable[Concatenate[V, A], R]:
        def remembered(value: V, /, *args: A.args, **kwargs: A.kwargs) -> R:
            tables = value.__dict__.setdefault(TABLES, {})
            kept = tables.get(function)
            if kept is None:
                kept = tables[function] = lru_cache(maxsize=most)(partial(function, value))
            return cast("R", kept(*args, **kwargs))

        return wraps(function)(remembered)

    return keeps
