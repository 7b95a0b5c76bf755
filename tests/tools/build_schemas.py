"""Writes ``schemas/*.schema.json`` from the classes; ``--check`` only says whether they have drifted.

The classes are the source: a field added to an entry, an order or a case changes the schema here, and the test that
runs this with ``--check`` fails until the schema is written anew and reviewed.
"""

import json
import sys
from pathlib import Path
from types import UnionType
from typing import Union, get_args, get_origin, get_type_hints

import attrs

from pbem.bytes.codec import Codec
from pbem.games import cases, registry
from pbem.home.verdict_sentence import as_json
from pbem.log.entries import PROTOCOL
from pbem.replay.verdict import Verdict

ROOT = Path(__file__).resolve().parents[2]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
MAX_INT = 2**53 - 1
SPECIAL = {
    "x": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    "salt": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    "vault": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    "head": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    "c": {"type": "array", "items": {"type": "string", "pattern": "^[0-9a-f]{64}$"}}, "v": {},
    "a": {"type": "string", "pattern": "^[0-9a-f]{128}$"},
    "b": {"type": "string", "pattern": "^[0-9a-f]{128}$"},
}  # fmt: skip


def of_type(hint: object) -> dict[str, object]:
    """The schema of one field's type."""
    if hint is bool:
        return {"type": "boolean"}
    if hint is int:
        return {"type": "integer", "minimum": -MAX_INT, "maximum": MAX_INT}
    if hint is str:
        return {"type": "string"}
    if get_origin(hint) is tuple:
        first, *rest = get_args(hint)
        fixed = {} if rest == [Ellipsis] else {"minItems": 1 + len(rest), "maxItems": 1 + len(rest)}
        return {"type": "array", "items": of_type(first), **fixed}
    if get_origin(hint) in (Union, UnionType):
        return {"anyOf": [of_type(each) for each in get_args(hint)]}
    if hint is type(None):
        return {"type": "null"}
    raise TypeError(f"no schema for {hint}")


def of_class(kind, cls, special):
    """The schema of one kind of entry; fields with a default may be left out, and are when they have it."""
    hints = get_type_hints(cls)
    fields = attrs.fields(cls)
    return {
        "title": kind,
        "description": " ".join((cls.__doc__ or "").split()),
        "type": "object",
        "properties": {
            "i": {"type": "integer", "minimum": 0},
            "k": {"const": kind},
            **{f.name: special[f.name] if f.name in special else of_type(hints[f.name]) for f in fields},
        },
        "required": sorted(["i", "k", *(f.name for f in fields if f.default is attrs.NOTHING)]),
        "additionalProperties": False,
    }


def of_codec(title: str, codec: Codec, special: dict[str, dict[str, object]]) -> dict[str, object]:
    """The schema of every kind a codec knows."""
    return {
        "$schema": DRAFT,
        "title": title,
        "oneOf": [of_class(kind, codec.cls(kind), special) for kind in codec.kinds],
    }


def of_cases() -> dict[str, object]:
    """The schema of a case file, as the TOML reads."""
    words = {"type": "array", "items": {"type": "string"}}
    step = {
        "order": {"type": "string"},
        "side": {"type": "string"},
        "breaks": words,
        "roll": {"type": "string"},
        "faces": {"type": "array", "items": {"type": "integer"}},
        "open": {"type": "boolean"},
        "advise": {"type": ["string", "array"], "items": {"type": "string"}},
        "many": {"type": "boolean"},
        "show": {"type": ["string", "integer"]},
        "note": {"type": "string"},
    }
    top: dict[str, object] = {
        "title": {"type": "string"},
        "paragraphs": {**words, "minItems": 1},
        "game": {"type": "string"},
        "pack": {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,31}$"},
        "data": {"type": "object"},
        "scenario": {"type": "string", "default": "empty"},
        "note": {"type": "string"},
        "position": {"type": "object"},
        "step": {
            "type": "array",
            "items": {"type": "object", "properties": step, "additionalProperties": False},
        },
        "expect": {"type": "object"},
    }
    if set(step) != cases.STEP_KEYS or set(top) != cases.TOP_KEYS:
        raise SystemExit("pbem.games.cases knows other keys than this schema")
    return {
        "$schema": DRAFT,
        "title": "A case file of pbem (TOML)",
        "type": "object",
        "properties": top,
        "required": ["game", "paragraphs", "title"],
        "additionalProperties": False,
    }


def of_verdict() -> dict[str, object]:
    """The schema of one line of ``pbem verify --json``."""
    sample = as_json(Verdict(verdict="verified"), "x")
    kinds: dict[type, dict[str, object]] = {str: {"type": "string"}, int: {"type": "integer", "minimum": 0}}
    fields = {name: kinds.get(type(value), {"type": ["string", "null"]}) for name, value in sample.items()}
    fields["verdict"] = {"enum": ["verified", "incomplete", "rejected", "unchecked"]}
    error = {
        "entry": {"type": ["integer", "null"]}, "turn_file": {"type": "integer", "minimum": 0},
        "who": {"type": "string"}, "side": {"type": "string"}, "signed": {"type": "boolean"},
        "code": {"type": "string"}, "paragraph": {"type": "string"}, "message": {"type": "string"},
    }  # fmt: skip
    fields["error"] = {
        "type": ["object", "null"],
        "properties": error,
        "required": sorted(error),
        "additionalProperties": False,
    }
    return {
        "$schema": DRAFT,
        "title": "One line of `pbem verify --json`",
        "type": "object",
        "properties": fields,
        "required": sorted(fields),
        "additionalProperties": False,
    }


def everything() -> dict[str, dict[str, object]]:
    """Every schema by file name."""
    found = {
        "entries.schema.json": of_codec("Entries of the protocol", PROTOCOL, SPECIAL),
        "case.schema.json": of_cases(),
        "verdict.schema.json": of_verdict(),
    }
    for game in registry.installed():
        rules = registry.load(game.name).rules
        found[f"{game.name}.schema.json"] = of_codec(f"Entries of {game.title}", rules.actions, {})
    return found


def main(arguments: list[str]) -> int:
    """Write the schemas, or with ``--check`` name those that differ."""
    drifted = []
    for name, schema in everything().items():
        text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        place = ROOT / "schemas" / name
        if not place.is_file() or place.read_text(encoding="utf-8") != text:
            drifted.append(name)
            if "--check" not in arguments:
                place.write_text(text, encoding="utf-8")
    print(f"{'drifted' if drifted else 'unchanged'}: {', '.join(drifted) or 'every schema'}")
    return 1 if drifted and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
