"""The table by its command, and the cards of the games that can be begun there."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.home.play import imagined
from pbem.protocol.session import Session
from pbem.table import position
from pbem.table.guard import TOKEN
from pbem.table.legal_orders import Stand
from pbem.table.what_if import Trial
from tests.june44.stopped import session_of, stopped

from .browser import BROWSER, Page
from .seats import Seat
from .test_browser import CALM, READY

pytestmark = pytest.mark.wider


ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def started(seat: Seat, *words: str) -> Iterator[str]:
    """The address that a table prints, which ends with Ctrl-C."""
    with subprocess.Popen(
        [sys.executable, "-m", "pbem", "--home", str(seat.home.path), "table", "--no-browser", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "rules")))},
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130)


def test_it_opens_with_the_address_it_prints_and_ends_with_ctrl_c(seats: tuple[Seat, Seat]) -> None:
    with started(seats[0]) as address:
        host, _, ticket = address.removeprefix("http://").partition("/#")
        name, _, port = host.partition(":")
        assert "127.0.0.1" == name
        with socket.socket() as other:
            other.settimeout(2)
            outside = socket.gethostbyname(socket.gethostname())
            assert outside.startswith("127.") or other.connect_ex((outside, int(port))) != 0
        door = HTTPConnection(name, int(port), timeout=20)
        headers = {"Origin": f"http://{host}", "Content-Type": "application/json"}
        door.request("POST", "/api/enter", json.dumps({"ticket": ticket}), headers)
        key = json.loads(door.getresponse().read())["key"]
        door.request("POST", "/api/hello", "{}", {**headers, TOKEN: key})
        assert "Ann" == json.loads(door.getresponse().read())["name"]
        door.close()


@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
def test_the_page_speaks_the_language_that_was_asked_for(seats: tuple[Seat, Seat], page: Page) -> None:
    with started(seats[0], "--lang", "es") as address:
        page.goto(address)
        page.wait(READY)
        page.wait(CALM)
        assert ("es", "es") == (
            page.eval("document.documentElement.lang"),
            page.eval("document.getElementById('language').value"),
        )
        assert "Órdenes" in page.text("[role='tablist']")


def test_without_the_extra_one_line_says_how_to_get_it(seats, monkeypatch):
    monkeypatch.delitem(sys.modules, "pbem.table.serve", raising=False)
    # Other tests have loaded it: a part that is still there would be found without the whole.
    for name in ["waitress", *(each for each in sys.modules if each.startswith("waitress."))]:
        monkeypatch.setitem(sys.modules, name, None)
    said = CliRunner().invoke(main, ["--home", str(seats[0].home.path), "table"])
    assert (2, True) == (said.exit_code, "-m pip install werkzeug waitress" in said.stderr)


__all__ = ["stopped"]


@pytest.fixture
def ann(stopped: Path) -> Session:
    return session_of(stopped, "ann")


def test_the_page_shows_the_cards_of_its_player_and_no_other(ann: Session, stopped: Path) -> None:
    mine, theirs = ann.secrets.hand["events"], session_of(stopped, "ben").secrets.hand["events"]
    shown = position.hand(ann.game.rules, ann.secrets.hand)
    assert [(each["slot"], each["card"]) for each in shown] == sorted(mine.items())
    assert mine
    assert theirs
    assert not {str(each["card"]) for each in shown} & set(theirs.values())
    assert all(each["about"] for each in shown)


def test_a_deck_is_imagined_with_what_is_known_where_it_lies(ann: Session) -> None:
    deck = ann.position.table.decks["events"]
    lying = [imagined.cards(ann, Trial.of(ann, Random(seed)).chance).piles["events"] for seed in range(20)]
    assert all(sorted(pile.cards) == sorted(deck.cards) for pile in lying)
    for slot, card in ann.secrets.hand["events"].items():
        assert {card} == {pile.cards[slot - 1] for pile in lying}
    hidden = next(n for n in range(1, len(deck.cards) + 1) if n not in deck.shown and n not in deck.owners)
    assert len({pile.cards[hidden - 1] for pile in lying}) > 1


def test_a_what_if_goes_on_through_masks_and_deals_for_turns(ann: Session) -> None:
    trial = Trial.of(ann, Random(3))
    first = ann.game.rules.moment(trial.now.state).turn
    while (
        not trial.stuck and trial.due is not None and ann.game.rules.moment(trial.now.state).turn < first + 2
    ):
        trial.advise()
    assert not trial.stuck
    assert ann.game.rules.moment(trial.now.state).turn == first + 2


def test_orders_with_cards_that_are_not_held_are_not_listed(ann: Session) -> None:
    trial = Trial.of(ann, Random(3))
    while "discard" not in trial.stand().kinds:
        trial.advise()
    stand = trial.stand()
    held = set(stand.hand["events"].values())
    assert {each.obj["card"] for each in stand.of_kind("discard")} == held
    everything = Stand(
        game=stand.game, state=stand.state, side=stand.side, viewer=stand.viewer, kinds=stand.kinds
    )
    assert len(everything.legal) > len(stand.legal)
