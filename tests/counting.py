"""Counting what a command does: the calls of functions while it runs, without a change to any of them."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType


@contextmanager
def calls(*functions: Callable[..., object]) -> Iterator[Counter[str]]:
    """How often each of these functions is called inside the block, by its qualified name."""
    wanted: dict[CodeType, str] = {each.__code__: each.__qualname__ for each in functions}
    found: Counter[str] = Counter()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in wanted:
            found[wanted[frame.f_code]] += 1

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        yield found
    finally:
        sys.setprofile(before)
