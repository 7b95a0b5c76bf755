"""Changes of agents and renewals."""

from __future__ import annotations

from bases import ROUNDS, asides, grow, rounds, talk
from change import bad, capitals, good, list_of, then, with_
from changes_dice import burnt
from changes_play import OTHER
from entry_writer import (
    NO,
    START,
    YES,
    agent,
    audit,
    back,
    call,
    note,
    plain,
    renew,
    req,
    rsp,
    seed,
    tell,
    upgrade,
)
from second_verifier import th
from writer import AGENTS, Chain, Entry, Game, Key, Made, chain_of, toy

SMALL, HIGH, NOWHERE = "01" + "00" * 31, "f0" + "ff" * 30 + "7f", "02" + "00" * 31


def agents() -> None:
    def giving(
        name: str, about: str, made: Entry, code: str, others: str | None = None, chain: str = ""
    ) -> None:
        bad(name, about, rounds(3, chain), "B", [made, call(4)], code, 8, others)

    mine = AGENTS["B"]
    two = "One key, one use."
    for who, key in (
        ("its-game-key", toy(0xB1)), ("the-other's-game-key", toy(0xA1)), ("its-identity", toy(0xB0)),
        ("the-other's-identity", toy(0xA0)), ("the-other's-agent", AGENTS["A"].key), ("the-agent-it-has", mine.key),
    ):  # fmt: skip
        giving(f"gives-its-agent-{who}", two, agent(_other(0xD1), key=key.hex), "reused-key", chain="AB")
    of = {who: chain_of(toy(byte + 1), 64, byte + 3)[0].hex() for who, byte in (("A", 0xA0), ("B", 0xB0))}
    for who, tip in (
        ("its-own-chain", of["B"]), ("the-other's-chain", of["A"]), ("its-vault", _vault(0xB2)),
        ("the-other's-vault", _vault(0xA2)),
        ("the-chain-of-its-last-agent", mine[0].hex()),
    ):  # fmt: skip
        giving(f"gives-its-agent-{who}", two, agent(_other(0xD1), tip=tip), "reused-key", chain="B")
    gone = then(rounds(3, "B"), "B", agent(None))
    bad("gives-its-agent-a-key-it-had", two, gone, "B", [agent(mine)], "reused-key", 9)
    giving(
        "gives-its-agent-a-key-of-small-order",
        "Many messages fit one signature.",
        agent(mine, key=SMALL),
        "small-order-key",
    )
    giving(
        "gives-its-agent-a-key-in-two-forms", "y is not below p.", agent(mine, key=HIGH), "non-canonical-key"
    )
    giving("gives-its-agent-no-key-at-all", "No point of the curve.", agent(mine, key=NOWHERE), "not-a-key")
    giving("gives-its-agent-a-short-key", "One byte.", agent(mine, key="00"), "bad-hex")
    giving("gives-its-agent-a-number-for-a-key", "No text.", agent(mine, key=1), "bad-fields")
    for name, kinds in (
        ("requests", ["req"]), ("refusals", ["reject"]), ("notes", ["note"]), ("vaults", ["audit"]),
        ("invitations", ["invite"]),
        ("acceptances", ["accept"]), ("headers", ["hdr"]), ("signatures", ["sig"]), ("kinds-in-disorder", ["skip", "call"]),
        ("a-kind-twice", ["call", "call"]), ("33-kinds", [f"k{n:02}" for n in range(33)]), ("no-kinds", ["Call"]),
        ("a-number", [1]),
    ):  # fmt: skip
        giving(
            f"gives-its-agent-{name}",
            "Up to 32 kinds of the game's own.",
            agent(mine, may=[*kinds]),
            "bad-fields",
        )
    giving("gives-its-agent-an-empty-list", "The default is written out.", agent(mine, may=[]), "two-forms")
    giving("gives-an-empty-agent", "The default is written out.", agent(None, key=""), "two-forms")
    giving("gives-an-agent-of-no-length", "The default is written out.", agent(None, n=0), "two-forms")
    giving("gives-an-agent-of-no-chain", "The default is written out.", agent(None, tip=""), "two-forms")
    giving("gives-an-agent-a-list-for-a-chain", "Empty, but no default.", agent(mine, tip=[]), "bad-fields")
    giving("gives-an-agent-a-text-for-kinds", "Empty, but no default.", agent(mine, may=""), "bad-fields")
    giving("gives-an-agent-a-text-for-a-length", "Empty, but no default.", agent(mine, n=""), "bad-fields")
    giving("gives-kinds-and-no-agent", "Kinds stand beside a key.", agent(None, "call"), "bad-fields")
    giving(
        "gives-an-agent-without-a-chain",
        "Key, n and tip, or none.",
        plain("agent", key=mine.key.hex),
        "bad-fields",
    )
    giving(
        "gives-an-agent-without-a-length", "Key, n and tip, or none.", agent(mine, without="n"), "bad-fields"
    )
    giving(
        "gives-a-chain-without-an-agent", "Key, n and tip, or none.", agent(mine, without="key"), "bad-fields"
    )
    giving("gives-an-agent-of-seven-seeds", "8 at least.", agent(mine, n=7), "bad-fields")
    giving("gives-an-agent-of-too-many-seeds", "65,536 at most.", agent(mine, n=65_537), "bad-fields")
    giving("gives-an-agent-with-a-vault", "A field too many.", agent(mine, vault=OTHER), "bad-fields")
    bad(
        "gives-an-agent-out-of-turn",
        "The pen is elsewhere.",
        rounds(1),
        "A",
        [agent(AGENTS["A"])],
        "out-of-turn",
        4,
    )
    bad(
        "gives-an-agent-before-the-start",
        "The start comes first.",
        rounds(0),
        "A",
        [agent(None)],
        "not-now",
        0,
    )
    bad("gives-an-agent-for-a-vault", "The vault is due.", rounds(14), "A", [agent(None)], "not-now", 27)
    bad("gives-an-agent-at-the-end", "The vault is due.", rounds(13), "B", [agent(None)], "not-now", 26, "ok")
    offered = then(rounds(3), "B", back(1))
    bad("gives-an-agent-for-a-reply", "The reply is due.", offered, "A", [agent(None)], "not-now", 9)
    good(
        "ok-an-agent-under-a-roll",
        "Its seat holds the pen.",
        then(rounds(1), "B", agent(mine), tell(5), rsp()),
    )
    hundred: list[Entry] = [START, *[agent(None)] * 100]
    good("ok-a-hundred-agents", "As many as there may be.", then(talk(0), "A", *hundred))
    bad(
        "gives-101-agents",
        "One more than there may be.",
        then(talk(0), "A", *hundred),
        "A",
        [agent(None)],
        "agents-often",
        101,
    )
    _signatures_of_agents()


def _other(byte: int) -> Chain:
    return chain_of(toy(byte), 64, byte + 1)


def _vault(byte: int) -> str:
    return th("K", bytes([byte]) * 32).hex()


def _signatures_of_agents() -> None:
    mine = AGENTS["B"]
    kinds = "An agent writes answers, refusals, and what it may."

    def signing(name: str, entries: list[Entry], fault: int, game: Game | None = None) -> None:
        bad(name, kinds, game or rounds(3, "B"), "B", entries, "beyond-agent", fault, key=mine.key)

    signing("agent-plays", [call(4)], 8)
    signing("agent-asks", [req("round/2", openly=True)], 8)
    signing("agent-renews", [renew(0xD0)], 8)
    signing("agent-makes-an-agent", [agent(_other(0xD1))], 8)
    signing("agent-offers-to-go-back", [back(1)], 8)
    signing("agent-offers-a-version", [upgrade()], 8)
    signing("agent-agrees", [YES], 14, _offered("B"))
    signing("agent-opens-the-vault", [audit()], 26, rounds(13, "B"))
    signing("agent-writes-a-note", [rsp(), note()], 14, rounds(5, "B"))
    allowed = then(rounds(3), "B", agent(mine, "call"), call(4))
    bad("agent-beyond-its-kinds", kinds, allowed, "B", [plain("skip")], "beyond-agent", 10, key=mine.key)
    own: list[Entry] = [agent(mine, "call"), call(4)]
    bad(
        "agent-signs-what-makes-it",
        "In force from the next bundle on.",
        rounds(3),
        "B",
        own,
        "wrong-key",
        None,
        key=mine.key,
    )
    gone = then(rounds(3, "B"), "B", agent(None), call(4))
    bad(
        "agent-signs-when-it-is-gone",
        "No longer in force.",
        gone,
        "B",
        [rsp()],
        "wrong-key",
        None,
        key=mine.key,
    )
    renewed = then(then(rounds(3, "B"), "B", renew(0xC0)), "B", call(4))
    bad(
        "agent-signs-after-a-renewal",
        "A renewal ends it.",
        renewed,
        "B",
        [rsp()],
        "wrong-key",
        None,
        key=mine.key,
    )
    bad(
        "agent-signs-for-the-other",
        "The wrong seat.",
        rounds(4, "B"),
        "A",
        [rsp()],
        "spoofed-author",
        None,
        key=mine.key,
    )


def _offered(agent_of: str) -> Game:
    """A has offered a take-back for the second time, and a seat has an agent: entry 14 is B's reply."""
    game = grow(Game("rounds", agents=agent_of), ROUNDS[:4])
    return then(then(then(game, "A", rsp(), back(8)), "B", NO), "A", back(8))


def renewals() -> None:
    def renewing(name: str, about: str, made: Made, code: str, chain: str = "") -> None:
        bad(name, about, rounds(3, chain), "B", [made], code, 8)

    two = "One key, one use."
    for who, key in (
        ("the-key-it-has", toy(0xB1)), ("the-other's-key", toy(0xA1)), ("its-identity", toy(0xB0)),
        ("the-other's-identity", toy(0xA0)),
        ("its-agent", AGENTS["B"].key),
    ):  # fmt: skip
        renewing(f"renews-with-{who}", two, renew(0xC0, key=key.hex), "reused-key", "B")
    of = {who: chain_of(toy(byte + 1), 64, byte + 3)[0].hex() for who, byte in (("A", 0xA0), ("B", 0xB0))}
    for who, tip in (
        ("the-chain-it-has", of["B"]), ("the-other's-chain", of["A"]), ("its-agent's-chain", AGENTS["B"][0].hex()),
        ("a-vault-for-a-chain", _vault(0xA2)),
    ):  # fmt: skip
        renewing(f"renews-with-{who}", two, renew(0xC0, tip=tip), "reused-key", "B")
    renewing("renews-with-the-vault-it-has", two, renew(0xC0, vault=_vault(0xB2)), "reused-key")
    renewing("renews-with-the-other's-vault", two, renew(0xC0, vault=_vault(0xA2)), "reused-key")
    renewing("renews-with-a-chain-for-a-vault", two, renew(0xC0, vault=of["A"]), "reused-key")
    renewing("renews-with-one-hash-for-two", two, renew(0xC0, vault=OTHER, tip=OTHER), "reused-key")
    renewing(
        "renews-with-a-key-of-small-order",
        "Many messages fit one signature.",
        renew(0xC0, key=SMALL),
        "small-order-key",
    )
    renewing("renews-with-no-key-at-all", "No point of the curve.", renew(0xC0, key=NOWHERE), "not-a-key")
    renewing("renews-with-a-short-key", "One byte.", renew(0xC0, key="00"), "bad-hex")
    renewing("renews-without-a-vault", "A field is missing.", renew(0xC0, without="vault"), "bad-fields")
    renewing("renews-with-a-shorter-chain", "63 seeds for 64.", renew(0xC0, 63), "chain-end")
    renewing("renews-with-seven-seeds", "8 at least.", renew(0xC0, n=7), "bad-fields")
    renewing("renews-with-too-many-seeds", "65,536 at most.", renew(0xC0, n=65_537), "bad-fields")
    good(
        "ok-renewed-with-a-longer-chain",
        "65 seeds for 64.",
        grow(then(rounds(3), "B", renew(0xC0, 65)), ROUNDS[3:6]),
    )
    alone = "A renewal stands alone in its bundle."
    bad("renews-and-plays-on", alone, rounds(3), "B", [renew(0xC0), call(4)], "not-now", 8)
    bad("plays-and-renews", alone, rounds(6), "A", [tell(1), rsp(), renew(0xC0)], "not-now", 19)
    bad("renews-with-a-note", alone, rounds(3), "B", [renew(0xC0), note()], "not-now", 8)
    bad("renews-before-the-start", "The start comes first.", rounds(0), "A", [renew(0xC0)], "not-now", 0)
    bad("renews-under-a-roll", "A roll is under way.", rounds(1), "B", [renew(0xC0)], "not-now", 4)
    bad("renews-before-it-opens", "A roll is under way.", rounds(2), "A", [renew(0xC0)], "not-now", 6)
    bad("renews-out-of-turn", "The pen is elsewhere.", rounds(1), "A", [renew(0xC0)], "out-of-turn", 4)
    bad("renews-for-a-vault", "The vault is due.", rounds(14), "A", [renew(0xC0)], "not-now", 27)
    bad("renews-at-the-end", "The vault is due.", rounds(13), "B", [renew(0xC0)], "not-now", 26, "ok")
    offered = then(rounds(3), "B", back(1))
    bad("renews-for-a-reply", "The reply is due.", offered, "A", [renew(0xC0)], "not-now", 9)
    once = "Once, until somebody plays on."
    game = then(rounds(3), "B", renew(0xC0))
    bad("renews-twice", once, game, "B", [renew(0xC4)], "renewed-often", 9)
    game = then(then(then(rounds(3), "B", renew(0xC0)), "B", back(1)), "A", NO)
    bad("renews-offers-and-renews", once, game, "B", [renew(0xC4)], "renewed-often", 11)
    game = then(then(rounds(3), "B", renew(0xC0)), "B", agent(AGENTS["B"]))
    bad("renews-gives-an-agent-and-renews", once, game, "B", [renew(0xC4)], "renewed-often", 10)
    game = burnt(then(rounds(3), "B", renew(0xC0)), "A", 1)
    bad("renews-is-refused-and-renews", once, game, "B", [renew(0xC4)], "renewed-often", 10)
    game = then(rounds(3), "B", renew(0xC0))
    game = then(then(then(game, "B", agent(None), back(1)), "A", NO), "B", upgrade())
    bad("renews-when-all-else-was-done", once, then(game, "A", NO), "B", [renew(0xC4)], "renewed-often", 14)
    bad("renews-31-times", "Thirty are enough.", _renewed_often(), "A", [renew(0xF1)], "renewed-often", 93)
    _behind_renewals()


def _renewed_often() -> Game:
    game = talk(2)
    for n in range(30):
        for by, entry in (("A", renew(n + 1)), ("A", call(1)), ("B", call(1))):
            game.write(by, entry)
    return game


def _behind_renewals() -> None:
    game, old = then(rounds(3), "B", renew(0xC0)), toy(0xB1)
    bad(
        "signs-with-the-key-it-gave-up",
        "The old key is good for nothing.",
        game,
        "B",
        [call(4)],
        "old-key",
        None,
        key=old,
    )
    soon: Key = toy(0xC0, 1)
    bad(
        "signs-with-the-key-to-come",
        "The new one is not in force yet.",
        rounds(3),
        "B",
        [renew(0xC0)],
        "wrong-key",
        None,
        key=soon,
    )
    game = then(rounds(3), "B", renew(0xC0))
    asked: list[Entry] = [call(4), req("round/2", openly=True, x=seed("B", 2))]
    bad(
        "asks-along-the-chain-it-gave-up",
        "The new chain answers and asks.",
        game,
        "B",
        asked,
        "wrong-seed",
        10,
    )
    vaults = "All vaults that it had, oldest first."
    for name, made in (
        ("opens-the-last-vault-alone", audit(before=[])),
        ("opens-its-vaults-in-disorder", with_(audit(), before=lambda _: ["c0" * 32])),
        ("opens-a-vault-that-never-was", with_(audit(), before=lambda v: [*list_of(v), OTHER])),
    ):  # fmt: skip
        code = "two-forms" if "alone" in name else "other-vault"
        bad(name, vaults, asides(24), "A", [made], code, 41)
    lacking = asides(24)
    bad(
        "keeps-its-first-vault-shut",
        vaults,
        lacking,
        "A",
        [plain("audit", vault=lacking.hands["A"].vaults[-1].hex())],
        "other-vault",
        41,
    )
    capital = with_(audit(), before=lambda v: [capitals(list_of(v)[0])])
    bad("opens-its-first-vault-in-capitals", "Upper case.", asides(24), "A", [capital], "bad-hex", 41)


def main() -> None:
    """All of them."""
    for each in (agents, renewals):
        each()
