"""What players ask of each other beside the orders: take-backs and other offers, the end of the game, papers, what stands.

Everything goes through the functions of the home that the command line uses; nothing is signed before the page has asked.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.bytes import canon, container
from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.dev import practice
from pbem.home import packs, sentences
from pbem.home.beside import rooms
from pbem.home.kept_papers import game_over, keeping
from pbem.home.overview import refusals
from pbem.home.papers import reader
from pbem.home.papers import results as outcomes
from pbem.home.papers import verdict as paper_verdict
from pbem.home.papers.results import Made
from pbem.home.play import upgrades
from pbem.home.practice import is_practice
from pbem.home.standing import again
from pbem.home.standing import kept as kept_lines
from pbem.home.turns.notes import Piece
from pbem.papers import appointment as appointments
from pbem.papers import results
from pbem.papers.kinds import is_any
from pbem.papers.paper import PACE, SEAT, Finding
from pbem.papers.results import AGREED, PLAYED
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.protocol.side_entries import offer_back, reply_offer
from pbem.store.game import GameFolder
from pbem.store.home import Home
from pbem.table import handing, pacing
from pbem.table.open_home import Room
from pbem.view.markup import clean

Given = Mapping[str, Json]
_ASIDE = frozenset({"back", "reply", "upgrade"})
_MOST = 200
_PAPER = "paper.pbem"


def beside(session: Session) -> dict[str, Json]:
    """What a position says of offers: the one that waits (or None), and whether an offer or reply of ours is unsent."""
    kinds = [str(canon.decode(line)["k"]) for line in session.draft]
    return {"offer": _offer(session), "aside": next((kind for kind in kinds if kind in _ASIDE), "")}


def _offer(session: Session) -> Json:
    offer = session.position.table.offer
    if offer is None:
        return None
    mine, by = offer.by == session.seat, sentences.who(session, offer.by)
    found = upgrades.offered(session)
    what = (
        Message("to go on under {version}", version=found.version)
        if found is not None
        else Message("to go back to where the game stood after entry {to}", to=offer.to)
    )
    return {
        "mine": mine,
        "entry": offer.to if found is None else None,
        "said": clean(f"{'You offer' if mine else f'{by} offers'} {what}.", 300),
        "lines": [
            clean(line, 400)
            for line in (again.explained(session) if found is None else upgrades.explained(session, found))
        ],
        "answer": session.owed.kind == "reply" and session.owed.seat == session.seat,
    }


# --- take-backs and other offers --------------------------------------------------------------------------------------


def history(room: Room, _given: Given) -> Json:
    """The latest entries that brought something, the newest first: places to which one could go back."""
    session = room.session()
    rows: list[Json] = []
    for each in reversed(room.last()):
        if not each.outcomes or each.entry >= session.end.entries:
            continue
        moment = each.position.rules.moment(each.position.game)
        rows.append(
            {
                "entry": each.entry,
                "who": clean(sentences.who(session, each.seat), 100),
                "when": clean(sentences.when(moment), 160),
                "text": clean(" ".join(outcome.text for outcome in each.outcomes), 400),
            }
        )
        if len(rows) >= _MOST:
            break
    return {"rows": rows, "entries": session.end.entries}


def back(room: Room, given: Given) -> None:
    """Offer to go back to the position after an entry, with ``again`` and its orders; it is signed with the next turn."""
    to = given.get("to")
    if type(to) is not int:
        raise UsageError.of("missing-word", "To which entry?")
    with room.home.lock():
        if given.get("again") is True:
            after, change = again.offered(room.folder(), room.identity, room.session(), to)
            room.keep(after, change=change)
        else:
            room.keep(offer_back(room.session(), to))


def reply(room: Room, given: Given) -> None:
    """Agree to what is offered, or decline it; it is signed with the next turn."""
    yes = given.get("yes")
    if type(yes) is not bool:
        raise UsageError.of("missing-word", "Yes or no?")
    with room.home.lock():
        if yes:
            after, change = again.agreed(room.folder(), room.identity, room.session())
            room.keep(after, change=change)
        else:
            room.keep(reply_offer(room.session(), yes=False))


def withdraw(room: Room, _given: Given) -> None:
    """Take back an offer or a reply that has not been sent, and what waits for it."""
    with room.home.lock():
        session = room.session()
        if not beside(session)["aside"]:
            raise UsageError.of(
                "nothing-unsent", "There is no offer or reply of yours that has not been sent."
            )
        room.keep(session.clean(), change=kept_lines.nothing_waits(room.folder()))


# --- the end of a game ------------------------------------------------------------------------------------------------


def end(room: Room, given: Given) -> Json:
    """A signed paper that ends the game: ``resign``, ``agree`` (with ``winner``, empty for a draw) or ``result``."""
    folder, identity = room.folder(), room.identity
    match given.get("how"):
        case "resign":
            made = outcomes.resigned(folder, identity)
        case "agree":
            winner = given.get("winner")
            if winner != "" and winner not in room.session().log.invite.sides:
                raise UsageError.of("no-side", "Who wins? A side, or nobody.")
            made = outcomes.offered(folder, identity, str(winner), "by agreement")
        case "result":
            made = outcomes.played(folder, identity, None)
        case _:
            raise UsageError.of("missing-word", "How does it end?")
    if is_practice(folder) and given["how"] != "result":
        made = practice.answer(room.home, folder, identity, made)
    return _made(room, made)


def _made(room: Room, made: Made) -> Json:
    with room.home.lock():
        keeping.keep(room.folder(), made.data)
    return _shown(made)


def _shown(made: Made) -> Json:
    return {
        "name": made.name,
        "file": base64.b64encode(container.pack(made.data)).decode("ascii"),
        "lines": [clean(line, 400) for line in made.lines],
        "next": clean(made.then(made.name), 400),
    }


# --- papers -----------------------------------------------------------------------------------------------------------


def look(room: Room, pieces: tuple[Piece, ...]) -> Json:
    """The verdict on a paper that stands first in an upload; None when it is none. Nothing is stored."""
    if not pieces or not is_any(pieces[0].data):
        return None
    lines = pieces[0].data
    read = reader.read(lines, room.home, "FILE")
    finding, room.paper = read.finding, lines
    return {
        "paper": {
            "kind": clean(read.kind, 40),
            "word": finding.verdict,
            "good": finding.good,
            "open": not finding.good and finding.verdict != "rejected",
            "game": clean(finding.game, 80),
            "lines": [clean(each, 600) for each in (*read.told, *read.means, *read.then)],
            "sign": _signable(room, lines, finding),
            "keep": read.here and read.holds,
        }
    }


def kept(folder: GameFolder, home: Home, session: Session) -> dict[str, Json]:
    """What a position says of papers: how a paper ends the game ("" where none does), and the papers kept with it."""
    ends = "" if game_over.playing_on(folder) else next((read.over for _, read in game_over.over(folder)), "")
    rows: list[Json] = [
        {
            "digits": digits,
            "lines": [clean(each, 400) for each in read.lines],
            "next": clean(read.step, 300),
        }
        for digits, read in reader.of_game(folder, home)
    ]
    refused = [clean(each, 600) for each in refusals.refused(rooms.case_of(folder, session))]
    return {
        "over": clean(ends, 300),
        "papers": rows,
        "refused": [*refused],
        "given": handing.still(folder, session),
    }


def sign(room: Room, _given: Given) -> Json:
    """Put our signature under the paper looked at last: an agreement, a result, or a referee's appointment."""
    lines = room.paper
    if not lines or not _signable(room, lines, _judged(room, lines)):
        raise UsageError.of("nothing-to-sign", "There is no paper open that waits for your signature.")
    folder, identity = room.folder(), room.identity
    if lines.startswith(b'{"a":"seat"'):
        answered, room.paper = handing.answered(room, lines), b""
        return _shown(answered) if isinstance(answered, Made) else handing.told(answered)
    if lines.startswith(b'{"a":"pace"'):
        made, room.paper = pacing.signed(room, lines), b""
        return _shown(made)
    with TemporaryDirectory() as place:
        paper = Path(place) / _PAPER
        paper.write_bytes(container.pack(lines))
        if lines.startswith(b'{"a":"appointment"'):
            made = outcomes.appointed(folder, identity, paper=paper, key="", name="")
        elif results.read(lines).outcome.how == AGREED:
            made = outcomes.accepted(folder, identity, paper)
        else:
            made = outcomes.played(folder, identity, paper)
    room.paper = b""
    return _made(room, made)


def _judged(room: Room, lines: bytes) -> Finding:
    return paper_verdict.judge(lines, packs.finder(room.home, None), paper_verdict.reading(room.home))


def _signable(room: Room, lines: bytes, finding: Finding) -> bool | str:
    """Whether our signature under a paper of this game is missing; of one about a seat, what answers it."""
    session = room.session()
    if (not finding.proved and finding.code != "unsigned") or not session.vault.signs:
        return False
    if finding.paper == SEAT:
        return handing.answer(session, lines)
    if finding.paper == PACE:
        return pacing.waits_for(session, lines)
    ours = session.vault.keypair.id
    if finding.paper == appointments.APPOINTMENT:
        made = appointments.read(lines)
        return made.log.gid == session.log.gid and ours not in [seal.key for seal in made.sheet.seals]
    if finding.paper != results.PAPER:
        return False
    paper = results.read(lines)
    waits = paper.outcome.how in (AGREED, PLAYED) and ours not in [seal.key for seal in paper.sheet.seals]
    return waits and paper.log.gid == session.log.gid


def pace(room: Room, given: Given) -> Json:
    """A paper about the pace: an offer, our signature, days away, time given."""
    return _shown(pacing.asked(room, given))


def keep_seat(room: Room, _given: Given) -> None:
    """Play on: what was given, and has no receipt, counts for nothing."""
    with room.home.lock():
        handing.keep(room.folder())


CHANGES: Mapping[str, Callable[[Room, Given], None]] = {
    "back": back,
    "reply": reply,
    "withdraw": withdraw,
    "keep-seat": keep_seat,
}
"""Requests after which the position is told anew."""
ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {
    "end": end,
    "history": history,
    "pace": pace,
    "sign": sign,
}
