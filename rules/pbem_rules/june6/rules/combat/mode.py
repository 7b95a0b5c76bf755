"""Mode: the attacker's mode, sealed until the defender has answered (12.41)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Sealed, Shown, Shuffle, Table
from pbem.port.messages import Message, OrderWord
from pbem_rules.june6.model import Combat, Play, View
from pbem_rules.june6.rules.combat import drawn_modes
from pbem_rules.june6.rules.combat.flow import revealed
from pbem_rules.june6.rules.combat.modifiers import ASSAULT, PROBE
from pbem_rules.june6.words import either
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Mode:
    """Secret (12.41): the attacker's mode, ``assault`` or ``probe``."""

    mode: str


MODE = Kind[Mode, View, Play](Mode, early="12.41", secret=True, exact=True)


MODE_SEAL = Label[View, Play]("mode", early="12.41")


_MODES = (ASSAULT, PROBE)


def mode_label(combat: Combat) -> str:
    """The label under which the attacker seals his mode."""
    return f"mode/{combat.n}"


@MODE.wrong
def _no_mode(_view: View, order: Mode) -> Iterator[Violation]:
    return _bad_mode(order.mode)


@MODE.untimely
def _drawn(view: View, _order: Mode) -> Iterator[Violation]:
    if drawn_modes.on(view):
        said = Message(
            "the modes of this game are drawn; name the likelier one ({order})",
            order=OrderWord("lean", "june6"),
        )
        yield broken("12.43", said, view.side)


def _bad_mode(mode: object) -> Iterator[Violation]:
    if mode not in _MODES:
        said = Message(
            "{mode!r} is not a mode of attack: say {ways}", mode=mode, ways=either(map(OrderWord, _MODES))
        )
        yield broken("12.41", said, str(mode))


@MODE_SEAL.wrong
def _no_sealed_mode(_view: View, told: Table) -> Iterator[Violation]:
    if isinstance(told, Sealed) and told.count != 1:
        yield broken("12.41", Message("one mode is sealed, not {count}", count=told.count))
    if isinstance(told, Shown):
        yield from _bad_mode(told.value)


@MODE.conceal
def _sealed_mode(view: View, order: Mode, _shuffle: Shuffle) -> tuple[str, tuple[Json, ...]]:
    return mode_label(view.state.current(Combat)), (order.mode,)


@MODE.legal
def _modes(_view: View) -> Iterator[Mode]:
    return (Mode(mode=mode) for mode in _MODES)


@MODE_SEAL.sealed
def _mode_sealed(play: Play, _told: Sealed) -> None:
    play.alter(stage="roll")


@MODE_SEAL.shown
def _mode_shown(play: Play, told: Shown) -> None:
    play.alter(mode=str(told.value))
    revealed(play)
