"""``pbem verify``: one verdict a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.bytes.errors import UsageError
from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.language import say
from pbem.cli.log_lines import FILE, chosen_pack, finding_lines, log_lines, pack_option, there, verdict_lines
from pbem.cli.words import Words
from pbem.games.game_cards import title
from pbem.games.registry import Finder
from pbem.home import packs, verdict_sentence
from pbem.home.viewing import logs as looking
from pbem.papers.paper import Finding
from pbem.port.messages import Message, counted
from pbem.replay.verdict import Verdict

if TYPE_CHECKING:
    from pbem.home.kept_papers.reading import Reading

_OURS = (".pbem", ".claim")
_MOST = 2_000
"""So many files of a folder."""


@click.command()
@click.argument("files", nargs=-1, type=FILE, metavar="[FILE...]")
@click.option("--details", is_flag=True, help="Show keys, heads and digests too.")
@pack_option
@json_option
@home_options
def verify(files: tuple[Path, ...], details: bool, pack: Path | None, as_json: bool) -> None:
    """Check turn files, mails, papers or whole games: one verdict a file. Without FILE, the game of this home; FILE may be
    a folder, and what holds nothing of a game is passed over in it.

    Every signature, hash, die, secret and rule is checked again. Exit code 0 only when all files hold, and results among
    them contradict neither each other nor a log. A log beside a paper shows which keys had been given up; beside a turn and
    the refusal of it, which of the two players is wrong.

    \b
    Examples:
      pbem verify campaign.pbem
      pbem verify evidence-5.pbem campaign.pbem
      pbem verify campaign.pbem turn.eml refusal.eml
      pbem verify disputes/
    """
    known = setting()
    chosen = chosen_pack(pack)
    find = packs.finder(known.home, chosen)
    read = _verdicts(files, find, chosen)
    judged: list[tuple[str, Verdict | Finding | Reading]] = [(shown(file), verdict) for file, verdict in read]
    if not files:
        folder = known.folder()
        judged = [
            (
                say(Message("game {name}", name=folder.name))
                if not as_json
                else Message("game {name}", name=folder.name),
                looking.film_of_game(folder, draft=False).verdict,
            )
        ]
    files = tuple(file for file, _ in read)
    judged += [
        ("together" if as_json else say(Message("together")), each) for each in _together(judged, files, find)
    ]
    for at, (name, verdict) in enumerate(judged):
        if as_json:
            output.data_json(
                verdict_sentence.as_json(verdict, name)
                if isinstance(verdict, Verdict)
                else verdict.json(name)
            )
        else:
            lines = _lines(name, verdict, files[at] if files and at < len(files) else None, details=details)
            output.data_all(lines)
    codes = {
        verdict_sentence.exit_code(each) if isinstance(each, Verdict) else _finding(each).exit_code
        for _, each in judged
    }
    # What is wrong counts before what is missing.
    if codes - {0}:
        sys.exit(min(codes - {0}))


def _lines(
    name: str, judged: Verdict | Finding | Reading, file: Path | None, *, details: bool
) -> Iterator[str]:
    """A verdict for people, on a ``file`` or on the game of this home."""
    if isinstance(judged, Finding):
        yield from finding_lines(Path(name), judged, details=details)
    elif not isinstance(judged, Verdict):
        yield from finding_lines(Path(name), judged.finding, judged, details=details)
    else:
        yield from (
            log_lines(file, name, judged, setting().home)
            if file is not None
            else verdict_lines(Path(name), judged)
        )
        if details:
            from pbem.home.papers import log_text  # noqa: PLC0415  # few ask for digests

            yield from (Message("  {line}", line=line) for line in log_text.details(judged))


def _verdicts(
    named: tuple[Path, ...], find: Finder, pack: Path | None
) -> list[tuple[Path, Verdict | Finding | Reading]]:
    """Every file with its verdict, those in folders without what holds nothing of a game, which is counted for people."""
    files, inside = _files(named)
    read = [(file, _judged(file, find, files, pack)) for file in files]
    kept = [
        (file, verdict) for file, verdict in read if file not in inside or not _holds_nothing(file, verdict)
    ]
    if passed := len(read) - len(kept):
        output.talk(
            counted(
                passed,
                "{n} file was passed over: it holds nothing of a game.",
                "{n} files were passed over: they hold nothing of a game.",
            )
        )
    return kept


def _files(named: tuple[Path, ...]) -> tuple[tuple[Path, ...], frozenset[Path]]:
    """The files that are named, or kept in this home under that name, and those in folders that are; and which are the last.

    Raises NoFileError, and UsageError ``no-folder`` and ``too-many``.
    """
    if not named:
        return (), frozenset()
    from pbem.home.kept_papers import kept  # noqa: PLC0415  # an own game is no file

    places = [kept.anywhere(setting().home, each) for each in named]
    inside = {place: _inside(place) for place in places if place.is_dir()}
    files = [file for place in places for file in inside.get(place) or (there(place),)]
    return tuple(dict.fromkeys(files)), frozenset(file for found in inside.values() for file in found)


def _inside(folder: Path) -> tuple[Path, ...]:
    """Every file in a folder and in those in it, in the order of names, without hidden ones."""
    found = sorted(each for each in folder.rglob("*") if each.is_file() and not each.name.startswith("."))
    if not found:
        raise UsageError.of("no-folder", "There are no files in {shown}.", shown=shown(folder))
    if len(found) > _MOST:
        raise UsageError.of(
            "too-many",
            "{shown} has more than {most} files.",
            shown=shown(folder),
            most=_MOST,
            hint="Many logs at once: pbem club archive",
        )
    return tuple(found)


def _holds_nothing(file: Path, verdict: Verdict | Finding | Reading) -> bool:
    """Whether a file has nothing to do with a game; what is named as one of ours should hold something."""
    fault = verdict.fault if isinstance(verdict, Verdict) else None
    return fault is not None and fault.code in ("no-turn", "packed") and file.suffix.lower() not in _OURS


def _finding(read: Finding | Reading) -> Finding:
    return read if isinstance(read, Finding) else read.finding


def _judged(
    file: Path, find: Finder, files: tuple[Path, ...], pack: Path | None
) -> Verdict | Finding | Reading:
    """The verdict on one file; logs among ``files`` tell which keys behind a paper were given up."""
    from pbem.home import backup_file  # noqa: PLC0415  # an own game is no file

    home = setting().home
    if (copy := backup_file.finding(file)) is not None:
        return copy
    if (lines := looking.paper_of(file)) is not None:
        from pbem.home.papers import reader  # noqa: PLC0415  # papers of every kind, for a file that is one

        return reader.read(lines, home, str(file), find, files)
    return looking.verify(file, home=home, pack=pack, beside=files)


def _together(
    judged: list[tuple[str, Verdict | Finding | Reading]], files: tuple[Path, ...], find: Finder
) -> tuple[Finding | Reading, ...]:
    found: tuple[Finding | Reading, ...] = ()
    if not all(isinstance(each, Verdict) for _, each in judged):
        from pbem.home.papers import result_comparison  # noqa: PLC0415  # for papers, as above

        found = (
            *_of_other_games(judged, files),
            *result_comparison.contradictions(files, home=setting().home),
        )
    if len(files) < 2:
        return found
    from pbem.home.papers import refused_turns  # noqa: PLC0415  # a turn and its refusal beside each other

    return (*found, *refused_turns.verdicts(files, setting().home, find))


def _of_other_games(
    judged: list[tuple[str, Verdict | Finding | Reading]], files: tuple[Path, ...]
) -> Iterator[Finding]:
    """The papers that lie beside logs, none of which is of their game: they say nothing of each other."""
    papers = [(name, each) for name, each in judged if not isinstance(each, Verdict | Finding) and each.gid]
    logs = [(file, log) for file in files for log in looking.logs_in(file)] if papers else []
    for name, paper in papers:
        if logs and all(log.gid.hex() != paper.gid for _, log in logs):
            file, log = logs[0]
            said = Message(
                "{name} is of the game {gid} ({game}), and {log} of the game {other} ({title}): neither says anything of "
                "the other.",
                name=Path(name).name,
                gid=paper.gid[:16],
                game=title(*paper.finding.game.split()),
                log=shown(Path(file.name)),
                other=log.gid.hex()[:16],
                title=title(log.invite.game, log.invite.scenario),
            )
            yield Finding(
                paper=paper.kind, proved=False, game=paper.finding.game, lines=(said,), code="other-game"
            )


COMMAND = Words(
    "verify",
    alone=verify,
    later={
        "page": "Is this replay page this program's, and does its log hold?",
        "recheck": "Do old games come out the same under the rules installed now?",
    },
)
