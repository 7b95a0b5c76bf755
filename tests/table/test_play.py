"""What the page can do: the engine's own answers, the home's own functions, and nothing the player may not know."""

import base64
import json
from pathlib import Path

import pytest
from store.copies import copied

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.container import MAGIC, pack
from pbem.home import games
from pbem.home.arriving import receiving
from pbem.home.play import orders as playing
from pbem.mail.sources import Letter
from pbem.store.home import Home
from pbem.table.legal_orders import Stand
from pbem.table.what_if import Trial
from tests.lists import tried_with
from tests.protocol.forging import signed_by

from .seats import Seat, carry, sealed

pytestmark = pytest.mark.wider


@pytest.fixture(scope="module")
def _ready(_begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = copied(_begun, tmp_path_factory.mktemp("ready"), more=True)
    Seat("Ann", Home(place / "a")).play()
    return place


@pytest.fixture
def ready(_ready: Path, tmp_path: Path) -> tuple[Seat, Seat]:
    """Ann, who has ordered all of her first turn and not sent it, and Ben."""
    place = copied(_ready, tmp_path / "homes")
    return Seat("Ann", Home(place / "a")), Seat("Ben", Home(place / "b"))


def _first(stand: Stand, kind: str) -> tuple[str, str]:
    """A unit and a cell that it may be ordered to."""
    each = next(e for e in stand.of_kind(kind) if e.target and len(e.units) == 1)
    return next(iter(each.units)), each.target


def test_the_legal_orders_of_the_page_are_those_of_the_engine(mover: Seat) -> None:
    session = mover.app.room.session()
    wanted = [session.game.rules.actions.dump(a) for a in playing.options(session)]
    assert wanted == [dict(each.obj) for each in mover.app.room.stand().legal]
    counted = {str(k["kind"]): k["count"] for k in mover.ask("position")["kinds"]}
    assert len(wanted) == sum(counted.values())


def test_every_target_of_a_unit_is_a_place_that_an_order_of_its_can_be_given_to(mover: Seat) -> None:
    stand = mover.app.room.stand()
    unit, _ = _first(stand, "move")
    found = mover.ask("unit", units=[unit])
    targets = found["targets"]
    assert set(targets) == {
        e.target for e in stand.legal if unit in e.units and e.target and e.target != stand.places[unit]
    }
    for cell in list(targets)[:5]:
        orders = mover.ask("cell", units=[unit], cell=cell)["orders"]
        assert all(not mover.ask("check", order=dict(o)["obj"])["violations"] for o in orders)


def test_any_other_place_says_why_not_with_the_paragraph(mover: Seat) -> None:
    stand = mover.app.room.stand()
    unit, _ = _first(stand, "move")
    targets = mover.ask("unit", units=[unit])["targets"]
    far = next(cell for cell in sorted(stand.cells, reverse=True) if cell not in targets)
    why = mover.ask("why", units=[unit], cell=far)["why"]
    rules, told = stand.game.rules, {}
    for each in why:
        told[each["kind"]] = [v["paragraph"] for v in each["violations"]]
    action = rules.complete(stand.state, stand.side, rules.actions.parse(["move", unit, far]))
    wanted = [v.paragraph for v in dict.fromkeys(rules.check(stand.state, stand.side, action))]
    assert wanted
    assert wanted == told["move"]


def test_a_move_by_the_page_is_the_entry_that_the_command_line_writes(mover: Seat) -> None:
    stand = mover.app.room.stand()
    unit, cell = _first(stand, "move")
    session = mover.app.room.session()
    line = f"move '{unit}' {cell}"
    by_hand = playing.do(session, ((1, line),))
    preview = mover.ask("check", kind="move", fields={"unit": unit, "path": [cell]})
    mover.ask("do", order=preview["obj"])
    assert by_hand.draft == mover.app.room.session().draft
    mover.ask("undo", count=1)
    assert session.draft == mover.app.room.session().draft


def test_looking_at_orders_changes_no_byte(mover: Seat) -> None:
    unit, cell = _first(mover.app.room.stand(), "move")
    before = mover.files()
    requests: dict[str, dict[str, Json]] = {
        "position": {},
        "board": {},
        "mail": {},
        "unit": {"units": [unit]},
        "cell": {"units": [unit], "cell": cell},
        "why": {"units": [unit], "cell": "E0114"},
        "form": {"kind": "move"},
        "orders": {"kind": "move", "words": "", "start": 0},
        "check": {"kind": "move", "fields": {"unit": unit, "path": cell}},
        "rule": {"paragraph": "8.11"},
    }
    for name, given in requests.items():
        assert mover.ask(name, **given)
    assert before == mover.files()


def test_a_refused_order_names_every_rule_and_writes_nothing(mover: Seat) -> None:
    unit, _ = _first(mover.app.room.stand(), "move")
    before = mover.files()
    error = mover.error("do", order={"k": "move", "unit": unit, "path": ["E0114"]})
    assert error["violations"]
    assert before == mover.files()


@tried_with(
    "order",
    [
        {},
        {"k": 7},
        {"k": "move"},
        {"k": "move", "unit": 3, "path": []},
        {"k": "req", "j": 1},
        {"k": "move", "unit": "x", "path": ["y"], "z": 1},
    ],
)
def test_an_order_that_is_none_is_refused_in_one_sentence(mover: Seat, order: Json) -> None:
    assert str(mover.error("do", order=order)["message"]).endswith(".")


def test_a_turn_goes_out_and_is_shown_before_it_is_stored(ready: tuple[Seat, Seat]) -> None:
    ann, ben = ready
    turn = sealed(ann)
    assert turn.startswith(MAGIC)
    before = ben.files()
    came = ben.upload(turn)
    assert (True, False, False) == (came["joins"], came["refused"], came["kept"])
    assert came["steps"]
    for n in range(int(str(came["steps"]))):
        assert ben.ask("step", n=n)["outcomes"]
    assert before == ben.files()
    ben.ask("accept")
    assert ann.app.room.session().log.encode() == ben.app.room.session().log.encode()


def test_a_turn_joins_the_game_as_it_is_held_unless_the_disk_holds_another(ready, monkeypatch):
    ann, ben = ready
    turn = sealed(ann)
    folded = list[str]()
    real = games.open_session
    monkeypatch.setattr(games, "open_session", lambda *given: (folded.append(given[0].name), real(*given))[1])
    ben.app.room.session()
    folded.clear()
    assert ben.upload(turn)["joins"]
    assert not folded
    receiving.receive(
        ben.home, ben.app.room.identity, receiving.pieces_of(Letter(data=turn, where=""), "")[0]
    )
    assert [note["kind"] for note in ben.ask("accept")["came"]["notes"]] == ["known"]
    assert len(folded) == 1


@pytest.mark.parametrize("way", ["draft", "text"])
def test_a_turn_leaves_as_a_draft_or_as_letters_that_the_other_can_take_in(ready, way):
    ann, ben = ready
    sent = ann.ask("send", way=way, to="ben@example.org", **{"from": "ann@example.org"})["sent"]
    out = sent["out"]
    data = str(out["text"]).encode() if way == "text" else base64.b64decode(str(out["file"]))
    assert ben.upload(data)["joins"] is True
    ben.ask("accept")
    assert ann.app.room.session().end.head == ben.app.room.session().end.head


def test_addresses_are_typed_once_and_a_bad_one_is_refused_before_anything_is_signed(ready):
    ann, _ = ready
    before = ann.files()
    for address in ("", "ben", "ben@", "a@b c", "a@b\r\nBcc: x@y", "a@b."):
        assert (
            "bad-address" == ann.error("send", way="draft", to=address, **{"from": "ann@example.org"})["code"]
        )
    assert "bad-way" == ann.error("send", way="pigeon")["code"]
    assert before == ann.files()
    ann.ask("send", way="draft", to="ben@example.org", **{"from": "ann@example.org"})
    kept = ann.ask("mail")
    assert ("ben@example.org", "ann@example.org") == (kept["to"], kept["from"])


def test_what_one_side_has_sealed_is_nowhere_in_what_the_other_is_told(ready: tuple[Seat, Seat]) -> None:
    ann, ben = ready
    assert ann.ask("position")["secrets"]
    carry(ann, ben)
    vault = ann.app.room.session().vault
    assert vault.sealed
    told = json.dumps([ben.ask("position"), ben.ask("try"), ben.ask("position"), ben.ask("discard")])
    assert [] == [at for at in vault.sealed if json.dumps(list(vault.sealed[at])) in told]
    assert [] == [secret for secret in vault.every_secret() if secret.hex() in told]
    assert [] == ben.ask("position")["secrets"]


def test_a_what_if_leaves_every_file_as_it_was(mover: Seat) -> None:
    unit, cell = _first(mover.app.room.stand(), "move")
    before, session = mover.files(), mover.app.room.session()
    assert mover.ask("try")["trial"]
    mover.ask("do", order=mover.ask("check", kind="move", fields={"unit": unit, "path": cell})["obj"])
    for _ in range(12):
        position = mover.ask("advise")
        trial = position["trial"]
        if trial["stuck"] or trial["over"]:
            break
    assert len(trial["line"]) > 2
    mover.ask("undo")
    for name in ("answer", "send", "fetch"):
        assert "trial" == mover.error(name, way="file")["code"]
    mover.ask("discard")
    assert before == mover.files()
    assert session is mover.app.room.session()
    assert mover.ask("position")["trial"] is None


def test_the_dice_of_a_what_if_come_from_its_own_generator(mover: Seat) -> None:
    class Told:
        def __init__(self) -> None:
            self.asked = 0

        def randrange(self, low: int, high: int = 0) -> int:
            self.asked += 1
            return low if high else 0

        def sample(self, values: tuple[Json, ...], count: int) -> list[Json]:
            return list(values)[:count]

    chance = Told()
    trial = Trial.of(mover.app.room.session(), chance)
    for _ in range(60):
        if any(point.faces for point in trial.line) or trial.stuck:
            break
        trial.advise()
    faces = [face for point in trial.line for face in point.faces]
    assert trial.stuck or faces
    assert chance.asked >= len(faces)


def test_another_program_that_writes_is_noticed(mover: Seat) -> None:
    other = Seat(mover.name, mover.home)
    before = mover.ask("position")["orders"]
    other.ask("do", order=other.advised())
    assert other.ask("position")["orders"] == mover.ask("position")["orders"] != before


def test_the_page_is_told_in_its_language_and_its_orders_stay_as_they_are(mover: Seat) -> None:
    unit, cell = _first(mover.app.room.stand(), "move")
    given: dict[str, Json] = {"kind": "move", "fields": {"unit": unit, "path": cell}}
    english, spanish = (mover.post("check", given, X_Pbem_Language=code).json for code in ("en", "es"))
    assert english["outcomes"][0]["text"] != spanish["outcomes"][0]["text"]
    assert [english[name] for name in ("obj", "text", "cells")] == [
        spanish[name] for name in ("obj", "text", "cells")
    ]
    assert english == mover.post("check", given, X_Pbem_Language="xx").json


def test_a_layer_is_the_engines_own(mover: Seat) -> None:
    position = mover.ask("position")
    layers = position["layers"]
    assert layers
    for name in (str(each[0]) for each in layers if isinstance(each, list)):
        for side in ("allied", "german"):
            assert isinstance(mover.ask("layer", layer=name, side=side)["drawing"], str)
    assert "no-layer" == mover.error("layer", layer="../x", side="allied")["code"]


def test_a_signed_turn_that_does_not_hold_is_shown_so_and_refused_with_a_signature(ready):
    ann, ben = ready
    session = ann.app.room.session().automatic()
    bad = signed_by(session, session.vault.keypair, map(canon.decode, session.draft))
    came = ben.upload(pack(bad.encode()))
    assert (True, True) == (came["refused"], came["joins"])
    ben.ask("accept")
    assert ben.app.room.session().log.bundles == ()
    ben.ask("refuse")
    assert [b"reject"] == [
        line.partition(b'"k":"')[2][:6] for b in ben.app.room.session().log.bundles for line in b.lines
    ]
    assert MAGIC == sealed(ben)[: len(MAGIC)]
