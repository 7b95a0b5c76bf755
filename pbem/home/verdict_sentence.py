"""The one sentence that says what a log is worth: every command, report, map and page has it from here.

A log that does not hold is rejected first, before anything else is said of it, and in these words; what a page, a picture or
a report can still show of the part that holds comes after.
"""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.bytes.errors import GAME_FAULT, ConflictError, GameFault, VerifyError
from pbem.port.messages import Capital, Message, Series, spelled
from pbem.replay.verdict import UNCHECKED, Fault, Verdict
from pbem.view.markup import clean

_LONG = 600
_WORDS = {
    "verified": Message("verified. All of it holds; the game is over."),
    "incomplete": Message("incomplete. All of it holds; the game goes on."),
}
_SAYS_ALL = ("damaged", "mangled", "no-turn", "not-a-turn", "not-json", "packed", "trailing", "truncated")
"""Codes of damage whose sentence needs no code before it."""
_BEFORE, _NOTHING = Message("What comes before it holds."), Message("Nothing comes before it.")


def unchecked(verdict: Verdict) -> bool:
    """Whether a file cannot be judged here, or not yet: nothing is known to be wrong with it."""
    fault = verdict.fault
    early = fault is not None and not verdict.game and fault.code in ("gap", "no-genesis")
    return early or verdict.verdict == UNCHECKED


def exit_code(verdict: Verdict) -> int:
    """The code with which a command leaves that judged a file."""
    if verdict.good:
        return 0
    if verdict.fault is not None and verdict.fault.code == GAME_FAULT:
        return GameFault.exit_code
    return ConflictError.exit_code if unchecked(verdict) else VerifyError.exit_code


class RejectedError(VerifyError):
    """A log that does not hold, where only one that holds can be used; the message is its whole verdict."""

    def __init__(self, verdict: Verdict, name: str = "", *, hint: str = "") -> None:
        assert verdict.fault is not None
        said = (
            Message("{name} is {sentence}", name=name, sentence=sentence(verdict))
            if name
            else banner(verdict)
        )
        super().__init__(verdict.fault.code, said, hint=hint, entry=verdict.fault.entry)
        self.verdict = verdict

    def __str__(self) -> str:
        return self.message


def sentence(verdict: Verdict) -> str:
    """The verdict in one line, beginning with its word: ``rejected at entry 7 (turn file 3, by Ben, allied): ...``."""
    fault = verdict.fault
    if fault is None:
        return _WORDS[verdict.verdict]
    if unchecked(verdict):
        return _unchecked(verdict, fault)
    if not verdict.game:
        return Message("rejected: {why}", why=cause(fault))
    before = _BEFORE if verdict.entries else _NOTHING
    return Series((rejection(fault), before), " ")


def _unchecked(verdict: Verdict, fault: Fault) -> str:
    """What only the reader's installation lacks, or a game that fails: no word of a fault in the log."""
    if fault.code == GAME_FAULT:
        return _failing(verdict, fault)
    if not verdict.game:
        return Message("cannot be checked here: {why}", why=cause(fault))
    before = _BEFORE if verdict.entries else _NOTHING
    said = Message("cannot be checked here from {place} on: {why}", place=place(fault), why=cause(fault))
    return Series((said, before), " ")


def _failing(verdict: Verdict, fault: Fault) -> str:
    if not verdict.game:
        return Message("cannot be judged: {why} Nobody broke a rule.", why=cause(fault))
    before = _BEFORE if verdict.entries else _NOTHING
    said = Message(
        "cannot be judged from {place} on: {why} Nobody broke a rule.", place=place(fault), why=cause(fault)
    )
    return Series((said, before), " ")


def rejection(fault: Fault) -> str:
    """The sentence on one turn file that does not hold, without what comes before it."""
    return Message("rejected at {place}: {why}", place=place(fault), why=cause(fault))


def banner(verdict: Verdict) -> str:
    """The sentence as it stands alone, over a report or a picture."""
    return Capital(sentence(verdict))


def warning(verdict: Verdict) -> str:
    """What has to stand over a picture: the sentence when the log is rejected, else nothing."""
    return "" if verdict.good else banner(verdict)


def place(fault: Fault) -> str:
    """Where a fault stands: ``entry 7 (turn file 3, by Ben, allied)``. What nobody has signed is in somebody's name only."""
    at = {
        "entry": fault.entry,
        "n": fault.n,
        "who": clean(fault.who, 64),
        "side": spelled(clean(fault.side, 40)),
    }
    if not fault.who:
        return Message("entry {entry} (turn file {n})", **at)
    if fault.signed and fault.side:
        return Message("entry {entry} (turn file {n}, by {who}, {side})", **at)
    if fault.signed:
        return Message("entry {entry} (turn file {n}, by {who})", **at)
    if fault.side:
        return Message("entry {entry} (turn file {n}, in the name of {who}, {side})", **at)
    return Message("entry {entry} (turn file {n}, in the name of {who})", **at)


def cause(fault: Fault) -> str:
    """What is wrong: the code, the paragraph broken, and the sentence: ``illegal [10.11]: 505/82 is not adjacent.``"""
    text = fault.message
    about = fault.code
    if fault.paragraph and "," not in fault.paragraph:
        about += f" [{fault.paragraph}]"
        if text.startswith(f"[{fault.paragraph}] "):
            text = text.removeprefix(f"[{fault.paragraph}] ")
    end = "" if text.endswith((".", "!", "?")) else "."
    if fault.code in _SAYS_ALL:
        return Message("{text}{end}", text=clean(text, _LONG), end=end)
    return Message("{about}: {text}{end}", about=clean(about, 120), text=clean(text, _LONG), end=end)


def as_json(verdict: Verdict, file: str) -> dict[str, Json]:
    """The object of ``--json``: ``said`` is the sentence; entries, state and counts are of the part that holds."""
    fault = verdict.fault
    error: Json = None
    if fault is not None:
        error = {
            "entry": fault.entry,
            "turn_file": fault.n,
            "who": fault.who,
            "side": fault.side,
            "signed": fault.signed,
            "code": fault.code,
            "paragraph": fault.paragraph,
            "message": fault.message,
        }
    return {
        "file": file,
        "verdict": UNCHECKED if unchecked(verdict) else verdict.verdict,
        "said": str(sentence(verdict)),
        "game": verdict.game,
        "scenario": verdict.scenario,
        "entries": verdict.entries,
        "bundles": verdict.bundles,
        "rolls": verdict.rolls,
        "draws": verdict.draws,
        "secrets_open": verdict.secrets_open,
        "state": verdict.state,
        "result": None if verdict.result is None else str(verdict.result),
        "dice": verdict.dice,
        "challenge": verdict.challenge,
        "pack": verdict.pack,
        "error": error,
    }
