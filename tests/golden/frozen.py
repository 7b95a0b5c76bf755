"""The rules that lie beside the golden logs, frozen in archives, and the verdict under them."""

import sys
import zipfile
from functools import cache
from importlib import import_module
from pathlib import Path

from pbem.bytes.canon import Json, encode_value
from pbem.bytes.errors import UsageError
from pbem.games import registry, released
from pbem.games.registry import Game
from pbem.games.toml import parse_toml
from pbem.replay.verify import verify

HERE = Path(__file__).resolve().parent
LOGS, VERDICTS, RULES = HERE / "logs", HERE / "verdicts", HERE / "golden_rules"
FOLDERS = ("ford_0_1_0", "ford_0_2_0")
"""Games as a package has them, an archive each: a folder with a ruleset.toml and tables."""

LITTLE = "little_1"
MODULES = ("tiny_1", "toss_1", "whist_1")
"""Games in one module, with a value GAME, and perhaps another version, SECOND: all in one archive."""

FIELDS = (
    *(
        "verdict",
        "game",
        "scenario",
        "entries",
        "bundles",
        "rolls",
        "draws",
        "secrets_open",
        "state",
        "result",
    ),
    *("dice", "challenge"),
)
FAULT = ("entry", "code", "paragraph")
"""What is kept of a verdict: all that ``pbem verify --json`` says of the log itself, and no words for people."""


def archive_of(name: str) -> Path:
    """The archive with frozen rules."""
    return RULES / f"{name}.zip"


def sources_of(name: str) -> dict[str, bytes]:
    """The files of an archive by their path."""
    with zipfile.ZipFile(archive_of(name)) as archive:
        return {path: archive.read(path) for path in archive.namelist()}


@cache
def games() -> tuple[Game, ...]:
    """Every frozen version."""
    if str(HERE) not in sys.path:
        sys.path.insert(0, str(HERE))
    released.answer_former_names()
    sys.modules.setdefault("pbem.registry", registry)  # the games in one module make their own entry for it
    import_module("golden_rules").__path__ += [str(archive_of(name)) for name in (*FOLDERS, LITTLE)]
    found = []
    for folder in FOLDERS:
        name = folder.partition("_")[0]
        manifest = parse_toml(sources_of(folder)[f"{folder}/{name}/ruleset.toml"], "ruleset.toml")
        found.append(registry.load_version(registry.info_of(f"golden_rules.{folder}.{name}", manifest)))
    for each in MODULES:
        module = import_module(f"golden_rules.{each}")
        found += [module.GAME, *([module.SECOND] if hasattr(module, "SECOND") else [])]
    return tuple(found)


def find(name: str, rules: str, data: str) -> Game:
    """The frozen version with these digests. Raises UsageError ``unknown-version``."""
    for each in games():
        if (name, rules, data) == (each.info.name, each.info.digest, each.data_digest):
            return each
    raise UsageError("unknown-version", f"ruleset {rules[:12]} of {name} is not among the golden ones.")


def verdict(data: bytes) -> dict[str, Json]:
    """What ``pbem verify --json`` says of a log under the frozen rules, without the words for people."""
    found = verify(data, find=find)
    said: dict[str, Json] = {name: getattr(found, name) for name in FIELDS}
    fault = found.fault
    return {**said, "error": fault and {name: getattr(fault, name) for name in FAULT}}


def written(value: dict[str, Json]) -> bytes:
    """A verdict as it is kept: one line."""
    return encode_value(value) + b"\n"
