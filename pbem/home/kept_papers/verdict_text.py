"""What a verdict means for a player: what it proves, what it does not prove, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import MISSING_PACK
from pbem.games.packs.pack import PAPER as PACK
from pbem.papers import paper
from pbem.papers.paper import ACCUSED, GIVEN_UP, OLD_KEY, Finding
from pbem.port.messages import Message

AGAIN = Message(
    "Do not rely on it. Ask its sender for the file again; if it comes the same, it was made "
    "so, and shows nothing."
)
_NEXT_STEP = "Next: {step}"
NEXT = {
    MISSING_PACK: Message("When the pack is installed (pbem packs add FILE), type the same command again."),
    "unreadable": Message("Look whether it is a file, and one that you may read."),
    "needs-log": Message("Ask for the whole log of the game (a file like campaign.pbem) and verify that."),
    "unknown-paper": Message("A newer pbem may read it: install that and verify the file again."),
    "bad-version": Message("A newer pbem may read it: install that and verify the file again."),
    **dict.fromkeys(
        ("other-rules", "other-data", "unknown-game", "unknown-version"),
        Message("Nothing is known to be wrong with it. Install what it names, then verify it again."),
    ),
    **dict.fromkeys(
        ("damaged", "mangled", "not-json", "trailing"),
        Message("It was damaged on its way: ask for it again, as an attachment."),
    ),
    "truncated": Message("It was cut off on its way: ask for it again, as an attachment."),
    "version": Message(
        "Install the newest pbem and look at it again: nothing is wrong with it that this one could tell."
    ),
    "no-turn": Message(
        "This is nothing of pbem. Its files end in .pbem, or are mails with one attached; a "
        "replay page is checked with: pbem verify page FILE"
    ),
    "packed": Message("Unpack it yourself, and verify what is in it."),
    "no-such-file": Message("Look where your mail program or browser saved it, and name that file."),
    "no-genesis": Message(
        "Open it in the home in which you play that game (pbem --home DIR open FILE), or ask for "
        "the whole log."
    ),
    "gap": Message("Import the earlier turns first; pbem status names what is missing."),
    "two-results": Message(
        "Ask both players for the log of the game: pbem verify RESULT LOG says which result it bears out."
    ),
    "played-on": Message("The game has gone on: what was offered then has lapsed."),
    "lapsed": Message("Nothing is to be done. Who still wants it asks anew: pbem seat ask"),
    "other-head": Message(
        "One of the two files is of another history of this game: pbem dispute evidence FILE FILE looks "
        "for the proof."
    ),
    "needs-predecessors": Message(
        "Ask both players for their logs: pbem dispute evidence LOG LOG goes back to where they part."
    ),
    "proves-nothing": Message(
        "Nobody is accused by it. Ask for the log if you want to see who is right: pbem verify LOG"
    ),
    "other-result": Message("Believe the log: it is checked step by step, a result is only signed."),
}


_SETTLE = Message(
    "Both go on from one of the two versions: pbem dispute settle shows them. If you cannot agree: "
    "pbem referee appoint"
)


def then(template: str, /, **values: object) -> str:
    """The line that says what to do next, in a few words."""
    return next_line(Message(template, **values))


def next_line(step: str) -> str:
    """The same of a command, or of words that were put together."""
    return Message("Next: {step}", step=step)


def step_of(line: str) -> str:
    """What such a line says to do; "" for any other."""
    step = line.arguments.get("step", "") if isinstance(line, Message) and line.template == _NEXT_STEP else ""
    return step if isinstance(step, str) else ""


def after(finding: Finding, file: str) -> Iterator[str]:
    """The next step after the verdict on a paper, for who reads it; ``file`` is what it is called here."""
    if finding.code in (OLD_KEY, GIVEN_UP):
        yield from _given_up(finding)
        return
    if finding.paper in (paper.SEAT, paper.SEAT_BOX) and finding.code == "unsigned":
        yield then("who has the seat hands it over: pbem seat give {file}", file=file)
        return
    if not finding.proved and finding.code != "unsigned":
        yield next_line(NEXT.get(finding.code, AGAIN))
        return
    if finding.code == "counted-once":
        return
    match finding.paper:
        case paper.CHALLENGE:
            yield then("to enter, type: pbem accept {file}", file=file)
        case _ if finding.paper == PACK:
            yield next_line(f"pbem packs add {file}")
        case paper.EVIDENCE:
            yield from _evidence(finding, file)
        case paper.REFUSED_TURN:
            yield from _illegal(finding) if finding.word == "judged" else _refusal(finding)
        case paper.APPOINTMENT:
            yield from _appointment(finding, file)
        case paper.RESULT:
            yield from _result(finding, file)


def _given_up(finding: Finding) -> Iterator[str]:
    """What to do about something that a key signed which was given up."""
    if not finding.about:
        yield then("ask that player by voice, and do not go by this paper before")
    elif finding.role == ACCUSED:
        yield Message(
            "You need not defend yourself. Tell {other}, and let them compare the code of your new key.",
            other=finding.other,
        )
        yield then("pbem seat shows that code; pbem dispute settle, when two versions are in your game")
    else:
        yield Message(
            "Ask {about} by voice, and compare the code of the new key (pbem seat shows it). Accuse nobody.",
            about=finding.about,
        )
        if not finding.role:
            yield then(
                "nothing. The players settle it (pbem dispute settle), on the version with the new keys "
                "where that can be"
            )
        elif finding.code == OLD_KEY:
            yield then("nothing; your game refuses what that key signs")
        else:
            yield then("pbem dispute settle, and take the version that holds the new keys, if that can be")


def _evidence(finding: Finding, file: str) -> Iterator[str]:
    if finding.code:
        yield then(
            "both players go on from one of the two versions: pbem dispute settle{ways}",
            ways="" if not finding.role else Message("; if you cannot agree: pbem referee appoint"),
        )
    elif finding.role == ACCUSED:
        yield Message(
            "If you put back an old copy of your game, tell {other}, and bring it up to date: pbem "
            "import --all",
            other=finding.other,
        )
        yield Message(
            "If you did not, somebody else may have a copy of your home: pbem seat renew. {settle}",
            settle=_SETTLE,
        )
        yield next_line("pbem dispute settle")
    elif finding.role:
        yield Message(
            "Ask {about} how it came about before you judge. {settle}", about=finding.about, settle=_SETTLE
        )
        yield then("pbem dispute settle. Keep this file; anybody can check it: pbem verify {file}", file=file)
    else:
        yield Message(
            "Ask {about} how it came about before you judge. They go on from one of the two "
            "versions: pbem dispute settle",
            about=finding.about,
        )
        yield then("keep this file; anybody can check it, without the game: pbem verify {file}", file=file)


_RULES = Message("the referee looks at it and rules: pbem referee open LOG TURN REFUSAL")


def _refusal(finding: Finding) -> Iterator[str]:
    if finding.code:
        yield then(
            "the player who refused goes back to the turn (pbem dispute settle), or lets a referee look: pbem "
            "referee appoint"
        )
    elif finding.role == ACCUSED:
        yield Message(
            "If your program finds the turn illegal, compare versions and data with {other}: pbem rules list",
            other=finding.other,
        )
        yield (
            then(
                "take the turn after all: pbem import, with the mail it came in, then pbem dispute settle; "
                "or let a referee look: pbem referee appoint"
            )
        )
    else:
        who = finding.about if finding.role else Message("the player who refused")
        yield then(
            "{who} takes the turn after all: pbem import, with the mail it came in, then pbem dispute settle.",
            who=who,
        )
        yield Message("If they do not, {rules}", rules=_RULES)


def _illegal(finding: Finding) -> Iterator[str]:
    """What to do about a turn that was refused rightly."""
    if finding.role == ACCUSED:
        yield Message(
            "If your program finds the order legal, compare versions and data with {other}: pbem rules list",
            other=finding.other,
        )
        yield then(
            "give the turn again with other orders when the refusal has come (pbem import); or "
            "let a referee look: pbem referee appoint"
        )
    else:
        yield then("nothing; {about} writes that turn anew, with other dice", about=finding.about)


def _appointment(finding: Finding, file: str) -> Iterator[str]:
    if finding.code == "unsigned":
        yield then("the other player signs it too: pbem referee appoint {file}", file=file)
    elif not finding.code:
        yield then(
            "send it to the referee with the whole log, who types: pbem referee open LOG {file}", file=file
        )


def _result(finding: Finding, file: str) -> Iterator[str]:
    if finding.code == "unsigned":
        yield then("an offer is accepted with: pbem end agree {file}", file=file)
    elif finding.word == "countersigned":
        yield then(
            "pbem verify {file} LOG says whether another log of the game leads through the same turn.",
            file=file,
        )
    elif finding.word == "claimed":
        yield then(
            "the other player signs it too (pbem end result {file}), or lay it beside the log: "
            "pbem verify {file} LOG",
            file=file,
        )
    else:
        yield then(
            "keep it; a ladder takes it as it is, and may check it with the log: pbem verify {file} LOG",
            file=file,
        )
