"""Who signed what arrives: only bundles whose author and signature hold may wait, clash or be kept.

A key that the log does not hold counts when a bundle brings it that waits already, or was found sound itself, has an
earlier number and lies beyond the log. So nobody but a seat brings keys for it, and no stray renewal, of a thief or made
up, takes the place of the key in force.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes.errors import VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.crypto.keys import key_id
from pbem.log import REFEREE, Bundle, Log, appointment_of, check_ruler, renewals_in, rulings_in, verify_bundle
from pbem.log.referees import first_referees


@frozen(kw_only=True)
class Checked:
    """The bundles whose signatures hold, and those that do not with the reason; each in the order in which they came."""

    sound: tuple[Bundle, ...]
    unsound: tuple[tuple[Bundle, VerifyError], ...]


def check(log: Log, arriving: Iterable[Bundle], waiting: Iterable[Bundle]) -> Checked:
    """Hold bundles that arrive against the keys of the log, of what waits at home, and of one another."""
    came = tuple(arriving)
    keys = _Keys(log, waiting)
    faults: dict[int, VerifyError] = {}
    for place, bundle in sorted(enumerate(came), key=lambda each: each[1].header.n):
        try:
            keys.check(bundle)
        except VerifyError as error:
            faults[place] = error
    return Checked(
        sound=tuple({each.hash(): each for n, each in enumerate(came) if n not in faults}.values()),
        unsound=tuple((came[place], faults[place]) for place in sorted(faults)),
    )


class _Keys:
    """The keys that may have signed a bundle; it grows with every bundle that is found sound."""

    def __init__(self, log: Log, waiting: Iterable[Bundle]) -> None:
        held = tuple(waiting)
        self._log, self._first = log, evolve(log, bundles=())
        self._renewals = [each for each in renewals_in(held) if each.n > len(log.bundles)]
        made = [appointment_of(each) for each in rulings_in((*log.bundles, *held))]
        self._referees = [*first_referees(log.invite), *(each.key for each in made if each is not None)]

    def check(self, bundle: Bundle) -> None:
        """Raises VerifyError ``old-key`` and those of a signature that does not hold."""
        log, by, n, signed = self._log, bundle.header.by, bundle.header.n, bundle.seal.key
        if by == REFEREE:
            self._check_ruler(bundle)
            return
        if signed in log.given_up_at(by, n):
            from pbem.papers.paper import who  # noqa: PLC0415  # for a signature of an old key alone
            from pbem.papers.reader import Reader, excused  # noqa: PLC0415  # as above

            lost = Reader(logs=(log,)).given_up(self._first, bundle)
            assert lost is not None  # the same renewal
            raise VerifyError("old-key", " ".join(excused(lost, who(log, by))), entry=bundle.header.first)
        brought = {key_id(each.key): each.key for each in self._renewals if each.by == by and each.n < n}
        key = brought.get(signed, log.key_at(by, n))
        verify_bundle(bundle, key, log.gid)
        self._renewals += [each for each in renewals_in((bundle,)) if each.n > len(log.bundles)]

    def _check_ruler(self, bundle: Bundle) -> None:
        """A referee may have been appointed with keys that a renewal brings which waits, or has come beside the log."""
        log, n = self._log, bundle.header.n
        named = [each for each in self._referees if key_id(each) == bundle.seal.key] or self._referees[-1:]
        brought = [each for each in self._renewals if each.n < n]
        keys = {by: log.key_at(by, n) for by in ("A", "B")}
        try:
            check_ruler(bundle, log.invite, log.gid, tuple(named), keys)
        except VerifyError as error:
            if error.code != "unsigned-appointment" or not brought:
                raise
            keys |= {each.by: each.key for each in brought}
            check_ruler(bundle, log.invite, log.gid, tuple(named), keys)
        made = appointment_of(bundle)
        self._referees += [] if made is None else [made.key]
