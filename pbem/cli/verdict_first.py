"""The verdict on a log before anything else that a command says of it, and the exit code behind everything."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pbem.bytes.errors import UsageError
from pbem.cli import language, output
from pbem.home import verdict_sentence
from pbem.replay.verdict import Verdict

_WORD = re.compile(r"[.:]| at | from | en la | desde ")
"""What ends the word of a verdict, in every language."""


def spoken(name: str, verdict: Verdict) -> str:
    """``NAME: rejected at entry 7 ...``, with its word in colour."""
    said = language.say(verdict_sentence.sentence(verdict))
    word = _WORD.split(said, maxsplit=1)[0]
    colour = output.good if verdict.good else output.bad
    return f"{language.say(name)}: {colour(word)}{said.removeprefix(word)}"


@contextmanager
def judging(name: str, verdict: Verdict, *, aside: bool = True, said: bool = False) -> Iterator[None]:
    """Say first that a log is rejected, do what can be done with the part that holds, and leave with the code of ``verify``.

    ``aside``: on standard error, where standard output is data or a file is all that is written. ``said``: what is printed
    begins with the verdict by itself. A log that holds needs no word here.
    """
    if not verdict.good and not said:
        (output.talk if aside else output.data)(spoken(name, verdict))
    try:
        yield
    except UsageError as error:
        if verdict.good:
            raise
        # That nothing can be made of the part that holds is less than that the rest does not hold.
        output.failed(error)
    if not verdict.good:
        sys.exit(verdict_sentence.exit_code(verdict))
