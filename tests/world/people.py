"""The laws about people: what a no says, who may sign, who looks, and whom nobody believes."""

import re

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.log import read_bundles

from .laws import WAITS, Law
from .said import Said, catalogue
from .seat import Doing

_EXITS = frozenset(range(9))
"""What commands end with (``pbem/manual``)."""
_TRIES = 3
_SAYS_ALL = frozenset({"illegal"})
"""Of these the sentence says everything: another order is given."""
_PATIENCE = WAITS | {"not-overdue"}
"""What only the other person, or time, can change."""
_OPTION = re.compile(r"(?<![\w-])--?[a-z]")
_SHORT = 3
_SCARED = frozenset({"copied-home", "stale-home", "ahead"})
"""What a player is told in a copy, until it is the home."""


def every_no_has_a_name_and_a_way(_world, doing: Doing) -> None:
    """A command ends with a documented code; a no has a code of the catalogue, a sentence, and a step that can be typed."""
    for said in doing.typed:
        if not (doing.step.fault and isinstance(said.error, OSError)):
            _has_a_name(said)
    for chain in doing.chains:
        assert _has_a_way(chain[0]), f"{chain[0]}: no step is printed: {chain[0].text}"
        for step in chain[1:]:
            assert "Usage: " not in step.text, f"{step}: what is printed cannot be typed: {step.text}"
        last = chain[-1].error
        led = ", ".join(map(str, chain))
        ends = last is None or getattr(last, "code", "") in _PATIENCE or len(chain) <= _TRIES
        assert ends, f"{_TRIES} printed steps lead nowhere: {led}"


def _has_a_way(said: Said) -> bool:
    """A command to type, an option to add, or which of the words that were typed is to be another."""
    named = any(word in said.text for word in said.words[1:] if len(word) > _SHORT)
    return (
        bool(said.steps or _OPTION.search(said.text) or named) or getattr(said.error, "code", "") in _SAYS_ALL
    )


def _has_a_name(said: Said) -> None:
    assert said.code in _EXITS, f"{said}: ends with {said.code}"
    if said.error is None:
        return
    assert isinstance(said.error, PbemError), f"{said}: {said.error}: {said.text}"
    assert said.error.code in catalogue(), f"{said}: a code that is in no catalogue"
    assert said.error.message, f"{said}: says nothing"


def a_player_is_let_on(world, doing: Doing) -> None:
    """Who only does what is printed is refused for nothing but that it is the other's turn, or that this is a copy.

    An order that is listed is one that may be given.
    """
    if doing.step.does != "types" or (doing.step.fault and doing.error is not None):
        return
    for said in doing.typed:
        code = getattr(said.error, "code", "")
        fine = code in WAITS or (code in _SCARED and doing.step.who in world.strays)
        assert said.error is None or fine, f"{said}: {said.text}"


def a_copy_signs_nothing(world, doing: Doing) -> None:
    """Before its player has said that it is the one, nothing leaves a copy that was not signed before it was made."""
    if not (doing.copy or (doing.step.who in world.strays and not doing.moved_in)):
        return
    for file in doing.files:
        for bundle in read_bundles(container.unpack(file)):
            assert bundle.hash() in world.signed.values(), f"a copy has signed turn file {bundle.header.n}"


def who_moves_in_has_everything(world, doing: Doing) -> None:
    """A copy that has become the home knows every turn that was known before, and what was signed."""
    if not doing.moved_in or doing.died:
        return
    for name, before in world.lost[doing.step.who].games.items():
        after = doing.after.games[name]
        assert after.log.startswith(before.log), "a copy became the home without all that was signed"
        for place, bundles in before.record.signed.items():
            assert bundles <= after.record.signed.get(place, frozenset()), (
                "the record forgets what was signed"
            )


def who_looks_writes_nothing(_world, doing: Doing) -> None:
    """Looking leaves every byte of a home, but for checkpoints and up to where its player has looked."""
    assert not doing.touched, f"looking has changed {', '.join(doing.touched)}"


def a_stranger_changes_no_game(world, doing: Doing) -> None:
    """Nothing enters a log that neither player has signed; nobody is blamed, and no draft and nothing sent is another."""
    if not doing.stranger or doing.died:
        return
    for name, after in doing.after.games.items():
        before = doing.before.games[name]
        more = after.session.log.bundles[len(before.session.log.bundles) :]
        assert all(each.hash() in world.signed.values() for each in more), (
            "a turn that nobody signed is in the log"
        )
        assert after.papers == before.papers, "somebody is blamed for the mail of a stranger"
        assert more or (after.draft, after.sent) == (before.draft, before.sent), (
            "the mail of a stranger undoes orders"
        )


def a_program_decides_nothing(_world, doing: Doing) -> None:
    """A program leaves orders alone that are not sent."""
    if not doing.acted or doing.died:
        return
    for name, before in doing.before.games.items():
        if before.draft and len(doing.after.games[name].log) == len(before.log):
            assert doing.after.games[name].draft[: len(before.draft)] == before.draft, (
                "a program changed a draft"
            )


LAWS: tuple[Law, ...] = (
    every_no_has_a_name_and_a_way,
    a_player_is_let_on,
    a_copy_signs_nothing,
    who_moves_in_has_everything,
    who_looks_writes_nothing,
    a_stranger_changes_no_game,
    a_program_decides_nothing,
)
