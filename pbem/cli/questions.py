"""Questions at a terminal, in the reader's language: the only place that asks.

Click's own questions know ``y`` and ``n`` alone, and say no message in another language.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import click

from pbem.cli import output
from pbem.cli.language import say
from pbem.port.messages import Message

YES, NO = Message("yes"), Message("no")
_ALWAYS = {"y": True, "yes": True, "n": False, "no": False}
"""What is understood in every language."""

_aside: ContextVar[Callable[[str], bool] | None] = ContextVar("aside", default=None)


@contextmanager
def aside(take: Callable[[str], bool]) -> Iterator[None]:
    """At every question asked within, ``take`` is given what is neither yes nor no; whether it could do anything with it."""
    token = _aside.set(take)
    try:
        yield
    finally:
        _aside.reset(token)


def letters() -> tuple[str, str]:
    """How yes and no begin in the reader's language."""
    return say(YES)[0], say(NO)[0]


def agreed(question: str, *, default: bool = False, abort: bool = False) -> bool:
    """Whether the answer is yes, asked until it is yes or no; Enter alone is ``default``.

    Raises click's Abort when nothing more can be typed, and with ``abort`` for a no.
    """
    while isinstance(answer := answered(question, default=default), str):
        take = _aside.get()
        if take is None or not take(answer):
            output.talk("Answer yes or no.")
    if abort and not answer:
        raise click.Abort
    return answer


def answered(question: str, *, default: bool = False) -> bool | str:
    """Whether the answer is yes; what was typed where it is neither yes nor no. Raises click's Abort as above."""
    yes, no = letters()
    shown = f"{yes.upper()}/{no}" if default else f"{yes}/{no.upper()}"
    given = str(click.prompt(f"{say(question)} [{shown}]", default="", show_default=False, err=True))
    answer = _answer(given, default=default)
    return given if answer is None else answer


def typed(question: str, *, hidden: bool = False, twice: bool = False, empty: bool = False) -> str:
    """What somebody types: ``hidden`` as a password, ``twice`` to be sure, ``empty`` when Enter alone is enough."""
    return str(
        click.prompt(
            say(question),
            hide_input=hidden,
            confirmation_prompt=twice,
            default="" if empty else None,
            show_default=False,
            err=True,
        )
    )


def _answer(given: str, *, default: bool) -> bool | None:
    word = plain(given)
    if not word:
        return default
    own = {
        plain(form): value for each, value in ((YES, True), (NO, False)) for form in (say(each), say(each)[0])
    }
    return {**_ALWAYS, **own}.get(word)


def plain(text: str) -> str:
    """Without capitals and accents: not every keyboard has them."""
    apart = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(each for each in apart if not unicodedata.combining(each))
