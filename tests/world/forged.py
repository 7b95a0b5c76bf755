"""Entries that no program writes, and turns with one thing changed in them."""

from random import Random

from protocol.forging import Entry

from pbem.bytes.canon import Json
from pbem.protocol.session import Session

FORGED: tuple[Entry, ...] = (
    {"k": "go", "to": 9},
    {"k": "go", "to": 2},
    {"k": "guard", "guard": "run"},
    {"k": "req", "j": 1, "why": "fight/1", "dice": [[6, 1], [6, 1]]},
    {"k": "req", "j": 1, "why": "fight/1", "dice": [[6, 1], [20, 1]]},
    {"k": "req", "j": 2, "why": "draw/1", "dice": [[4, 0]]},
    {"k": "req", "j": 1, "why": "fight/1", "dice": [[6, 1], [6, 1]], "x": "5a" * 32},
    {"k": "seal", "at": "mode/1", "c": ["5a" * 32]},
    {"k": "show", "at": "mode/1", "n": 1, "salt": "5a" * 32, "v": "hit"},
    {"k": "reject", "code": "x", "entry": 0, "last": 0, "head": "00" * 32, "state": "00" * 32, "key": "00" * 8,
     "rules": "ab" * 8, "sig": "00" * 64},
    {"k": "note", "text": "Alone."},
    {"k": "audit", "vault": "00" * 32},
    {"k": "rsp", "j": 1, "x": "00" * 32},
    {"k": "open", "j": 1, "x": "00" * 32, "dice": [6, 6]},
    {"k": "back", "to": 0},
    {"k": "reply", "yes": True},
    {"k": "start"},
    {"k": "renew", "key": "00" * 32, "n": 1024, "tip": "5a" * 32, "vault": "5b" * 32},
    {"k": "upgrade", "data": "cd" * 32, "rules": "a2" * 32, "state": "00" * 32, "version": "2"},
)  # fmt: skip


def played_on(session: Session, salt: int) -> Session:
    """Whatever this seat owes, until the pen passes."""
    session = session.automatic()
    while session.is_my_turn and session.owed.kind in ("choice", "conceal"):
        advise = session.game.rules.advise
        session = session.order(advise(session.position.game, session.side, session.secrets, salt))
        session = session.automatic()
    return session


def with_one_change(entries: list[Entry], chance: Random) -> list[Entry]:
    """The entries with one of them changed in one field, missing, doubled, or exchanged with its neighbour."""
    made = [{k: v for k, v in entry.items() if k != "i"} for entry in entries]
    at, how = (
        chance.randrange(len(made)),
        chance.choice(("field", "field", "field", "gone", "twice", "order")),
    )
    names = sorted(made[at].keys() - {"k"})
    if how == "field" and names:
        name = chance.choice(names)
        made[at][name] = chance.choice(_others(made[at][name]))
    elif how == "gone" and len(made) > 1:
        del made[at]
    elif how == "twice":
        made.insert(at, made[at])
    else:
        made[at : at + 2] = reversed(made[at : at + 2])
    return made


def _others(value: Json) -> list[Json]:
    """Other values of the same type, and of others."""
    near: list[Json] = [None, True, -1, "", [], "5a" * 32]
    if isinstance(value, bool):
        near += [not value]
    elif isinstance(value, int):
        near += [value + 1, value - 1]
    elif isinstance(value, str):
        near += [value[:-1], value.upper(), value[:-1] + ("0" if value[-1:] != "0" else "1"), f"{value}~1"]
    elif isinstance(value, list):
        near += [value[:-1], [*value, *value], value[::-1]]
    return [each for each in near if each != value]
