"""Options of a scenario as people type them, in the spelling that the rules take."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, UsageError
from pbem.games import registry
from pbem.log import Invite, agreed_of
from pbem.port.agreed import Option, options_of, word_of
from pbem.port.messages import Message
from pbem.view.markup import clean

_TYPED = {"true": "yes", "false": "no", "sí": "yes", "si": "yes"}
_LONG = 600
_NUMBER = re.compile(r"-?[0-9]{1,15}")


def settled(game: registry.Game, scenario: str, given: Mapping[str, Json]) -> dict[str, Json]:
    """Options by name, each with the value that the rules of this game take for what was typed.

    What holds anyway is left out. Values of the rules' own spelling stay. Rules that cannot tell what they offer get
    what was typed: yes and no, numbers and words. Raises UsageError ``bad-option`` with what there is.
    """
    if scenario not in game.rules.scenarios:
        return dict(given)  # the rules refuse it, and say which there are
    offered = options_of(game.rules, scenario)
    if offered is None:
        return {name: _plain(value) for name, value in given.items()}
    known = {each.name: each for each in offered}
    for name in given:
        if name not in known:
            raise _unknown(game, name, tuple(known))
    chosen = {name: _value(known[name], value) for name, value in given.items()}
    return {name: value for name, value in chosen.items() if value != known[name].values[0]}


def shown(option: Option) -> str:
    """How an option may be typed: ``weather=no|yes``, ``handful=1..60``."""
    if option.is_range:
        numbers = [value for value in option.values if isinstance(value, int)]
        return f"{option.name}={min(numbers)}..{max(numbers)}"
    return f"{option.name}={'|'.join(option.words)}"


def agreed_words(offer: Invite) -> str:
    """The options of an invitation, as they are typed: ``quality=yes, great-storm=yes``; "" for none.

    What no rules would take is named as it stands.
    """
    try:
        options = agreed_of(offer.options)
    except DataError:
        options = offer.options
    return clean(", ".join(f"{name}={word_of(value)}" for name, value in options.items()), _LONG)


def agreed_line(offer: Invite) -> tuple[str, ...]:
    """The same as a sentence, where there are any."""
    options = agreed_words(offer)
    return (Message("Options: {options}.", options=options),) if options else ()


def _value(option: Option, given: Json) -> Json:
    if any(type(given) is type(value) and given == value for value in option.values):
        return given
    typed = word_of(given).lower()
    word = _TYPED.get(typed, typed)
    for value, each in zip(option.values, option.words, strict=True):
        if word == each:
            return value
    raise UsageError.of(
        "bad-option",
        "{name} cannot be {value}.",
        name=option.name,
        value=word_of(given),
        shown=shown(option),
        hint="Write --option {shown}",
    )


def _unknown(game: registry.Game, name: str, known: tuple[str, ...]) -> UsageError:
    near = get_close_matches(name, known, 1)
    there = Message("Options: {names}.", names=", ".join(known))
    none = Message("This scenario has no options.")
    like = Message(
        "Did you mean {name}? All of them: pbem rules list {game}", name="".join(near), game=game.info.name
    )
    return UsageError(
        "bad-option",
        Message("{title} has no option {name!r}.", title=game.info.title, name=name),
        hint=like if near else there if known else none,
    )


def _plain(value: Json) -> Json:
    if not isinstance(value, str):
        return value
    if value in ("yes", "no", "true", "false"):
        return value in ("yes", "true")
    return int(value) if _NUMBER.fullmatch(value) else value
