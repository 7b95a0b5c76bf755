"""Who signed the turn files of a paper: a seat's game key, the first one or one that the paper itself shows."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from pbem.bytes.errors import VerifyError
from pbem.crypto.keys import key_id
from pbem.log import REFEREE, Bundle, Log, rulings_in, verify_bundle


def check_authors(log: Log, bundles: Iterable[Bundle]) -> None:
    """Signature, count and chain of each bundle, under its seat's game key.

    ``log`` holds the first two mails. Another game key of a seat is known from a renewal among these bundles. Raises
    VerifyError, ``wrong-key`` and ``needs-log`` (a ruling) among others.
    """
    every = tuple(bundles)
    if rulings_in(every):
        raise VerifyError.of(
            "needs-log",
            "A ruling of the referee stands among the turn files: only the whole log tells what it does.",
        )
    log = evolve(log, bundles=every)
    for bundle in every:
        verify_bundle(bundle, log.key_at(bundle.header.by, bundle.header.n), log.gid)


def owned(log: Log, bundle: Bundle) -> bool:
    """Whether a bundle names the game key that its seat had then, as far as ``log`` tells."""
    return bundle.header.by == REFEREE or bundle.seal.key == key_id(
        log.key_at(bundle.header.by, bundle.header.n)
    )
