"""Whether what a result says still speaks of a game as a log has it (``schemas/trust.md``: who has a log MUST compare)."""

from __future__ import annotations

from pbem.log import Log, first_referees, referees_after
from pbem.papers import results
from pbem.papers.results import AGREED, RESIGNED, RULED, ResultPaper

EARLY, OTHER_HEAD, OLD_KEY, PLAYED_ON = "early", "other-head", "old-key", "played-on"
OTHER_REFEREE = "other-referee"


def after(paper: ResultPaper) -> int:
    """The number of the turn file after which a result stands."""
    return int(str(paper.sheet.fields["n"]))


def found(paper: ResultPaper, log: Log) -> str:
    """What a log of that game, each turn file of which is signed, says against a result; "" when nothing.

    ``early``: the log does not reach the turn file named. ``other-head``: it leads through another one. ``old-key``: a
    signer had given up their key by then. ``other-referee``: both players have put somebody else in the place of the referee
    who signed. ``played-on``: both seats have signed later turn files, so that an offer or a
    resignation that nobody took up has lapsed.
    """
    if replaced(paper, log):
        return OTHER_REFEREE
    n, fields = after(paper), paper.sheet.fields
    if n > len(log.bundles):
        return EARLY
    head = log.bundles[n - 1].header.head if n else log.gid
    if head.hex() != fields["head"]:
        return OTHER_HEAD
    if given_up(paper, log):
        return OLD_KEY
    later = {each.header.by for each in log.bundles[n:]}
    return PLAYED_ON if paper.outcome.how in (AGREED, RESIGNED) and later == {"A", "B"} else ""


def given_up(paper: ResultPaper, log: Log) -> tuple[str, ...]:
    """The seats that signed a result with a key which, by this log, they had given up before."""
    signed = [seat for seat in results.signers(paper) if seat in ("A", "B")]
    return tuple(seat for seat in signed if paper.log.key_of(seat) != log.key_at(seat, after(paper) + 1))


def replaced(paper: ResultPaper, log: Log) -> bool:
    """Whether a referee ruled in whose place both players have appointed another on this log.

    It does not matter before which turn file: a paper says of itself when it was made, and both have gone on with another.
    Who is named on a paper alone and never was on the log can still come.
    """
    if paper.outcome.how != RULED or "referee" not in results.signers(paper):
        return False
    clause = paper.log.invite.referee
    key = paper.appointed.key if paper.appointed is not None else clause.key if clause is not None else b""
    so_far = first_referees(log.invite)
    for each in log.bundles:
        so_far = referees_after(so_far, each)
    return key in so_far[:-1]
