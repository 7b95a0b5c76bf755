"""The example of ``schemas/log.md`` and ``schemas/dice.md``: an invented game called toss, from start to audit.

A seals a number, asks for two dice, B names a number in clear under the roll; then one more die in the open form.
``python tests/vectors/example.py``, with ``tests`` on the path, writes it into the specifications again.
"""

from __future__ import annotations

import hmac
import re
from pathlib import Path

from second_verifier import canonical, chain_back, th
from writer import START, Game, audit, log_of, opened, req, rsp, seal, show, tell

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
LENGTH = 8192


def example() -> Game:
    """The whole game: eleven entries in six bundles."""
    game = Game("twice", length=LENGTH)
    game.write("A", START, seal("bet", 7), req("toss/1"))
    game.write("B", tell(5), rsp())
    game.write("A", show("bet"), opened(), req("toss/2", openly=True))
    game.write("B", rsp())
    game.write("A", audit())
    game.write("B", audit())
    return game


def states(game: Game) -> list[str]:
    """The rows of the table of states."""
    return [f"| {n} | `{canonical(state).decode()}` |" for n, state in enumerate(game.states, 1)]


def roll(game: Game) -> list[tuple[str, str]]:
    """The rows of the table of roll 1: step and value."""
    found: list[tuple[str, str]] = []
    for seat in "AB":
        found.append((f"{seat}'s game key `pk_{seat}`", f"`{game.hands[seat].chain.key.hex}`"))
    for seat, mail in (("A", "invitation"), ("B", "acceptance")):
        chain = game.hands[seat].chain
        assert chain[0] == chain_back(chain.key.public, chain[LENGTH], LENGTH, 0)
        root = f"{seat}'s chain root, 32 times `{chain.root[:1].hex()}`; `x_{seat}[{LENGTH}]`"
        found += [(root, f"`{chain[LENGTH].hex()}`"), (f"`x_{seat}[1]`", f"`{chain[1].hex()}`")]
        found.append((f"`x_{seat}[0]`, `tip` of the {mail}", f"`{chain[0].hex()}`"))
    request = game.asked[1].request
    ctx = th("roll", game.gid, (1).to_bytes(8, "big"), request, b"toss/1")
    prk = hmac.digest(ctx, game.hands["A"].chain[1] + game.hands["B"].chain[1], "sha256")
    key = hmac.digest(prk, b"pbem/1/stream\0toss/1\1", "sha256")
    block = hmac.digest(key, bytes(4), "sha256")
    found += [
        ("game id `gid`", f"`{game.gid.hex()}`"),
        ("`h`, chained hash of entry 2, the request", f"`{request.hex()}`"),
        ('`ctx = TH("roll", gid, u64 1, h, "toss/1")`', f"`{ctx.hex()}`"),
        ("`prk = HMAC(ctx, x_A[1] \\| x_B[1])`", f"`{prk.hex()}`"),
        ('`k = HMAC(prk, "pbem/1/stream" \\| 00 \\| "toss/1" \\| 01)`', f"`{key.hex()}`"),
        ("`block_0 = HMAC(k, u32 0)`", f"`{block.hex()}`"),
    ]
    for which, at in (("first", 0), ("second", 4)):
        word = int.from_bytes(block[at : at + 4], "big")
        step = f"{which} word `{block[at : at + 4].hex()}` = {word}, mod 6 = {word % 6}, lowest face 1"
        found.append((step, str(word % 6 + 1)))
    return found


def secret(game: Game) -> str:
    """The sentence about the salt and the commitment of the bet."""
    entries = [line for block in game.blocks for line in block[1:-1]]
    salt = re.search(r'"salt":"([0-9a-f]{64})"', entries[5].decode())
    commitment = re.search(r'"c":\["([0-9a-f]{64})"\]', entries[1].decode())
    assert salt
    assert commitment
    before = th("event", game.gid, entries[0]).hex()
    return (
        f"In the example `h` of the `seal` is `{before}`, the `salt` for `bet/1`\n"
        f"`{salt[1]}`, the value `7` is the one byte 37, and the commitment\n`{commitment[1]}`."
    )


def written(name: str, game: Game) -> str:
    """A specification with the example in it."""
    text = (SCHEMAS / name).read_text("utf-8")
    if name == "log.md":
        block = log_of(*game.lines).decode()
        text = re.sub(r"```jsonl\n.*?```", lambda _: f"```jsonl\n{block}```", text, count=1, flags=re.DOTALL)
        rows = "".join(f"{row}\n" for row in states(game))
        return re.sub(r'(?:\| \d+ \| `\{"game":[^\n]*\n)+', lambda _: rows, text, count=1)
    rows = "".join(f"| {step} | {value} |\n" for step, value in roll(game))
    text = re.sub(
        r"(?<=\|---\|---\|\n)\| A's game key.*?\n\n", lambda _: rows + "\n", text, count=1, flags=re.DOTALL
    )
    return re.sub(r"In the example `.*?`\.\n", lambda _: secret(game) + "\n", text, count=1, flags=re.DOTALL)


def main() -> None:
    """Into both specifications, and the file beside them."""
    game = example()
    for name in ("log.md", "dice.md"):
        (SCHEMAS / name).write_text(written(name, game), encoding="utf-8", newline="\n")
    (SCHEMAS / "example.jsonl").write_bytes(log_of(*game.lines))


if __name__ == "__main__":
    main()
