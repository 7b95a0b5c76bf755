"""``pbem dispute evidence``: two signed versions become a small file that anybody can verify."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.bytes.paths import typed
from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.files import write
from pbem.cli.verdict_first import spoken
from pbem.home import packs
from pbem.home.arriving.receiving import Import
from pbem.home.papers import evidence as proofs
from pbem.home.papers import refused_turns
from pbem.home.papers import verdict as paper_verdict
from pbem.home.viewing import logs as looking
from pbem.papers import refused_turn
from pbem.papers.evidence import Evidence
from pbem.papers.refused_turn import RefusedTurn
from pbem.store.home import Home


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write a copy here, to be mailed."
)
@home_options
def evidence(files: tuple[Path, ...], out: Path | None) -> None:
    """Prove that a player signed two things of which only one can be true: two versions of one turn, or one roll asked for
    twice; or that a legal turn was refused. FILES are the two, each a log, a turn or a mail.

    Without FILES: out of what this home has refused or could not place. It is kept in the home, and `pbem verify` checks it:
    two versions without the game, a refusal as two logs.

    \b
    Example:
      pbem dispute evidence campaign.pbem other-turn.eml
    """
    known = setting()
    if len(files) == 2:
        for file in files:
            verdict = looking.verify(file, home=known.home)
            if not verdict.good and verdict.game:
                output.talk(spoken(shown(file), verdict))
        found = proofs.in_files(files[0], files[1], known.home)
        false = refused_turns.false_in_files(files, known.home)
    elif files:
        raise UsageError.of(
            "usage", "Evidence is made of two files.", hint="Type: pbem dispute evidence FILE FILE"
        )
    else:
        found, false = proofs.in_game(known.folder()), refused_turns.false_in_game(known.folder())
        output.talk_all(proofs.needed(known.folder()))
    if not found and not false:
        raise UsageError.of(
            "no-evidence",
            "Nothing in this game contradicts itself under one signature, and no legal turn of yours was refused.",
            hint="See `pbem status`.",
        )
    written = _tell(found, known.home)
    written = (*written, *_tell_refused(false, known.home))
    if out is None:
        _mailed(written, files, "")
    else:
        _copied(written, out)


def from_import(home: Home, found: Import) -> None:
    """Evidence that an import has brought, kept in the home and named."""
    for name, arrived in found.games.items():
        if any(note.code == "conflict" for note in arrived.notes):
            written = _tell(proofs.in_game(home.game(name)), home)
            _mailed(written, (), name if len(home.games()) > 1 else "")
            output.talk_all(proofs.needed(home.game(name)))


def _tell(found: tuple[Evidence, ...], home: Home) -> tuple[Path, ...]:
    """Keep evidence of two versions in the home, and say so; where it is."""
    written = proofs.write(found, home)
    for proof, path in zip(found, written, strict=True):
        output.talk("Wrote {path}: {said}", path=shown(path), said=_said(proof.encode(), home))
        output.talk("What it proves, and what not: pbem verify {path}", path=typed(path))
    return written


def _tell_refused(cases: tuple[RefusedTurn, ...], home: Home) -> tuple[Path, ...]:
    """Keep both logs of each turn that was refused falsely, and say so; where they are."""
    written: list[Path] = []
    for case, (turn, refusal) in zip(cases, refused_turns.write(cases, home), strict=True):
        verdict = refused_turn.finding(case, packs.finder(home), paper_verdict.reading(home)(case.log))
        output.talk("Wrote {path}: {said}", path=shown(turn), said=verdict.lines[0])
        output.talk("Wrote {path}: the same game, with the refusal.", path=shown(refusal))
        output.talk(
            "Anybody with the same rules can check it: pbem verify {turn} {refusal}",
            turn=typed(turn),
            refusal=typed(refusal),
        )
        output.talk(
            "Next: send both to your opponent; if they stay with their refusal, to a referee (pbem referee appoint)."
        )
        written += [turn, refusal]
    return tuple(written)


def _mailed(written: tuple[Path, ...], files: tuple[Path, ...], game: str) -> None:
    """The command that puts a copy of what was written here, to be attached to a mail."""
    if written:
        words = [*(["--game", game[:8]] if game else []), *(typed(each) for each in files)]
        output.talk(
            "To mail it, write a copy here: pbem {command}",
            command=" ".join(["dispute evidence", *words, "--out", written[0].name]),
        )


def _copied(written: tuple[Path, ...], out: Path) -> None:
    """Copies where they are wanted: in a folder under their own names, else under ``out``, numbered from the second on."""
    for number, path in enumerate(written, 1):
        named = out if number == 1 else out.with_stem(f"{out.stem}-{number}")
        copy = out / path.name if out.is_dir() else named
        write(copy, path.read_bytes())
        output.talk("Wrote {shown}: attach it to a mail.", shown=shown(copy))


def _said(lines: bytes, home: Home) -> str:
    """Who did what, as the paper is read in this home."""
    return paper_verdict.judge(lines, packs.finder(home), paper_verdict.reading(home)).lines[0]


COMMAND = evidence
