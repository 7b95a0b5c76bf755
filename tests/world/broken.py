"""Programs that are broken where two do not trust each other, as patches by their places; ``mutants.py`` seeks them."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.bytes.errors import VerifyError
from pbem.crypto import dice
from pbem.home.exchange import joining
from pbem.home.rulings import applied_ruling
from pbem.log import Log, bundle
from pbem.protocol.session import Session

Patches = Mapping[str, Any]


def forgets_what_it_signed() -> Patches:
    """The log is put back, and nothing else remembers."""
    return {
        "pbem.protocol.signing_record.Record.with_bundle": lambda self, bundle, leaving=None: self,
        "pbem.home.beside.outdated_copy.own_missing": lambda *_: None,
        "pbem.store.game.GameFolder._sent_files": lambda self, sent: {},
    }


def gives_seeds_to_whoever_asks() -> Patches:
    """The record of what was disclosed, and for what, is asked by nobody."""
    record = "pbem.protocol.signing_record.Record"
    return {
        f"{record}.check": lambda self, leaving: None,
        f"{record}.check_place": lambda self, place, bundle=b"": None,
        f"{record}.missing": lambda self, log: None,
    }


def agrees_to_refusals_of_nothing() -> Patches:
    """Nobody looks whether the other side has signed what is refused."""
    return {"pbem.log.chain.check_refusal": lambda bundle, keys: None}


def convicts_whoever_continued_what_they_were_shown() -> Patches:
    """Evidence is two turn files with one number, wherever they stand: who signs behind a ruling is convicted."""

    def same_place(one: Any, other: Any) -> bool:
        return (one.header.n, one.header.by) == (other.header.n, other.header.by)

    return {f"pbem.papers.{module}.same_place": same_place for module in ("equivocation", "evidence")}


def stays_where_it_is_whatever_is_ruled() -> Patches:
    """A ruling is read, and nothing comes of it."""

    def switch_to_ruling(folder: Any, session: Session, came: Any, pool: Any) -> applied_ruling.Switched:
        return applied_ruling.Switched(session=session)

    return {"pbem.home.rulings.applied_ruling.switch_to_ruling": switch_to_ruling}


def asks_again_for_what_a_ruling_gave_up() -> Patches:
    """The requests that a ruling has put away are not among what has left."""
    return {"pbem.home.rulings.applied_ruling.with_requests": lambda session, gone: session}


def says_nothing_of_two_rulings() -> Patches:
    """Two rulings side by side are called a conflict of the players."""
    return {"pbem.home.rulings.applied_ruling.TWO_RULINGS": "conflict"}


def rolls_with_one_seed() -> Patches:
    """The faces come out of the seed of one side."""
    real = dice.stream
    return {"pbem.crypto.dice.stream": lambda context, a, b, label: real(context, a, a, label)}


def salts_are_the_key_of_the_vault() -> Patches:
    """What hides a sealed choice is the secret of all of them."""
    return {"pbem.protocol.vault.Vault.salt": lambda self, gid, at, n, place: self.salts}


def believes_any_signature() -> Patches:
    """Whatever stands under a turn file will do."""
    return {
        f"{module}.verify_bundle": lambda bundle, key, gid: None
        for module in ("pbem.home.exchange.joining", "pbem.log.chain")
    }


def refuses_what_it_dislikes() -> Patches:
    """What was sealed is not accepted when it is shown."""
    real = Session.receive

    def choosy(self: Session, came: Any, *more: Any) -> Session:
        if any(entry["k"] == "show" for entry in came.entries):
            raise VerifyError("other-value", "I expected something else.", entry=came.header.first)
        return real(self, came, *more)

    return {"pbem.protocol.session.Session.receive": choosy}


def binds_by_the_winners_word() -> Patches:
    """Whoever says that they have won has won."""
    return {"pbem.papers.results.stands": lambda paper: ""}


def keeps_no_early_turns() -> Patches:
    """What cannot be used yet is thrown away without a word."""
    return {"pbem.home.exchange.joining.Change": _without("park")}


def keeps_nothing_that_is_wrong() -> Patches:
    """A turn that breaks a rule is dropped: later nobody can show it."""
    return {"pbem.home.exchange.joining.Change": _without("refuse")}


def forgets_the_old_vault_at_the_audit() -> Patches:
    """At the end only the newest secrets are laid open."""
    return {"pbem.protocol.vault.Vault.vaults": property(lambda self: (self.salts,))}


def stays_with_the_old_version() -> Patches:
    """What was agreed to is in force by name only."""
    return {"pbem.replay.upgrading.target": lambda position, upgrade: position.ruling}


def believes_a_stray_renewal() -> Patches:
    """A key that anybody names in what arrives takes the place of the one in force, signed or not."""

    def check(log: Log, arriving: Any, waiting: Any) -> joining.Checked:
        came = tuple(arriving)
        sound, unsound = [], []
        for each in came:
            try:
                bundle.verify_bundle(each, log.key_at(each.header.by, each.header.n, came), log.gid)
                sound.append(each)
            except VerifyError as error:
                unsound.append((each, error))
        return joining.Checked(sound=tuple(sound), unsound=tuple(unsound))

    return {"pbem.home.exchange.joining.check": check}


def tells_a_hand_without_its_masks() -> Patches:
    """What a player is told of their cards does not follow from what lies on the table."""
    return {"pbem.protocol.dealing._number": lambda found, seat, vaults, n: 1}


def _without(name: str) -> Callable[..., Any]:
    real = joining.Change
    return lambda **fields: real(**{**fields, name: ()})


_LOST = ("what_is_kept_hangs_together", "nothing_is_lost", "honest_logs_continue_each_other")

BROKEN: tuple[tuple[Any, ...], ...] = (
    (forgets_what_it_signed, "copies", _LOST),
    (gives_seeds_to_whoever_asks, "court", _LOST),
    (agrees_to_refusals_of_nothing, "cheats", ()),
    (convicts_whoever_continued_what_they_were_shown, "court", ()),
    (stays_where_it_is_whatever_is_ruled, "court", ()),
    (asks_again_for_what_a_ruling_gave_up, "court", ()),
    (says_nothing_of_two_rulings, "court", ()),
    (rolls_with_one_seed, "changes", ()),
    (salts_are_the_key_of_the_vault, "changes", ()),
    (believes_any_signature, "changes", ()),
    (refuses_what_it_dislikes, "changes", ()),
    (binds_by_the_winners_word, "changes", ()),
    (keeps_nothing_that_is_wrong, "cheats", ()),
    (forgets_the_old_vault_at_the_audit, "changes", ()),
    (stays_with_the_old_version, "changes", ()),
    (believes_a_stray_renewal, "cheats", ()),
    (tells_a_hand_without_its_masks, "changes", (), "cards"),
)
"""Each with the weather in which it shows, and laws that are not asked, since another is to bite."""
