"""``pbem accept``: the game begins when the acceptance has come; that of a posted invitation is kept until one is taken."""

from __future__ import annotations

from pbem.cli import game_named, output, standing_sheets
from pbem.cli.app import setting
from pbem.cli.clock import now
from pbem.cli.first_mails import compared, show_codes
from pbem.home import games, sentences
from pbem.home.beside import rooms
from pbem.home.exchange import invitations
from pbem.home.overview.next_step import next_step
from pbem.port.messages import Message


def start(lines: bytes, *, new_key: bool, taken: bool = False) -> None:
    """Begin the game when the acceptance has come, whose log lines these are; ``taken`` of several who answered."""
    known = setting()
    if not taken and any(folder.facts().get(games.POSTED) for folder in games.pending(known.home)):
        from pbem.cli import answers  # noqa: PLC0415  # few invitations are posted

        if answers.kept(invitations.read_acceptance(lines)):
            return
    identity = known.unlocked()
    begun = invitations.start(
        known.home,
        identity,
        lines,
        new_key=new_key or compared(invitations.accepter(known.home, identity, lines)),
        taken=taken,
        day=now().date().isoformat(),
    )
    game_named.means(known.home, begun.folder)
    session = begun.session
    log = session.log
    who = {
        "hex": log.gid.hex()[:16],
        "who": sentences.who(session, "A"),
        "who_a": sentences.who(session, "B"),
    }
    output.talk(
        Message("The game {hex} has begun before: {who} against {who_a}.", **who)
        if begun.known
        else Message("The game {hex} begins: {who} against {who_a}.", **who)
    )
    show_codes(log)
    if not begun.known:
        standing_sheets.offer(begun.folder)
    output.talk(sentences.next_debt(session))
    if session.draft and not session.is_my_turn and not begun.known:
        output.talk("Your first turn is written already: it needed no decision of yours.")
    output.talk("Next: {next}", next=next_step(rooms.case_of(begun.folder, games.look(begun.folder))))
