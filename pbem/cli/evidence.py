"""``pbem evidence``: two signed versions become a small file that anybody can verify."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.verdict_first import spoken
from pbem.home import games
from pbem.home.exchange.receiving import Import
from pbem.home.packs import installed as packs
from pbem.home.papers import evidence as proofs
from pbem.home.papers import verdict as paper_verdict
from pbem.home.viewing import logs as looking
from pbem.papers.evidence import Evidence
from pbem.port.messages import Message
from pbem.store.home import Home


@click.command(short_help="Prove two versions of a turn, or a false refusal.")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path(), metavar="DIR", help="Where to write it."
)
@home_options
def evidence(files: tuple[Path, ...], out: Path) -> None:
    """Prove that a player signed two things of which only one can be true: two versions of one turn, or one roll asked for
    twice; or that a legal turn was refused. FILES are the two, each a log, a turn or a mail.

    Without FILES: out of what this home has refused or could not place. `pbem verify` checks it, without the game.

    \b
    Example:
      pbem evidence campaign.pbem other-turn.eml
    """
    known = setting()
    if len(files) == 2:
        for file in files:
            verdict = looking.verify(file, home=known.home)
            if not verdict.good and verdict.game:
                output.talk(spoken(games.shown(file), verdict))
        found = proofs.in_files(files[0], files[1], known.home)
        false = proofs.refusals_in_files(files[0], files[1], known.home)
    elif files:
        raise UsageError(
            "usage", Message("Evidence is made of two files."), hint=Message("Type: pbem evidence FILE FILE")
        )
    else:
        found, false = proofs.in_game(known.folder()), proofs.refusals(known.folder())
        output.talk_all(proofs.needed(known.folder()))
    if not found and not false:
        raise UsageError(
            "no-evidence",
            Message(
                "Nothing in this game contradicts itself under one signature, and no legal turn of yours was refused."
            ),
        )
    _tell(found, out, known.home)
    for paper, path in zip(false, proofs.write_refusals(false, out), strict=True):
        output.talk(Message("Wrote {path}: {said}", path=path, said=_said(paper.encode(), known.home)))
        output.talk(Message("Anybody with the same rules can check it: pbem verify {path}", path=path))
        output.talk(
            Message(
                "Next: send it to your opponent; if they stay with their refusal, to a referee (pbem referee appoint)."
            )
        )


def from_import(home: Home, found: Import) -> None:
    """Evidence that an import has brought, written beside the player and named."""
    for name, arrived in found.games.items():
        if any(note.code == "conflict" for note in arrived.notes):
            _tell(proofs.in_game(home.game(name)), Path(), home)
            output.talk_all(proofs.needed(home.game(name)))


def _tell(found: tuple[Evidence, ...], place: Path, home: Home) -> None:
    for proof, path in zip(found, proofs.write(found, place), strict=True):
        output.talk(Message("Wrote {path}: {said}", path=path, said=_said(proof.encode(), home)))
        output.talk(Message("What it proves, and what not: pbem verify {path}", path=path))


def _said(lines: bytes, home: Home) -> str:
    """Who did what, as the paper is read in this home."""
    return paper_verdict.judge(lines, packs.finder(home), paper_verdict.reading(home)).lines[0]


COMMAND = evidence
