"""What a verdict means for a player: what it proves, what it does not prove, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.desk import games, identity, looking, people
from pbem.errors import PbemError
from pbem.log import Log, check_genesis, scan_log
from pbem.replay.verify import Verdict
from pbem.store.home import Home
from pbem.trust import capsule, challenge, evidence, false_refusal, results
from pbem.trust.papers import Finding

_AGAIN = "Do not rely on it. Ask its sender for the file again; if it comes the same, it was made so, and shows nothing."
_NEXT = {
    "needs-log": "Ask for the whole log of the game (a file like campaign.pbem) and verify that.",
    "unknown-paper": "A newer pbem may read it: install that and verify the file again.",
    "bad-version": "A newer pbem may read it: install that and verify the file again.",
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


def after(finding: Finding, file: str) -> Iterator[str]:
    """What the verdict on a paper proves, what not, and the next step; ``file`` is what it is called here."""
    if not finding.proved and finding.code != "unsigned":
        yield f"Next: {_NEXT.get(finding.code, _AGAIN)}"
        return
    if finding.code == "counted-once":
        return
    match finding.paper:
        case challenge.PAPER:
            yield f"Next: to enter, type: pbem enter {file}"
        case evidence.PAPER if finding.code:
            yield "Next: both players go on from one of the two versions: pbem settle"
        case evidence.PAPER:
            yield f"Next: keep this file and show it; anybody can check it, without the game: pbem verify {file}"
        case capsule.PAPER:
            yield from _capsule(finding, file)
        case false_refusal.PAPER:
            yield from _refusal(finding, file)
        case results.APPOINTMENT:
            yield from _appointment(finding, file)
        case results.PAPER:
            yield from _result(finding, file)


def _refusal(finding: Finding, file: str) -> Iterator[str]:
    if finding.code:
        yield "Next: whoever refused goes back to the turn (pbem settle), or lets a referee look: pbem referee appoint"
        return
    yield "It proves this wherever the file comes from, and nothing of the rest of the game."
    yield "Next: whoever refused takes the turn after all: pbem import, with the mail it came in, then pbem settle."
    yield f"If they do not, the referee both have appointed rules: pbem verify {file}, then pbem referee rule."


def _capsule(finding: Finding, file: str) -> Iterator[str]:
    if finding.code:
        yield "It proves that this step breaks the rules, wherever the file comes from: its player signed it."
        yield "It does not prove intent, and nothing of the rest of the game."
        yield (
            "Next: whoever got this turn signs the refusal of it (pbem refuse). If the players cannot settle it, the "
            f"referee both have appointed rules: pbem verify {file}, then pbem referee rule."
        )
    else:
        yield "It proves that this step is as the rules have it, from a state that both players have signed."
        yield "It does not prove anything of the steps before it or after it."
        yield "Next: the step stands, and the game goes on from it; to undo it, both must agree: pbem takeback."


def _appointment(finding: Finding, file: str) -> Iterator[str]:
    if finding.code:
        yield f"Next: the other player signs it too: pbem referee appoint {file}"
    else:
        yield "It proves that both players accept what this referee rules on this game. It does not prove any ruling."
        yield f'Next: the referee types: pbem referee rule {file} --winner SIDE --level "the ruling in one line"'


def _result(finding: Finding, file: str) -> Iterator[str]:
    if finding.code:
        yield "It proves what those named have signed, and binds nobody before the other signature."
        yield f"Next: an offer is accepted with: pbem agree {file}"
    elif finding.word == "countersigned":
        yield "It proves that the referee both have appointed vouches for the log as far as this turn file. It ends nothing."
        yield f"Next: pbem verify {file} LOG says whether another log of the game leads through the same turn."
    elif finding.word == "claimed":
        yield f"Next: the other player signs it too (pbem result {file}), or lay it beside the log: pbem verify {file} LOG"
    else:
        yield "It proves that those named have signed this end of the game: it binds. How it was played is in the log."
        yield f"Next: keep it; a ladder takes it as it is, and may check it with the log: pbem verify {file} LOG"


def beside(path: Path, verdict: Verdict) -> Iterator[str]:
    """The next step after the verdict on a log, a turn file or a letter of the beginning; nothing where all is said."""
    if verdict.fault is not None:
        yield f"Next: {_NEXT.get(verdict.fault.code, _broken(verdict))}"
        return
    log = _beginning(path) if not verdict.bundles else None
    if log is None:
        return
    ann, sides = log.invite.seat.who, log.invite.sides
    if log.accept is None:
        yield f"It is the invitation of {ann}, who plays {sides[0]}; whoever accepts it plays {sides[1]}."
        yield f"It proves that {ann}'s key has signed it, not who holds that key: compare codes by phone."
        yield f"Next: pbem join {games.shown(path)}"
    else:
        yield f"It is the acceptance by {log.accepted.seat.who} ({sides[1]}) of the invitation of {ann} ({sides[0]})."
        yield f"Next: {ann} types: pbem start {games.shown(path)}"


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
    name = games.shown(path)
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


def _beginning(path: Path) -> Log | None:
    """The log in a file, if it is an invitation or an acceptance alone."""
    try:
        log, _ = scan_log(looking.lines_of(path))
    except PbemError:
        return None
    return log if log is not None and not log.bundles else None
