"""A position as the page is told it: what is owed, what the draft holds, what happened, and the drawings for the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.games.game_cards import titles
from pbem.games.hand import Hand
from pbem.home import identity, sentences
from pbem.home.overview import status
from pbem.home.overview.end_offered import offers_end
from pbem.home.play import orders as playing
from pbem.home.play import recommended
from pbem.home.practice import is_practice
from pbem.home.rulings import applied_ruling, clause, two_rulings
from pbem.home.standing import kept
from pbem.home.standing.going_on import go_on
from pbem.home.standing.open_roll import open_for
from pbem.home.turns import versions
from pbem.log import REFEREE
from pbem.log.entries import PROTOCOL
from pbem.port import insight
from pbem.port.game import Choice, Conceal, Disclose, Moment, Roll, Ruleset, Side
from pbem.port.messages import Message, Series
from pbem.port.scene import Scene
from pbem.protocol.session import Session, unsent
from pbem.replay.fold import AppliedEntry
from pbem.replay.outcome import ending
from pbem.replay.table import NextStep, Seat, other
from pbem.table import beside, decision, guiding, orders, pacing, picture, roll_results, sending, side_entries
from pbem.table.legal_orders import Stand
from pbem.table.open_home import Room
from pbem.table.what_if import Trial
from pbem.view.map.counters import describe
from pbem.view.markup import clean


def position(room: Room) -> dict[str, Json]:
    """Everything the page shows of the game as it stands, the sandbox's position when one is open."""
    stand = room.stand()
    session = room.session()
    found = scenery(room, stand.scene, session.game.rules, stand.state, stand.viewer)
    due = session.owed
    count, free = playing.undoable(session)
    seats = session.position.table.seats
    theirs = seats["B" if session.seat == "A" else "A"]
    result = ending(session.position)
    found.update(
        {
            "game": room.folder().name,
            "title": clean(session.game.info.title, 120),
            "scenario": titles(session.log.invite.game, session.log.invite.scenario)[1],
            "side": session.side,
            "name": identity.called(seats[session.seat].name),
            "opponent": identity.called(theirs.name),
            "theirs": theirs.side,
            "pack": Message("On {on_pack}{by}.", on_pack=session.game.on_pack, by="")
            if session.game.pack
            else "",
            "guided": guiding.follows(room.folder()),
            "practice": is_practice(room.folder()),
            "offersEnd": clean(offers_end(room.folder(), session.end.bundles), 300),
            "acting": stand.side,
            "entries": session.end.entries,
            "due": owed(session, due),
            "step": step(session, due),
            "queue": shown(room, session) if room.trial is None else None,
            "kinds": orders.kinds(stand),
            "able": able(stand),
            "ask": decision.asked(stand),
            "recommended": recommended.asked(session) if room.trial is None else "",
            "mail": sending.settings(room),
            "sides": [*session.game.rules.sides],
            "plays": [*session.game.rules.sides[: session.game.info.playing]],
            "layers": [[name, about] for name, about in insight.layers(session.game.rules)],
            "draft": drafted(session),
            "free": free,
            "orders": count,
            "secrets": secrets(session),
            "hand": hand(
                session.game.rules, room.trial.hand() if room.trial else session.secrets.hand, stand
            ),
            "last": happened(latest(room, session), session.seat),
            "result": status.told_result(result) if result is not None else "",
            "ruled": {"winner": result.winner, "level": clean(result.level, 120)}
            if result is not None and result.ruled
            else None,
            "referee": refereed(room, session),
            "trial": tried(room.trial) if room.trial is not None else None,
            **side_entries.beside(session),
            **side_entries.kept(room.folder(), room.home, session),
            "pace": pacing.shown(room.folder(), session, room.clock()),
        }
    )
    if found["over"]:
        found["step"] = "over"
    return found


def refereed(room: Room, session: Session) -> list[Json]:
    """Who the referee of this game is and what the players are bound to, as the status says it; nothing without one.

    Behind it what two rulings of theirs say that cannot both stand.
    """
    folder = room.folder()
    said = (
        clause.told(room.home, None, session.log),
        *two_rulings.lines(
            session.log, versions.files_beside(folder), applied_ruling.referee(folder, session)
        ),
    )
    return [clean(each, 2000) for each in said if each]


def scenery(room: Room, scene: Scene, rules: Ruleset[object], state: object, side: Side) -> dict[str, Json]:
    """A scene for the board, and in words: where everything lies, the heading and the panel."""
    on = room.board(scene)
    moment = rules.moment(state)
    return {
        "board": on.number,
        **picture.pieces(on, picture.told(on, scene, room.reader), room.reader),
        "heading": clean(scene.heading, 200),
        "panel": [
            Series(("  ", clean(line, 400)), "") if line.startswith(" ") else clean(line, 400)
            for line in scene.panel
        ],
        "moment": when(moment),
        "beside": beside.furniture(rules, state, side),
        "piles": [
            {
                "cell": clean(pile.cell, 60),
                "label": clean(pile.label, 60),
                "counters": [
                    [clean(c.name, 60), c.side, clean(describe(c), 400), c.steps < c.full_steps]
                    for c in pile.counters
                ],
            }
            for pile in scene.piles
        ],
    }


def when(moment: Moment) -> dict[str, Json]:
    """Turn and phase."""
    return {"turn": moment.turn, "name": clean(moment.turn_name, 80), "phase": clean(moment.phase, 80)}


def owed(session: Session, due: NextStep) -> dict[str, Json]:
    """Who owes what: in a sentence, and in its parts for other languages."""
    demand = due.demand
    kinds: tuple[str, ...] = ()
    if isinstance(demand, Choice):
        kinds = demand.kinds
    elif isinstance(demand, Conceal):
        kinds = (demand.kind,)
    why = demand.why if isinstance(demand, Choice | Conceal | Roll | Disclose) else ""
    return {
        "said": clean(sentences.next_debt(session), 400),
        "what": due.kind,
        "who": clean(sentences.who(session, due.seat), 120) if due.kind else "",
        "mine": bool(due.kind) and due.seat == session.seat,
        "kinds": [*kinds],
        "why": clean(why, 200),
        "paragraph": demand.paragraph if demand is not None else "",
    }


def step(session: Session, due: NextStep) -> str:
    """The player's next step: ``decide``, ``reply`` (to an offer), ``answer`` (no decision, for good), ``send``, ``again``,
    ``wait``, ``over``."""
    if due.kind == "reply" and due.seat == session.seat:
        return "reply"
    if due.kind and due.seat == session.seat:
        return "decide" if due.kind in playing.DECISIONS else "answer"
    if session.draft:
        return "send"
    if not due.kind:
        return "over"
    return "again" if unsent(session.log, session.seat) else "wait"


def able(stand: Stand) -> list[Json]:
    """The acting side's units that a legal order names, in the order of the orders."""
    wide = (name for units in stand.wide.values() for name in units)
    named = (name for each in stand.legal for name in sorted(each.units & stand.own))
    return [*dict.fromkeys(chain(wide, named))]


def drafted(session: Session) -> list[Json]:
    """The orders of the draft as they were given, and after each what came of it; a sealed one shows its label alone."""
    found: list[Json] = []
    codec = session.game.rules.actions
    for each in session.happened:
        kind = str(each.obj["k"])
        obj = {name: v for name, v in each.obj.items() if name != "i"}
        if kind == "seal":
            text: str = Message("sealed: {label}", label=each.obj.get("at"))
        else:
            text = "" if PROTOCOL.knows(kind) else codec.write(codec.load(obj))
        found.append(
            {
                "entry": each.entry,
                "kind": kind,
                "order": clean(text, 300),
                "obj": None if PROTOCOL.knows(kind) else obj,
                "outcomes": [orders.outcome(outcome) for outcome in each.outcomes],
            }
        )
    return found


def secrets(session: Session) -> list[Json]:
    """The player's own sealed values that have not been opened on the log yet."""
    found: list[Json] = []
    for at, made in sorted(session.position.table.shut.items()):
        values = session.vault.sealed.get(at)
        if made.by != session.seat or values is None:
            continue
        left = [_worded(value) for n, value in enumerate(values, 1) if n not in made.opened]
        found.append({"at": clean(at, 60), "values": [*left]})
    return found


def hand(rules: Ruleset[object], held: Hand, stand: Stand | None = None) -> list[Json]:
    """The cards in the player's own hand: what the game prints of each, and the orders it can be played for in ``stand``.

    ``plays`` are those that name no place, ``ways`` counts all.
    """
    found: list[Json] = []
    legal = stand.legal if stand is not None and stand.side == stand.viewer else ()
    for deck, cards in held.items():
        for slot, card in sorted(cards.items()):
            about = [clean(line, 400) for line in _printed(rules, card).splitlines()[:12] if line.strip()]
            ways = [each for each in legal if card in each.obj.values()]
            plays = [decision.order(stand, each.action) for each in ways if not each.cells] if stand else []
            found.append(
                {
                    "deck": clean(deck, 60),
                    "slot": slot,
                    "card": clean(card, 60),
                    "about": [*about],
                    "plays": [*plays],
                    "ways": len(ways),
                }
            )
    return found


def _printed(rules: Ruleset[object], card: str) -> str:
    try:
        return rules.show(card)
    except UsageError:
        return ""


def _worded(value: Json) -> str:
    return clean(value if isinstance(value, str) else canon.encode_value(value).decode(), 120)


def latest(room: Room, session: Session) -> Sequence[AppliedEntry[object]]:
    """What the latest turn files of the other side, and of a referee, brought: to read again."""
    theirs = {other(session.seat), REFEREE}
    found: list[AppliedEntry[object]] = []
    first, met = 0, False
    for bundle in reversed(session.log.bundles):
        if bundle.header.by not in theirs and met:
            break
        first, met = bundle.header.first, met or bundle.header.by in theirs
    for each in reversed(room.last(first)):
        if found and each.seat not in theirs:
            break
        if each.seat in theirs:
            found.append(each)
    return found[::-1]


def happened(each_of: Iterable[AppliedEntry[object]], seat: Seat) -> list[Json]:
    """Entries that brought something, each with what came of it; ``own`` are the rolls of this seat."""
    return [
        {
            "entry": each.entry,
            "own": roll_results.own(each, seat),
            "outcomes": [orders.outcome(outcome) for outcome in each.outcomes],
        }
        for each in each_of
        if each.outcomes
    ]


def tried(trial: Trial) -> dict[str, Json]:
    """The sandbox: whose decision it is, what was tried, and the dice that nobody has thrown."""
    due = trial.due
    return {
        "side": trial.stand().side,
        "why": clean(due.why, 200) if due is not None else "",
        "stuck": trial.stuck,
        "over": due is None,
        "line": [
            {
                "order": clean(point.order, 300),
                "obj": {**point.obj},
                "side": point.side,
                "faces": [*point.faces],
                "outcomes": [orders.outcome(outcome) for outcome in point.outcomes],
            }
            for point in trial.line[1:]
            if point.order or point.outcomes
        ],
    }


# --- orders that wait -------------------------------------------------------------------------------------------------


_LONGEST = 300


def shown(room: Room, session: Session) -> dict[str, Json]:
    """Whether an order may wait now, what waits, and what keeps the first back where they are halted."""
    standing, spoilt = kept.readable(room.folder(), room.identity)
    if spoilt and standing.halted:
        return {"open": False, "orders": [], "stopped": True, "why": [], "dropped": clean(spoilt, _LONGEST)}
    tried = go_on(session, evolve(standing, halted=False), acting=False)
    return {
        "open": open_for(session),
        "orders": [clean(each.line.do[0], _LONGEST) for each in standing.waiting],
        "stopped": standing.halted,
        "why": decision.violations(tried.violations) if standing.halted and not tried.given else [],
        "dropped": clean(tried.dropped, _LONGEST),
    }
