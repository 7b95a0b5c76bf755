"""The model bites: each of these broken programs is found by it, in few examples and without shrinking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import Rule, run_state_machine_as_test

from pbem import dice
from pbem.desk import authors, receiving, stale
from pbem.errors import VerifyError
from pbem.log import chain
from pbem.protocol import vault
from pbem.protocol.session import Session
from pbem.store.game import GameFolder
from pbem.trust import results

from .test_model import World

Patch = pytest.MonkeyPatch
Break = Callable[[Patch], None]


NEW = ("changes", "thefts")
"""The modules whose moves exchange keys and versions."""

ALWAYS = frozenset(
    {"who_holds_the_pen_plays", "some_turns_go_through_at_once", "an_outsider_verifies_a_home"}
)


class Short(World):
    """The same machine under another name, so that its settings are its own."""


class Damaging(World):
    """The machine in which turns are played, and mails arrive damaged."""

    @classmethod
    def setup_state(cls) -> Any:
        """Playing, and what the mail does."""
        found = super().setup_state()
        names = ALWAYS | {"a_mail_arrives_damaged", "the_post_is_lost"}
        return replace(found, rules=[each for each in found.rules if each.function.__name__ in names])


class Changing(World):
    """The machine with those moves, and hardly another."""

    @classmethod
    def setup_state(cls) -> Any:
        """The moves of those modules, and playing."""
        found = super().setup_state()
        return replace(
            found, rules=[each for each in found.rules if _new(each) or each.function.__name__ in ALWAYS]
        )


def _new(rule: Rule) -> bool:
    return rule.function.__module__.rpartition(".")[2] in NEW


def forgets_what_it_signed(patch: Patch) -> None:
    """The log is put back, and nothing else remembers."""
    patch.setattr(vault.Vault, "noted", lambda self, n, found: self)
    patch.setattr(stale, "own_missing", lambda *_: None)
    patch.setattr(GameFolder, "_sent_files", lambda self, sent: {})


def rolls_with_one_seed(patch: Patch) -> None:
    real = dice.stream
    patch.setattr(dice, "stream", lambda context, a, b, label: real(context, a, a, label))


def salts_are_the_key_of_the_vault(patch: Patch) -> None:
    patch.setattr(vault.Vault, "salt", lambda self, gid, at, n: self.salts)


def believes_any_signature(patch: Patch) -> None:
    for module in (authors, chain):
        patch.setattr(module, "verify_bundle", lambda bundle, key, gid: None)


def refuses_what_it_dislikes(patch: Patch) -> None:
    real = Session.receive

    def choosy(self: Session, bundle: Any, *more: Any) -> Session:
        if any(entry["k"] == "show" for entry in bundle.entries):
            raise VerifyError("other-value", "I expected something else.", entry=bundle.header.first)
        return real(self, bundle, *more)

    patch.setattr(Session, "receive", choosy)


def binds_by_the_winners_word(patch: Patch) -> None:
    patch.setattr(results, "stands", lambda paper: "")


def keeps_no_early_turns(patch: Patch) -> None:
    """What cannot be used yet is thrown away without a word."""
    patch.setattr(receiving.Change, "__init__", _without(receiving.Change, "park"))


def keeps_nothing_that_is_wrong(patch: Patch) -> None:
    """A turn that breaks a rule is dropped: later nobody can show it."""
    patch.setattr(receiving.Change, "__init__", _without(receiving.Change, "refuse"))


def forgets_the_old_vault_at_the_audit(patch: Patch) -> None:
    patch.setattr(vault.Vault, "vaults", property(lambda self: (self.salts,)))


def _without(change: type, name: str) -> Callable[..., None]:
    real = change.__init__  # type: ignore[misc]
    empty: Any = ()

    def made(self: Any, **fields: Any) -> None:
        real(self, **{**fields, name: empty})

    return made


BREAKS: tuple[Break, ...] = (
    forgets_what_it_signed,
    rolls_with_one_seed,
    salts_are_the_key_of_the_vault,
    refuses_what_it_dislikes,
    binds_by_the_winners_word,
    keeps_no_early_turns,
    keeps_nothing_that_is_wrong,
)
CHANGES: tuple[Break, ...] = (forgets_the_old_vault_at_the_audit,)


@pytest.mark.parametrize("break_it", BREAKS, ids=lambda each: each.__name__)
def test_the_model_finds_a_program_that(break_it: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    finds(Short, break_it, monkeypatch)


@pytest.mark.parametrize("break_it", CHANGES, ids=lambda each: each.__name__)
def test_with_new_keys_and_versions_it_finds_one_that(
    break_it: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    finds(Changing, break_it, monkeypatch)


def test_with_damaged_mail_it_finds_one_that_believes_any_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    finds(Damaging, believes_any_signature, monkeypatch)


def finds(machine: type[World], break_it: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the broken program until the model sees it."""
    found = settings(
        max_examples=60,
        stateful_step_count=40,
        phases=[Phase.generate],
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    break_it(monkeypatch)
    with pytest.raises(Exception) as caught:  # noqa: PT011  # an assertion of the model, or the program's own alarm
        run_state_machine_as_test(machine, settings=found)
    assert not isinstance(caught.value, TypeError | AttributeError | NameError)
