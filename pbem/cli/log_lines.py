"""What the commands that read logs share: their options, the lines of a verdict, and the film of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.bytes.errors import NoFileError, UsageError
from pbem.bytes.text import shown
from pbem.cli import language, output
from pbem.cli.app import setting
from pbem.cli.verdict_first import spoken
from pbem.games.game_cards import title
from pbem.home.viewing import languages
from pbem.home.viewing import logs as looking
from pbem.home.viewing.logs import Film
from pbem.papers.paper import Finding
from pbem.port.messages import Capital, Message, counted
from pbem.replay.verdict import Verdict
from pbem.store.home import Home
from pbem.view.markup import clean

if TYPE_CHECKING:
    from pbem.home.kept_papers.reading import Reading

_LONG = 600


FILE = click.Path(path_type=Path)


pack_option = click.option(
    "--pack", type=FILE, metavar="PACK", help="The data pack the players agreed on (else found in your home)."
)
"""Of every command that reads a log."""


lang_option = click.option(
    "--lang",
    type=click.Choice(languages.LANGUAGES),
    default=language.code,
    help="Your language (else PBEM_LANG, else that of your system).",
)
"""Of every command that writes a picture, a report or a page."""


_KINDS: dict[str, str] = {
    "result": Message("result"),
    "appointment": Message("appointment"),
    "challenge": Message("challenge"),
    "succession": Message("succession"),
    "evidence": Message("evidence"),
    "refused-turn": Message("refused turn"),
    "seat": Message("seat"),
    "seat-box": Message("box with a seat"),
    "pace": Message("pace"),
    "claim": Message("claim"),
}
_WORDS: dict[str, str] = {
    "unsigned": Message("not signed by all yet"),
    "undecided": Message("cannot be decided by itself"),
    "unchecked": Message("cannot be checked here"),
    "holds": Message("holds"),
    "judged": Message("judged"),
    "lapsed": Message("lapsed"),
    "offered": Message("offered"),
    "handed": Message("handed over"),
    "proved": Message("proved"),
    "rejected": Message("rejected"),
    "signed": Message("signed"),
}


def finding_lines(
    file: Path, finding: Finding, read: Reading | None = None, *, details: bool = False
) -> Iterator[str]:
    """The verdict on a paper for people, with what it means for the reader and the next step."""
    verdict = finding.verdict
    word = _WORDS.get(verdict, verdict)
    word = output.good(word) if finding.proved else output.bad(word) if verdict == "rejected" else word
    game = Message(" of {game}", game=title(*finding.game.split())) if finding.game else ""
    paper = _KINDS.get(finding.paper, finding.paper)
    yield Message("{file}: {word}. {paper}{game}:", file=shown(file), word=word, paper=paper, game=game)
    said = finding.lines if read is None else (*read.told, *read.means, *read.then)
    said = (*said, *(finding.details if details else ()))
    yield from (
        f"{'    ' if line.startswith(' ') else '  '}{clean(language.say(line).strip(), _LONG)}"
        for line in said
    )


def log_lines(file: Path, name: str, verdict: Verdict, home: Home | None = None) -> Iterator[str]:
    """The verdict on a file that is no paper, for people, with the next step."""
    from pbem.home.papers import log_text  # noqa: PLC0415  # the log of an own game needs none of it

    if log_text.nothing_yet(file, verdict):
        yield Message(
            "{name}: {signed}. {game}: a game that has not begun.",
            name=name,
            signed=output.good(Message("signed")),
            game=title(verdict.game, verdict.scenario),
        )
    else:
        yield from verdict_lines(Path(name), verdict)
    beside = _turn_file(file) if verdict.good else ()
    yield from (
        Message("  {line}", line=clean(line, _LONG))
        for line in beside or log_text.beside(file, verdict, home)
    )


def _turn_file(file: Path) -> tuple[str, ...]:
    if not looking.is_turn_file(file):
        return ()
    from pbem.home.arriving import turn_files  # noqa: PLC0415  # what a turn file is for a game of this home

    return turn_files.told(file, setting().home)


def verdict_lines(file: Path | Message, verdict: Verdict) -> Iterator[str]:
    """A verdict for people, on a file, or on what a message names."""
    yield spoken(Capital(file) if isinstance(file, Message) else shown(file), verdict)
    if verdict.game:
        yield Message(
            "  {game}: {entries} in {files}, {rolls}, {draws}, {secrets}.",
            game=title(verdict.game, verdict.scenario),
            entries=counted(verdict.entries, "{n} entry", "{n} entries"),
            files=counted(verdict.bundles, "{n} turn file", "{n} turn files"),
            rolls=counted(verdict.rolls, "{n} roll", "{n} rolls"),
            draws=counted(verdict.draws, "{n} draw", "{n} draws"),
            secrets=counted(verdict.secrets_open, "{n} secret opened", "{n} secrets opened"),
        )
    if verdict.pack:
        yield Message("  On {pack}.", pack=clean(verdict.pack, 120))
    if verdict.result:
        yield Message("  Result: {result}.", result=verdict.result)
    if verdict.dice:
        yield Message("  Dice: {grade}.", grade=_graded(verdict))


def _graded(verdict: Verdict) -> Message:
    """What the dice of a log are worth."""
    if verdict.dice == "witnessed":
        return Message("witnessed, both keys have their part in every roll")
    if verdict.dice == "challenge":
        return Message(
            "challenge {tip}, dealt by the second key from one published chain, the same for all who enter it",
            tip=verdict.challenge[:16],
        )
    return Message("unwitnessed, both seats are signed with one key: consistent, and no proof")


def chosen_pack(named: Path | None) -> Path | None:
    """The data pack that somebody named with --pack. Raises UsageError ``no-pack``."""
    if named is None:
        return None
    from pbem.home.packs import installed  # noqa: PLC0415  # few games are played on a pack

    return installed.chosen(setting().home, named)


def there(file: Path) -> Path:
    """A file that is there. Raises NoFileError for one that is not, and UsageError ``folder``."""
    if not file.exists():
        raise NoFileError.of(
            "no-such-file",
            "There is no file {shown}.",
            shown=shown(file),
            hint="Look where your mail program or browser saved it, and name that file.",
        )
    if file.is_dir():
        raise UsageError.of(
            "folder",
            "{shown} is a folder, and one file is looked at here.",
            shown=shown(file),
            hint="Papers and logs in a folder: pbem verify FOLDER. Turns in it: pbem import FOLDER",
        )
    return file


def film_of(file: Path | None, pack: Path | None = None, *, draft: bool = True) -> tuple[str, Film]:
    """The log named, or the game of this home: what it is called, and as far as it holds."""
    known = setting()
    if file is None:
        folder = known.folder()
        return Message("game {name}", name=folder.name), looking.film_of_game(folder, draft=draft)
    return shown(file), looking.film(file, home=known.home, pack=chosen_pack(pack))
