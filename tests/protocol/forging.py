"""What somebody can write who holds the keys of a seat and does not keep to the program."""

from collections.abc import Iterable

from attrs import evolve

from pbem.bytes import canon, container
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError
from pbem.home import games
from pbem.log import Bundle, sign_bundle
from pbem.protocol import side_entries
from pbem.protocol.session import Session
from pbem.protocol.signing_record import Record

Entry = dict[str, Json]


def signed_by(session, keypair, entries, state="00" * 32, rules=""):
    """These entries as the next bundle of a seat, numbered, chained and signed as they should be, whatever they say.

    ``rules`` is another version than the one in force.
    """
    lines = [canon.encode({**entry, "i": session.end.entries + n}) for n, entry in enumerate(entries)]
    return sign_bundle(
        keypair, by=session.seat, gid=session.log.gid, n=session.end.bundles + 1, prev=session.end.head, lines=lines,
        rules=rules or session.end.rules, state=state,
    )  # fmt: skip


def earlier(session: Session, bundles: int) -> Session:
    """The session of a seat that has forgotten what it signed, after so many bundles."""
    log = evolve(session.log, bundles=session.log.bundles[:bundles])
    return games.opened(session.game, log, evolve(session.vault, record=Record()))


def false_refusal(session: Session, bundle: Bundle) -> Bundle:
    """A refusal of the other side's bundle that stands in the log, signed in its place."""
    before = earlier(session, bundle.header.n - 1)
    fault = FormatError("illegal", "I do not like it.", entry=bundle.header.first)
    return side_entries.refusal(before, bundle, fault)


def turn_of(bundles: Iterable[Bundle]) -> bytes:
    """A turn file."""
    return container.pack(b"".join(each.encode() for each in bundles))
