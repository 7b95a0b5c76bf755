"""What the commands of the first two mails share: ``pbem invite`` and ``pbem accept``."""

from __future__ import annotations

import click

from pbem.bytes import container
from pbem.cli import output, questions
from pbem.cli.app import setting
from pbem.cli.clock import now
from pbem.cli.delivery import Delivery
from pbem.crypto.keys import fingerprint
from pbem.games import registry
from pbem.games.game_cards import title
from pbem.games.packs.pack import code_of
from pbem.home import people
from pbem.home.exchange.invitations import Offered
from pbem.home.rulings import clause as clauses
from pbem.home.turns.agreed_options import agreed_line
from pbem.home.viewing import languages
from pbem.log import Log
from pbem.mail.compose import Envelope, compose, turn_digest
from pbem.mail.settings import read_settings
from pbem.port.messages import Message, Series, spelled
from pbem.view.markup import clean

new_key_option = click.option(
    "--new-key",
    is_flag=True,
    help="Go on although a name that you know comes under another key: you have compared the codes.",
)


def compared(met: people.Meeting | None) -> bool:
    """Say what is known of the other player; a warning first, with a question where somebody can answer it."""
    if met is None:
        return False
    if not met.warns:
        # Both codes are shown once the game has begun: there is nothing to add about a stranger or an old acquaintance.
        said = met.sentences if met.loud or met.code == "renamed" else met.asides
        if said:
            told = Series(said, " ")
            output.talk(output.headed(output.bad(output.WARNING), told) if met.loud else told)
        return False
    if not output.can_ask():
        return False
    output.talk(output.headed(output.bad(output.WARNING), Series(met.sentences, " ")))
    return questions.agreed(
        Message("Have you compared the codes by voice, and do they agree?"), default=False
    )


def show_codes(log: Log) -> None:
    """The codes that the players compare by voice: 30 digits for each, and 30 for the game."""
    seats = [
        (clean(each.who, 40), fingerprint(each.identity)) for each in (log.invite.seat, log.accepted.seat)
    ]
    output.talk("Read these to each other by phone once; if all three agree, nobody stands between you:")
    for who, code in seats:
        output.talk("  {clean}: {inviter}", clean=who, inviter=code)
    output.talk("  the game: {game}", game=fingerprint(log.gid))


def way_of(delivery: dict[str, object]) -> Delivery:
    """The way that was typed, else that of the mail account of this home."""
    given = Delivery(**delivery)  # type: ignore[arg-type]  # click has checked each option's type
    return given.settled(read_settings(setting().home.path)).ready()


def invitation_mail(offered: Offered, way: Delivery, pack: bytes) -> bytes:
    """An invitation as a mail; ``pack`` is attached."""
    offer = offered.log.invite
    text = Message(
        "{who} invites you to {game}; you play {side}",
        who=offer.seat.who,
        game=title(offer.game, offer.scenario),
        side=spelled(offer.sides[1]),
    )
    body: str = Message("Type: pbem accept FILE")
    if offered.pack is not None:
        how = Message("It is attached, too.") if pack else Message("Ask me for its file.")
        body = Message(
            "On the data pack {name} (code {code}). {how}\n{body}",
            name=offered.pack.name,
            code=code_of(offer.data),
            how=how,
            body=body,
        )
    body = Series((*agreed_line(offer), body), "\n")
    if offer.referee is not None:
        body = Series((clauses.sentence(offer.referee, known=False), body), "\n")
    return compose(offered.file, envelope(offered.log, offered.digest, text, way, body), pack)


def envelope(log: Log, digest: str, summary: str, way: Delivery, body: str) -> Envelope:
    """What stands on the mail of an invitation or an acceptance."""
    thread = "" if log.accept is None else turn_digest(container.pack(Log(invite=log.invite).encode()))
    return Envelope(
        game=log.invite.game,
        gid=digest,
        turn=None,
        first=0,
        last=0,
        head=digest,
        sender=way.sender,
        recipient=way.recipient,
        date=now(),
        summary=summary,
        body=body,
        thread=thread,
        draft=way.draft,
        tongue=languages.tongue(registry.load(log.invite.game), way.spoken),
    )
