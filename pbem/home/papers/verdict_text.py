"""What a verdict means for a player: what it proves, what it does not prove, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.bytes.errors import PbemError
from pbem.games.editions import MISSING_PACK
from pbem.games.packs import PAPER as PACK
from pbem.home import games, identity, people
from pbem.home.packs import installed as packs
from pbem.home.referee import clause
from pbem.home.viewing import logs as looking
from pbem.log import Log, check_genesis, parse_log, read_bundles, scan_log
from pbem.papers import appointment as appointments
from pbem.papers import capsule, challenge, evidence, false_refusal, results
from pbem.papers.entry_text import named
from pbem.papers.paper import ACCUSED, Finding
from pbem.papers.reader import GIVEN_UP, OLD_KEY
from pbem.port.messages import Message
from pbem.replay.verify import Verdict, load_rules
from pbem.store.home import Home

_AGAIN = "Do not rely on it. Ask its sender for the file again; if it comes the same, it was made so, and shows nothing."
_NEXT = {
    MISSING_PACK: "When the pack is installed (pbem packs add FILE), type the same command again.",
    "needs-log": "Ask for the whole log of the game (a file like campaign.pbem) and verify that.",
    "unknown-paper": "A newer pbem may read it: install that and verify the file again.",
    "bad-version": "A newer pbem may read it: install that and verify the file again.",
    **dict.fromkeys(
        ("other-rules", "other-data", "unknown-game", "unknown-version"),
        "Nothing is known to be wrong with it. Install what it names, then verify it again.",
    ),
    "damaged": "It was damaged on its way: ask for it again, as an attachment.",
    "truncated": "It was cut off on its way: ask for it again, as an attachment.",
    "no-turn": "This is nothing of pbem. Its files end in .pbem, or are mails with one attached; a replay "
    "page is checked with: pbem page check FILE",
    "no-such-file": "Look where your mail program or browser saved it, and name that file.",
    "no-genesis": "Open it in the home in which you play that game (pbem --home DIR open FILE), or ask for the whole log.",
    "gap": "Import the earlier turns first; pbem status names what is missing.",
    "two-results": "Ask both players for the log of the game: pbem verify RESULT LOG says which result it bears out.",
    "played-on": "The game has gone on: what was offered then has lapsed.",
    "other-head": "One of the two files is of another history of this game: pbem evidence FILE FILE looks for the proof.",
    "needs-predecessors": "Ask both players for their logs: pbem evidence LOG LOG goes back to where they part.",
    "proves-nothing": "Nobody is accused by it. Ask for the log if you want to see who is right: pbem verify LOG",
    "other-result": "Believe the log: it is checked step by step, a result is only signed.",
}


_SETTLE = "Both go on from one of the two versions: pbem settle shows them. If you cannot agree: pbem referee appoint"


def after(finding: Finding, file: str) -> Iterator[str]:
    """The next step after the verdict on a paper, for who reads it; ``file`` is what it is called here."""
    if finding.step:
        yield f"See the position before that step: pbem map {file} -o step.svg"
    if finding.code in (OLD_KEY, GIVEN_UP):
        yield from _given_up(finding)
        return
    if not finding.proved and finding.code != "unsigned":
        yield f"Next: {_NEXT.get(finding.code, _AGAIN)}"
        return
    if finding.code == "counted-once":
        return
    match finding.paper:
        case challenge.PAPER:
            yield f"Next: to enter, type: pbem enter {file}"
        case _ if finding.paper == PACK:
            yield f"Next: pbem packs add {file}"
        case evidence.PAPER:
            yield from _evidence(finding, file)
        case capsule.PAPER:
            yield from _capsule(finding, file)
        case false_refusal.PAPER:
            yield from _refusal(finding, file)
        case appointments.APPOINTMENT:
            yield from _appointment(finding, file)
        case results.PAPER:
            yield from _result(finding, file)


def _given_up(finding: Finding) -> Iterator[str]:
    """What to do about something that a key signed which was given up."""
    if not finding.about:
        yield "Next: ask that player by voice, and do not go by this paper before"
    elif finding.role == ACCUSED:
        yield f"You need not defend yourself. Tell {finding.other}, and let them compare the code of your new key."
        yield "Next: pbem keys shows that code; pbem settle, when two versions are in your game"
    else:
        yield f"Ask {finding.about} by voice, and compare the code of the new key (pbem keys shows it). Accuse nobody."
        if not finding.role:
            yield "Next: nothing. The players settle it (pbem settle), on the version with the new keys where that can be"
        elif finding.code == OLD_KEY:
            yield "Next: nothing; your game refuses what that key signs"
        else:
            yield "Next: pbem settle, and take the version that holds the new keys, if that can be"


def _evidence(finding: Finding, file: str) -> Iterator[str]:
    if finding.code:
        yield f"Next: both players go on from one of the two versions: pbem settle{_else(finding)}"
    elif finding.role == ACCUSED:
        yield f"If you put back an old copy of your game, tell {finding.other}, and bring it up to date: pbem fetch --all"
        yield f"If you did not, somebody else may have a copy of your home: pbem keys renew. {_SETTLE}"
        yield "Next: pbem settle"
    elif finding.role:
        yield f"Ask {finding.about} how it came about before you judge. {_SETTLE}"
        yield f"Next: pbem settle. Keep this file; anybody can check it: pbem verify {file}"
    else:
        yield f"Ask {finding.about} how it came about before you judge. They go on from one of the two versions: pbem settle"
        yield f"Next: keep this file; anybody can check it, without the game: pbem verify {file}"


def _else(finding: Finding) -> str:
    return "" if not finding.role else "; if you cannot agree: pbem referee appoint"


def _rules(file: str) -> str:
    return f"the referee looks at it and rules: pbem referee open LOG {file}"


def _refusal(finding: Finding, file: str) -> Iterator[str]:
    if finding.code:
        yield "Next: whoever refused goes back to the turn (pbem settle), or lets a referee look: pbem referee appoint"
    elif finding.role == ACCUSED:
        yield f"If your program finds the turn illegal, compare versions and data with {finding.other}: pbem games"
        yield (
            "Next: take the turn after all: pbem import, with the mail it came in, then pbem settle; or let a referee look: "
            "pbem referee appoint"
        )
    else:
        who = finding.about if finding.role else "whoever refused"
        yield f"Next: {who} takes the turn after all: pbem import, with the mail it came in, then pbem settle."
        yield f"If they do not, {_rules(file)}"


def _capsule(finding: Finding, file: str) -> Iterator[str]:
    if not finding.code:
        yield "Next: the step stands, and the game goes on from it; to undo it, both must agree: pbem takeback."
    elif finding.role == ACCUSED:
        yield f"If your program finds the order legal, compare versions and data with {finding.other}: pbem games"
        yield (
            "Next: give the turn again with other orders when the refusal has come (pbem import); or let a referee look: "
            "pbem referee appoint"
        )
    else:
        who = (
            "you refuse this turn: pbem refuse"
            if finding.role
            else "whoever got this turn refuses it: pbem refuse"
        )
        yield f"Next: {who}. If the players cannot settle it, {_rules(file)}"


def _appointment(finding: Finding, file: str) -> Iterator[str]:
    if finding.code == "unsigned":
        yield f"Next: the other player signs it too: pbem referee appoint {file}"
    elif not finding.code:
        yield f"Next: send it to the referee with the whole log, who types: pbem referee open LOG {file}"


def _result(finding: Finding, file: str) -> Iterator[str]:
    if finding.code == "unsigned":
        yield f"Next: an offer is accepted with: pbem agree {file}"
    elif finding.word == "countersigned":
        yield f"Next: pbem verify {file} LOG says whether another log of the game leads through the same turn."
    elif finding.word == "claimed":
        yield f"Next: the other player signs it too (pbem result {file}), or lay it beside the log: pbem verify {file} LOG"
    else:
        yield f"Next: keep it; a ladder takes it as it is, and may check it with the log: pbem verify {file} LOG"


def beside(path: Path, verdict: Verdict, home: Home | None = None) -> Iterator[str]:
    """What the verdict on a log, a turn file or a letter of the beginning means, and the next step."""
    if verdict.fault is not None:
        if order := disputed(path, verdict, home):
            yield Message(
                "What stands there: {order}. The position before it: pbem map {file} -o step.svg",
                order=order,
                file=games.typed(path),
            )
        yield f"Next: {_NEXT.get(verdict.fault.code, _broken(verdict))}"
        return
    log = _beginning(path) if not verdict.bundles else None
    if bound := clause.told(home, None, whole) if (whole := log or _log(path)) is not None else "":
        yield bound
    if log is None:
        yield Message(
            "It proves that every turn is signed by its player and legal, and that nobody chose a die; not who holds a key, "
            "and not that no other version of this game was signed."
        )
        return
    ann, sides = log.invite.seat.who, log.invite.sides
    if log.accept is None:
        yield f"It is the invitation of {ann}, who plays {sides[0]}; whoever accepts it plays {sides[1]}."
        yield f"It proves that {ann}'s key has signed it, not who holds that key: compare codes by phone."
        yield f"Next: pbem join {games.typed(path)}"
    else:
        yield f"It is the acceptance by {log.accepted.seat.who} ({sides[1]}) of the invitation of {ann} ({sides[0]})."
        yield f"Next: {ann} types: pbem start {games.typed(path)}"


def disputed(path: Path, verdict: Verdict, home: Home | None = None) -> str:
    """The order at which a log or a turn file fails, as a player types it; "" where there is none."""
    fault = verdict.fault
    if fault is None or not fault.paragraph:
        return ""
    try:
        lines = looking.lines_of(path)
        log, _ = scan_log(lines) if not lines.startswith(b'{"by":') else (None, None)
        bundles = log.bundles if log is not None else read_bundles(lines)
        bundle = next(each for each in bundles if each.header.first <= fault.entry <= each.header.last)
        gid = bundle.header.gid.hex()
        here = () if home is None else tuple(each for each in home.games() if each.facts().get("gid") == gid)
        whole = log if log is not None else parse_log(here[0].log())
        return named(bundle, fault.entry, load_rules(whole, find=packs.finder(home)).rules.actions)
    except (PbemError, StopIteration, IndexError):
        return ""


def details(verdict: Verdict) -> Iterator[str]:
    """Digests of a log, for those who ask."""
    if verdict.state:
        yield f"State {verdict.state} after {verdict.entries} entries."
    if verdict.challenge:
        yield f"The chain of the challenge ends in {verdict.challenge}."


def nothing_yet(path: Path, verdict: Verdict) -> bool:
    """Whether a file that holds is a letter of the beginning, in which nothing has been played."""
    return verdict.fault is None and not verdict.bundles and _beginning(path) is not None


def warnings(path: Path, home: Home) -> tuple[str, ...]:
    """What has to be heard of who wrote a letter of the beginning: a known name under another key, or one's own key.

    For a letter that holds, in a home with an identity; its author is the one who is not this home.
    """
    log = _beginning(path)
    try:
        card = identity.card(home)
        if log is not None:
            check_genesis(log)
    except PbemError:
        return ()
    if log is None:
        return ()
    seat = log.invite.seat if log.accept is None else log.accepted.seat
    if seat.identity == card.public and seat.who == card.name:
        return ()
    met = people.meet(home, card, seat.who, seat.identity)
    return (" ".join(met.sentences),) if met.loud else ()


def ours(path: Path, home: Home) -> bool:
    """Whether a log or a turn belongs to a game of this home, so that it could be imported."""
    try:
        lines = looking.lines_of(path)
        if lines.startswith(b'{"by":'):
            return True  # a turn file is only verified in the home that has its game
        log, _ = scan_log(lines)
    except PbemError:
        return True  # importing says better what is wrong with it
    return log is None or any(folder.facts().get("gid") == log.gid.hex() for folder in home.games())


def foreign(path: Path) -> str:
    """What to do with a game that is not played in this home."""
    name = games.typed(path)
    return (
        f"It is no game of this home, so there is nothing to import. Next: pbem replay {name} --html game.html shows it, "
        f"pbem audit {name} tells dice and luck."
    )


def _broken(verdict: Verdict) -> str:
    if not verdict.game:
        return _AGAIN
    if verdict.fault is not None and verdict.fault.paragraph:
        return "Whoever got this turn refuses it (pbem refuse); a third person is shown the step with: pbem dispute"
    return "What stands before that entry holds. Ask the author of that turn for it again, or refuse it: pbem refuse"


def _log(path: Path) -> Log | None:
    """The log in a file that holds; None for a turn file."""
    try:
        return scan_log(looking.lines_of(path))[0]
    except PbemError:
        return None


def _beginning(path: Path) -> Log | None:
    """The log in a file, if it is an invitation or an acceptance alone."""
    try:
        log, _ = scan_log(looking.lines_of(path))
    except PbemError:
        return None
    return log if log is not None and not log.bundles else None
