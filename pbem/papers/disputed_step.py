"""A disputed step run again, from a state that both players have signed."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.errors import FormatError, NotHereError, UsageError
from pbem.games import editions
from pbem.games.registry import Finder, Game
from pbem.log import Bundle, ChainEnd, head_after, renewal_of
from pbem.log.entries import BESIDE, PROTOCOL, Audit, Back, Renew, Reply, Seal, Upgrade
from pbem.papers.capsule_file import Capsule
from pbem.port.game import Ruleset
from pbem.port.messages import Message
from pbem.replay import renewing
from pbem.replay.fold import Folded, Watcher, first_table, fold_bundle
from pbem.replay.table import Commitments, Position, Table
from pbem.replay.verify import load_rules


def end_before(bundle: Bundle) -> ChainEnd:
    """The end of the chain in front of a bundle, as far as a fold needs it."""
    header = bundle.header
    return ChainEnd(bundles=header.n - 1, entries=header.first, head=header.prev)


def game_of(capsule: Capsule, find: Finder | None) -> Game:
    """The version in force at the state: what the invitation pins, or what an upgrade put in its place."""
    if not capsule.rules:
        return load_rules(capsule.log, find=find)
    try:
        found = (find or editions.find)(capsule.log.invite.game, capsule.rules, capsule.data)
        return editions.with_finder(found, find)
    except UsageError as error:
        if error.code == "unknown-data" and not editions.of_a_release(capsule.data):
            raise editions.missing_pack(
                Message("the game is played on"), "", capsule.data, Message("whoever made this paper")
            ) from error
        raise NotHereError("other-rules", error.message, hint=error.hint) from error


def run_again(game: Game, capsule: Capsule) -> Folded[object]:
    """The turn files after the pinning one, run from the state there."""
    return go_on(start(game, capsule), capsule.window)


def start(game: Game, capsule: Capsule) -> Folded[object]:
    """The position behind the pinning turn file."""
    before = [each for each in capsule.bundles if each.header.n <= capsule.n]
    table = _table(first_table(game, capsule.log), before, capsule.roll)
    if capsule.rules:
        table = evolve(table, rules=capsule.rules, data=capsule.data, upgrades=max(1, table.upgrades))
    position = Position(
        game=_state(game.rules, capsule.state),
        table=table,
        count=capsule.pin.header.last + 1,
        started=True,
        ruling=game,
    )
    return Folded(position=position, end=end_before(capsule.window[0]))


def go_on(
    folded: Folded[object], bundles: Sequence[Bundle], watch: Watcher[object] | None = None
) -> Folded[object]:
    """The turn files behind a position, one after the other, up to the first that does not hold."""
    for bundle in bundles:
        folded = fold_bundle(folded.position, folded.end, bundle, watch)
        if folded.error is not None:
            break
    return folded


def _state(rules: Ruleset[object], data: bytes) -> object:
    try:
        value = canon.parse_json(data)
        if canon.encode_value(value) != data:
            raise FormatError("white-space", Message("The state in the capsule is not canonical."))
    except ValueError as error:
        raise FormatError("not-json", Message("The state in the capsule cannot be read.")) from error
    return rules.load(value)


def _table(table: Table, support: Sequence[Bundle], roll: int) -> Table:
    """What the turn files up to the pinning one put on the table: commitments, take-backs, vaults that are open."""
    seals: dict[str, Commitments] = {}
    audited: list[str] = []
    backs = upgrades = 0
    offered, last = "", table.last
    for bundle in support:
        head = bundle.header.prev
        for line, entry in zip(bundle.lines, bundle.entries, strict=True):
            place, head = head, head_after(head, (line,))
            last = last if entry["k"] in BESIDE else bundle.header.by
            if PROTOCOL.knows(str(entry["k"])):
                match PROTOCOL.load(entry):
                    case Seal(at=at, c=hashes):
                        by, era = bundle.header.by, table.seats[bundle.header.by].era
                        made = Commitments(by=by, hashes=hashes, label=at, era=era, place=place)
                        seals[at.partition("~")[0]] = made
                    case Renew() as entered:
                        table = renewing.installed(table, bundle.header.by, entered)
                    case Back() | Upgrade():
                        offered = str(entry["k"])
                    case Reply(yes=True):
                        backs += offered == "back"
                        upgrades += offered == "upgrade"
                    case Audit():
                        audited.append(bundle.header.by)
    return evolve(
        table,
        seals=seals,
        last=last,
        next_roll=roll,
        audited=tuple(audited),
        backs=backs,
        upgrades=upgrades,
        renewed=renewal_of(support[-1]) is not None,
    )
