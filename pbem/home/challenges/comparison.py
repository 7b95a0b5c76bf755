"""The entries of one challenge side by side: the same dice, and where the decisions part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pbem.audit.rolls import Dice, thrown
from pbem.bytes import container
from pbem.bytes.errors import FormatError, UsageError, VerifyError
from pbem.bytes.records import frozen
from pbem.games.game_cards import title
from pbem.home.play import order_lines
from pbem.home.viewing import logs as looking
from pbem.log import Log
from pbem.papers import challenge
from pbem.papers.challenge import Challenge
from pbem.port.messages import Message, Series
from pbem.replay.outcome import ending
from pbem.replay.verdict import Verdict
from pbem.store.home import Home
from pbem.view.markup import clean


@frozen(kw_only=True)
class Entrant:
    """One entrant's log: who, the verdict, the score, every roll by its number, and every order by its entry.

    ``gid`` names the game (hex), ``key`` is the entrant's identity key. A roll is its dice (sides and lowest face of
    each) and their faces. ``skipped`` are rolls that refusals burnt: from there on this entrant was dealt other dice
    than the others.
    """

    file: str
    who: str
    gid: str
    key: bytes
    verdict: Verdict
    score: int | None
    rolls: Mapping[int, tuple[Dice, tuple[int, ...]]]
    orders: tuple[tuple[int, str], ...]
    skipped: tuple[int, ...] = ()


@frozen(kw_only=True)
class Field:
    """The entrants in their order, what has to be said of files that are not ranked, and whether all of it is in order."""

    entrants: tuple[Entrant, ...]
    said: tuple[str, ...] = ()
    good: bool = True


@frozen(kw_only=True)
class Pair:
    """Two entrants: rolls of the same dice under one number, how many of those agree, and where the orders part.

    ``first`` and ``second`` are the first orders that differ (entry and order), None where one log ends before.
    """

    one: Entrant
    other: Entrant
    rolls: int
    alike: int
    first: tuple[int, str] | None
    second: tuple[int, str] | None


def read(paths: Sequence[Path], *, home: Home | None = None) -> Field:
    """The entrants, best score first; every log is verified. Each game is ranked once, and each entrant; ``said`` names
    what was passed over. With the challenge's own file among them, what is no entry of it is passed over, too.

    Raises VerifyError ``no-challenge`` for a log of no challenge, ``other-challenge`` when the logs are of several,
    ``other-scenario``, ``other-terms`` (other options, rules or data), and whatever makes a log useless.
    """
    papers, paths = _papers(paths)
    films = [_film(path, home) for path in paths]
    first = films[0].log.invite
    said: list[str] = []
    for path, film in zip(paths, films, strict=True):
        offer = film.log.invite
        if not offer.challenge:
            raise VerifyError.of(
                "no-challenge",
                "{path} is not an entry of a challenge: its dice are its own.",
                path=_shown(path),
                hint="Compare games begun with pbem accept FILE.",
            )
        if offer.challenge != first.challenge:
            raise VerifyError.of(
                "other-challenge",
                "{path} is of the challenge {challenge}, {name} of {challenge_a}.",
                path=_shown(path),
                challenge=offer.challenge[:16],
                name=_shown(paths[0]),
                challenge_a=first.challenge[:16],
                hint="Compare the entries of one challenge.",
            )
        if (offer.game, offer.scenario, offer.setup) != (first.game, first.scenario, first.setup):
            raise VerifyError.of(
                "other-scenario",
                "{path} is {game}, and {name} is not.",
                path=_shown(path),
                game=title(offer.game, offer.scenario),
                name=_shown(paths[0]),
            )
        if (offer.options, offer.rules, offer.data) != (first.options, first.rules, first.data):
            raise VerifyError.of(
                "other-terms",
                "{path} was played with other options, rules or data than {name}.",
                path=_shown(path),
                name=_shown(paths[0]),
                hint="Entries of a challenge are compared on the same terms.",
            )
    entries = [(entrant(_shown(path), film), film.log) for path, film in zip(paths, films, strict=True)]
    for paper in papers:
        entries, words = _entries_of(paper, entries)
        said += words
    found, words, sound = once(entries)
    return Field(entrants=ranked(found), said=(*said, *words), good=sound and not said)


def _film(path: Path, home: Home | None) -> looking.Film:
    """The log in a file; what makes it useless is told with the name of the file."""
    try:
        return looking.film(path, home=home)
    except VerifyError as error:
        error.message = Message("{path}: {message}", path=_shown(path), message=error.message)
        raise


def _shown(path: Path) -> str:
    """The name of a file as it can stand on a terminal."""
    return clean(path.name, 120)


def _papers(paths: Sequence[Path]) -> tuple[list[Challenge], list[Path]]:
    """The challenges among these files, and the other files. Raises UsageError ``one-file``."""
    papers, logs = [], []
    for path in paths:
        data = looking.lines_of(path) if _is_challenge(path) else b""
        if data:
            papers.append(challenge.read(data))
        else:
            logs.append(path)
    if len(logs) + len(papers) < 2 or not logs:
        raise UsageError.of(
            "one-file",
            "There is nothing to compare with.",
            hint="Name two logs or more, or the file of the challenge and a log.",
        )
    return papers, logs


def _is_challenge(path: Path) -> bool:
    try:
        return container.salvage(looking.data_of(path))[0].startswith(b'{"a":"challenge"')
    except FormatError:
        return False


def _entries_of(
    paper: Challenge, entries: list[tuple[Entrant, Log]]
) -> tuple[list[tuple[Entrant, Log]], list[str]]:
    """Those that are entries of a challenge, dealt by its dealer, and a sentence for each that is not."""
    kept: list[tuple[Entrant, Log]] = []
    said: list[str] = []
    for each, log in entries:
        wrong = list(challenge.misfits(paper, log.invite))
        if log.accepted.seat.identity != paper.dealer:
            wrong.append(
                Message(
                    "dealt by {who} under another key than that of {dealer}",
                    who=log.accepted.seat.who,
                    dealer=paper.who,
                )
            )
        if wrong:
            said.append(
                Message(
                    "{file} ({who}) is not an entry of {name!r}: {wrong}. Not ranked.",
                    file=each.file,
                    who=each.who,
                    name=paper.name,
                    wrong=Series(wrong, "; "),
                )
            )
        else:
            kept.append((each, log))
    return kept, said


def once(entries: Iterable[tuple[Entrant, Log]]) -> tuple[list[Entrant], list[str], bool]:
    """Each game once and each entrant once; what was passed over, in sentences; and whether that is innocent.

    Of one game the longest log that holds counts; of two games of one key the lower result: they knew its dice.
    """
    games: dict[str, list[tuple[Entrant, Log]]] = {}
    for entry in entries:
        games.setdefault(entry[0].gid, []).append(entry)
    kept: dict[bytes, list[Entrant]] = {}
    said, sound = [], True
    for same in games.values():
        best, *more = sorted(
            same, key=lambda each: (not each[0].verdict.good, -each[0].verdict.entries, each[0].file)
        )
        kept.setdefault(best[0].key, []).append(best[0])
        for each, log in more:
            if _alike(best[1], log):
                said.append(
                    Message(
                        "{file} is the same game as {file_b}: ranked once.",
                        file=each.file,
                        file_b=best[0].file,
                    )
                )
            else:
                sound = False
                said.append(
                    Message(
                        "{file} and {file_b} are two versions of one game, and only {file_b} is ranked: pbem "
                        "dispute evidence {file_b} {file}",
                        file=each.file,
                        file_b=best[0].file,
                    )
                )
    found = []
    for mine in kept.values():
        *better, worst = ranked(mine)
        found.append(worst)
        if better:
            sound = False
            files = ", ".join(each.file for each in (*better, worst))
            said.append(
                Message(
                    "{who} has entered more than once under one key ({files}): ranked once, with the lowest "
                    "result ({file}). A player who enters twice knows the dice.",
                    who=worst.who,
                    files=files,
                    file=worst.file,
                )
            )
    return found, sorted(said), sound


def _alike(one: Log, other: Log) -> bool:
    """Whether one log goes on where the other ends."""
    return all(a.hash() == b.hash() for a, b in zip(one.bundles, other.bundles, strict=False))


def ranked(found: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """The best score first; behind them the games that are not finished, and last of all the logs that do not hold."""

    def place(each: Entrant) -> tuple[bool, bool, int, str]:
        return not each.verdict.good, each.score is None, -(each.score or 0), each.file

    return tuple(sorted(found, key=place))


def pair(one: Entrant, other: Entrant) -> Pair:
    """Two entrants compared, roll by roll and order by order."""
    both = [
        (faces, other.rolls[number][1])
        for number, (dice, faces) in one.rolls.items()
        if number in other.rolls and dice == other.rolls[number][0]
    ]
    count = min(len(one.orders), len(other.orders))
    at = next((i for i in range(count) if one.orders[i][1] != other.orders[i][1]), count)
    return Pair(
        one=one,
        other=other,
        rolls=len(both),
        alike=sum(mine == theirs for mine, theirs in both),
        first=one.orders[at] if at < len(one.orders) else None,
        second=other.orders[at] if at < len(other.orders) else None,
    )


def entrant(file: str, film: looking.Film) -> Entrant:
    """One log as the entry that it is."""
    orders: list[tuple[int, str]] = []
    for each in film.trail:
        codec = each.position.rules.actions
        if codec.knows(each.kind):
            action = codec.load({key: value for key, value in each.obj.items() if key != "i"})
            orders.append((each.entry, order_lines.write(codec, action)))
    rolls = thrown(film.trail)
    result = ending(film.at(None)[0])
    return Entrant(
        file=file,
        who=film.log.invite.seat.who,
        gid=film.log.gid.hex(),
        key=film.log.invite.seat.identity,
        verdict=film.verdict,
        score=None if result is None else result.score,
        rolls={roll.number: (roll.dice, roll.faces) for roll in rolls},
        orders=tuple(orders),
        skipped=tuple(n for n in range(1, _end(film)) if n not in {roll.number for roll in rolls}),
    )


def _end(film: looking.Film) -> int:
    """The number behind the last roll that was thrown or burnt; one that is under way is neither."""
    table = film.at(None)[0].table
    return table.next_roll if table.pending is None else table.pending.j
