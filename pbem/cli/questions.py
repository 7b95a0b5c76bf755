"""Questions at a terminal, in the reader's language: the only place that asks.

Click's own questions know ``y`` and ``n`` alone, and say no message in another language.
"""

from __future__ import annotations

import unicodedata

import click

from pbem.cli import output
from pbem.cli.language import say
from pbem.port.messages import Message

YES, NO = Message("yes"), Message("no")
_ALWAYS = {"y": True, "yes": True, "n": False, "no": False}
"""What is understood in every language."""


def letters() -> tuple[str, str]:
    """How yes and no begin in the reader's language."""
    return say(YES)[0], say(NO)[0]


def agreed(question: str, *, default: bool = False, abort: bool = False) -> bool:
    """Whether the answer is yes, asked until it is yes or no; Enter alone is ``default``.

    Raises click's Abort when nothing more can be typed, and with ``abort`` for a no.
    """
    yes, no = letters()
    shown = f"{yes.upper()}/{no}" if default else f"{yes}/{no.upper()}"
    while True:
        given = click.prompt(f"{say(question)} [{shown}]", default="", show_default=False, err=True)
        answer = _answer(str(given), default=default)
        if answer is not None:
            break
        output.talk(Message("Answer yes or no."))
    if abort and not answer:
        raise click.Abort
    return answer


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
    word = _plain(given)
    if not word:
        return default
    own = {
        _plain(form): value
        for each, value in ((YES, True), (NO, False))
        for form in (say(each), say(each)[0])
    }
    return {**_ALWAYS, **own}.get(word)


def _plain(text: str) -> str:
    """Without capitals and accents: not every keyboard has them."""
    apart = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(each for each in apart if not unicodedata.combining(each))
