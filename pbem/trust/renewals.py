"""The renewals that a paper carries, so that it says itself which key was in force: bundles out of the log, nothing else."""

from __future__ import annotations

from attrs import evolve

from pbem.errors import FormatError
from pbem.log import Bundle, Log, renewal_of, verify_bundle


def carried(log: Log, before: int) -> tuple[Bundle, ...]:
    """The renewals of a log before turn file ``before``, in order."""
    return tuple(each for each in log.bundles if each.header.n < before and renewal_of(each) is not None)


def bare(log: Log, before: int) -> Log:
    """Invitation, acceptance, and the renewals before turn file ``before``."""
    return evolve(log, bundles=carried(log, before))


def check(log: Log) -> None:
    """Whether the bundles of a paper are renewals, each signed with the key that its seat had then.

    Raises FormatError ``bad-paper`` for anything else, and VerifyError for a signature that does not hold.
    """
    numbers = [each.header.n for each in log.bundles]
    if numbers != sorted(set(numbers)) or any(renewal_of(each) is None for each in log.bundles):
        raise FormatError(
            "bad-paper", "What stands under the acceptance of this paper is no renewal of keys."
        )
    for each in log.bundles:
        verify_bundle(each, log.key_at(each.header.by, each.header.n), log.gid)
