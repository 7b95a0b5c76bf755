"""Changes of renewals."""

from __future__ import annotations

from bases import ROUNDS, asides, grow, rounds, talk
from change import bad, capitals, good, list_of, then, with_
from changes_dice import burnt
from changes_play import OTHER
from entry_writer import NO, audit, back, call, note, plain, renew, req, rsp, seed, tell, upgrade
from second_verifier import th
from writer import Entry, Game, Key, Made, chain_of, toy

SMALL, HIGH, NOWHERE = "01" + "00" * 31, "f0" + "ff" * 30 + "7f", "02" + "00" * 31


def _vault(byte: int) -> str:
    return th("K", bytes([byte]) * 32).hex()


def renewals() -> None:
    def renewing(name: str, about: str, made: Made, code: str) -> None:
        bad(name, about, rounds(3), "B", [made], code, 8)

    two = "One key, one use."
    for who, key in (
        ("the-key-it-has", toy(0xB1)), ("the-other's-key", toy(0xA1)), ("its-identity", toy(0xB0)),
        ("the-other's-identity", toy(0xA0)),
    ):  # fmt: skip
        renewing(f"renews-with-{who}", two, renew(0xC0, key=key.hex), "reused-key")
    of = {who: chain_of(toy(byte + 1), 64, byte + 3)[0].hex() for who, byte in (("A", 0xA0), ("B", 0xB0))}
    for who, tip in (
        ("the-chain-it-has", of["B"]), ("the-other's-chain", of["A"]),
        ("a-vault-for-a-chain", _vault(0xA2)),
    ):  # fmt: skip
        renewing(f"renews-with-{who}", two, renew(0xC0, tip=tip), "reused-key")
    renewing("renews-with-the-vault-it-has", two, renew(0xC0, vault=_vault(0xB2)), "reused-key")
    renewing("renews-with-the-other's-vault", two, renew(0xC0, vault=_vault(0xA2)), "reused-key")
    renewing("renews-with-a-chain-for-a-vault", two, renew(0xC0, vault=of["A"]), "reused-key")
    renewing("renews-with-one-hash-for-two", two, renew(0xC0, vault=OTHER, tip=OTHER), "reused-key")
    renewing("renews-with-a-key-of-small-order", "Many messages fit one signature.", renew(0xC0, key=SMALL),
             "small-order-key")  # fmt: skip
    renewing("renews-with-no-key-at-all", "No point of the curve.", renew(0xC0, key=NOWHERE), "not-a-key")
    renewing("renews-with-a-short-key", "One byte.", renew(0xC0, key="00"), "bad-hex")
    renewing("renews-without-a-vault", "A field is missing.", renew(0xC0, without="vault"), "bad-fields")
    renewing("renews-with-a-shorter-chain", "63 seeds for 64.", renew(0xC0, 63), "chain-end")
    renewing("renews-with-seven-seeds", "8 at least.", renew(0xC0, n=7), "bad-fields")
    renewing("renews-with-too-many-seeds", "65,536 at most.", renew(0xC0, n=65_537), "bad-fields")
    good("ok-renewed-with-a-longer-chain", "65 seeds for 64.",
         grow(then(rounds(3), "B", renew(0xC0, 65)), ROUNDS[3:6]))  # fmt: skip
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
    game = burnt(then(rounds(3), "B", renew(0xC0)), "A", 1)
    bad("renews-is-refused-and-renews", once, game, "B", [renew(0xC4)], "renewed-often", 10)
    game = then(rounds(3), "B", renew(0xC0))
    game = then(then(then(game, "B", back(1)), "A", NO), "B", upgrade())
    bad("renews-when-all-else-was-done", once, then(game, "A", NO), "B", [renew(0xC4)], "renewed-often", 13)
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
    bad("signs-with-the-key-it-gave-up", "The old key is good for nothing.", game, "B", [call(4)], "old-key",
        None, key=old)  # fmt: skip
    soon: Key = toy(0xC0, 1)
    bad("signs-with-the-key-to-come", "The new one is not in force yet.", rounds(3), "B", [renew(0xC0)],
        "wrong-key", None, key=soon)  # fmt: skip
    game = then(rounds(3), "B", renew(0xC0))
    asked: list[Entry] = [call(4), req("round/2", openly=True, x=seed("B", 2))]
    bad("asks-along-the-chain-it-gave-up", "The new chain answers and asks.", game, "B", asked, "wrong-seed",
        10)  # fmt: skip
    vaults = "All vaults that it had, oldest first."
    for name, made in (
        ("opens-the-last-vault-alone", audit(before=[])),
        ("opens-its-vaults-in-disorder", with_(audit(), before=lambda _: ["c0" * 32])),
        ("opens-a-vault-that-never-was", with_(audit(), before=lambda v: [*list_of(v), OTHER])),
    ):  # fmt: skip
        code = "two-forms" if "alone" in name else "other-vault"
        bad(name, vaults, asides(24), "A", [made], code, 40)
    lacking = asides(24)
    bad("keeps-its-first-vault-shut", vaults, lacking, "A",
        [plain("audit", vault=lacking.hands["A"].vaults[-1].hex())], "other-vault", 40)  # fmt: skip
    capital = with_(audit(), before=lambda v: [capitals(list_of(v)[0])])
    bad("opens-its-first-vault-in-capitals", "Upper case.", asides(24), "A", [capital], "bad-hex", 40)


def main() -> None:
    """All of them."""
    renewals()
