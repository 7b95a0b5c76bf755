"""Writes the vectors of ``pace/``: ``python tests/vectors/make_pace_vectors.py``, with ``tests`` on the path.

A pace of two who call numbers by turns, what stands under it, and logs with stamps. It shares nothing with pbem.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from entry_writer import START, call, note, renew
from reading import VECTORS, write_all
from second_verifier import Json, Object, canonical, th
from writer import Game, Key, sig_line, toy

FOLDER = VECTORS / "pace"
ANA, BEA, DORA = toy(0xA1), toy(0xB1), toy(0xD0)
HOUR, DAY = 60, 1440
_BEGIN = datetime(2026, 6, 1, tzinfo=UTC)
Made = tuple[str, str, list[bytes], list[bytes], Json]


def when(minute: int) -> str:
    """A moment so many minutes behind the first of June."""
    return (_BEGIN + timedelta(minutes=minute)).strftime("%Y-%m-%dT%H:%MZ")


def sheet(game: Game, kind: str, fields: Object, *signers: Key) -> list[bytes]:
    """A line of a paper with signatures under it."""
    line = canonical({"gid": game.gid.hex(), "k": kind, "v": 1} | fields)
    return [
        line,
        *(sig_line(key, th(kind, game.gid, line)) for key in sorted(signers, key=lambda key: key.id)),
    ]


def pace(game: Game, *signers: Key, **but: Json) -> list[bytes]:
    """Two days a decision, a bank of one, seven days of holidays, six hours for a mail."""
    fields: Object = {
        "at": 1,
        "bank": DAY,
        "each": 2 * DAY,
        "holidays": 7,
        "no": 1,
        "slack": 6 * HOUR,
    }
    return sheet(game, "pace", fields | but, *signers)


def away(game: Game, by: str, key: Key, **but: Json) -> list[bytes]:
    fields: Object = {"by": by, "from": "2026-06-03", "made": when(HOUR), "to": "2026-06-05"}
    return sheet(game, "away", fields | but, key)


def give(game: Game, by: str, key: Key, **but: Json) -> list[bytes]:
    return sheet(game, "give", {"by": by, "made": when(HOUR), "minutes": DAY, "no": 1} | but, key)


def paper(game: Game, *sheets: list[bytes], below: list[bytes] | None = None) -> list[bytes]:
    rows = [row for each in sheets for row in each]
    return [canonical({"a": "pace", "v": 1}), *rows, *(below or game.genesis)]


def stamped(*times: tuple[int, int] | None, behind: str = "") -> Game:
    """Numbers called by turns: when each file was signed and when the one before it came, None for no word."""
    game = Game("talk")
    for n, each in enumerate(times):
        entries = [*([START] if n == 0 else []), call(1)]
        if each is not None:
            entries.append(note(f"@ {when(each[0])} {n} {when(each[1])}{behind if n == 1 else ''}"))
        game.write("AB"[n % 2], *entries)
    return game


def said(a: list[int], b: list[int], *backwards: list[Json]) -> Json:
    """Decisions, those without a word, and used and late in both columns."""
    names = ("decisions", "silent", "own_used", "own_late", "other_used", "other_late")
    return {
        "A": dict(zip(names, a, strict=True)),
        "B": dict(zip(names, b, strict=True)),
        "backwards": [*backwards],
    }


def _logs() -> Iterator[tuple[str, Game, list[list[bytes]], Json]]:
    """Name, log, what stands under the pace, and the account."""
    good = stamped((0, 0), (DAY, HOUR), (2 * DAY, DAY + 3 * HOUR), (3 * DAY, 2 * DAY))
    yield "ok-in-time", good, [], said([2, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0])
    late = stamped((0, 0), (6 * DAY, HOUR), (7 * DAY, 6 * DAY))
    over = 4 * DAY - HOUR
    yield "ok-late", late, [], said([2, 0, 0, 0, 0, 0], [1, 0, over, over - DAY, over, over - DAY])
    claim = stamped((0, 0), (DAY, DAY), (6 * DAY, 6 * DAY))
    over = 6 * DAY - 12 * HOUR - 2 * DAY
    yield (
        "ok-late-by-the-words-of-the-other",
        claim,
        [],
        said([2, 0, 0, 0, 0, 0], [1, 0, 0, 0, over, over - DAY]),
    )
    silent = stamped((0, 0), None, (6 * DAY, 6 * DAY))
    yield (
        "ok-without-a-word",
        silent,
        [],
        said([2, 0, 0, 0, 0, 0], [1, 1, 0, 0, over, over - DAY]),
    )
    other = Game("talk")
    for by, answers, signed in (("A", 0, 0), ("B", 0, 9 * DAY), ("A", 2, 9 * DAY)):
        came = signed if by == "A" else 0
        word = note(f"@ {when(signed)} {answers} {when(came)}")
        other.write(by, *([] if signed else [START]), call(1), word)
    over = 7 * DAY - 12 * HOUR
    yield (
        "ok-a-word-about-another-file",
        other,
        [],
        said([2, 0, 0, 0, 0, 0], [1, 1, 0, 0, over, over - DAY]),
    )
    slow = stamped((0, 0), (5 * DAY, 0), (5 * DAY, 5 * DAY))
    off = [away(slow, "B", BEA)]
    yield "ok-away", slow, off, said([2, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0])
    known = stamped((0, 0), (5 * DAY, 0), (5 * DAY, 5 * DAY))
    name = th("pace-row", away(known, "B", BEA)[0]).hex()[:16]
    known = Game("talk")
    known.write("A", START, call(1), note(f"@ {when(0)} 0 {when(0)} +{name} {when(3 * DAY)} Good luck."))
    known.write("B", call(1), note(f"@ {when(5 * DAY)} 1 {when(0)}"))
    known.write("A", call(1), note(f"@ {when(5 * DAY)} 2 {when(5 * DAY)}"))
    yield (
        "ok-away-taken-in-late",
        known,
        [away(known, "B", BEA)],
        said([2, 0, 0, 0, 0, 0], [1, 0, 0, 0, 12 * HOUR, 0]),
    )
    gone = stamped((0, 0), (20 * DAY, 0), (20 * DAY, 20 * DAY))
    far = [away(gone, "B", BEA, **{"from": "2026-06-05", "to": "2026-06-18"})]
    over = 18 * DAY
    yield (
        "ok-away-when-late-already",
        gone,
        far,
        said([2, 0, 0, 0, 0, 0], [1, 0, over, over - DAY, over, over - DAY]),
    )
    yield (
        "ok-given",
        late,
        [give(late, "A", ANA, minutes=3 * DAY)],
        said([2, 0, 0, 0, 0, 0], [1, 0, 4 * DAY - HOUR, 0, 4 * DAY - HOUR, 0]),
    )
    wild = stamped((DAY, DAY), (0, 2 * DAY), (2 * DAY, 0))
    yield (
        "ok-backwards",
        wild,
        [],
        said([2, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], [2, "B", "B", True]),
    )


def _made() -> Iterator[Made]:
    """Name, what is said, the paper, the log beside it, the account."""
    for name, game, under, account in _logs():
        yield name, "agreed", paper(game, pace(game, ANA, BEA), *under), game.lines, account
    now = stamped((0, 0))
    agreed, bea = pace(now, ANA, BEA), away(now, "B", BEA)
    yield "ok-offered", "unsigned", paper(now, pace(now, ANA)), [], None
    yield "ok-agreed", "agreed", paper(now, agreed), [], None
    newer = stamped((0, 0), None)
    newer.write("A", renew(0xC0))
    both = pace(newer, toy(0xC0, 1), BEA)
    yield (
        "ok-agreed-with-new-keys",
        "agreed",
        paper(newer, both, below=[*newer.genesis, *newer.blocks[2]]),
        [],
        None,
    )
    yield "signed-by-a-stranger", "wrong-key", paper(now, pace(now, ANA, DORA)), [], None
    yield "of-another-game", "other-game", paper(now, pace(now, ANA, BEA, gid="00" * 32)), [], None
    yield "one-field-more", "extra-field", paper(now, pace(now, ANA, BEA, more=1)), [], None
    yield "no-time-at-all", "bad-field", paper(now, pace(now, ANA, BEA, each=0)), [], None
    yield "away-signed-by-the-other", "bad-paper", paper(now, agreed, away(now, "B", ANA)), [], None
    yield "away-signed-by-nobody", "bad-paper", paper(now, agreed, bea[:1]), [], None
    yield "away-twice", "bad-paper", paper(now, agreed, bea, bea), [], None
    yield "away-backwards", "bad-paper", paper(now, agreed, away(now, "B", BEA, to="2026-06-02")), [], None
    yield "away-on-no-day", "bad-paper", paper(now, agreed, away(now, "B", BEA, to="2026-02-30")), [], None
    yield "given-by-who-gets-it", "bad-paper", paper(now, agreed, give(now, "B", ANA)), [], None
    yield (
        "given-at-no-time",
        "bad-paper",
        paper(now, agreed, give(now, "A", ANA, made="2026-06-01")),
        [],
        None,
    )
    yield "without-a-pace", "bad-paper", paper(now, bea), [], None


def made() -> dict[str, dict[str, Json]]:
    """Name and content of every file."""
    found: dict[str, dict[str, Json]] = {}
    for name, expect, lines, log, account in _made():
        found[name] = {"expect": expect, "lines": [line.decode() for line in lines], "name": name}
        if log:
            found[name] |= {"account": account, "log": [line.decode() for line in log]}
    return found


def main(folder: Path = FOLDER) -> None:
    """All files anew."""
    write_all(folder, made())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
