"""``pbem accept``: into a challenge, from its file."""

from __future__ import annotations

from pathlib import Path

from pbem.cli import output
from pbem.cli.app import setting
from pbem.cli.delivery import hand_over
from pbem.cli.first_mails import invitation_mail, way_of
from pbem.home.challenges import entering
from pbem.papers import challenge as papers
from pbem.view.markup import clean


def enter(lines: bytes, pack: Path | None, delivery: dict[str, object]) -> None:
    """Enter the challenge whose lines these are. Doing it again gives the same invitation."""
    way = way_of(delivery)
    known, identity = setting(), setting().unlocked()
    paper = entering.read(lines)
    offered, again = entering.enter(known.home, identity, paper, pack=pack, entropy=known.entropy)
    if again:
        output.talk("You have entered it already; this is the same invitation again.")
    output.talk_all(papers.finding(paper).lines)
    mail = invitation_mail(offered, way, b"") if way.mails else None
    pending = {each.name: each for each in known.home.invitations()}.get(offered.digest[:16])
    hand_over(way, offered.file, f"enter-{paper.name}.pbem", mail, pending)
    output.talk(
        "Next: mail it to {clean}. When the answer has come: pbem accept acceptance.pbem",
        clean=clean(paper.who, 64),
    )
