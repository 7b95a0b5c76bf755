"""``pbem new``, ``enter``, ``join`` and ``start``: the two mails a game grows from."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.delivery import Delivery, delivery_options, hand_over, now, write
from pbem.cli.packs import all_option
from pbem.cli.referee_clause import agreed_referee, clause_of, clause_options, told_clause
from pbem.cli.scenario_options import option_of
from pbem.games.packs import Pack, code_of
from pbem.home import people, sentences
from pbem.home.challenges import entering
from pbem.home.exchange import invitations
from pbem.home.exchange.invitations import Offered
from pbem.home.games import shown
from pbem.home.packs import installed as shelf
from pbem.home.referee import clause as clauses
from pbem.home.viewing import logs as looking
from pbem.log import Log
from pbem.mail.compose import Envelope, compose, turn_digest
from pbem.mail.settings import read_settings
from pbem.papers import challenge as papers
from pbem.view.markup import clean

_responder = click.option(
    "--responder",
    is_flag=True,
    help="Name a key for a responder: pbem responder setup, once the game has begun.",
)


_new_key = click.option(
    "--new-key",
    is_flag=True,
    help="Go on although a name that you know comes under another key: you have compared the codes.",
)


@click.command(short_help="Invite somebody to a game.")
@click.argument("game")
@click.option(
    "--scenario", default="", metavar="NAME", help="Which scenario (else the game's first; see pbem games)."
)
@click.option("--side", default="", metavar="SIDE", help="Which side you play (else the game's first).")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the scenario; may repeat."
)
@click.option(
    "--pack",
    type=click.Path(path_type=Path),
    metavar="PACK",
    help="Play on a data pack: a file, a folder, or its name.",
)
@click.option(
    "--with-pack",
    is_flag=True,
    help="Send the data pack along: as a file of its own beside the invitation, or in the same mail.",
)
@click.option(
    "--rules",
    default="",
    metavar="VERSION",
    help="Play under an older version of the rules; pbem games lists them.",
)
@clause_options
@_responder
@delivery_options
@home_options
def new(  # noqa: PLR0913  # an invitation pins that much
    game: str,
    *,
    scenario: str,
    side: str,
    options: tuple[str, ...],
    pack: Path | None,
    with_pack: bool,
    responder: bool,
    rules: str,
    referee: str,
    referee_days: int,
    silence: str,
    **delivery: object,
) -> None:
    """Invite somebody to GAME: writes the invitation to mail.

    With --referee both of you are bound to what that person rules, from the first two mails on; your guest is shown it
    before they agree. Without it you can still appoint somebody later: pbem referee appoint

    \b
    Examples:
      pbem new june6 --side allied
      pbem new june6 --referee Rita --referee-days 14 --silence loses
    """
    if with_pack and pack is None:
        raise UsageError(
            "no-pack", "There is no pack to send along.", hint="Name it: --pack PACK --with-pack"
        )
    way = _way(delivery)
    home, identity = setting().home, setting().unlocked()
    clause = clause_of(identity, referee, referee_days, silence)
    offered = invitations.new_game(
        home,
        identity,
        game=game,
        scenario=scenario,
        side=side,
        options=dict(option_of(text) for text in options),
        pack=pack,
        responder=responder,
        rules=rules,
        referee=clause,
        entropy=setting().entropy,
    )
    offer = offered.log.invite
    output.talk(
        f"Invitation to {offer.game} {offer.scenario}: you play {offer.sides[0]}, your guest {offer.sides[1]}."
    )
    told_clause(identity, clause)
    carried = b""
    if offered.pack is not None:
        code = code_of(offer.data)
        output.talk(
            f"On your pack {offered.pack.name} (code {code}): read the code to each other, and you have the same."
        )
        carried = shelf.packed(offered.pack) if with_pack else b""
    mail = _invitation_mail(offered, way, carried) if way.mails else None
    hand_over(way, offered.file, "invitation.pbem", mail, setting().home.invitation(offered.digest))
    if carried and (mail is None or way.by == "client" or way.out is not None):
        beside = shelf.name_beside(str(way.out or "invitation.pbem"))
        write(Path(beside), carried)
        output.talk(
            f"Wrote {shown(Path(beside))} ({len(carried)} bytes), the pack: attach it to the same mail."
        )
    elif offered.pack is not None and not carried:
        output.talk(
            f"Your guest needs the pack, too: pbem packs pack {offered.pack.name} makes a file of it."
        )
    output.talk("Next: mail it. When the answer has come: pbem start acceptance.pbem")


@click.command(short_help="Enter a challenge from its file.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--pack", type=click.Path(path_type=Path), metavar="PACK", help="The data pack that the challenge names."
)
@_responder
@delivery_options
@home_options
def enter(file: Path, pack: Path | None, responder: bool, **delivery: object) -> None:
    """Enter the challenge in FILE: scenario, side, options and dice come from it. Writes the invitation to mail.

    Typing it again gives the same invitation: a challenge is entered once.

    \b
    Example:
      pbem enter challenge-autumn.pbem
    """
    way = _way(delivery)
    known, identity = setting(), setting().unlocked()
    paper = entering.read(looking.lines_of(file))
    offered, again = entering.enter(
        known.home, identity, paper, pack=pack, responder=responder, entropy=known.entropy
    )
    if again:
        output.talk("You have entered it already; this is the same invitation again.")
    output.talk_all(papers.finding(paper).lines)
    mail = _invitation_mail(offered, way, b"") if way.mails else None
    pending = {each.name: each for each in known.home.invitations()}.get(offered.digest[:16])
    hand_over(way, offered.file, f"enter-{paper.name}.pbem", mail, pending)
    output.talk(
        f"Next: mail it to {clean(paper.who, 64)}. When the answer has come: pbem start acceptance.pbem"
    )


@click.command(short_help="Accept an invitation.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--pack", type=click.Path(path_type=Path), metavar="PACK", help="The data pack both of you agreed on."
)
@click.option("--late", is_flag=True, help="Deal a challenge to an entry that comes after its last day.")
@click.option(
    "--yes",
    is_flag=True,
    help="Agree to the referee, and to the data pack that came with the invitation, without asking.",
)
@all_option
@_responder
@_new_key
@delivery_options
@home_options
def join(
    file: Path,
    pack: Path | None,
    *,
    yes: bool,
    everything: bool,
    late: bool,
    responder: bool,
    new_key: bool,
    **delivery: object,
) -> None:
    """Accept the invitation in FILE: writes the acceptance to mail back.

    A referee whom it names, and a data pack that came with it, are shown before you agree.

    \b
    Example:
      pbem join invitation.pbem
    """
    way = _way(delivery)
    known, identity, lines = setting(), setting().unlocked(), looking.lines_of(file)
    agreed_referee(identity, lines, yes=yes)
    chosen = _agreed_pack(file, lines, pack, yes=yes, everything=everything)
    begun = invitations.join(
        known.home,
        identity,
        lines,
        pack=chosen,
        responder=responder,
        new_key=new_key or _compared(invitations.inviter(known.home, identity, lines)),
        day=now().date().isoformat(),
        late=late,
        entropy=setting().entropy,
    )
    log = begun.session.log
    offer = log.invite
    output.talk(
        f"You play {offer.sides[1]} in {offer.game} {offer.scenario} against {clean(offer.seat.who, 64)} "
        f"({offer.sides[0]}). Game {log.gid.hex()[:16]}."
    )
    mail = _acceptance_mail(log, begun.file, way) if way.mails else None
    hand_over(way, begun.file, "acceptance.pbem", mail, begun.folder)
    _show_codes(log)
    output.talk("Next: mail it back, and wait for the first turn: pbem import FILE")


@click.command(short_help="Begin the game when the acceptance has come.")
@click.argument("file", type=click.Path(path_type=Path))
@_new_key
@home_options
def start(file: Path, new_key: bool) -> None:
    """Begin the game when the acceptance in FILE has come.

    \b
    Example:
      pbem start acceptance.pbem
    """
    known, identity, lines = setting(), setting().unlocked(), looking.lines_of(file)
    begun = invitations.start(
        known.home,
        identity,
        lines,
        new_key=new_key or _compared(invitations.accepter(known.home, identity, lines)),
        day=now().date().isoformat(),
    )
    session = begun.session
    log = session.log
    output.talk(
        f"The game {log.gid.hex()[:16]} begins: {sentences.who(session, 'A')} against {sentences.who(session, 'B')}."
    )
    _show_codes(log)
    output.talk(sentences.next_debt(session))
    output.talk(f"Next: {'pbem orders' if session.mine else 'pbem send'}")


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
    output.talk(f"{who} invites you to play on {found.on_pack}: {clean(found.pack.origin, 300)}.")
    output.talk(f"{shelf.counted(other)} other than in the game's own data:")
    output.talk_all(shelf.told(other, everything=everything))
    if not yes and output.can_ask():
        if not click.confirm(f"Play on {found.pack.name}?", default=True, err=True):
            raise UsageError(
                "declined", "Nothing was accepted.", hint=f"Ask {who} for a game without the pack."
            )
    elif came and not yes:
        raise UsageError(
            "pack-unseen",
            "The data pack came with the invitation; say that you have seen it.",
            hint="Add --yes",
        )
    return found.pack


def _compared(met: people.Meeting | None) -> bool:
    """Say what is known of the other player; a warning first, with a question where somebody can answer it."""
    if met is None:
        return False
    if not met.warns:
        # Both codes are shown once the game has begun: there is nothing to add about a stranger or an old acquaintance.
        said = met.sentences if met.loud or met.code == "renamed" else met.asides
        if said:
            output.talk(f"{output.bad('Warning') + ': ' if met.loud else ''}{' '.join(said)}")
        return False
    if not output.can_ask():
        return False
    output.talk(f"{output.bad('Warning')}: {' '.join(met.sentences)}")
    return click.confirm("Have you compared the codes by voice, and do they agree?", default=False, err=True)


def _show_codes(log: Log) -> None:
    """The codes to compare by voice."""
    found = invitations.codes(log)
    output.talk("Read these to each other by phone once; if all three agree, nobody stands between you:")
    output.talk(f"  {clean(log.invite.seat.who, 40)}: {found.inviter}")
    output.talk(f"  {clean(log.accepted.seat.who, 40)}: {found.joiner}")
    output.talk(f"  the game: {found.game}")


def _way(delivery: dict[str, object]) -> Delivery:
    given = Delivery(**delivery)  # type: ignore[arg-type]  # click has checked each option's type
    return given.settled(read_settings(setting().home.path))


def _invitation_mail(offered: Offered, way: Delivery, pack: bytes) -> bytes:
    offer = offered.log.invite
    text = f"{offer.seat.who} invites you to {offer.game} {offer.scenario}; you play {offer.sides[1]}"
    body = "Type: pbem join FILE"
    if offered.pack is not None:
        how = "It is attached, too." if pack else "Ask me for its file."
        body = f"On the data pack {offered.pack.name} (code {code_of(offer.data)}). {how}\n{body}"
    if offer.referee is not None:
        body = f"{clauses.sentence(offer.referee, known=False)}\n{body}"
    return compose(offered.file, _envelope(offered.log, offered.digest, text, way, body), pack)


def _acceptance_mail(log: Log, file: bytes, way: Delivery) -> bytes:
    text = f"{log.accepted.seat.who} accepts and plays {log.invite.sides[1]}"
    return compose(file, _envelope(log, log.gid.hex(), text, way, "Type: pbem start FILE"))


def _envelope(log: Log, digest: str, summary: str, way: Delivery, body: str) -> Envelope:
    sender, recipient = way.addresses
    thread = "" if log.accept is None else turn_digest(container.pack(Log(invite=log.invite).encode()))
    return Envelope(
        game=log.invite.game,
        gid=digest,
        turn=None,
        first=0,
        last=0,
        head=digest,
        sender=sender,
        recipient=recipient,
        date=now(),
        summary=summary,
        body=body,
        thread=thread,
        draft=way.draft,
    )


COMMANDS = (new, enter, join, start)
