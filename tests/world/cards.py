"""The law of shared cards: each is there once, and nobody reads more of them than their own hand."""

from pbem.crypto import deck, group
from pbem.protocol import dealing
from pbem.replay.decks import Deck

from .script import SEATS
from .seat import Doing


def each_card_is_there_once_and_read_by_its_owner_alone(world, doing: Doing) -> None:
    """What both vaults together tell is a whole deck; what one alone tells is a hand."""
    if world.script.game != "cards" or not world.trusted or any(seat.copied for seat in world.seats.values()):
        return
    vaults = {who: seat.session.vault.vaults for who, seat in world.seats.items()}
    for game in doing.after.games.values():
        table = game.session.base.table
        for label, found in table.decks.items():
            if found.waiting is not None:
                continue
            keys = {who: found.key_of(who, vaults[who]) for who in SEATS}
            lies = _read(found, keys["A"] * keys["B"] % group.ORDER, found.points)
            assert sorted(lies) == list(range(1, len(found.cards) + 1)), (
                "a card is missing, or is there twice"
            )
            for who in SEATS:
                hand = {n: found.cards[lies[n - 1] - 1] for n in found.held(who)}
                *before, now = vaults[who]
                assert hand == dealing.hand(table, who, now, tuple(before))[label], "a hand is another"
                theirs = [point for n, point in found.handed.items() if found.owners[n] != who]
                assert not any(_read(found, keys[who], (*found.points, *theirs))), "a card is read by another"


def _read(found: Deck, key: int, points: tuple[bytes, ...]) -> list[int]:
    return [deck.read_card(found.known, key, point) for point in points]
