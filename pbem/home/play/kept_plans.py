"""Plans as a home keeps them: locked under a key made from that of the vault, with the positions on which they were made.

Nothing of it stands on a log.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from typing import cast

from pbem.bytes.canon import Json, encode_value, parse_json
from pbem.bytes.errors import CONFUSED, DataError, KeyFileError, UsageError
from pbem.crypto import keys as crypto
from pbem.home.identity import Identity
from pbem.home.play.plans import MAX_PLANS, Plan, Plans
from pbem.port.messages import Message
from pbem.store.game import Change, GameFolder

_MAX_STATE = 4 * 1024 * 1024
_VERSION = 1
_SPOILT = Message("The plans of this game cannot be read.")


def read(folder: GameFolder, identity: Identity) -> Plans:
    """The plans that a home keeps for a game; none before there are any. Raises DataError ``plans`` for spoilt ones."""
    box, label = folder.plans(), str(folder.facts().get("vault", ""))
    if not box:
        return ()
    for key in identity.vault_keys(label):
        try:
            return _loaded(crypto.open_box(_key(key), box, _bound(label)))
        except KeyFileError:
            continue
        except (*CONFUSED, zlib.error) as error:
            raise _spoilt() from error
    raise _spoilt()


def kept(folder: GameFolder, identity: Identity, plans: Plans) -> Change:
    """The change that keeps plans in the place of those before: locked under the key of the vault."""
    if len(plans) > MAX_PLANS:
        raise UsageError("plans", Message("{n} plans at most are kept.", n=MAX_PLANS))
    if not plans:
        return Change(plans=b"")
    label = str(folder.facts().get("vault", ""))
    return Change(plans=crypto.seal_box(_key(identity.vault_key(label)), _dumped(plans), _bound(label)))


def _spoilt() -> DataError:
    return DataError("plans", _SPOILT, hint=Message("Begin anew: pbem plan drop --all"))


def _key(vault_key: bytes) -> bytes:
    return crypto.subkey(vault_key, "plans")


def _bound(label: str) -> bytes:
    return f"plans/{label}".encode()


def _dumped(plans: Sequence[Plan]) -> bytes:
    states = list(dict.fromkeys(each.then for each in plans))
    rows: list[Json] = [
        {
            "tables": dict(each.tables),
            "seen": each.seen,
            "then": states.index(each.then),
            "law": each.law,
            "began": each.began,
            "since": each.since,
            "handed": each.handed,
        }
        for each in plans
    ]
    texts: list[Json] = [base64.b64encode(zlib.compress(each, 9)).decode() for each in states]
    return encode_value({"version": _VERSION, "plans": rows, "states": texts})


def _loaded(data: bytes) -> Plans:
    value = cast("dict[str, list[dict[str, Json]]]", parse_json(data))
    if cast("Json", value["version"]) != _VERSION:
        raise ValueError(value["version"])
    states = [_inflated(base64.b64decode(str(each), validate=True)) for each in value["states"]]
    return tuple(
        Plan(
            tables=cast("dict[str, Json]", row["tables"]),
            seen=int(cast("int", row["seen"])),
            then=states[int(cast("int", row["then"]))],
            law=str(row["law"]),
            began=str(row["began"]),
            since=int(cast("int", row["since"])),
            handed=str(row["handed"]),
        )
        for row in value["plans"]
    )


def _inflated(data: bytes) -> bytes:
    inflater = zlib.decompressobj()
    found = inflater.decompress(data, _MAX_STATE)
    if not inflater.eof:
        raise ValueError("too large, or cut off")
    return found
