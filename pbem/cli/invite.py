"""``pbem invite``: an invitation."""

from __future__ import annotations

import re
from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.delivery import Delivery, delivery_options, hand_over
from pbem.cli.files import write
from pbem.cli.first_mails import invitation_mail, way_of
from pbem.cli.referee_clause import clause_of, clause_options, told_clause
from pbem.cli.scenario_options import options_option, scenario_option, side_option, typed_options
from pbem.cli.words import Words
from pbem.games import registry
from pbem.games.game_cards import title
from pbem.games.packs.pack import code_of
from pbem.home.exchange import invitations
from pbem.home.exchange.invitations import Wanted
from pbem.home.packs import installed as shelf
from pbem.home.turns.agreed_options import agreed_line
from pbem.home.turns.letter_notes import for_a_club
from pbem.home.viewing import languages
from pbem.mail.settings import read_settings
from pbem.port.messages import Message

_PAIRING = re.compile(r"[0-9a-f]{16}")


@click.command(name="invite")
@click.argument("game")
@scenario_option
@side_option
@options_option
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
    help="Play under an older version of the rules; pbem rules list lists them.",
)
@click.option(
    "--pairing",
    default="",
    metavar="NUMBER",
    help="Play it for a pairing of a club: the number that the club shows.",
)
@clause_options
@click.option(
    "--open",
    "posted",
    is_flag=True,
    help="Write it as a post for a forum or a list: who answers is kept, and you take one of them.",
)
@click.option(
    "--until", default="", metavar="DAY", help="With --open: the last day for answers, in your words."
)
@click.option("--say", "pace", default="", metavar="TEXT", help="With --open: the pace you would like.")
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
    rules: str,
    pairing: str,
    referee: str,
    referee_days: int,
    silence: str,
    posted: bool,
    until: str,
    pace: str,
    **delivery: object,
) -> None:
    """Invite somebody to GAME: writes the invitation to mail.

    With --referee both of you are bound to what that person rules; your guest is shown it before they agree. You can still
    appoint somebody later: pbem referee appoint

    \b
    Examples:
      pbem invite june6 --side allied
      pbem invite darkdecember --option leaders=yes
      pbem invite june6 --referee Rita --referee-days 14 --silence loses
      pbem invite pegasus --open --until "31 December" --say "a mail a day"
    """
    _check(pack, pairing, with_pack=with_pack)
    if (until or pace) and not posted:
        raise UsageError.of("no-post", "--until and --say stand in a post.", hint="Add: --open")
    way = Delivery(**delivery) if posted else way_of(delivery)  # type: ignore[arg-type]  # checked by click
    chosen = typed_options(options)
    wanted = Wanted(game=game, scenario=scenario, side=side, options=chosen, pack=pack, rules=rules)
    terms = invitations.asked_for(setting().home, wanted)
    identity = setting().unlocked()
    clause = clause_of(identity, referee, referee_days, silence)
    offered = invitations.new_game(
        setting().home,
        identity,
        terms,
        referee=clause,
        pairing=pairing,
        posted=posted,
        entropy=setting().entropy,
    )
    _say(offered)
    told_clause(identity, clause)
    if posted:
        _post(offered, way, until, pace)
    else:
        _mail(offered, way, with_pack=with_pack)


def _say(offered: invitations.Offered) -> None:
    """What is offered, and on which data."""
    offer = offered.log.invite
    output.talk(
        "Invitation to {game}: you play {sides}, your guest {sides_a}.",
        game=title(offer.game, offer.scenario),
        sides=Message(offer.sides[0]),
        sides_a=Message(offer.sides[1]),
    )
    output.talk_all((*agreed_line(offer), *([for_a_club(offer)] if offer.pairing else [])))
    if offered.pack is not None:
        output.talk(
            "On your pack {pack} (code {code}): read the code to each other, and you have the same.",
            pack=offered.pack.name,
            code=code_of(offer.data),
        )


def _mail(offered: invitations.Offered, way: Delivery, *, with_pack: bool) -> None:
    """Hand the invitation over, with the pack where that goes along."""
    carried = shelf.packed(offered.pack) if offered.pack is not None and with_pack else b""
    mail = invitation_mail(offered, way, carried) if way.mails else None
    hand_over(way, offered.file, "invitation.pbem", mail, setting().home.invitation(offered.digest))
    if carried and (mail is None or way.by == "client" or way.out is not None):
        beside = shelf.name_beside(str(way.out or "invitation.pbem"))
        write(Path(beside), carried)
        output.talk(
            "Wrote {shown} ({len} bytes), the pack: attach it to the same mail.",
            shown=shown(Path(beside)),
            len=len(carried),
        )
    elif offered.pack is not None and not carried:
        output.talk(
            "Your guest needs the pack, too: pbem packs pack {pack} makes a file of it.",
            pack=offered.pack.name,
        )
    output.talk("Next: mail it. When the answer has come: pbem accept acceptance.pbem")


def _post(offered: invitations.Offered, way: Delivery, until: str, pace: str) -> None:
    """Write what is posted, and say what follows."""
    from pbem.home.exchange import posted_invitations  # noqa: PLC0415  # most invitations are mailed

    offer = offered.log.invite
    tongue = languages.tongue(registry.load(offer.game), way.spoken)
    sender = way.sender or read_settings(setting().home.path).address
    text = posted_invitations.post(offered.log, tongue, until=until, pace=pace, sender=sender)
    if way.stdout:
        output.data(text.rstrip("\n"))
    else:
        place = way.out or Path(f"post-{offer.game}-{offered.digest[:8]}.txt")
        write(place, text.encode())
        output.talk("Wrote {shown}: post it as it is.", shown=shown(place))
    output.talk("Next: when answers have come, pbem accept FILE keeps each; then: pbem invite answers")


def _check(pack: Path | None, pairing: str, *, with_pack: bool) -> None:
    if with_pack and pack is None:
        raise UsageError.of(
            "no-pack", "There is no pack to send along.", hint="Name it: --pack PACK --with-pack"
        )
    if pairing and _PAIRING.fullmatch(pairing) is None:
        raise UsageError.of(
            "no-pairing",
            "A pairing is named by the 16 digits that its club shows (0-9, a-f).",
            hint="Copy the whole line from the club's page, or from: pbem club table CLUB",
        )


COMMAND = Words(
    "invite",
    alone=new,
    later={
        "answers": "Who has answered an invitation that you posted.",
        "take": "Begin the game with one of them.",
        "withdraw": "Take back an invitation that nobody has accepted yet.",
    },
    places={"take": "answers:TAKE"},
)
