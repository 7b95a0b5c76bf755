"""The model bites: each of these broken programs is found by it, in few examples and without shrinking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from pbem.bytes.errors import VerifyError
from pbem.crypto import dice
from pbem.home.exchange import authors, joining, outdated_copy
from pbem.home.rulings import applied_ruling
from pbem.log import Log, bundle, chain
from pbem.papers import equivocation, evidence, results
from pbem.protocol import vault
from pbem.protocol.session import Session
from pbem.protocol.signing_record import Record
from pbem.replay import upgrading
from pbem.store.game import GameFolder
from tests.sampling import sampled

from .test_model import World

pytestmark = pytest.mark.night

Patch = pytest.MonkeyPatch
Break = Callable[[Patch], None]


ALWAYS = frozenset(
    {"who_holds_the_pen_plays", "some_turns_go_through_at_once", "an_outsider_verifies_a_home"}
)


class Short(World):
    """The same machine under another name, so that its settings are its own."""


def only(*names: str) -> type[World]:
    """The machine with these moves, besides playing: what has to do with them it finds soon. With "-" before it a move is
    left out, so that a game is not over before anything else has happened.
    """

    class Few(World):
        @classmethod
        def setup_state(cls) -> Any:
            found = super().setup_state()
            kept = (ALWAYS | set(names)) - {name.removeprefix("-") for name in names if name.startswith("-")}
            return replace(found, rules=[each for each in found.rules if each.function.__name__ in kept])

    return Few


def forgets_what_it_signed(patch: Patch) -> None:
    """The log is put back, and nothing else remembers."""
    patch.setattr(Record, "with_bundle", lambda self, bundle, leaving=None: self)
    patch.setattr(outdated_copy, "own_missing", lambda *_: None)
    patch.setattr(GameFolder, "_sent_files", lambda self, sent: {})


def gives_seeds_to_whoever_asks(patch: Patch) -> None:
    """The record of what was disclosed, and for what, is asked by nobody."""
    patch.setattr(Record, "check", lambda self, leaving: None)
    patch.setattr(Record, "check_place", lambda self, place, bundle=b"": None)
    patch.setattr(Record, "missing", lambda self, log: None)


def agrees_to_refusals_of_nothing(patch: Patch) -> None:
    """Nobody looks whether the other side has signed what is refused."""
    patch.setattr(chain, "check_refusal", lambda bundle, keys: None)


def convicts_whoever_continued_what_they_were_shown(patch: Patch) -> None:
    """Evidence is two turn files with one number, wherever they stand: who signs behind a ruling is convicted."""
    for module in (equivocation, evidence):
        patch.setattr(
            module,
            "same_place",
            lambda one, other: (one.header.n, one.header.by) == (other.header.n, other.header.by),
        )


def stays_where_it_is_whatever_is_ruled(patch: Patch) -> None:
    patch.setattr(
        applied_ruling,
        "go_over",
        lambda folder, session, came, pool: applied_ruling.GoneOver(session=session),
    )


def asks_again_for_what_a_ruling_gave_up(patch: Patch) -> None:
    """The requests that a ruling has put away are not among what has left."""
    patch.setattr(applied_ruling, "with_requests", lambda session, gone: session)


def says_nothing_of_two_rulings(patch: Patch) -> None:
    patch.setattr(applied_ruling, "TWO_RULINGS", "conflict")


def rolls_with_one_seed(patch: Patch) -> None:
    real = dice.stream
    patch.setattr(dice, "stream", lambda context, a, b, label: real(context, a, a, label))


def salts_are_the_key_of_the_vault(patch: Patch) -> None:
    patch.setattr(vault.Vault, "salt", lambda self, gid, at, n, place: self.salts)


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
    patch.setattr(joining.Change, "__init__", _without(joining.Change, "park"))


def keeps_nothing_that_is_wrong(patch: Patch) -> None:
    """A turn that breaks a rule is dropped: later nobody can show it."""
    patch.setattr(joining.Change, "__init__", _without(joining.Change, "refuse"))


def forgets_the_old_vault_at_the_audit(patch: Patch) -> None:
    patch.setattr(vault.Vault, "vaults", property(lambda self: (self.salts,)))


def stays_with_the_old_version(patch: Patch) -> None:
    """What was agreed to is in force by name only."""
    patch.setattr(upgrading, "target", lambda position, upgrade: position.ruling)


def believes_a_stray_renewal(patch: Patch) -> None:
    """A key that anybody names in what arrives takes the place of the one in force, signed or not."""

    def check(log: Log, arriving: Any, waiting: Any) -> authors.Checked:
        came = tuple(arriving)
        sound, unsound = [], []
        for each in came:
            try:
                bundle.verify_bundle(each, log.key_at(each.header.by, each.header.n, came), log.gid)
                sound.append(each)
            except VerifyError as error:
                unsound.append((each, error))
        return authors.Checked(sound=tuple(sound), unsound=tuple(unsound))

    patch.setattr(authors, "check", check)


def _without(change: type, name: str) -> Callable[..., None]:
    real = change.__init__  # type: ignore[misc]
    empty: Any = ()

    def made(self: Any, **fields: Any) -> None:
        real(self, **{**fields, name: empty})

    return made


BREAKS: tuple[Break, ...] = (
    rolls_with_one_seed,
    salts_are_the_key_of_the_vault,
    refuses_what_it_dislikes,
    binds_by_the_winners_word,
    keeps_no_early_turns,
    keeps_nothing_that_is_wrong,
)
QUIET = ("-some_turns_go_through_at_once", "-who_holds_the_pen_plays")
RULINGS = ("a_referee_rules_on_an_old_log",)
FOCUSED: tuple[tuple[Break, tuple[str, ...]], ...] = (
    (
        forgets_what_it_signed,
        (
            "a_home_is_opened_again_or_its_log_put_back",
            "a_backup_is_put_back_and_the_mailbox_read",
            "a_home_is_backed_up",
        ),
    ),
    (gives_seeds_to_whoever_asks, RULINGS),
    (agrees_to_refusals_of_nothing, ("a_cheat_refuses_what_was_never_sent", "everything_arrives")),
    (convicts_whoever_continued_what_they_were_shown, RULINGS),
    (stays_where_it_is_whatever_is_ruled, RULINGS),
    (asks_again_for_what_a_ruling_gave_up, RULINGS),
    (says_nothing_of_two_rulings, ("a_referee_rules", "a_referee_rules_beside_what_they_have_ruled")),
    (believes_any_signature, ("a_mail_arrives_damaged", "the_post_is_lost")),
    (forgets_the_old_vault_at_the_audit, ("keys_are_renewed",)),
    (stays_with_the_old_version, ("another_version_is_offered_and_answered", *QUIET)),
    (
        believes_a_stray_renewal,
        ("keys_are_renewed", "a_cheat_renews_his_keys_crookedly", "everything_arrives"),
    ),
)
"""Those that a machine with all moves finds late, with the moves that matter."""


@pytest.mark.parametrize("break_it", sampled(BREAKS, 3, "model"), ids=lambda each: each.__name__)
def test_the_model_finds_a_program_that(break_it: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    finds(Short, break_it, monkeypatch)


@pytest.mark.parametrize(
    ("break_it", "moves"), sampled(FOCUSED, 5, "model"), ids=lambda each: getattr(each, "__name__", "")
)
def test_with_the_moves_that_matter_it_finds_one_that(
    break_it: Break, moves: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    finds(only(*moves), break_it, monkeypatch)


@pytest.mark.parametrize(
    "moves",
    sampled(tuple(dict.fromkeys(moves for _, moves in FOCUSED)), 3, "model"),
    ids=lambda moves: moves[0],
)
def test_with_the_same_moves_it_finds_nothing_in_the_program_as_it_is(moves: tuple[str, ...]) -> None:
    """Else whatever is broken would be found."""
    run_state_machine_as_test(only(*moves), settings=settings(SOME, max_examples=12))


SOME = settings(
    stateful_step_count=40,
    phases=[Phase.generate],
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def finds(machine: type[World], break_it: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the broken program until the model sees it."""
    break_it(monkeypatch)
    with pytest.raises(Exception) as caught:  # noqa: PT011  # an assertion of the model, or the program's own alarm
        run_state_machine_as_test(machine, settings=settings(SOME, max_examples=400))
    assert not isinstance(caught.value, TypeError | AttributeError | NameError)
