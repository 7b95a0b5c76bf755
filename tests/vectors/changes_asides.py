"""Changes beside the play itself: refusals, agents, renewals, take-backs, other versions, notes."""

from __future__ import annotations

from bases import ROUNDS, asides, grow, rounds, talk
from change import bad, capitals, good, then, with_
from changes_play import OPENING, OTHER, burnt
from second_verifier import Json, th
from writer import (
    AGENTS,
    DATA,
    NO,
    RULES,
    START,
    YES,
    Chain,
    Entry,
    Game,
    Key,
    Made,
    agent,
    audit,
    back,
    call,
    chain_of,
    note,
    plain,
    reject,
    renew,
    req,
    rsp,
    seal,
    seed,
    sent,
    show,
    tell,
    toy,
    upgrade,
)

SMALL, HIGH, NOWHERE = "01" + "00" * 31, "f0" + "ff" * 30 + "7f", "02" + "00" * 31


def refusals() -> None:
    """What is refused here is a first bundle that does not start."""

    def refused(name: str, about: str, expect: str, without: str = "", **but: Json) -> None:
        game = Game("rounds")
        bad(name, about, game, "B", [reject(sent(game, "A", call(3)), without=without, **but)], expect, 0)

    game = rounds(2)
    wrong = sent(game, "A", call(3))
    good(
        "ok-refused", "A bundle that A did sign.", then(game, "B", reject(wrong), note("Please look again."))
    )
    never = "Nobody signed that in this place."
    refused("refuses-what-was-never-sent", never, "unsigned-refusal", sig="00" * 64)
    refused("refuses-another-head", never, "unsigned-refusal", head=OTHER)
    refused("refuses-another-state", never, "unsigned-refusal", state=OTHER)
    refused("refuses-other-rules", never, "unsigned-refusal", rules="0" * 16)
    refused("refuses-another-length", never, "unsigned-refusal", last=1)
    refused("refuses-by-a-key-of-nobody", never, "unsigned-refusal", key="00" * 8)
    mine = Game("rounds")
    bad(
        "refuses-what-it-signed-itself",
        never,
        mine,
        "B",
        [reject(sent(mine, "B", call(3)))],
        "unsigned-refusal",
        0,
    )
    identity = Game("rounds")
    theirs = sent(identity, "A", call(3), key=identity.hands["A"].identity)
    bad(
        "refuses-by-the-identity",
        "That key signs no bundles.",
        identity,
        "B",
        [reject(theirs)],
        "unsigned-refusal",
        0,
    )
    other = sent(Game("rounds", invite={"options": {}}), "A", call(3))
    bad(
        "refuses-a-bundle-of-another-game", never, Game("rounds"), "B", [reject(other)], "unsigned-refusal", 0
    )
    earlier = rounds(2)
    replayed = reject(earlier.blocks[0], entry=6, last=6)
    bad("refuses-an-earlier-bundle-again", never, earlier, "B", [replayed], "unsigned-refusal", 6)
    place = rounds(2)
    later = reject(sent(place, "A", call(1), n=4))
    bad("refuses-a-bundle-of-another-place", never, place, "B", [later], "unsigned-refusal", 6)
    past = rounds(2)
    bad(
        "refuses-a-bundle-of-another-past",
        never,
        past,
        "B",
        [reject(sent(past, "A", call(1), prev=OTHER))],
        "unsigned-refusal",
        6,
    )
    renewed = asides(18)
    old = sent(renewed, "A", call(0), key=toy(0xA1))
    bad("refuses-by-a-key-given-up", never, renewed, "B", [reject(old)], "unsigned-refusal", 35)
    stranger = rounds(2)
    by_agent = sent(stranger, "A", call(1), key=AGENTS["A"].key)
    bad("refuses-by-an-agent-that-never-was", never, stranger, "B", [reject(by_agent)], "unsigned-refusal", 6)
    taken = then(rounds(3, "B"), "B", agent(None), call(4))
    gone = sent(taken, "B", rsp(), key=AGENTS["B"].key)
    bad("refuses-by-an-agent-that-is-gone", never, taken, "A", [reject(gone)], "unsigned-refusal", 10)
    inside = rounds(3)
    self_made = sent(inside, "B", agent(AGENTS["B"]), call(1), key=AGENTS["B"].key)
    bad("refuses-by-an-agent-of-that-bundle", never, inside, "A", [reject(self_made)], "unsigned-refusal", 8)
    answered = rounds(1, "B")
    theirs = sent(answered, "B", rsp(), key=AGENTS["B"].key)
    good("ok-refused-what-an-agent-signed", "An agent in force.", then(answered, "A", reject(theirs)))
    refused("refuses-an-entry-below-zero", "Not an entry of the bundle.", "bad-fields", entry=-1)
    refused("refuses-an-entry-beyond", "Not an entry of the bundle.", "bad-fields", entry=1)
    refused("refuses-too-long-a-bundle", "Two thousand entries at most.", "unsigned-refusal", last=2000)
    refused(
        "refuses-a-bundle-that-ends-before-it-begins", "No bundle.", "unsigned-refusal", last=-1, entry=-1
    )
    refused("refuses-with-a-long-code", "65 characters.", "bad-fields", code="x" * 65)
    refused("refuses-with-a-long-paragraph", "65 characters.", "bad-fields", par="1" * 65)
    refused("refuses-with-an-empty-paragraph", "The default is written out.", "two-forms", par="")
    refused("refuses-without-a-code", "A field is missing.", "bad-fields", without="code")
    refused("refuses-without-a-signature", "A field is missing.", "unsigned-refusal", without="sig")
    refused("refuses-with-a-roll", "A field of older drafts.", "bad-fields", j=1)
    refused("refuses-with-a-number", "A field of older drafts.", "bad-fields", n=1)
    refused("refuses-with-a-short-signature", "One byte.", "unsigned-refusal", sig="00")
    refused("refuses-with-a-number-for-a-signature", "No text.", "unsigned-refusal", sig=0)
    refused("refuses-with-a-whole-key", "32 bytes for 8.", "unsigned-refusal", key=OTHER)
    refused("refuses-a-head-in-capitals", "Upper case.", "unsigned-refusal", head=OTHER.upper())
    refused("refuses-with-a-text-for-an-entry", "A number as text.", "bad-fields", entry="0")
    _places_of_refusals()


def _places_of_refusals() -> None:
    alone = "Behind a refusal stands a note, or nothing."
    game = rounds(2)
    bad("refuses-and-plays-on", alone, game, "B", [reject(sent(game, "A", call(1))), call(4)], "not-now", 7)
    game = rounds(2)
    twice = reject(sent(game, "A", call(1)))
    bad("refuses-twice-in-one", alone, game, "B", [twice, twice], "not-now", 7)
    game = rounds(1)
    middle: list[Entry] = [tell(5), rsp(), reject(sent(game, "A", call(1)))]
    bad("refuses-in-the-middle", "A refusal comes first.", game, "B", middle, "not-now", 6)
    game = rounds(1)
    pen = "Who holds the pen has nothing to refuse."
    bad("refuses-when-it-is-to-answer", pen, game, "B", [reject(sent(game, "A", call(1)))], "out-of-turn", 4)
    game = rounds(3)
    bad(
        "refuses-when-it-is-to-play",
        pen,
        game,
        "B",
        [reject(sent(game, "A", call(1)))],
        "out-of-turn",
        8,
        "ok",
    )
    game = rounds(0)
    bad("refuses-when-it-is-to-start", pen, game, "A", [reject(sent(game, "B", call(1)))], "out-of-turn", 0)
    over = "The game is over."
    game = rounds(13)
    bad("refuses-after-the-end", over, game, "A", [reject(sent(game, "B", call(1)))], "out-of-turn", 26, "ok")
    game = rounds(14)
    bad("refuses-a-vault", over, game, "B", [reject(sent(game, "A", call(1)))], "out-of-turn", 27)
    game = rounds(15)
    bad("refuses-after-the-vaults", over, game, "B", [reject(sent(game, "A", call(1)))], "out-of-turn", 28)
    game = burnt(rounds(0), "B", 4)
    often = "Four in a row, until somebody plays on."
    bad(
        "refuses-five-times",
        often,
        game,
        "B",
        [reject(sent(game, "A", call(0)), entry=4)],
        "refused-often",
        4,
    )
    game = then(then(burnt(rounds(3), "A", 2), "B", back(1)), "A", NO)
    game = then(burnt(game, "A", 2), "B", agent(AGENTS["B"]))
    bad(
        "refuses-five-times-between-offers",
        often,
        game,
        "A",
        [reject(sent(game, "B", call(0)))],
        "refused-often",
        15,
    )
    both = then(burnt(rounds(3), "A", 2), "B", back(1))
    both = burnt(both, "B", 2)
    bad(
        "refuses-five-times-by-two-seats",
        often,
        both,
        "B",
        [reject(sent(both, "A", call(0)))],
        "refused-often",
        13,
    )
    rolls = "A refusal burns the next roll."
    after = burnt(rounds(0), "B", 1)
    bad("asks-for-a-burnt-roll", rolls, after, "A", [*OPENING, req("round/1", j=1)], "roll-again", 4)
    after = burnt(rounds(0), "B", 1)
    bad("asks-beyond-a-burnt-roll", rolls, after, "A", [*OPENING, req("round/1", j=3)], "skipped-seed", 4)
    good("ok-asked-after-a-burnt-roll", rolls, grow(burnt(rounds(0), "B", 2), ROUNDS[:2]))
    stands = "The roll under way stands."
    game = grow(burnt(rounds(1), "A", 2), ROUNDS[1:4])
    good("ok-answered-after-a-refusal", stands, then(game, *ROUNDS[4][:1], *ROUNDS[4][1]))
    game = grow(burnt(rounds(1), "A", 1), ROUNDS[1:3])
    again: list[Entry] = [call(4), req("round/2", openly=True, j=2)]
    bad("asks-for-a-roll-burnt-under-another", rolls, game, "B", again, "roll-again", 10)
    dice = "Trying keys of agents until the dice suit."
    first = rounds(0)
    first.next_roll = 1
    refused_request = reject(sent(first, "A", *OPENING, req("round/1")))
    first.roll, first.seals = None, {}
    first.write("B", refused_request)
    keys: list[Entry] = [START, agent(AGENTS["A"]), call(3), seal("bet/1", 7, 2), req("round/1", j=1)]
    bad("asks-again-behind-another-agent", dice, first, "A", keys, "roll-again", 5)


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
        ("opens-a-vault-that-never-was", with_(audit(), before=lambda v: [*_list(v), OTHER])),
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
    capital = with_(audit(), before=lambda v: [capitals(_list(v)[0])])
    bad("opens-its-first-vault-in-capitals", "Upper case.", asides(24), "A", [capital], "bad-hex", 41)


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


def take_backs() -> None:
    def offering(
        name: str,
        about: str,
        bundles: int,
        by: str,
        to: Json,
        code: str,
        fault: int,
        others: str | None = None,
    ) -> None:
        bad(name, about, rounds(bundles), by, [plain("back", to=to)], code, fault, others)

    nowhere = "No earlier entry of the history that stands."
    offering("goes-back-to-what-never-was", nowhere, 3, "B", 9999, "bad-back", 8)
    offering("goes-back-to-itself", nowhere, 3, "B", 8, "bad-back", 8)
    offering("goes-back-to-where-it-is", nowhere, 3, "B", 7, "bad-back", 8)
    offering("goes-back-to-before-the-beginning", nowhere, 3, "B", -1, "bad-back", 8)
    offering("goes-back-into-a-request", "A roll was under way.", 3, "B", 3, "bad-back", 8)
    offering("goes-back-into-an-answer", "A roll was under way.", 3, "B", 5, "bad-back", 8)
    offering("goes-back-to-a-text", "A number as text.", 3, "B", "1", "bad-fields", 8)
    offering("goes-back-under-a-roll", "A roll is under way.", 1, "B", 1, "not-now", 4)
    offering("goes-back-before-it-opens", "A roll is under way.", 2, "A", 1, "not-now", 6)
    offering("goes-back-before-the-start", "Nothing has begun.", 0, "A", 0, "not-now", 0)
    offering("goes-back-out-of-turn", "The pen is elsewhere.", 3, "A", 1, "out-of-turn", 8, "ok")
    offering("goes-back-at-the-end", "Nothing is owed to the game.", 13, "B", 1, "not-now", 26, "ok")
    offering("goes-back-for-a-vault", "The vault is due.", 14, "A", 1, "not-now", 27)
    bad("goes-back-to-nowhere", "A field is missing.", rounds(3), "B", [plain("back")], "bad-fields", 8)
    declined = then(then(rounds(3), "B", back(1)), "A", NO)
    bad("goes-back-into-an-offer", "An offer was open.", declined, "B", [back(8)], "bad-back", 10)
    early = grow(burnt(rounds(0), "B", 1), ROUNDS[:3])
    bad("goes-back-to-before-the-start", nowhere, early, "B", [back(0)], "bad-back", 9)
    offered = then(rounds(3), "B", back(1))
    bad("offers-twice", "An answer is due.", offered, "B", [back(1)], "out-of-turn", 9)
    offered = then(rounds(3), "B", back(1))
    bad("agrees-to-its-own-offer", "The other seat answers.", offered, "B", [YES], "out-of-turn", 9)
    offered = then(rounds(3), "B", back(1))
    bad("plays-on-instead-of-answering-an-offer", "An answer is due.", offered, "A", [call(1)], "not-now", 9)
    offered = then(rounds(3), "B", back(1))
    bad(
        "answers-an-offer-with-a-number",
        "True or false.",
        offered,
        "A",
        [plain("reply", yes=1)],
        "bad-fields",
        9,
    )
    offered = then(rounds(3), "B", back(1))
    bad(
        "answers-an-offer-with-nothing",
        "A field is missing.",
        offered,
        "A",
        [plain("reply")],
        "bad-fields",
        9,
    )
    bad("answers-an-offer-that-nobody-made", "Nothing was offered.", rounds(3), "B", [NO], "not-now", 8)
    offered = then(rounds(3), "B", back(1))
    bad("answers-an-offer-twice", "One answer.", offered, "A", [NO, NO], "out-of-turn", 10, ("not-now", 10))
    gone = then(then(rounds(3), "B", back(1)), "A", YES)
    bad("goes-back-to-what-was-taken-back", nowhere, gone, "A", [back(2)], "bad-back", 10)
    good(
        "ok-went-back-behind-a-take-back",
        "The answer itself stands.",
        then(_back(), "A", seal("bet/1", 1, 1), back(9)),
    )
    bad(
        "seals-under-the-old-label",
        "Labels come once.",
        _back(),
        "A",
        [seal("bet/1", 7, 2, at="bet/1")],
        "wrong-label",
        10,
        "sealed-twice",
    )
    again: list[Entry] = [seal("bet/1", 7, 2), req("round/1", why="round/1")]
    bad("asks-under-the-old-name", "Names come once.", _back(), "A", again, "wrong-roll", 11)
    both = then(then(_back(), "A", seal("bet/1", 1, 2), req("round/1")), "B", tell(1), rsp())
    old = show("bet/1")
    bad(
        "shows-what-was-taken-back", "A void commitment.", both, "A", [old], "wrong-label", 14, "never-sealed"
    )
    before = then(then(rounds(3), "B", back(2)), "A", YES)
    before = then(then(before, "A", req("round/1")), "B", tell(1), rsp())
    bad(
        "shows-another-value-again",
        "To the same value.",
        before,
        "A",
        [show("bet/1", v=2)],
        "other-value",
        13,
    )
    before = then(then(rounds(3), "B", back(2)), "A", YES)
    before = then(then(before, "A", req("round/1")), "B", tell(1), rsp())
    good("ok-shown-again", "What was sealed before stays sealed.", then(before, "A", show("bet/1")))
    _many_offers()


def _back() -> Game:
    """B has gone back, with A's leave, to before the bet: entry 10 is next, and A's."""
    return then(then(rounds(3), "B", back(1)), "A", YES)


def _declined(game: Game, by: str, times: int, *between: Entry) -> Game:
    other = "B" if by == "A" else "A"
    for n in range(times):
        game.write(by, *between, back(1) if n % 2 else upgrade())
        game.write(other, NO)
    return game


def _many_offers() -> None:
    often = "Three offers in a row, until somebody plays on."
    bad("offers-four-times", often, _declined(rounds(3), "B", 3), "B", [back(1)], "offered-often", 14)
    bad(
        "offers-a-version-for-the-fourth-time",
        often,
        _declined(rounds(3), "B", 3),
        "B",
        [upgrade()],
        "offered-often",
        14,
    )
    game = _declined(rounds(3), "B", 3, agent(None))
    bad("offers-between-agents", often, game, "B", [back(1)], "offered-often", 17)
    game = _declined(then(_declined(rounds(3), "B", 2), "B", renew(0xC0)), "B", 1)
    bad("offers-between-renewals", often, game, "B", [back(1)], "offered-often", 15)
    game = _declined(burnt(_declined(rounds(3), "B", 2), "A", 1), "B", 1)
    bad("offers-between-refusals", often, game, "B", [back(1)], "offered-often", 15)
    game = rounds(3)
    for _ in range(3):
        game = then(then(game, "B", back(1), note("Please.")), "A", NO, note("No."))
    bad("offers-between-notes", often, game, "B", [back(1)], "offered-often", 20)
    anew = then(then(_declined(rounds(3), "B", 2), "B", back(7)), "A", YES)
    good("ok-offered-after-an-agreement", "An agreement begins the count anew.", _declined(anew, "B", 3))


def versions() -> None:
    def offering(name: str, about: str, made: Made, code: str) -> None:
        bad(name, about, rounds(3), "B", [made], code, 8)

    offering("offers-the-version-in-force", "Nothing new.", upgrade(RULES, DATA), "same-rules")
    offering("offers-rules-that-are-no-hash", "No digits.", upgrade(rules="xy" * 32), "bad-hex")
    offering("offers-short-data", "Sixteen bytes.", upgrade(data="cd" * 16), "bad-hex")
    offering("offers-a-state-in-capitals", "Upper case.", upgrade(state="CD" * 32), "bad-hex")
    offering("offers-a-version-without-a-name", "For people.", upgrade(version=""), "bad-fields")
    offering("offers-a-version-of-a-long-name", "65 characters.", upgrade(version="x" * 65), "bad-fields")
    offering(
        "offers-a-pack-that-is-no-name", "Blanks and capitals.", upgrade(pack="Not A Name"), "bad-fields"
    )
    offering("offers-an-empty-pack", "The default is written out.", upgrade(pack=""), "two-forms")
    offering("offers-a-version-with-a-field-too-many", "One field more.", upgrade(more=1), "bad-fields")
    offering(
        "offers-a-version-without-a-state", "A field is missing.", upgrade(without="state"), "bad-fields"
    )
    bad("offers-a-version-under-a-roll", "A roll is under way.", rounds(1), "B", [upgrade()], "not-now", 4)
    bad("offers-a-version-at-the-end", "Nothing is owed.", rounds(13), "B", [upgrade()], "not-now", 26, "ok")
    game = then(rounds(3), "B", upgrade(state=OTHER))
    bad("agrees-to-another-state", "Not what carrying over gives.", game, "A", [YES], "other-state", 9, "ok")
    game = then(rounds(3), "B", upgrade("b3" * 32))
    bad("agrees-to-an-unknown-version", "Nobody has it.", game, "A", [YES], "unknown-version", 9, "ok")
    game = then(then(rounds(3), "B", upgrade()), "A", YES)
    bad(
        "plays-by-the-old-version",
        "The header names the old rules.",
        game,
        "B",
        [call(4)],
        "downgraded-rules",
        None,
        rules=RULES[:16],
    )
    game = then(rounds(3), "B", upgrade())
    bad(
        "plays-by-a-version-too-soon",
        "Nobody has agreed.",
        game,
        "A",
        [NO],
        "downgraded-rules",
        None,
        rules="a2" * 8,
    )
    game = then(then(rounds(3), "B", upgrade()), "A", YES)
    bad("goes-back-across-a-version", "An upgrade is not taken back.", game, "B", [back(7)], "bad-back", 10)
    game = then(then(rounds(3), "B", upgrade()), "A", YES)
    bad("offers-the-version-agreed-to", "Nothing new.", game, "B", [upgrade()], "same-rules", 10)
    challenges()


def challenges() -> None:
    def dealt(bundles: int) -> Game:
        return rounds(bundles, challenge=True)

    opened: list[Entry] = [START, upgrade()]
    bad("offers-a-version-in-a-challenge", "The version stays.", dealt(0), "A", opened, "no-upgrade", 1)
    bad(
        "goes-back-in-a-challenge",
        "Nothing is taken back.",
        dealt(0),
        "A",
        [START, back(0)],
        "no-takeback",
        1,
    )
    bad(
        "renews-the-published-chain",
        "It is the dice.",
        then(dealt(0), "A", START),
        "B",
        [renew(0xC0)],
        "out-of-turn",
        1,
        "referee-plays",
    )


def dealers() -> None:
    """Challenges, in which B deals the dice from its published chain."""
    published = "The faces come from the published chain alone."
    first: list[Entry] = [START, call(3), req("round/2", openly=True)]
    dealing: list[tuple[str, list[Entry]]] = [
        ("A", first), ("B", [rsp()]), ("A", [call(1), req("round/3", openly=True)]), ("B", [rsp()]),
        ("A", [audit()]), ("B", [audit()]),
    ]  # fmt: skip

    def begun(agents: str = "") -> Game:
        return then(Game("dealt", challenge=True, agents=agents), "A", *first)

    good("ok-a-challenge", published, grow(Game("dealt", challenge=True), dealing))
    whole = grow(Game("dealt", challenge=True, agents="AB"), dealing)
    good("ok-a-challenge-of-a-dealer-with-an-agent", "The published chain answers, whoever signs.", whole)
    good("ok-a-challenge-answered-by-an-agent", published, then(begun("AB"), "B", rsp(), key=AGENTS["B"].key))
    bad("deals-from-its-agents-chain", published, begun("AB"), "B", [rsp(AGENTS["B"])], "wrong-seed", 3)
    mixed = begun()
    mixed.challenge = False
    bad("deals-dice-of-both-chains", published, mixed, "B", [rsp()], "better-dice", 3)
    higher = with_(rsp(), dice=lambda dice: [(int(str(_list(dice)[0])) + 1) % 10])
    bad("deals-better-dice", published, begun(), "B", [higher], "better-dice", 3)
    knows = "The dealer knows the dice."
    bad("deals-and-plays", knows, begun(), "B", [rsp(), call(1)], "out-of-turn", 4, "referee-plays")
    game = rounds(1, challenge=True)
    bad("deals-and-chooses", knows, game, "B", [tell(5), rsp()], "referee-plays", 4)


def notes() -> None:
    def noting(name: str, about: str, entries: list[Entry], code: str, fault: int) -> None:
        bad(name, about, rounds(8), "A", entries, code, fault)

    place = "A note stands last, in a bundle that has others."
    noting("a-note-alone", place, [note()], "not-now", 21)
    noting("a-note-first", place, [note(), call(8)], "not-now", 21)
    noting("two-notes", place, [call(8), note(), note()], "not-now", 22)
    noting("two-notes-alone", place, [note(), note()], "not-now", 21)
    noting("a-note-of-501-characters", "500 at most.", [call(8), note("x" * 501)], "bad-fields", 22)
    noting("an-empty-note", "One character at least.", [call(8), note("")], "bad-fields", 22)
    noting("a-note-with-a-blank-before", "No space at either end.", [call(8), note(" x")], "bad-fields", 22)
    noting("a-note-with-a-blank-behind", "No space at either end.", [call(8), note("x ")], "bad-fields", 22)
    noting("a-note-that-is-a-number", "A text.", [call(8), note(5)], "bad-fields", 22)
    noting(
        "a-note-with-a-field-too-many", "One field more.", [call(8), note() | {"to": "B"}], "bad-fields", 22
    )
    noting("a-note-without-words", "A field is missing.", [call(8), plain("note")], "bad-fields", 22)
    game = rounds(0)
    words: list[Entry] = [reject(sent(game, "A", call(3)), entry=0), note()]
    good(
        "ok-a-note-of-500-characters",
        "As long as may be.",
        then(rounds(8), "A", call(8), note("\u00e9" * 500)),
    )
    bad("a-note-before-the-start", "Nothing has begun.", game, "B", words, "not-now", 1)


def main() -> None:
    """All of them."""
    for each in (refusals, agents, renewals, take_backs, versions, dealers, notes):
        each()
