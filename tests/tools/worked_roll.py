"""The worked roll of the manual's page on trust: its commands and what they print, from a recorded game.

``python -m tests.tools.worked_roll`` writes the blocks of both pages anew after the game was recorded again.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pbem.bytes import container

ROOT = Path(__file__).resolve().parents[2]
GAME = "examples/landings/campaign.pbem"
PAGES = tuple(ROOT / "pbem/manual" / code / "sure.md" for code in ("en", "es"))
BLOCK = re.compile(r"^```\n\$ .*?^```\n", re.MULTILINE | re.DOTALL)
UNPACK = (
    f"python3 -c \"import zlib; print(zlib.decompress(open('{GAME}', 'rb').read()[10:]).decode())\" > log.txt"
)
_ZERO = "00000000"


def blocks() -> Iterator[str]:
    """Each block of the pages, in their order."""
    lines = container.unpack((ROOT / GAME).read_bytes()).decode().splitlines()
    asked, answered, opened = (line for line in lines if '"j":1,' in line)
    request, reply, opening = map(_entry, (asked, answered, opened))
    by_ann = _by(lines, asked) == "A"
    seeds = [opening["x"], reply["x"]]
    x_a, x_b = seeds if by_ann else reversed(seeds)
    invite, accept = _entry(lines[0]), _entry(lines[2])
    head = next(_entry(line) for line in lines if f'"last":{request["i"]},' in line)
    why = str(request["why"])
    yield _shown((UNPACK, ""), ("grep '\"j\":1,' log.txt", "\n".join((asked, answered, opened))))
    yield _shown(
        (
            'head -3 log.txt | grep -oE \'"(key|tip)":"[0-9a-f]{64}"\'',
            "\n".join(f'"{name}":"{each[name]}"' for each in (invite, accept) for name in ("key", "tip")),
        )
    )
    yield _shown(
        *(_hashed("chain", str(each["key"]), _u64(1), x) for each, x in ((invite, x_a), (accept, x_b)))
    )
    yield _shown(
        (
            f'grep \'"last":{request["i"]},\' log.txt | grep -oE \'"(g|head)":"[0-9a-f]{{64}}"\'',
            f'"g":"{head["g"]}"\n"head":"{head["head"]}"',
        )
    )
    context = _hashed("roll", str(head["g"]), _u64(1), str(head["head"]), why.encode().hex())
    yield _shown(context)
    mixed = _mac(_result(context), f"{x_a} {x_b}")
    key = _mac(_result(mixed), f"{b'pbem/1/stream'.hex()} 00 {why.encode().hex()} 01")
    block = _mac(_result(key), _ZERO)
    yield _shown(mixed, key, block)
    (sides, low), *_ = request["dice"]
    face = int(_result(block)[:8], 16) % sides + low
    assert opening["dice"][0] == face
    yield _shown((f"echo $((0x{_result(block)[:8]} % {sides} + {low}))", str(face)))


def written(page: str) -> str:
    """A page with the blocks of today."""
    new = blocks()
    return BLOCK.sub(lambda _: next(new), page)


def _entry(line: str) -> Mapping[str, object]:
    return json.loads(line)


def _by(lines: list[str], wanted: str) -> object:
    """Whose bundle a line is in."""
    at = lines.index(wanted)
    return next(_entry(line)["by"] for line in reversed(lines[:at]) if '"k":"hdr"' in line)


def _hashed(purpose: str, *parts: str) -> tuple[str, str]:
    """The command that computes a tagged hash (``schemas/log.md``) of parts in hexadecimal, and what it prints."""
    tag = f"pbem/1/{purpose}".encode()
    words = [f"{len(tag):04x}", f"{len(parts):04x}", tag.hex()]
    for part in parts:
        words += [f"{len(part) // 2:08x}", part]
    return (
        f"echo {' '.join(words)} | xxd -r -p | sha256sum",
        f"{hashlib.sha256(bytes.fromhex(''.join(words))).hexdigest()}  -",
    )


def _mac(key: str, data: str) -> tuple[str, str]:
    found = hmac.digest(bytes.fromhex(key), bytes.fromhex(data), "sha256").hex()
    return (
        f"echo {data} | xxd -r -p | openssl dgst -r -sha256 -mac HMAC -macopt hexkey:{key}",
        f"{found} *stdin",
    )


def _result(step: tuple[str, str]) -> str:
    return step[1][:64]


def _u64(number: int) -> str:
    return f"{number:016x}"


def _shown(*steps: tuple[str, str]) -> str:
    return (
        "```\n"
        + "".join(f"$ {command}\n{said}\n" if said else f"$ {command}\n" for command, said in steps)
        + "```\n"
    )


if __name__ == "__main__":
    for each in PAGES:
        each.write_text(written(each.read_text(encoding="utf-8")), encoding="utf-8")
