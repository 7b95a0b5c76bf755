"""The tables of ``README.md``, made from the targets: ``python -m tests.fuzz.listed`` writes them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = Path(__file__).with_name("README.md")
PARSES = re.compile(
    r"parse_json\(|json\.loads\(|tomllib\.loads|parse_toml\(|canon\.decode\((?!line\)\[|session\.draft)|decompress|b64decode\(|\.fromhex\(|"
    r"message_from_|BytesFeedParser|imaplib\.|smtplib\.|get_data\("
)
"""What a module does that makes something of bytes; looking for the kinds in a player's own draft is no such thing."""

REASONS = {
    "pbem.games.covers": "reads the cover of an installed game, as its author wrote it",
    "pbem.games.guides": "reads the guide of an installed game, as its author wrote it",
    "pbem.games.compiled": "reads what the product ships, held against the digests of what it was made of",
    "pbem.games.summary": "reads what the product ships, held against the digests of what it was made of",
    "pbem.dev.game_lint.values": "reads the author's own files on their own machine",
    "pbem.audit.secrets": "reads entries of a log that has been folded; reached by film",
    "pbem.home.acting.state": "reads the file of the home in which this program notes what it has sent",
    "pbem.home.owner.journal": "reads what this home keeps of a player's typing; its tests cut it at every byte",
    "pbem.home.play.kept_plans": "reads what this program has locked with the key of the vault",
    "pbem.home.play.plan_sheets": "reads what a player has typed for themselves on their own machine",
    "pbem.home.play.plans": "reads positions that this program has locked with the key of the vault",
    "pbem.home.play.queue": "reads what this program has locked with the key of the vault",
    "pbem.home.play.queue_fit": "packs what it has made of an order",
    "pbem.home.sitting.looked": "reads what this program has kept of the last look; tests/home/test_sitting.py spoils it",
    "pbem.home.dealt_challenges": "reads the dealer's own files, and invitations that have been verified",
    "pbem.home.rulings.clause": "takes a key of 64 digits or a name that somebody typed",
    "pbem.home.challenges.entries": "reads games of this home that have been verified",
    "pbem.home.exchange.delivery": "reads mails that this program has just made",
    "pbem.home.games": "reads lines of this player's own log and draft, which have been verified",
    "pbem.home.kept_papers.kept": "reads papers that have been read and let in, within the bounds of the store",
    "pbem.home.packs": "takes 64 digits out of the first line of a log; what is no canonical JSON is passed over",
    "pbem.home.papers.results": "takes a key of 64 digits that the command line has checked",
    "pbem.home.keys.renewal": "reads this player's own draft",
    "pbem.home.disputes.silence": "reads turn files of a log that has been verified",
    "pbem.site.commands": "reads back the JSON that the table of the same program has just written",
    "pbem.site.build": "reads packages whose digests are pinned",
    "pbem.site.kept": "reads what it has sealed itself under the player's key; every cut of it is tried in its own test",
    "pbem.site.packages": "reads what npm says it has installed, which is held against pinned digests",
    "pbem.site.program": "takes words from its own page; files and requests go to modules that are targets",
    "pbem.mail.smtp": "the server's answers are read by smtplib; only its sentences are shown",
    "pbem.games.released": "reads what the product ships, held against its SHA-256",
    "pbem.replay.upgrading": "carries over a state of this program's own making; its entries are signed's",
}


def name_of(place: Path) -> str:
    """The module of a file."""
    base = ROOT / "rules" if place.is_relative_to(ROOT / "rules") else ROOT
    return ".".join(place.relative_to(base).with_suffix("").parts).removesuffix(".__init__")


def parsing() -> Iterator[str]:
    """Every module that makes something of bytes."""
    for folder in ("pbem", "rules/pbem_rules"):
        for place in sorted((ROOT / folder).rglob("*.py")):
            if PARSES.search(place.read_text(encoding="utf-8")):
                yield name_of(place)


def rows() -> list[str]:
    """The table of the targets."""
    from tests.fuzz.targets import targets  # noqa: PLC0415  the path has to be known first

    return [
        f"| `{each.name}` | {each.about} | {', '.join(f'`{module}`' for module in each.modules)} |"
        for each in targets().values()
    ]


def exempt() -> list[str]:
    """The table of the modules that are no targets."""
    return [f"| `{name}` | {why} |" for name, why in sorted(REASONS.items())]


def written(text: str) -> str:
    """The README with both tables as they should be."""
    for heading, lines in (("## Targets", rows()), ("## Not targets", exempt())):
        before, _, after = text.partition(f"{heading}\n")
        head, rule, rest = after.partition("|\n|---")
        columns, _, rest = rest.partition("|\n")
        body = rest.partition("\n\n")[2]
        text = f"{before}{heading}\n{head}{rule}{columns}|\n" + "\n".join(lines) + f"\n\n{body}"
    return text


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "rules"))
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
