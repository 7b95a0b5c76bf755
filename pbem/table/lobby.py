"""The first page of a home: the games that can be played, those that have begun, and how one begins another.

The table of this machine and the program in a browser alone show the same page and do the same with it. Nobody is asked for
a name or a password before something is signed that another person reads.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from itertools import islice
from pathlib import Path
from secrets import randbelow

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, UsageError
from pbem.bytes.records import evolve, frozen
from pbem.dev import practice
from pbem.games import game_cards, registry, summary
from pbem.games.between_equals import between_equals
from pbem.games.game_cards import Cover, Piece
from pbem.games.registry import GameInfo
from pbem.home import games, lost_facts, new_identity
from pbem.home import identity as identities
from pbem.home.exchange import invitations, posted_invitations
from pbem.home.exchange.invitations import Wanted
from pbem.home.identity import Identity
from pbem.home.packs import installed
from pbem.home.packs.installed import Listed
from pbem.home.papers import asking, handing
from pbem.home.papers.results import Made
from pbem.home.turns.letter_notes import terms
from pbem.home.viewing import logs
from pbem.home.viewing.languages import tongue
from pbem.log import parse_log
from pbem.papers import seat as papers
from pbem.port.agreed import Option
from pbem.port.messages import Message, Series
from pbem.protocol.vault import Entropy
from pbem.store.game import GameFolder
from pbem.store.home import Home
from pbem.table import guiding
from pbem.view.map.cover import draw_cover
from pbem.view.markup import clean

_SEEDS, _OPTIONS = 1000, 32


@frozen(kw_only=True)
class Asked(Wanted):
    """A game that a page wants to begin; ``guided``: the one of its guide."""

    guided: bool = False
    code: str = ""
    """The code of an installed data pack; "" for the game's own data."""

    @classmethod
    def of(cls, given: Mapping[str, Json]) -> Asked:
        """What a page asks for; a word that is none, or none at all, is empty. No installed game bears the empty name."""
        words = (given.get(name) for name in ("game", "scenario", "side", "pack"))
        game, scenario, side, code = (each[:64] if isinstance(each, str) else "" for each in words)
        options = given.get("options")
        chosen = islice(options.items(), _OPTIONS) if isinstance(options, dict) else ()
        return cls(
            game=game,
            scenario=scenario,
            side=side,
            code=code,
            guided=given.get("guided") is True,
            options={name: value[:64] for name, value in chosen if isinstance(value, str)},
        )


# --- what the page shows ----------------------------------------------------------------------------------------------


def cards(home: Home | None) -> list[Json]:
    """Every installed game, the easiest first: two lines, difficulty, its scenarios with their length, and the data packs of
    this home for it (None: nobody's home); only a game with a pack is loaded."""
    found = [(_cover(info), info) for info in registry.installed()]
    found.sort(key=lambda each: each[0].difficulty or game_cards.HARDEST + 1)
    packs = _packs(home) if home is not None else ()
    return [_card(info, cover, packs) for cover, info in found]


def _packs(home: Home) -> tuple[Listed, ...]:
    """The packs of a home on which a game can begin."""
    return tuple(each for each in installed.listed(home) if not each.fault)


def _card(info: GameInfo, cover: Cover, packs: Iterable[Listed]) -> Json:
    known = summary.summary(info)
    return {
        "name": info.name,
        "title": clean(info.title, 120),
        "edition": clean(info.edition, 120),
        "lines": [Message(each) for each in cover.lines],
        "difficulty": [cover.difficulty, game_cards.HARDEST],
        "chosen": cover.scenario,
        "scenarios": [
            [
                each,
                Message(cover.titles.get(each, each)),
                cover.minutes.get(each, 0),
                between_equals(cover, each),
            ]
            for each in info.scenarios
        ],
        "sides": [*cover.sides],
        "options": {scenario: [*map(_option, found)] for scenario, found in known.options.items()},
        "guided": guiding.known(info) is not None,
        "packs": [[each.code, clean(each.pack.name, 60)] for each in packs if each.pack.game == info.name],
    }


def _option(option: Option) -> Json:
    """An option by its name, what it changes, and its values; the first holds if nothing is said."""
    return [option.name, Message(option.title), [*option.words]]


def _cover(info: GameInfo) -> Cover:
    try:
        return game_cards.cover(info)
    except DataError:  # pbem game lint says what is wrong with it
        return Cover(titles={}, minutes={}, together={})


def begun(home: Home) -> list[Json]:
    """The games of a home, by name and in words."""
    whole: list[Json] = [{"name": folder.name, **_told(folder.facts())} for folder in games.begun(home)]
    return [
        *whole,
        *(_lost(folder) for folder, _ in lost_facts.lost(home) if folder.path.parent.name == "games"),
    ]


def _lost(folder: GameFolder) -> Json:
    """A game of which only its id is known; what to do about it is said when it is opened."""
    title = Message("Damaged game {game}", game=folder.name[:8])
    return {"name": folder.name, "title": title, "scenario": "", "opponent": ""}


def waiting(home: Home) -> list[Json]:
    """Invitations that nobody has accepted yet, in words; of one that was posted its ``name`` and who has answered."""
    return [
        {**_told(folder.facts()), **(_answers(home, folder) if folder.facts().get(games.POSTED) else {})}
        for folder in games.pending(home)
    ]


def _answers(home: Home, folder: GameFolder) -> dict[str, Json]:
    found = posted_invitations.answers(home, identities.card(home), folder)
    return {
        "name": folder.name,
        "answers": [[each.number, each.who, Series(each.met.sentences, " ")] for each in found],
    }


def _told(facts: games.Facts) -> dict[str, Json]:
    """A game by its titles, and who it is against."""
    title, scenario = game_cards.titles(str(facts.get("game", "")), str(facts.get("scenario", "")))
    return {
        "title": clean(title, 120),
        "scenario": clean(scenario, 120),
        "opponent": identities.called(str(facts.get("opponent") or "")),
    }


def drawn() -> Mapping[str, str]:
    """The paths of the pictures, and the game of each."""
    return {f"/static/cover-{info.name}.svg": info.name for info in registry.installed()}


@lru_cache(maxsize=16)
def picture(name: str) -> bytes:
    """The picture of a game as SVG: a part of its own map. Raises UsageError ``unknown-game``."""
    info = registry.info(name)
    piece = _cover(info).picture or Piece(scenario=info.scenarios[0], middle="", across=0)
    rules = registry.load(name).rules
    scene = rules.scene(rules.setup(piece.scenario, {}), None)
    return draw_cover(scene, piece.middle, piece.across).encode()


# --- beginning a game -------------------------------------------------------------------------------------------------


def against_computer(home: Home, player: Identity, asked: Asked, entropy: Entropy) -> str:
    """A game against the computer, up to the player's first decision: its folder, which is in use from now on.

    With ``guided`` it is that of the game's guide, which begins with its first step.
    """
    guide = guiding.asked(asked.game) if asked.guided else None
    wanted = (
        evolve(asked, pack=_pack(home, asked))
        if guide is None
        else Wanted(game=asked.game, scenario=guide.scenario, side=guide.side)
    )
    terms = invitations.asked_for(home, wanted)
    begun = practice.begin(home, player, terms, seed=randbelow(_SEEDS), entropy=entropy)
    if guide is not None:
        guiding.keep(begun.folder, 0, left=False)
    return begun.folder.name


def _pack(home: Home, asked: Asked) -> Path | None:
    """Where the pack lies that a game is to be played on. Raises UsageError ``no-pack``."""
    if not asked.code:
        return None
    for each in _packs(home):
        if (each.code, each.pack.game) == (asked.code, asked.game):
            return each.place
    raise UsageError.of("no-pack", "That data pack is not installed any more.")


def somebody(home: Home, found: Identity | None, entropy: Entropy) -> Identity:
    """Who plays: the identity of the home, or one that was made unasked, because nobody has to be told of it yet."""
    return found or new_identity.create_identity(home, identities.PLAYER, "", entropy)


def invitation(home: Home, player: Identity, asked: Asked, entropy: Entropy) -> dict[str, Json]:
    """An invitation to be mailed. Raises UsageError ``no-name``."""
    _named(home)
    agreed = invitations.asked_for(home, evolve(asked, pack=_pack(home, asked)))
    offered = invitations.new_game(home, player, agreed, entropy=entropy)
    said = Message(
        "{who} invites you to a game: {terms}.", who=offered.log.invite.seat.who, terms=terms(offered.log)
    )
    return {"invitation": offered.digest, **_letter("invitation.pbem", offered.file, asked.game, said)}


def post(home: Home, wanted: str, language: str) -> dict[str, Json]:
    """The text of an invitation that is posted where many read it; from here on who answers is kept."""
    log = posted_invitations.put_up(home.invitation(wanted))
    return {"text": posted_invitations.post(log, tongue(registry.load(log.invite.game), language))}


def take(home: Home, player: Identity, wanted: str, number: int, today: date) -> str:
    """Begin the game with one of those who answered a posted invitation: its folder."""
    one, _ = posted_invitations.chosen(home, player, number, wanted)
    day = today.isoformat()
    return invitations.start(home, player, one.log.encode(), taken=True, day=day).folder.name


def join(
    home: Home, player: Identity, data: bytes, today: date, entropy: Entropy
) -> tuple[str, dict[str, Json]]:
    """Accept an invitation: the game's folder, and the acceptance to be mailed back. Raises UsageError ``no-name``."""
    _named(home)
    begun = invitations.join(home, player, _lines(data), day=today.isoformat(), entropy=entropy)
    log = begun.session.log
    said = Message(
        "{who} accepts your invitation to {game}.",
        who=log.accepted.seat.who,
        game=game_cards.title(log.invite.game, log.invite.scenario),
    )
    return begun.folder.name, _letter("acceptance.pbem", begun.file, log.invite.game, said)


def start(home: Home, player: Identity, data: bytes, today: date) -> str:
    """Begin the game that an acceptance answers: its folder; "" where the invitation was posted and the answer is kept."""
    if posted_invitations.keep(home, player, invitations.read_acceptance(_lines(data))) is not None:
        return ""
    return invitations.start(home, player, _lines(data), day=today.isoformat()).folder.name


def ask_seat(home: Home, player: Identity, data: bytes, side: str, entropy: Entropy) -> dict[str, Json]:
    """The ask for a seat of the game in a log, to be mailed to who has it. Raises UsageError ``no-name``, ``which-seat``."""
    _named(home)
    log = parse_log(_lines(data))
    return _paper(asking.ask(home, player, log, side, entropy), log.invite.game)


def take_seat(home: Home, player: Identity, data: bytes) -> dict[str, Json]:
    """Open the box with the secrets of a seat, each held against the log: the receipt, to be mailed back."""
    folder, made = handing.take(home, player, papers.read(_lines(data)))
    return _paper(made, str(folder.facts()["game"]))


def _paper(made: Made, game: str) -> dict[str, Json]:
    return _letter(made.name, container.pack(made.data), game, made.lines[0])


def _named(home: Home) -> None:
    if identities.unnamed(identities.card(home)):
        raise UsageError.of(
            "no-name",
            "Your opponent reads your name in it, and you have not given one.",
            hint="Give your name first.",
        )


def _letter(name: str, data: bytes, game: str, said: str) -> dict[str, Json]:
    """A file that begins a game, with what a mail that carries it says."""
    return {
        "name": name,
        "file": base64.b64encode(data).decode(),
        "text": container.armour(data, {"File": name}),
        "subject": Message("[pbem {game}] {said}", game=game, said=said),
        "body": said,
    }


def _lines(data: bytes) -> bytes:
    return container.unpack(logs.data_in(data))
