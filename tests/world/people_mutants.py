"""Broken programs of the kind that people meet: copies, second devices, clocks, and hints that lead nowhere."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from pbem.bytes.errors import ConflictError, PbemError
from pbem.home import games as opening
from pbem.home.beside import machines
from pbem.home.exchange import signing
from pbem.home.games import home_of
from pbem.home.overview import status
from pbem.home.play import order_lines
from pbem.store import game as games
from pbem.store.game import Change

from .mutants import Mutant


def a_copy_that_may_sign() -> Mapping[str, Any]:
    """Nobody asks whether a home is a copy."""
    return {"pbem.home.beside.machines.check_home": lambda home: None}


def a_hint_that_names_no_command() -> Mapping[str, Any]:
    """A refusal says what is wrong, and not what to type."""
    real = PbemError.__init__

    def init(self: PbemError, code: str, message: str, **more: Any) -> None:
        real(self, code, message, **{**more, "hint": ""})

    return {"pbem.bytes.errors.PbemError.__init__": init}


def a_clock_that_decides() -> Mapping[str, Any]:
    """Nothing is signed while the clock stands before the time at which something came to be owed."""
    real = signing.allowed

    @contextmanager
    def allowed(folder: Any, session: Any, other: Any = None) -> Iterator[Any]:
        since = folder.since()
        if since is not None and since > games.clock():
            raise ConflictError("too-early", f"{home_of(folder).path} lives in the past.", hint="Wait.")
        with real(folder, session, other) as found:
            yield found

    return {"pbem.home.exchange.signing.allowed": allowed}


def a_second_device_not_told() -> Mapping[str, Any]:
    """Who opens a copy is told how to go on with it, and not what to bring in first."""
    real = machines.check_home

    def check_home(home: Any) -> None:
        try:
            real(home)
        except ConflictError as error:
            hint = "Type: pbem backup moved"
            raise ConflictError(error.code, error.message, hint=hint) from error

    return {"pbem.home.beside.machines.check_home": check_home}


def a_machine_that_forgets() -> Mapping[str, Any]:
    """Nothing is remembered outside the home."""
    return {"pbem.store.machines._own_tallies": lambda home: {}}


def a_folder_that_is_always_a_copy() -> Mapping[str, Any]:
    """Each machine leaves its mark where the others do."""
    return {"pbem.store.machines._place": lambda home, name: home / "machines" / f"{'ab' * 8}.json"}


def a_look_that_writes() -> Mapping[str, Any]:
    """Whoever asks how a game stands leaves a note in it."""
    real = status.status

    def looked(folder: Any, *args: Any, **more: Any) -> Any:
        folder.save(Change(facts={**folder.facts(), "asked": "yes"}))
        return real(folder, *args, **more)

    return {"pbem.home.overview.status.status": looked}


def a_list_of_orders_that_are_none() -> Mapping[str, Any]:
    """An order is listed with a word too many."""
    return {
        "pbem.home.play.order_lines.shown": lambda rules, action: (
            f"{order_lines.write(rules.actions, action)} 99"
        )
    }


def a_signature_not_looked_at() -> Mapping[str, Any]:
    """Whoever knows the game may write in it."""
    return {"pbem.log.bundle.verify": lambda *_args, **_more: True}


def a_program_that_throws_drafts_away() -> Mapping[str, Any]:
    """A program does not see what its player has begun."""
    clean = SimpleNamespace(**vars(opening))
    clean.open_session = lambda folder, identity: opening.open_session(folder, identity).clean()
    return {"pbem.home.acting.rounds.games": clean}


PEOPLE = (
    Mutant(a_copy_that_may_sign, "devices"),
    Mutant(a_hint_that_names_no_command, "typed"),
    Mutant(a_clock_that_decides, "programs"),
    Mutant(a_second_device_not_told, "devices"),
    Mutant(a_machine_that_forgets, "devices"),
    Mutant(a_folder_that_is_always_a_copy, "devices"),
    Mutant(a_look_that_writes, "typed"),
    Mutant(a_list_of_orders_that_are_none, "typed"),
    Mutant(a_signature_not_looked_at, "strangers"),
    Mutant(a_program_that_throws_drafts_away, "programs"),
)
"""Of people, and one for each law about them."""
