"""``pbem accept``: an invitation is accepted."""

from __future__ import annotations

from pathlib import Path

from pbem.bytes.errors import UsageError
from pbem.cli import output, questions, standing_sheets
from pbem.cli.app import setting
from pbem.cli.clock import now
from pbem.cli.delivery import Delivery, hand_over
from pbem.cli.first_mails import compared, envelope, show_codes, way_of
from pbem.cli.referee_clause import agreed_referee
from pbem.games.game_cards import title
from pbem.games.packs.pack import Pack
from pbem.home.exchange import invitations
from pbem.home.names import name_of
from pbem.home.packs import installed as shelf
from pbem.home.turns.agreed_options import agreed_line
from pbem.home.turns.letter_notes import for_a_club
from pbem.log import Log
from pbem.mail.compose import compose
from pbem.port.messages import Message, spelled
from pbem.view.markup import clean


def join(
    file: Path,
    lines: bytes,
    pack: Path | None,
    *,
    yes: bool,
    everything: bool,
    late: bool,
    new_key: bool,
    delivery: dict[str, object],
) -> None:
    """Accept the invitation in ``file``, whose log lines are ``lines``: writes the acceptance to mail back."""
    way = way_of(delivery)
    known, identity = setting(), setting().unlocked()
    agreed_referee(identity, lines, yes=yes)
    chosen = _agreed_pack(file, lines, pack, yes=yes, everything=everything)
    begun = invitations.join(
        known.home,
        identity,
        lines,
        pack=chosen,
        new_key=new_key or compared(invitations.inviter(known.home, identity, lines)),
        day=now().date().isoformat(),
        late=late,
        entropy=setting().entropy,
    )
    log = begun.session.log
    offer = log.invite
    who = clean(offer.seat.who, 64)
    output.talk(
        "You have accepted: {sides} in {game} against {clean} ({sides_a}). Game {hex}.",
        sides=Message(offer.sides[1]),
        game=title(offer.game, offer.scenario),
        clean=who,
        sides_a=Message(offer.sides[0]),
        hex=log.gid.hex()[:16],
    )
    output.talk_all(agreed_line(offer))
    if offer.pairing:
        output.talk(for_a_club(offer))
    mail = _acceptance_mail(log, begun.file, way) if way.mails else None
    hand_over(way, begun.file, "acceptance.pbem", mail, begun.folder)
    show_codes(log)
    standing_sheets.offer(begun.folder)
    if not log.bundles and not offer.challenge:
        output.talk(
            "{who} has not begun it yet: of several who answer, they take one. Till then you may let it go: pbem invite "
            "withdraw {name}",
            who=who,
            name=name_of(begun.folder),
        )
    output.talk("Next: mail it back, and wait for the first turn: pbem import FILE")


def _agreed_pack(
    file: Path, lines: bytes, named: Path | None, *, yes: bool, everything: bool
) -> Path | Pack | None:
    """The pack of an invitation, after its changes were shown and the player agreed; None where there is none to ask about.

    Raises UsageError ``pack-unseen`` for one that came with the invitation where nobody can be asked.
    """
    home, offer = setting().home, invitations.read_invitation(lines)
    named = shelf.chosen(home, named)
    if not offer.pack or invitations.joined(home, offer):
        return named
    found, came = shelf.pinned(home, offer, named), named is None
    if found is None and came:
        found = shelf.pinned(home, offer, shelf.beside(file))
    else:
        came = False
    if found is None or found.pack is None:
        return named
    other = found.changed_from(shelf.own(found))
    who = clean(offer.seat.who, 64)
    output.talk(
        "{who} invites you to play on {on_pack}: {clean}.",
        who=who,
        on_pack=found.on_pack,
        clean=clean(found.pack.origin, 300),
    )
    output.talk("{counted} other than in the game's own data:", counted=shelf.counted(other))
    output.talk_all(shelf.told(other, everything=everything))
    if not yes and output.can_ask():
        if not questions.agreed(Message("Play on {pack}?", pack=found.pack.name), default=True):
            raise UsageError.of(
                "declined", "Nothing was accepted.", who=who, hint="Ask {who} for a game without the pack."
            )
    elif came and not yes:
        raise UsageError.of(
            "pack-unseen",
            "The data pack came with the invitation; say that you have seen it.",
            hint="Add --yes",
        )
    return found.pack


def _acceptance_mail(log: Log, file: bytes, way: Delivery) -> bytes:
    text = Message(
        "{who} accepts and plays {side}", who=log.accepted.seat.who, side=spelled(log.invite.sides[1])
    )
    return compose(file, envelope(log, log.gid.hex(), text, way, Message("Type: pbem accept FILE")))
