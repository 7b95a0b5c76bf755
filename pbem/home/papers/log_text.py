"""What the verdict on a log, a turn file or a letter of the beginning means for a player, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.bytes.errors import PbemError
from pbem.bytes.paths import typed
from pbem.home import identity, packs
from pbem.home.kept_papers.verdict_text import AGAIN, NEXT, next_line, then
from pbem.home.rulings.agreed_days import refereed
from pbem.home.viewing import logs as looking
from pbem.log import Log, check_genesis, invite_hash, parse_log, read_bundles, scan_log
from pbem.papers.entry_text import named
from pbem.port.messages import Message, spelled
from pbem.replay.loading import load_rules
from pbem.replay.verdict import Verdict
from pbem.store.home import Home


def beside(path: Path, verdict: Verdict, home: Home | None = None) -> Iterator[str]:
    """What the verdict on a log, a turn file or a letter of the beginning means, and the next step."""
    if verdict.fault is not None:
        if order := disputed(path, verdict, home):
            yield Message(
                "What stands there: {order}. The position before it: pbem map {file} -o step.svg",
                order=order,
                file=typed(path),
            )
        yield next_line(NEXT.get(verdict.fault.code, _broken(verdict, path, home)))
        return
    log = _beginning(path) if not verdict.bundles else None
    if (whole := log or _log(path)) is not None and refereed(whole):
        from pbem.home.rulings import clause  # noqa: PLC0415  # few games have a referee

        yield from filter(None, (clause.told(home, None, whole),))
    if whole is not None and whole.invite.options:
        from pbem.home.turns.agreed_options import agreed_line  # noqa: PLC0415  # few games have options

        yield from agreed_line(whole.invite)
    if log is None:
        yield Message(
            "It proves that every turn is signed by its player and legal, and that nobody chose a die; not who holds a key, "
            "and not that no other version of this game was signed."
        )
        return
    ann, sides = log.invite.seat.who, log.invite.sides
    if log.accept is None:
        yield Message(
            "It is the invitation of {ann}, who plays {side}; the player who accepts it plays {other}.",
            ann=ann,
            side=spelled(sides[0]),
            other=spelled(sides[1]),
        )
        yield Message(
            "It proves that {ann}'s key has signed it, not who holds that key: compare codes by phone.",
            ann=ann,
        )
        taken = home is not None and any(
            each.facts().get("invite") == invite_hash(log.invite.line).hex() for each in home.games()
        )
        yield next_line("pbem status" if taken else f"pbem accept {typed(path)}")
    else:
        yield Message(
            "It is the acceptance by {who} ({side}) of the invitation of {ann} ({other}).",
            who=log.accepted.seat.who,
            side=spelled(sides[1]),
            ann=ann,
            other=spelled(sides[0]),
        )
        yield then("{ann} types: pbem accept {file}", ann=ann, file=typed(path))


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
        yield Message("State {state} after {entries} entries.", state=verdict.state, entries=verdict.entries)
    if verdict.challenge:
        yield Message("The chain of the challenge ends in {challenge}.", challenge=verdict.challenge)


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
    from pbem.home import people  # noqa: PLC0415  # whom this home has met: for first letters

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
    name = typed(path)
    return Message(
        "It is not a game of this home, so there is nothing to import. Next: pbem replay {name} "
        "--html game.html shows it, pbem audit {name} tells dice and luck.",
        name=name,
    )


def _broken(verdict: Verdict, path: Path, home: Home | None) -> str:
    file = typed(path)
    if not verdict.game:
        return AGAIN
    if verdict.fault is not None and verdict.fault.paragraph:
        return Message(
            "The player who got this turn imports it (pbem import {file}) and then refuses it (pbem dispute refuse); a "
            "third person is shown the step with: pbem verify LOG {file}",
            file=file,
        )
    if not _here(path, home):
        return Message(
            "What stands before that entry holds. Ask the person who gave you this file for it again."
        )
    return Message(
        "What stands before that entry holds. Ask the author of that turn for it again, or import it and then refuse "
        "it: pbem import {file}, pbem dispute refuse",
        file=file,
    )


def _here(path: Path, home: Home | None) -> bool:
    """Whether the game of a log or a turn file is one of this home, where it can be imported and refused."""
    try:
        lines = looking.lines_of(path)
        log = None if lines.startswith(b'{"by":') else scan_log(lines)[0]
        gid = (log.gid if log is not None else read_bundles(lines)[0].header.gid).hex()
    except (PbemError, IndexError):
        return False
    return home is not None and any(each.facts().get("gid") == gid for each in home.games())


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
