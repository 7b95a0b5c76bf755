"""The two players of a demonstration: a home, a Maildir and a session each, and the mails between them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.records import define, field
from pbem.dev.demo_mail import Office, id_of
from pbem.home.identity import Identity
from pbem.home.new_identity import create_identity
from pbem.home.standing.kept import EMPTY, Standing
from pbem.mail.compose import Envelope, compose, turn_digest
from pbem.mail.extract import turns_in
from pbem.mail.maildir import deliver
from pbem.protocol.session import Session
from pbem.protocol.vault import Entropy
from pbem.store.game import GameFolder
from pbem.store.home import Home

_START = datetime(2026, 6, 6, 6, 30, tzinfo=UTC)
_NAMES = {"A": "Ann", "B": "Ben"}


def entropy(seed: int, who: str) -> Entropy:
    """Bytes that repeat themselves for a seed: a demonstration has no secrets worth keeping."""
    count = iter(range(1_000_000))
    return lambda size: sha256(f"pbem demo {seed} {who} {next(count)}".encode()).digest()[:size]


@define(kw_only=True)
class Player:
    """One player: a home, a Maildir, and the session that is saved to the home at every turn."""

    seat: str
    folder: Path
    home: Home
    identity: Identity
    session: Session | None = None
    standing: Standing = EMPTY
    game: GameFolder | None = None
    sent: int = 0
    bytes_sent: int = 0
    answers: str = ""
    thread: str = ""
    orders: int = 0
    office: Office | None = None
    answered: int = 0
    dates: datetime = field(default=_START)
    game_name: str = ""

    @property
    def name(self) -> str:
        return _NAMES[self.seat]

    @property
    def address(self) -> str:
        name = self.name.lower()
        return self.office.address(name) if self.office is not None else f"{name}@example.org"

    @property
    def maildir(self) -> Path:
        return self.folder / "Maildir"

    @property
    def playing(self) -> Session:
        assert self.session is not None
        return self.session


def player_of(seat: str, out: Path, seed: int) -> Player:
    folder = out / _NAMES[seat].lower()
    home = Home(folder / "home")
    identity = create_identity(home, _NAMES[seat], "", entropy(seed, seat))
    return Player(seat=seat, folder=folder, home=home, identity=identity)


def mail(
    sender: Player, recipient: Player, turn: bytes, summary: str, *, entries: tuple[int, int], head: str
) -> Path:
    """Write the mail into the other's Maildir; the date is that of the story, so that bytes repeat themselves."""
    sender.dates += timedelta(minutes=7)
    session = sender.session
    moment = session.game.rules.moment(session.position.game) if session is not None else None
    envelope = Envelope(
        game=session.game.info.name if session is not None else sender.game_name,
        gid=session.log.gid.hex() if session is not None else head,
        turn=moment.turn if moment is not None else None,
        first=entries[0],
        last=entries[1],
        head=head,
        sender=sender.address,
        recipient=recipient.address,
        sender_name=sender.name,
        recipient_name=recipient.name,
        date=sender.dates,
        summary=summary,
        thread=sender.thread,
        answers=sender.answers,
    )
    raw = compose(turn, envelope)
    if sender.office is not None:
        recipient_name = recipient.name.lower()
        sender.office.send(sender.name.lower(), raw, recipient=recipient_name)
        raw = sender.office.fetch(recipient_name, id_of(raw))
    sender.sent += 1
    sender.bytes_sent += len(turn)
    recipient.answers = turn_digest(turn)
    recipient.dates = max(recipient.dates, sender.dates)
    return deliver(recipient.maildir, raw, f"{sender.sent:05d}-{sender.name.lower()}.eml")


def unpacked(letter: Path) -> bytes:
    """The log lines in a mail, whatever its file is called."""
    found = turns_in(letter.read_bytes())
    return container.unpack(found[0].data)
