"""Targets: files of a home, backups, words on paper, arguments."""

import hashlib
import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import cache
from pathlib import Path
from random import Random
from unittest import mock

from attrs import evolve

from pbem.bytes import canon, container
from pbem.bytes.errors import PbemError
from pbem.cli import scenario_options
from pbem.crypto import keys as crypto
from pbem.games.registry import Game
from pbem.home import backup, hooks, identity, kept_hooks, last_backup, new_identity, vault_file
from pbem.home.backup_words import from_words, to_words
from pbem.log import Log, parse_log, start_of
from pbem.mail.settings import make_server
from pbem.protocol.signing_record import UNKNOWN, Record
from pbem.protocol.vault import Keys, Vault
from pbem.replay import checkpoint
from pbem.replay.fold import fold_log
from pbem.replay.loading import load_rules
from pbem.store import atomic, cursors, journal, machines, sittings
from pbem.store.game import GameFolder
from pbem.store.home import Home
from tests.fuzz import mutators
from tests.fuzz.harness import Mutate, Target, WrongError
from tests.fuzz.listed import target

_HERE = Path("home")
_EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
_SECRET = bytes(range(32))


def _read_as(data: bytes, act: Callable[[], object]) -> object:
    """The act with ``data`` in every file that it reads."""
    with mock.patch.object(atomic, "read_bytes", lambda path, limit: data[:limit]):
        return act()


def _identity(data: bytes) -> None:
    card = identity.card_of(data, "home")
    with _no_stretching():
        identity.open_card(card, data, "x")


def _identity_seeds() -> list[bytes]:
    """A locked key, one with an older key beside it, and one that holds nothing."""
    made = identity.identity_of("Ann", _SECRET)
    with _no_stretching():
        found = [identity.locked(each, "x") for each in (made, evolve(made, older=(bytes(32),)))]
        card = identity.Card(name="Ann", public=made.keypair.public, password=True)
        return [*found, found[0].partition(b"\n")[0] + b"\n" + crypto.lock(b"", "x", card.purpose)]


def _vault(data: bytes) -> None:
    vault = vault_file.opened(_SECRET, "label", crypto.seal_box(_SECRET, data, b"label"))
    if Vault.of(vault.value()) != vault:
        raise WrongError("a vault is not read as it is written")


@cache
def _recorded() -> tuple[Game, Log, bytes]:
    """The beginning of a recorded game, and a checkpoint in it."""
    whole = parse_log(container.unpack((_EXAMPLES / "pegasus" / "campaign.pbem").read_bytes()))
    log = evolve(whole, bundles=whole.bundles[:6])
    game = load_rules(log)
    mark = fold_log(game, log, start_of(log)).mark
    return game, log, checkpoint.write(mark, log, "fuzz")


def _checkpoint(data: bytes) -> None:
    """With sums that are right again: what stands behind them is to be reached."""
    game, log, _ = _recorded()
    body = b"".join(line + b"\n" for line in data.split(b"\n")[:4])
    data = body + hashlib.sha256(body).hexdigest().encode() + b"\n"
    read = checkpoint.read(data, log.encode(), "fuzz")
    found = read.mark(game) if read is not None else None
    if found is not None and checkpoint.write(found, log, "fuzz") != data:
        raise WrongError("a checkpoint is not read as it is written")


def _small_files(data: bytes) -> None:
    """What a home remembers of mailboxes and of a game."""
    _read_as(data, lambda: cursors.read_cursors(_HERE))
    _read_as(data, lambda: last_backup.last_backup(Home(_HERE)))
    with (
        mock.patch.object(machines, "this", return_value="ab" * 8),
        mock.patch.object(machines, "_number", return_value=(7, 7)),
    ):
        _read_as(data, lambda: sittings._read(_HERE))
        _read_as(data, lambda: machines.fits(_HERE) or machines._own_tallies(_HERE))
        with suppress(PbemError):
            _read_as(data, lambda: machines._read(_HERE, "ab" * 8))
    folder = GameFolder(_HERE, nullcontext)
    with mock.patch.object(GameFolder, "_read", lambda self, name, limit: data[:limit]):
        folder.facts()
        folder.seen()
        folder.draft("ab" * 32)


def _hooks(data: bytes) -> None:
    """Places of notices, as a backup of somebody else may hold them, and what was told there."""
    _read_as(data, lambda: kept_hooks.read_told(Home(_HERE)))
    with suppress(ValueError):
        found = hooks.load(data, secrets=True)
        if hooks.load(hooks.dump(found, secrets=True), secrets=True) != found or len(
            hooks.shown(data)
        ) != len(found):
            raise WrongError("places of notices are not read as they are written")


def _hooks_seeds() -> list[bytes]:
    place = hooks.Hook(id="a1b2c3d4", kind="ntfy", url="https://ntfy.sh/topic", names={"": "Ann"})
    return [
        hooks.dump([place], secrets=True),
        b'{"a1":{"failed":1,"games":{"x":["m","2026-01-01T00:00:00+00:00"]},"since":""}}',
    ]


def _journal(data: bytes) -> None:
    """A journal never writes outside its folder, whatever is in it: the digest is made to fit."""
    whole = journal._MAGIC + journal.hashlib.sha256(data).digest() + data
    for name in journal._decode(whole, _HERE):
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise WrongError(f"a journal would write {name!r}")


@cache
def _new_home() -> Path:
    return Path(tempfile.mkdtemp(prefix="pbem-fuzz-")).resolve()


@cache
def _backup_head() -> bytes:
    return b"pbem-backup-1\n" + _identity_seeds()[0].rstrip(b"\n") + b"\n\n"


def _backup(data: bytes) -> None:
    """The inside of a backup, sealed as its owner would: what is put back is written below the new home, or not at all."""
    head = _backup_head()
    whole = head + crypto.seal_box(crypto.subkey(_SECRET, "backup"), zlib.compress(data, 1), head)
    words = " ".join(to_words(_SECRET))
    place = _new_home() / "home"
    try:
        with _no_stretching(), mock.patch.object(os, "fsync"):
            backup.restore(Home(place), whole, password="", words=words)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _no_stretching() -> AbstractContextManager[object]:
    """Stretching a password takes the work that the file asks for, within bounds: nothing to be found there."""
    return mock.patch.object(crypto, "_stretch", return_value=bytes(32))


def _backup_seeds() -> list[bytes]:
    names = ("log", "since", "vault", "plans", "head", "draft", "papers", "standing")
    empty = {"facts": "{}", **dict.fromkeys(names, "")}
    games = {f"games/{'ab' * 8}": empty, f"invites/{'cd' * 8}": {**empty, "head": "ab" * 32, "draft": "e30K"}}
    last = {"successions": {}, "secrets": {"older": ""}}
    found = {
        **games,
        "packs/" + "ef" * 8: {"pack.toml": "W3BhY2tdCg=="},
        "home": {"mail.toml": "YT0xCg=="},
        **last,
    }
    return [json.dumps(found).encode(), json.dumps({"home": {}, **last}).encode()]


def _words(data: bytes) -> None:
    secret = from_words(data.decode("utf-8", "replace"))
    if len(secret) != 32 or from_words(" ".join(to_words(secret))) != secret:
        raise WrongError("words that are not those of what they give")


def _many_words(data: bytes, seed: int, mutate: Mutate) -> bytes:
    rng = Random(seed)
    if rng.random() < 0.3:
        return mutate(data, len(data) + 20)
    secret = rng.randbytes(32)
    found = [word[: rng.choice((3, 4, 5, 9))] for word in to_words(secret)]
    if rng.random() < 0.5:
        found[rng.randrange(24)] = rng.choice(("", "x", "abandon", "\u017fenior", "İ"))
    return " ".join(found).encode()


def _arguments(data: bytes) -> None:
    """Options, servers and names as they are typed."""
    said = data.decode("utf-8", "replace")
    for act in (
        lambda: scenario_options.typed_options((said,)),
        lambda: make_server("imap", said, tls="tls", user="ann"),
        lambda: new_identity.check_name(said),
    ):
        try:
            act()
        except PbemError:
            continue


_KEYS = Keys(key=bytes(32), root=bytes(32), salts=bytes(32), length=64)
_VAULT = Vault(
    current=_KEYS,
    sealed={"mode/1": ("stand", 3)},
    record=Record(
        signed={(1, bytes(32)): frozenset({_SECRET})},
        given_up=frozenset({_SECRET}),
        seeds={(_SECRET, 3): frozenset({UNKNOWN, _SECRET})},
        decks={_SECRET: frozenset({bytes(32)})},
    ),
    before=(_KEYS,),
    spare=(_KEYS,),
)


def targets() -> Iterator[Target]:
    """In the order of the README."""
    yield from _of_a_home()
    yield from _of_backups()
    yield _typed()


def _of_a_home() -> Iterator[Target]:
    """What a home keeps."""
    yield target(
        "home-files",
        _small_files,
        lambda: [
            b'{"imap/ann@x/INBOX":[9,17]}',
            b'{"game":"june6","to":"a@b"}',
            b'{"name":"desk","here":[7,7],"lost":[],"signed":{"'
            + b"ab" * 8
            + b'":{"n":1,"hash":"'
            + b"ab" * 32
            + b'","at":"2026-11-26T21:40+00:00","machine":"desk","here":false}}}',
            b'{"head":"' + b"ab" * 32 + b'","k":"draft"}\n{}\n',
        ],
        mutators.json_lines,
        largest=4096,
    )
    yield target(
        "journal", _journal, lambda: [b'[["log.jsonl",3],["draft.jsonl",-1]]\nabc'], mutators.json_lines,
        largest=2048
    )  # fmt: skip
    yield target("hooks", _hooks, _hooks_seeds, mutators.json_object, largest=2048)
    yield target("identity", _identity, _identity_seeds, mutators.json_lines, largest=4096)
    yield target(
        "vault", _vault, lambda: [canon.encode_value(_VAULT.value())], mutators.json_object, largest=4096
    )
    yield target("checkpoint", _checkpoint, lambda: [_recorded()[2]], mutators.json_lines, largest=16384)


def _of_backups() -> Iterator[Target]:
    """What a home can be made anew from."""
    yield target("backup", _backup, _backup_seeds, mutators.json_object, largest=8192, below=_new_home())
    yield target(
        "words", _words, lambda: [" ".join(to_words(bytes([n]) * 32)).encode() for n in range(4)],
        _many_words, largest=1024
    )  # fmt: skip


def _typed() -> Target:
    """What is typed."""
    return target(
        "arguments", _arguments,
        lambda: [b"weather=3", b"night=yes", b"x=-12", b"mail.example.org:993", b"ab" * 32, b"Ann"],
        mutators.words(["=", "--5", "x=--5", "x=-", "h:99999", "h:²", "x=" + "9" * 4400, "h:" + "9" * 4400]),
        largest=8192
    )  # fmt: skip
