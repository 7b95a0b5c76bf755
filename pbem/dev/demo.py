"""The main job, end to end: two players with their own homes and keys play a scenario by mail, as people are advised to.

Each has the lines of ``pbem standing usual``, and a program writes what those answer and what decides nothing. Every turn is
a real ``.eml`` file in the other player's Maildir. Nothing passes between the two but those files; each side verifies what
it gets before it answers, and in the end both states must agree and the whole log must verify.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from time import perf_counter

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, UsageError, VerifyError
from pbem.bytes.records import define, field
from pbem.dev.demo_mail import Office, id_of
from pbem.dev.demo_players import Player, entropy, mail, player_of, unpacked
from pbem.dev.sittings import Mail, decides, row, usual, written
from pbem.games import registry
from pbem.home import verdict_sentence
from pbem.home.exchange.invitations import Wanted, asked_for, join, new_game, start
from pbem.home.games import open_session, save_session
from pbem.home.standing import kept
from pbem.home.standing.kept import Standing
from pbem.home.turns.agreed_options import settled
from pbem.log import agreed_of, read_bundles
from pbem.mail.compose import turn_digest
from pbem.mail.maildir import deliver
from pbem.port.game import Outcome, Ruleset
from pbem.port.messages import Message
from pbem.port.player import think
from pbem.protocol.session import Session, encode_turn, unsent
from pbem.protocol.side_entries import reply_back
from pbem.replay.fold import AppliedEntry
from pbem.replay.outcome import ending
from pbem.replay.verdict import Verdict
from pbem.replay.verify import read, verify
from pbem.store.atomic import write_bytes
from pbem.store.game import Change, Sent
from pbem.view.map.svg import draw
from pbem.view.report import chapters, report

Progress = Callable[[str], None]

_MOST_ORDERS = 20_000
_TOLD = 20
"""Every so many mails it is said what has happened."""
SHOWN = frozenset({"attack", "retreated", "advanced", "landed"})


def run(
    game: str = "june6",
    scenario: str = "",
    options: Mapping[str, Json] | None = None,
    seed: int = 1,
    out: Path = Path("pbem-demo"),
    progress: Progress = print,
    office: Office | None = None,
    turns: int | None = None,
) -> dict[str, Json]:
    """Play, verify, and write ``campaign.pbem``, ``report.md`` and a map for each turn into ``out``.

    With ``turns`` the game stops when so many are over, counted from the one with which the scenario begins.

    With an ``office`` every mail goes through its servers, and each player has a program that acts there.
    Raises UsageError when ``out`` holds something already.
    """
    began = perf_counter()
    if out.exists() and any(out.iterdir()):
        raise UsageError.of(
            "not-empty", "{out} is not empty.", out=out, hint="Name another folder with --out."
        )
    loaded = registry.load(game)
    scenario = scenario or loaded.rules.scenarios[0]
    chosen = settled(loaded, scenario, options or {})  # before anything is written
    ann, ben = _seated(loaded, scenario, chosen, seed, out, progress, office)
    counted = row(_play(ann, ben, seed, progress, turns))
    progress(Message("Both verify the whole game from its first byte, and a map and a report are drawn ..."))
    write_bytes(out / "campaign.pbem", container.pack(ann.playing.log.encode()), mode=0o644)
    verdict, states = _verified(ann, ben, out)
    result: dict[str, Json] = {
        "game": game,
        "scenario": verdict.scenario,
        "seed": seed,
        # Those that are over; the last one is when the game is.
        "turns": _now(ann) - _first(ann) + over(ann),
        "mails": ann.sent + ben.sent,
        "mails_with_a_decision": counted["decided"],
        "sittings": counted["sittings"],
        "entries": verdict.entries,
        "rolls": verdict.rolls,
        "draws": verdict.draws,
        "bytes": ann.bytes_sent + ben.bytes_sent,
        "seconds": round(perf_counter() - began),
        "states": states,
        "result": verdict.result,
        **({"answered_by_programs": ann.answered + ben.answered} if office is not None else {}),
        "verified": verdict.verdict == ("verified" if over(ann) else "incomplete")
        and len(set(states.values())) == 1,
    }
    return result


# --- the first mails --------------------------------------------------------------------------------------------------


def _seated(  # a game is begun with that much
    game: registry.Game,
    scenario: str,
    options: Mapping[str, Json],
    seed: int,
    out: Path,
    progress: Progress,
    office: Office | None,
) -> tuple[Player, Player]:
    ann, ben = (player_of(seat, out, seed) for seat in "AB")
    ann.office = ben.office = office
    ann.game_name = ben.game_name = game.info.name
    wanted = Wanted(game=game.info.name, scenario=scenario, options=options, side=game.rules.sides[0])
    terms = asked_for(ann.home, wanted)
    offered = new_game(ann.home, ann.identity, terms, entropy=entropy(seed, "invitation"))
    progress(Message("{ann} invites {ben} to {title}.", ann=ann.name, ben=ben.name, title=game.info.title))
    letter = mail(ann, ben, offered.file, "An invitation", entries=(0, 0), head=offered.digest)
    begun = join(ben.home, ben.identity, unpacked(letter), entropy=entropy(seed, "acceptance"))
    ben.session, ben.game = begun.session, begun.folder
    ann.thread = ben.thread = turn_digest(offered.file)
    progress(Message("{ben} accepts.", ben=ben.name))
    letter = mail(ben, ann, begun.file, "I accept", entries=(0, 0), head=offered.digest)
    begun = start(ann.home, ann.identity, unpacked(letter))
    ann.session, ann.game = begun.session, begun.folder
    for player, other in ((ann, ben), (ben, ann)):
        assert player.game is not None
        player.standing = Standing(lines=usual(player.playing))
        player.game.save(kept.change(player.game, player.identity, player.standing))
        if office is not None:
            office.employ((player.name.lower(), other.name.lower()), player.home, player.game)
    return ann, ben


# --- play -------------------------------------------------------------------------------------------------------------


def over(player: Player) -> bool:
    """Whether nobody owes anything any more."""
    return not player.playing.owed.kind


def _first(player: Player) -> int:
    """The number of the turn with which the scenario begins; it need not be 1."""
    invite, rules = player.playing.log.invite, player.playing.game.rules
    return rules.moment(rules.setup(invite.scenario, agreed_of(invite.options))).turn


def first_map(out: Path) -> Path:
    """The map of the first turn among those that a demonstration wrote."""
    return min(out.glob("turn-*.svg"), key=lambda each: int(each.stem.removeprefix("turn-")))


def _now(player: Player) -> int:
    """The number of the turn that is being played."""
    return player.playing.game.rules.moment(player.playing.position.game).turn


def _play(ann: Player, ben: Player, seed: int, progress: Progress, turns: int | None) -> list[Mail]:
    """Play; the mails that the players wrote, by hand or as they had said in advance."""
    told, first, mails = "", _first(ann), list[Mail]()
    while not (over(ann) and over(ben)):
        # A scenario may begin with a roll: then the start has asked for it, and the pen is with the guest before a mail is.
        mine = ann.playing.owed.seat == "A" or bool(ann.playing.draft)
        mover, other = (ann, ben) if mine else (ben, ann)
        if _answered(mover, other):
            continue
        turn, before = _now(mover), mover.playing.position.count - len(mover.playing.draft)
        person, change = _act(mover, seed)
        summary = _summary(mover)
        letter = _send(mover, other, before, summary, change)
        decided = decides(mover.playing.log.bundles[-1])
        mails.append(Mail(seat=mover.seat, turn=turn, person=person, decided=decided))
        _receive(other, letter)
        moment = other.playing.game.rules.moment(other.playing.position.game)
        if turns is not None and moment.turn - first >= turns:
            return mails
        count = ann.sent + ben.sent
        if moment.turn_name != told:
            told = moment.turn_name
            progress(
                Message("Turn {n}, {name}: {count} mails so far.", n=moment.turn, name=told, count=count)
            )
        elif count % _TOLD == 0:
            progress(Message("Mail {n}, from {name}: {summary}", n=count, name=mover.name, summary=summary))
    return mails


def _answered(player: Player, other: Player) -> bool:
    """Let the player's program answer, when that is all there is to do; whether it has."""
    if player.office is None or player.game is None or player.playing.owed.kind != "answer":
        return False
    player.dates += timedelta(minutes=7)
    other.dates = max(other.dates, player.dates)
    done = player.office.act(player.name.lower(), player.home, player.identity, player.dates)
    player.session = open_session(player.game, player.identity)
    if not done.mails:
        return False
    sent = player.game.sent(max(player.game.sent_numbers()))
    assert sent is not None
    assert sent.mail is not None
    player.answered += 1
    player.sent += 1
    player.bytes_sent += len(sent.turn)
    raw = player.office.fetch(other.name.lower(), id_of(sent.mail))
    _receive(other, deliver(other.maildir, raw, f"{player.sent:05d}-{player.name.lower()}.eml"))
    return True


def _act(player: Player, seed: int) -> tuple[bool, Change]:
    """Everything the player can do before the pen passes: whether they decided any of it, and what becomes of their lines.

    Raises PbemError ``endless`` for a game without end, and ``stuck`` where nothing was written.
    """
    done, asked = written(player.playing, player.standing, seed)
    player.session, player.standing = done.session, done.standing
    player.orders += 1
    if player.orders > _MOST_ORDERS:
        raise PbemError.of(
            "endless",
            "{player} has written {most_orders} turns and the game goes on.",
            player=player.name,
            most_orders=_MOST_ORDERS,
        )
    if not player.playing.draft:
        said = Message(
            "{mover} owes {what} and wrote nothing.", mover=player.name, what=player.playing.owed.kind
        )
        raise PbemError("stuck", said)
    assert player.game is not None
    left = kept.change(player.game, player.identity, done.standing) if done.changed else Change()
    return bool(asked), left


def decide(
    session: Session, salt: int, salted: Callable[[Session, int], int] = lambda _, salt: salt
) -> Session:
    """The session with everything that the demonstration player can do before the pen passes, in its draft.

    ``salted`` may make another salt of ``salt`` for each decision. Raises PbemError ``endless`` for orders without end.
    """
    session = session.automatic()
    rules = session.game.rules
    for _ in range(_MOST_ORDERS):
        if not session.is_my_turn:
            return session
        if session.owed.kind == "reply":
            session = _agreeing(session)
            continue
        advice = think(rules, session.position.game, session.side, session.secrets, salted(session, salt))
        session = session.order(advice.order).automatic()
    raise PbemError.of("endless", "{most_orders} orders were given in one turn.", most_orders=_MOST_ORDERS)


def _summary(player: Player) -> str:
    """The last that happened in a draft."""
    texts = [o.text for happened in player.playing.happened for o in happened.outcomes]
    return texts[-1] if texts else Message("Your turn")


def _send(player: Player, other: Player, first: int, summary: str, change: Change) -> Path:
    """Sign the turn, store it, and only then hand it over."""
    player.session, bundle = player.playing.sealed()
    turn = container.pack(encode_turn(unsent(player.session.log, player.seat)))
    assert player.game is not None
    sent = (Sent(n=bundle.header.n, turn=turn),)
    save_session(player.game, player.identity, player.session, sent=sent, change=change)
    head = bundle.header.head.hex()
    return mail(player, other, turn, summary, entries=(first, bundle.header.last), head=head)


def _receive(player: Player, letter: Path) -> None:
    """Verify what came before anything is answered, and store it."""
    session = player.playing
    for bundle in read_bundles(unpacked(letter)):
        if bundle.header.n > session.end.bundles:
            session = session.receive(bundle)
    player.session = session
    assert player.game is not None
    save_session(player.game, player.identity, session)


# --- the end ----------------------------------------------------------------------------------------------------------


def _verified(ann: Player, ben: Player, out: Path) -> tuple[Verdict, dict[str, Json]]:
    """Each side's stored log is verified from its first byte, and two that are the same bytes once; a map at the end of
    each turn, and the after-action report.
    """
    assert ann.game is not None
    assert ben.game is not None
    data, other = ann.game.log(), ben.game.log()
    game = ann.playing.game
    album = _Album(rules=game.rules, title=game.info.title, out=out)
    reading = read(data, watch=album.watch)
    album.draw()
    verdict = reading.verdict
    told = report(
        f"{game.info.title}: {verdict.scenario}",
        chapters(album.trail),
        ending(reading.position),
        album.pictures,
        verdict=verdict_sentence.banner(verdict),
    )
    write_bytes(out / "report.md", told.encode(), mode=0o644)
    theirs = verdict if other == data else verify(other)
    return verdict, {ann.playing.side: verdict.state, ben.playing.side: theirs.state}


@define(kw_only=True)
class _Album:
    """What a game brings while it is read, and a map for the end of each turn."""

    rules: Ruleset[object]
    title: str
    out: Path
    trail: list[AppliedEntry[object]] = field(factory=list)
    pictures: dict[int, str] = field(factory=dict)
    recent: list[Outcome] = field(factory=list)

    def watch(self, happened: AppliedEntry[object]) -> None:
        """One more entry."""
        turn = self.rules.moment(happened.position.game).turn
        if self.trail and self.rules.moment(self.trail[-1].position.game).turn != turn:
            self.draw()
            self.recent.clear()
        self.trail.append(happened)
        self.recent.extend(each for each in happened.outcomes if each.kind in SHOWN)

    def draw(self) -> None:
        """The map of the turn as it stands."""
        state = self.trail[-1].position.game
        moment = self.rules.moment(state)
        name = f"turn-{moment.turn}.svg"
        scene = self.rules.scene(state, None, recent=tuple(self.recent))
        drawn = draw(scene, title=f"{self.title}: {moment.turn_name}")
        write_bytes(self.out / name, drawn.encode(), mode=0o644)
        self.pictures[moment.turn] = name


def _agreeing(session: Session) -> Session:
    """The computer agrees to whatever can be agreed to."""
    try:
        return reply_back(session, yes=True)
    except VerifyError:
        return reply_back(session, yes=False)
