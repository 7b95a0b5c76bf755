"""A cheat holds one seat's keys, writes about the deck what he likes and signs it properly. Each try fails at once."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import VerifyError
from pbem.crypto import deck, group
from pbem.log import Bundle, sign_bundle
from pbem.log.entries import DeckShow
from pbem.port.game import Deal, Disclose, Mask
from pbem.protocol import dealing
from pbem.protocol.session import Session
from pbem.replay import decks
from pbem.replay.verify import verify
from tests.lists import tried_with
from tests.protocol.conftest import play, play_out

from .conftest import begin
from .whist import CARDS, GAME, PACK

Entry = dict[str, Json]
OTHER = "5a" * 32


def forge(session: Session, entries: list[Entry]) -> Bundle:
    """These entries as this seat's next bundle, numbered and signed as they should be."""
    lines = [canon.encode({**entry, "i": session.end.entries + n}) for n, entry in enumerate(entries)]
    return sign_bundle(
        session.vault.keypair, by=session.seat, gid=session.log.gid, n=session.end.bundles + 1, prev=session.end.head,
        lines=lines, rules=GAME.info.digest, state="00" * 32,
    )  # fmt: skip


def outcome(session: Session, entries: list[Entry]) -> str:
    """The code with which the other seat's program, and any third party, meets a forged bundle."""
    fault = verify(
        evolve(session.log, bundles=(*session.log.bundles, forge(session, entries))).encode()
    ).fault
    assert fault is not None
    return fault.code


def turn_with(kind: str, nth: int = 0) -> tuple[Session, list[Entry]]:
    """The seat that is about to write the ``nth`` entry of a kind, and the honest entries up to and with it."""
    pair = begin("attack")
    while True:
        mover = pair.a if pair.a.owed.seat == "A" else pair.b
        written = [canon.decode(line) for line in play(mover, 1).draft]
        entries = [{k: v for k, v in entry.items() if k != "i"} for entry in written]
        for place, entry in enumerate(entries):
            if entry["k"] == kind:
                if nth == 0:
                    return mover, entries[: place + 1]
                nth -= 1
        pair = play_out(pair, 1, len(pair.a.log.bundles) + 1)


@pytest.fixture(scope="module")
def turns() -> dict[str, tuple[Session, list[Entry]]]:
    """A seat about to write each kind of entry; ``mix`` is the first mask of a shuffle over held cards."""
    names = {"deck-mask": 1, "deck-key": 0, "deck-show": 1, "audit": 0}
    found = {kind: turn_with(kind, nth) for kind, nth in names.items()}
    return {
        **found, "first": turn_with("deck-mask"), "mix": turn_with("deck-mask", 2), "later": turn_with("deck-key", 3),
    }  # fmt: skip


Turns = dict[str, tuple[Session, list[Entry]]]


def changed(turns: Turns, name: str, **fields: Json) -> str:
    """The code for an honest turn whose last entry has other fields."""
    session, entries = turns[name]
    return outcome(session, [*entries[:-1], {**entries[-1], **fields}])


@tried_with("name", ["first", "deck-mask", "mix", "deck-key", "later", "deck-show", "audit"])
def test_the_forger_can_write_honest_entries(turns: Turns, name: str) -> None:
    """The tool itself is sound: an honest turn fails only on the state it claims."""
    assert "other-state" == outcome(*turns[name])


def listed(turns: Turns, name: str, field: str) -> list[str]:
    """A field of an honest entry that is a list of texts."""
    value = turns[name][1][-1][field]
    assert isinstance(value, list)
    return [str(each) for each in value]


@pytest.mark.parametrize("name", ["first", "deck-mask", "mix"])
def test_a_deck_with_a_card_twice_is_refused(turns: Turns, name: str) -> None:
    """A duplicate in place of another card: the proof shows neither half of it."""
    points = listed(turns, name, "p")
    assert "bad-shuffle" == changed(turns, name, p=[points[1], *points[1:]])


@pytest.mark.parametrize("name", ["first", "deck-mask", "mix"])
def test_a_deck_with_a_strange_card_is_refused(turns: Turns, name: str) -> None:
    points = listed(turns, name, "p")
    strange = group.times(7, (group.BASE,))[0].hex()
    assert "bad-shuffle" == changed(turns, name, p=[strange, *points[1:]])


def test_a_held_card_cannot_be_exchanged_in_a_shuffle(turns: Turns) -> None:
    """Slots that are not shuffled stay where they are: not even two held cards may change places."""
    session = turns["mix"][0]
    points = listed(turns, "mix", "p")
    mine = [n - 1 for n in session.position.table.decks[PACK].held(session.seat)]
    points[mine[0]], points[mine[1]] = points[mine[1]], points[mine[0]]
    assert "bad-shuffle" == changed(turns, "mix", p=points)


def test_what_was_handed_over_follows_the_shuffle(turns: Turns) -> None:
    """The masker's own hand is masked along: an old value would be a stale key later on."""
    session, _ = turns["mix"]
    points = listed(turns, "mix", "p")
    found = session.position.table.decks[PACK]
    old = found.handed[found.held(session.seat)[-1]].hex()
    assert "bad-shuffle" == changed(turns, "mix", p=[*points[:-1], old])


@tried_with(
    ("name", "fields", "code"),
    [
        ("first", {"p": []}, "bad-shuffle"), ("first", {"p": ["ff" * 32] * 8}, "bad-point"),
        ("first", {"p": ["00" * 31] * 8}, "bad-hex"), ("first", {"q": "00" * 31 + "05"}, "bad-shuffle"),
        ("first", {"bits": "00" * 16}, "bad-shuffle"), ("first", {"bits": "00" * 6}, "bad-hex"),
        ("first", {"bits": "00" * 17}, "bad-hex"), ("first", {"z": "00" * 4096}, "bad-scalar"),
        ("first", {"z": "ff" * 4096}, "bad-scalar"), ("first", {"z": "11" * 4096}, "bad-shuffle"),
        ("first", {"z": "11" * 1536}, "bad-hex"), ("first", {"z": "11" * 4128}, "bad-hex"),
        ("first", {"z": ""}, "bad-hex"), ("first", {"at": "other"}, "wrong-label"),
        ("first", {"cards": ["storm"] * 8}, "wrong-label"), ("deck-mask", {"cards": ["storm"] * 8}, "wrong-label"),
        ("deck-mask", {"mix": [1, 2]}, "wrong-label"), ("mix", {"mix": [1, 2]}, "wrong-label"),
        ("mix", {"mix": []}, "two-forms"), ("deck-key", {"u": [OTHER, OTHER]}, "wrong-key"),
        ("deck-key", {"u": ["ff" * 32] * 2}, "bad-point"), ("deck-key", {"n": [1, 3]}, "wrong-label"),
        ("deck-key", {"n": [1]}, "wrong-label"), ("deck-key", {"n": [1, 2, 3]}, "wrong-label"),
        ("deck-key", {"pf": []}, "wrong-label"), ("deck-key", {"pf": ["11" * 64] * 2}, "wrong-key"),
        ("deck-key", {"pf": ["00" * 64] * 2}, "bad-scalar"), ("deck-key", {"at": "other"}, "wrong-label"),
        ("deck-show", {"v": "no such card"}, "other-card"), ("deck-show", {"card": 0}, "other-card"),
        ("deck-show", {"card": 9}, "other-card"), ("deck-show", {"n": 8}, "wrong-label"),
        ("deck-show", {"at": "other"}, "wrong-label"), ("deck-show", {"pf": "11" * 64}, "other-card"),
        ("deck-show", {"pf": "00" * 64}, "bad-scalar"), ("audit", {"vault": OTHER}, "other-vault"),
    ],
)  # fmt: skip
def test_a_changed_entry_is_refused(turns: Turns, name: str, fields: Entry, code: str) -> None:
    if name == "deck-key" and fields.get("u") == [OTHER, OTHER]:
        fields = {"u": [group.times(3, (group.BASE,))[0].hex()] * 2}
    assert code == changed(turns, name, **fields)


def test_a_card_is_shown_as_what_it_is(turns: Turns) -> None:
    """Swapped cards: with every other name and number of the deck the proof fails."""
    session, entries = turns["deck-show"]
    cards = session.position.table.decks[PACK].cards
    for number, name in enumerate(cards, 1):
        if number != entries[-1]["card"]:
            assert "other-card" == changed(turns, "deck-show", card=number, v=name)


def test_the_key_to_one_slot_does_not_open_another(turns: Turns) -> None:
    keys, proofs = listed(turns, "deck-key", "u"), listed(turns, "deck-key", "pf")
    assert "wrong-key" == changed(turns, "deck-key", u=keys[::-1])
    assert "wrong-key" == changed(turns, "deck-key", u=keys[::-1], pf=proofs[::-1])


def test_a_stale_key_is_refused(turns: Turns) -> None:
    """After a shuffle the first mask's key alone, with its commitment of then, opens nothing."""
    pair = play_out(begin("stale"), 1)
    found = pair.a.position.table.decks[PACK]
    old = deck.mask_key(pair.a.vault.salts, found.digests("A")[0])
    link = decks.key_link(found, "A", 1, deck.unmask(old, found.points[0]))
    with pytest.raises(VerifyError) as refused:
        deck.prove_link(pair.a.vault.salts, old, link)
    assert "wrong-key" == refused.value.code
    then = evolve(link, key=group.times(old, (group.BASE,))[0])
    assert not deck.check_link(link, deck.prove_link(pair.a.vault.salts, old, then))


def test_nobody_writes_what_is_not_due(turns: Turns) -> None:
    assert "out-of-turn" == outcome(begin("attack").b, [turns["first"][1][-1]])
    for name in ("deck-mask", "deck-key", "deck-show"):
        session, entries = turns[name]
        assert outcome(session, [*entries, entries[-1]]) in ("not-now", "out-of-turn", "wrong-label")


def test_a_card_that_is_not_held_cannot_be_shown() -> None:
    """A slot of the other hand, of the stock, or shown already, even if a game were to ask for it."""
    pair = play_out(begin("held"), 1, 8)
    table = pair.a.position.table
    found = table.decks[PACK]
    for n in set(range(1, 9)) - set(found.held("A")):
        demand = Disclose(side="red", at=PACK, ns=(n,))
        with pytest.raises(VerifyError) as refused:
            dealing.show(table, "A", pair.a.vault.salts, demand)
        assert "never-dealt" == refused.value.code
        entry = DeckShow(at=PACK, n=n, card=1, v="one", pf="11" * 64)
        with pytest.raises(VerifyError) as refused:
            decks.shown(table.decks, "A", entry, demand)
        assert "never-dealt" == refused.value.code


@pytest.mark.wider
@tried_with(
    "demand",
    [
        Mask(side="red", deck="new", cards=()), Mask(side="red", deck="new", cards=("card",) * 111),
        Mask(side="red", deck="new", slots=(1, 2)), Mask(side="red", deck=PACK, slots=(1, 1)),
        Mask(side="red", deck=PACK, slots=(0, 1)), Mask(side="red", deck=PACK, slots=(8, 9)),
        Mask(side="red", deck=PACK), Deal(side="blue", deck="new", to="red", slots=(1,)),
        Deal(side="blue", deck=PACK, to="red", slots=(1,)), Deal(side="blue", deck=PACK, to="red", slots=(8, 8)),
        Deal(side="blue", deck=PACK, to="red", slots=(9,)), Deal(side="blue", deck=PACK, to="red", slots=()),
        Deal(side="red", deck=PACK, to="red", slots=(8,)),
    ],
)  # fmt: skip
def test_a_game_cannot_ask_for_the_impossible(demand: Mask | Deal) -> None:
    """A game with a fault is refused with a sentence, not with a crash."""
    pair = play_out(begin("bad"), 1, 4)
    table = pair.a.position.table
    with pytest.raises(VerifyError) as refused:
        dealing.due(table, "A", pair.a.vault.salts, demand)
    assert "bad-deck" == refused.value.code


def test_the_audit_names_who_masked_with_another_key() -> None:
    """A seat whose masks do not follow from the key it opens is named, whatever it had proved."""
    pair = play_out(begin("audit"), 1, 4)
    table = pair.a.position.table
    for seat, session in (("A", pair.a), ("B", pair.b)):
        decks.audit(table.decks, seat, session.vault.salts)
        with pytest.raises(VerifyError) as refused:
            decks.audit(table.decks, seat, bytes(32))
        assert "other-mask" == refused.value.code


def test_the_audit_names_a_forged_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a false proof to pass, the audit would still find the card that was there twice."""
    pair = begin("forged")
    table = pair.a.position.table
    demand = Mask(side="red", deck=PACK, cards=CARDS)
    honest = dealing.mask(table, "A", pair.a.vault.salts, demand)
    forged = evolve(honest, p=(honest.p[1], *honest.p[1:]))
    monkeypatch.setattr(deck, "check_mask", lambda *_: True)
    after = decks.masked(table.decks, table.gid, "A", forged, demand)
    with pytest.raises(VerifyError) as refused:
        decks.audit(after, "A", pair.a.vault.salts)
    assert "other-mask" == refused.value.code
