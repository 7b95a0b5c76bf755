"""What ``README.md`` says of the targets: its tables are what they are the entrance to, and which modules need none."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.fuzz.harness import Target

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("june6", "june44", "darkdecember", "normandy", "pegasus")
PARSES = re.compile(
    r"parse_json\(|json\.loads\(|tomllib\.loads|parse_toml\(|canon\.decode\((?!line\)\[|session\.draft)|decompress|b64decode\(|\.fromhex\(|"
    r"message_from_|BytesFeedParser|imaplib\.|smtplib\.|get_data\("
)
"""What a module does that makes something of bytes; looking for the kinds in a player's own draft is no such thing."""


@cache
def rows(heading: str) -> dict[str, list[str]]:
    """A table of the README: by the name in the first column what stands in the last, word by word."""
    text = Path(__file__).with_name("README.md").read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2]
    lines = [line.strip("| ").split(" | ") for line in text.partition("\n## ")[0].splitlines() if "`" in line]
    return {first.strip("`"): re.findall(r"[\w.]+", rest[-1]) for first, *rest in lines if rest}


@cache
def described() -> dict[str, tuple[str, ...]]:
    """The modules of every target; a row of ``GAME`` is one for each game, unless that has one of its own."""
    whole = {name: tuple(words) for name, words in rows("Targets").items()}
    games = {
        name.replace("GAME", game): tuple(word.replace("GAME", game) for word in words)
        for game in GAMES
        for name, words in whole.items()
        if "GAME" in name
    }
    return {**games, **{name: words for name, words in whole.items() if "GAME" not in name}}


def target(name, run, seeds, mutate=None, **rest):
    """A target as the README describes it. Raises KeyError for one that has no row there."""
    return Target(name=name, modules=described()[name], run=run, seeds=seeds, mutate=mutate, **rest)


def parsing() -> Iterator[str]:
    """Every module that makes something of bytes."""
    for base, folder in ((ROOT, "pbem"), (ROOT / "rules", "pbem_rules")):
        for place in sorted((base / folder).rglob("*.py")):
            if PARSES.search(place.read_text(encoding="utf-8")):
                yield ".".join(place.relative_to(base).with_suffix("").parts).removesuffix(".__init__")
