"""Words of the data and of the rules as messages, so that a sentence is put into another language with them in it."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.port.messages import Message, Series
from pbem_rules.june6.model import ALLIED, GERMAN

AND, OR = Message(" and "), Message(" or ")
SIDES = {ALLIED: Message("Allied"), GERMAN: Message("German")}
_EACH = ", each hex"
_KNOWN = {
    str(each): each
    for each in (
        *(Message("Assault"), Message("assault"), Message("Probe"), Message("probe")),
        *(Message("stand"), Message("retreat")),
        *(Message("Clear"), Message("Light Overcast"), Message("Heavy Overcast"), Message("Storm")),
        *(Message("clear"), Message("bocage"), Message("woods"), Message("marsh"), Message("town")),
        *(Message("city"), Message("primary"), Message("secondary"), Message("river"), Message("bluff")),
        *(Message("cliff"), Message("major river"), Message("marsh hexside"), Message("woods hexside")),
        *(Message("air"), Message("naval"), Message("rockets"), Message("isolated"), Message("scattered")),
        *(Message("pinned"), Message("at reduced efficiency"), Message("at Reduced Efficiency")),
        *(Message("US corps"), Message("Commonwealth corps"), Message("German corps")),
        *(Message("Free Operations"), Message("Units without a headquarters"), Message("Airborne Drop")),
        *(Message("detachment"), Message("strongpoint"), Message("parachute"), Message("glider")),
        *(
            Message("armour"),
            Message("regiment"),
            Message("battalion"),
            Message("brigade"),
            Message("American"),
        ),
        *(Message("Commonwealth"), Message("German"), Message("Allied"), Message("Draw")),
        *(Message("Draw: about the historical course"), Message("Allied victory"), Message("German victory")),
        *(Message("Allied decisive victory"), Message("Allied marginal victory")),
        *(Message("German decisive victory"), Message("German marginal victory")),
        *(Message("Allied substantial victory"), Message("German substantial victory")),
    )
}


def word(text: str) -> str:
    """A word of the data as a message; a name, which is the same in every language, as it is."""
    return _KNOWN.get(text, text)


def either(names: Iterable[str]) -> Series:
    """Names of which one will do."""
    return Series(names, OR)


def moment(text: str) -> str:
    """The name of a turn: a day of its month, or a word."""
    day, _, month = text.rpartition(" ")
    if month == "July":
        return Message("{day} July", day=day)
    return Message("{day} June", day=day) if month == "June" else word(text)


def objective(name: str) -> str:
    """The name of an objective, or of a link between two."""
    if name.endswith(_EACH):
        return Message("{name}, each hex", name=name.removesuffix(_EACH))
    start, to, end = name.partition(" to ")
    return Message("{start} to {end}", start=start, end=end) if to else name
