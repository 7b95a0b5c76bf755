"""The renewals that a paper carries, so that it says itself which key was in force: bundles out of the log, nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from pbem.bytes.errors import FormatError
from pbem.crypto.dice import MAX_LENGTH
from pbem.log import MIN_CHAIN, Bundle, Log, check_genesis, parse_log, renewal_of, verify_bundle
from pbem.log.fields import Fields

_FIELDS = ("i", "k", "key", "n", "tip", "vault")


def carried(log: Log, before: int | None = None) -> tuple[Bundle, ...]:
    """The renewals of a log, in order: all, or those before turn file ``before``."""
    found = (each for each in log.bundles if before is None or each.header.n < before)
    return tuple(each for each in found if renewal_of(each) is not None)


def shortened(log: Log, before: int | None = None) -> Log:
    """Invitation, acceptance, and those renewals."""
    return evolve(log, bundles=carried(log, before))


def below(rows: Iterable[bytes], lacking: str) -> Log:
    """The game that stands in the last lines of a paper: its first two mails, and renewals of keys.

    Raises FormatError ``bad-paper``, with the text ``lacking`` where the acceptance is not there, and those of the log.
    """
    log = parse_log(b"\n".join(rows))
    check_genesis(log)
    if log.accept is None:
        raise FormatError("bad-paper", lacking)
    check(log)
    return log


def _whole(bundle: Bundle) -> bool:
    """Whether a bundle is a renewal with every field as it should be: nobody folds it, and what it pins is relied on."""
    if renewal_of(bundle) is None:
        return False
    try:
        fields = Fields(bundle.entries[0], _FIELDS)
        fields.octets("tip", 32)
        fields.octets("vault", 32)
        fields.number("n", MIN_CHAIN, MAX_LENGTH)
    except FormatError:
        return False
    return True


def check(log: Log) -> None:
    """Whether the bundles of a paper are renewals, each signed with the key that its seat had then.

    Raises FormatError ``bad-paper`` for anything else, and VerifyError for a signature that does not hold.
    """
    numbers = [each.header.n for each in log.bundles]
    if numbers != sorted(set(numbers)) or not all(_whole(each) for each in log.bundles):
        raise FormatError.of(
            "bad-paper", "What stands under the acceptance of this paper is not a renewal of keys."
        )
    for each in log.bundles:
        verify_bundle(each, log.key_at(each.header.by, each.header.n), log.gid)
