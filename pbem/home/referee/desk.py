"""A referee's desk: a folder of papers and logs, each judged, grouped by game, as one page that needs nothing else.

Nothing is signed here and nothing in the folder is changed. What a file says is shown as text and never as page or script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from attrs import frozen

from pbem.bytes.errors import PbemError, UsageError
from pbem.home import games, packs, verdict_sentence
from pbem.home.kept_papers.reading import Reading
from pbem.home.papers import reader, refused_turns, result_comparison
from pbem.home.viewing import logs
from pbem.log import scan_log
from pbem.port.messages import Message
from pbem.store.home import Home
from pbem.view.markup import clean

MOST = 2_000
"""Files on one desk."""

_HELD, _BAD, _OPEN = "holds", "does not hold", "open"
PASSED = "passed over"
"""The word for a file that holds nothing of a game."""
_WORST_FIRST = (_BAD, _OPEN, _HELD, PASSED)
_TOGETHER = "Together"
_OURS = (".pbem", ".claim")
"""What is named so should hold something of a game: when it does not, that is a fault."""
_LOG_CODES = {0: _HELD, 6: _OPEN}
_GAME = re.compile(rb'"(?:g|gid)":"([0-9a-f]{64})"')
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}"
    "h2{border-top:2px solid #1b1b1b;padding-top:.5rem;margin-top:2.5rem}article{margin:1.5rem 0;padding-left:1rem;"
    "border-left:6px solid #767676}article.holds{border-color:#256029}article.bad{border-color:#9b1c1c}"
    "code{background:#f0f0f0;padding:.1rem .3rem}p{margin:.3rem 0}"
)


@frozen(kw_only=True)
class Case:
    """One file: its name, the game and title it belongs to, the verdict as a word, and sentences."""

    name: str
    verdict: str
    lines: tuple[str, ...]
    game: str = ""
    title: str = ""
    code: int = 0


def cases(folder: Path, home: Home) -> tuple[Case, ...]:
    """Every file of a folder, judged for this home, in the order of names. Raises UsageError ``no-folder``, ``too-many``."""
    try:
        files = sorted(each for each in folder.rglob("*") if each.is_file() and not each.name.startswith("."))
    except OSError as error:
        raise UsageError(
            "no-folder",
            Message(
                "{shown} cannot be read: {strerror}.", shown=games.shown(folder), strerror=error.strerror
            ),
        ) from error
    if not files:
        raise UsageError(
            "no-folder",
            Message("There are no files in {shown}.", shown=games.shown(folder)),
            hint=Message("Put the papers into it."),
        )
    if len(files) > MOST:
        raise UsageError(
            "too-many",
            Message(
                "{shown} has {len} files; a desk holds {most}.",
                shown=games.shown(folder),
                len=len(files),
                most=MOST,
            ),
            hint="pbem club archive",
        )
    found = [_case(file, folder, home, files) for file in files]
    for each in result_comparison.contradictions(files, home=home):
        found.append(Case(name=_TOGETHER, verdict=_BAD, code=each.exit_code, lines=each.lines))
    find = packs.finder(home)
    return (*found, *(_paper(_TOGETHER, read) for read in refused_turns.verdicts(files, home, find)))


def page(found: Sequence[Case], folder: Path) -> str:
    """The index as one HTML page: what is wrong first, then what is open, then what holds, game by game."""
    by_game: dict[str, list[Case]] = {}
    for each in sorted(found, key=lambda case: (_WORST_FIRST.index(case.verdict), case.name)):
        by_game.setdefault(each.game, []).append(each)
    count = sum(case.verdict == _BAD for case in found)
    passed = sum(case.verdict == PASSED for case in found)
    head = f"{len(found) - passed} files, {len(set(by_game) - {''})} games; {count} do not hold"
    head += f"; {passed} passed over, which hold no game" if passed else ""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return "\n".join(
        (
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>Desk: {escape(clean(folder.name, 80))}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{escape(clean(folder.name, 80))}</h1><p>{head}.</p>",
            *(line for game, held in by_game.items() for line in _game(game, held)),
            "</body></html>\n",
        )
    )


def _game(game: str, held: Sequence[Case]) -> Iterator[str]:
    title = max((case.title for case in held), key=len) or "No game"
    yield f"<section><h2>{escape(title)}{f' <code>{game[:8]}</code>' if game else ''}</h2>"
    for case in held:
        kind = {_HELD: "holds", _BAD: "bad"}.get(case.verdict, "open")
        yield f'<article class="{kind}"><h3>{escape(case.name)}: {case.verdict}</h3>'
        yield from (f"<p>{escape(clean(line.strip(), 600))}</p>" for line in case.lines)
        yield "</article>"
    yield "</section>"


def _case(file: Path, folder: Path, home: Home, beside: Sequence[Path]) -> Case:
    name = clean(file.relative_to(folder).as_posix(), 120)
    read = reader.of_file(file, home, packs.finder(home), beside)
    return _paper(name, read, _game_id(file)) if read is not None else _log(file, name, home, beside)


def _paper(name: str, read: Reading, game: str = "") -> Case:
    finding = read.finding
    return Case(
        name=name,
        game=game,
        title=clean(finding.game, 200),
        verdict=_HELD if finding.proved else _LOG_CODES.get(finding.exit_code, _BAD),
        code=finding.exit_code,
        lines=(*read.told, *read.means, f"Next: {read.next}"),
    )


def _game_id(file: Path) -> str:
    """The game that the turn files in a paper name; "" when it holds none."""
    try:
        found = _GAME.search(logs.lines_of(file))
    except PbemError:
        return ""
    return found[1].decode() if found is not None else ""


def _log(file: Path, name: str, home: Home, beside: Sequence[Path]) -> Case:
    verdict = logs.verify(file, home=home, beside=beside)
    if (
        verdict.fault is not None
        and verdict.fault.code in ("no-turn", "packed")
        and file.suffix.lower() not in _OURS
    ):
        return Case(name=name, verdict=PASSED, lines=(Message("Nothing of a game is in this file."),))
    code = verdict_sentence.exit_code(verdict)
    try:
        log, _ = scan_log(logs.lines_of(file))
    except PbemError:
        log = None
    players = (
        f": {log.invite.seat.who} against {log.accepted.seat.who}" if log is not None and log.accept else ""
    )
    return Case(
        name=name,
        game=_game_id(file),
        title=clean(f"{verdict.game} {verdict.scenario}{players}", 200) if verdict.game else "",
        verdict=_LOG_CODES.get(code, _BAD),
        code=code,
        lines=(verdict_sentence.banner(verdict),),
    )
