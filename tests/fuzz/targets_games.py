"""Targets: what the entries of a log say, signed properly by a cheat, and everything else that a game reads."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import cast

from attrs import evolve

from pbem import canon, cases, deck, group, registry
from pbem.canon import Json
from pbem.codec import Codec
from pbem.crypto import Keypair
from pbem.desk import standing
from pbem.entries import PROTOCOL
from pbem.errors import FormatError, PbemError, UsageError
from pbem.log import Bundle, sign_bundle
from pbem.log.agents import agent_of
from pbem.protocol.asides import refusal
from pbem.protocol.session import Session
from pbem.replay.fold import fold_bundle
from pbem.replay.verify import verify
from pbem.ruleset import TakesStandingOrders
from pbem.trust import capsule
from pbem_rules.june6 import standing_sealed
from pbem_rules.june6.game import June6
from tests.fuzz import fixtures, mutators
from tests.fuzz.harness import Mutate, Target, WrongError
from tests.standing.sheets import FULL

Turn = tuple[Session, Session, list[dict[str, Json]]]


# --- turns that are signed --------------------------------------------------------------------------------------------


def _read_turn(data: bytes) -> tuple[int, list[dict[str, Json]]]:
    """A line with a number, then entries without theirs."""
    number, *rest = data.split(b"\n")
    entries = []
    for line in rest:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            entries.append(cast("dict[str, Json]", value))
    return int.from_bytes(number[-2:].rjust(2, b"\0"), "big"), entries


def _turn_seed(number: int, entries: Sequence[dict[str, Json]]) -> bytes:
    lines = [canon.encode_value({k: v for k, v in entry.items() if k != "i"}) for entry in entries]
    return b"\n".join([f"{number:02d}".encode(), *lines])


def _turn_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    head, _, rest = data.partition(b"\n")
    if seed % 16 == 0:
        head = str(seed % 97).zfill(2).encode()
    return head[:2] + b"\n" + mutators.json_lines(rest, seed, mutate)


def _chosen(number: int, count: int) -> int:
    """Digits of two letters as a place in a list."""
    return (10 * (number >> 8) + (number & 255)) % count


def _forged(turns: Callable[[], list[Turn]]) -> Callable[[bytes], None]:
    """The other seat, and any third party now and then, judge what a seat has signed; the other can refuse it."""

    def run(data: bytes) -> None:
        number, entries = _read_turn(data)
        with fixtures.small_games():
            seat, waiting, _ = turns()[_chosen(number, len(turns()))]
            bundle = _signed(seat, entries)
            try:
                waiting.receive(bundle)
            except PbemError as error:
                if hashlib.sha256(data).digest()[0] < 24:
                    _agree(seat, waiting, bundle, error)
                raise
        raise WrongError("a turn that claims a wrong state was taken in")

    return run


def _signed(seat: Session, entries: Sequence[dict[str, Json]]) -> Bundle:
    end = seat.end
    lines = [canon.encode({**entry, "i": end.entries + n}) for n, entry in enumerate(entries)]
    return sign_bundle(
        seat.vault.keypair,
        by=seat.seat,
        gid=seat.log.gid,
        n=end.bundles + 1,
        prev=end.head,
        lines=lines,
        rules=seat.log.invite.rules,
        state="00" * 32,
    )


def _agree(seat: Session, waiting: Session, bundle: Bundle, error: PbemError) -> None:
    fault = verify(evolve(seat.log, bundles=(*seat.log.bundles, bundle)).encode()).fault
    if fault is None or fault.code != error.code:
        raise WrongError(f"the other seat says {error.code}, a reader {fault.code if fault else 'nothing'}")
    refused = refusal(waiting, bundle, error)
    if seat.receive(refused).position != waiting.receive(refused).position:
        raise WrongError("after a refusal the seats are not in one position")


def _turn_seeds(turns: Callable[[], list[Turn]]) -> Callable[[], list[bytes]]:
    def seeds() -> list[bytes]:
        found = [_turn_seed(n, entries) for n, (_, _, entries) in enumerate(turns()) if entries]
        seat = turns()[0][0]
        key, tip = Keypair.from_seed(b"\x5a" * 32).public.hex(), "5a" * 32
        offer = seat.log.invite
        beside: tuple[dict[str, Json], ...] = (
            {"k": "agent", "key": key, "may": ["go", "guard"]},
            {"k": "renew", "key": key, "n": 64, "tip": tip, "vault": tip},
            {"k": "upgrade", "rules": offer.rules, "data": offer.data, "version": "2", "state": tip},
            {"k": "back", "to": 0},
            {"k": "reply", "yes": True},
            {"k": "reject", "head": tip, "entry": 1, "code": "illegal", "par": "1.1", "j": 1},
        )
        return found + [_turn_seed(n, [each]) for each in beside for n in (1, 4, 7)]

    return seeds


def _fold(game: str) -> Callable[[bytes], None]:
    """Entries of a recorded game, changed, folded where they stood; signatures are looked at elsewhere."""

    def run(data: bytes) -> None:
        number, entries = _read_turn(data)
        if not entries:
            return
        found = fixtures.moments(game)
        at = found[_chosen(number, len(found))]
        lines = [canon.encode({**entry, "i": at.position.count + n}) for n, entry in enumerate(entries)]
        model = fixtures.recorded(game).bundles[0]
        header = evolve(model.header, by=at.by, n=at.end.bundles + 1)
        bundle = evolve(
            model, header=header, lines=tuple(lines), entries=tuple(canon.decode(line) for line in lines)
        )
        folded = fold_bundle(at.position, at.end, bundle)
        if folded.error is not None:
            raise folded.error
        raise WrongError("a turn that claims a wrong state was taken in")

    return run


def _fold_seeds(game: str) -> Callable[[], list[bytes]]:
    return lambda: [_turn_seed(n, at.entries) for n, at in enumerate(fixtures.moments(game))]


# --- codecs, orders, states -------------------------------------------------------------------------------------------


def _codec(codec: Callable[[], Codec], *, typed: bool = True) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        obj = {name: value for name, value in canon.decode(data).items() if name != "i"}
        agent_of(obj)
        value = codec().load(obj)
        if codec().dump(value) != obj:
            raise WrongError("an entry with two forms was accepted")
        words = codec().write(value)
        if not typed:
            return
        try:
            codec().parse(words)
        except UsageError as error:
            if (
                all(str(each).isprintable() and each not in ("", []) for each in obj.values())
                and "," not in words
            ):
                raise WrongError(f"what is written is not read: {words!r}: {error}") from error

    return run


def _orders(game: str) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        codec = registry.load(game).rules.actions
        value = codec.parse(data.decode("utf-8", "surrogateescape"))
        obj = codec.dump(value)
        canon.encode(obj)
        if codec.load(obj) != value:
            raise WrongError("an order is not what its entry says")

    return run


@cache
def _entries(game: str) -> tuple[dict[str, Json], ...]:
    """Entries of each kind in a recorded game, two of each."""
    found: dict[str, list[dict[str, Json]]] = {}
    for bundle in fixtures.recorded(game).bundles:
        for entry in bundle.entries:
            kept = found.setdefault(str(entry["k"]), [])
            if len(kept) < 2:
                kept.append({name: value for name, value in entry.items() if name != "i"})
    return tuple(each for kind in found.values() for each in kind)


def _order_seeds(game: str) -> list[bytes]:
    codec = registry.load(game).rules.actions
    written = [codec.write(codec.load(each)) for each in _entries(game) if codec.knows(str(each["k"]))]
    return [each.encode() for each in written] + [kind.encode() for kind in codec.kinds]


def _vocabulary(game: str) -> list[str]:
    codec = registry.load(game).rules.actions
    said = [word for seed in _order_seeds(game) for word in shlex.split(seed.decode())]
    return sorted({*said, *codec.kinds, "=", ",", "yes", "no", "'", '"', "#"})


def _state(game: str) -> Callable[[bytes], None]:
    """A state from outside, as a capsule brings one: one form, or refused."""

    def run(data: bytes) -> None:
        rules = fixtures.version(game).rules
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return
        canon.encode_value(value)
        state = rules.load(value)
        if rules.write(state) != canon.encode_value(value):
            raise WrongError("a state with two forms was accepted")

    return run


def _states(game: str) -> list[bytes]:
    rules, found = fixtures.version(game).rules, fixtures.moments(game)
    return [rules.write(found[n].position.game) for n in range(0, len(found), 9)]


def _setup(game: str) -> Callable[[bytes], None]:
    """The terms of an invitation: a scenario on one line, options on the next."""

    def run(data: bytes) -> None:
        scenario, _, text = data.partition(b"\n")
        options = canon.decode(text)
        rules = registry.load(game).rules
        rules.write(rules.setup(scenario.decode("utf-8", "replace"), options))

    return run


def _setups(game: str) -> list[bytes]:
    names = [each.encode() for each in registry.info(game).scenarios]
    written = canon.encode_value(fixtures.recorded(game).invite.options)
    found = [name + b"\n" + written for name in names]
    return [
        *found,
        names[0] + b'\n{"victory":40,"weather":"yes"}',
        b"empty\n{}",
        names[-1] + b'\n{"victory":"9"}',
    ]


def _step(game: str) -> Callable[[bytes], None]:
    """A state that a cheat has pinned, and a step taken from it: a number on one line, the state on the next."""

    def run(data: bytes) -> None:
        number, _, state = data.partition(b"\n")
        log, found = fixtures.recorded(game), fixtures.moments(game)
        at = 1 + int.from_bytes(number[:2], "big") % (len(found) - 1)
        before, bundle = log.bundles[at - 1], log.bundles[at]
        position = found[at].position
        made = capsule.Capsule(
            log=evolve(log, bundles=()),
            at=bundle.header.first,
            n=before.header.n,
            roll=position.table.next_roll,
            state=state,
            bundles=(before, bundle),
        )
        if not capsule.finding(made).lines:
            raise WrongError("a verdict without words")

    return run


def _steps(game: str) -> list[bytes]:
    rules, found = fixtures.version(game).rules, fixtures.moments(game)
    return [bytes([0, n - 1]) + b"\n" + rules.write(found[n].position.game) for n in range(1, len(found), 8)]


def _step_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    number, _, state = data.partition(b"\n")
    return number[:2] + b"\n" + mutators.json_object(state, seed, mutate)


# --- decks ------------------------------------------------------------------------------------------------------------


def _deck(data: bytes) -> None:
    """Points, scalars and proofs that are anything at all."""
    point, scalar, proof = data[:32], data[32:64], data[64:128]
    for act in (lambda: group.check_point(point), lambda: group.check_scalar(scalar)):
        try:
            act()
        except FormatError:
            continue
    sound = point if group.on_curve(point) else group.BASE
    other = scalar if group.on_curve(scalar) else group.BASE
    for each in group.sums(sound, other):
        if not group.on_curve(each):
            raise WrongError("a sum that is no point")
    link = deck.Link(gid=bytes(32), deck="pack", slot=1, seat="A", key=sound, inner=other, outer=sound)
    if deck.check_link(link, proof):
        raise WrongError("a proof that nobody can have made")


def _deck_seeds() -> list[bytes]:
    found = [group.BASE + group.BASE + bytes(64)]
    for _, each in fixtures.vectors("deck"):
        if all(isinstance(each.get(name), str) for name in ("inner", "outer", "proof")):
            found.append(bytes.fromhex(f"{each['outer']}{each['inner']}{each['proof']}"))
    return found


# --- case files and standing orders -----------------------------------------------------------------------------------


def _case(data: bytes) -> None:
    case = cases.parse(data.decode("utf-8", "replace"), "fuzz")
    tried = cases.run(case)
    if not tried.holds and not (tried.expected or tried.found):
        raise WrongError("a case does not hold, and nothing is said of why")


def _case_seeds() -> list[bytes]:
    found: list[bytes] = []
    for game in fixtures.GAMES:
        texts = [each.encode() for each in registry.cases(game).values() if len(each) < 4000]
        found += texts[:: max(1, len(texts) // 25)]
    return found


def _sheet(data: bytes) -> None:
    """A sheet of standing orders: its slips have lines, and it answers with a legal order or hands back."""
    sheet = standing.parse(data)
    rules = fixtures.version("june6").rules
    assert isinstance(rules, TakesStandingOrders)
    found = fixtures.moments("june6")
    at = found[len(data) % len(found)]
    for side in rules.sides:
        slips = standing.faults(fixtures.version("june6"), at.position.game, side, sheet)
        if any(not each.message or each.line < 1 for each in slips):
            raise WrongError("a slip without a sentence or a line")
        if slips:
            continue
        for demand in rules.demands(at.position.game):
            secrets = standing.Secrets()
            given = rules.standing_answer(at.position.game, side, sheet.tables, secrets, demand)
            if given.action is not None and rules.check(at.position.game, side, given.action):
                raise WrongError("standing orders gave an order that is not legal")


def _part(data: bytes) -> None:
    """A part of a sealed sheet as the other side opens it: any JSON value where a table belongs."""
    value = canon.decode(b'{"v":' + data + b"}")["v"]
    rules = fixtures.version("june6").rules
    printed = cast("June6", rules).data.of("landings")
    for side in rules.sides:
        for name in standing_sealed.PARTS:
            if any(not each.message for each in standing_sealed.part_slips(printed, side, name, value)):
                raise WrongError("a slip without a sentence")


def _parts() -> list[bytes]:
    return [canon.encode_value({name: table}) for side in FULL.values() for name, table in side.items()]


def _sheets() -> list[bytes]:
    rules = fixtures.version("june6").rules
    assert isinstance(rules, TakesStandingOrders)
    at = fixtures.moments("june6")[30].position.game
    found = [rules.standing_template(at, side).encode() for side in rules.sides]
    lines = [each.removeprefix(b"# ") for each in found[0].splitlines()]
    return [*found, b'[modes]\ndefault = "stand"\n', b'[losses]\nrule = "weakest"\n', b"\n".join(lines[:40])]


def _kinds_changed(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """An entry: its fields changed, now and then under the name of another kind."""
    rng = Random(seed)
    if rng.random() < 0.1:
        kinds = [
            *PROTOCOL.kinds,
            *(kind for game in fixtures.GAMES for kind in registry.load(game).rules.actions.kinds),
        ]
        try:
            value = canon.decode(data)
            return canon.encode_value({**value, "k": rng.choice(kinds)})
        except PbemError:
            return mutate(data, len(data) + 20)
    return mutators.json_object(data, seed, mutate)


def targets() -> Iterator[Target]:
    """Each with the modules it is the entrance to."""
    steps = ("pbem.replay.stepping", "pbem.replay.fold", "pbem.replay.decks")
    yield Target(
        name="signed",
        about="a turn of the small game, signed by a cheat",
        modules=(*steps, "pbem.protocol.session", "pbem.log.renewals"),
        run=_forged(fixtures.tiny_turns),
        seeds=_turn_seeds(fixtures.tiny_turns),
        mutate=_turn_mutator,
        largest=8192,
    )
    yield Target(
        name="signed-deck",
        about="a turn of the card game, signed by a cheat",
        modules=(*steps, "pbem.protocol.dealing"),
        run=_forged(fixtures.whist_turns),
        seeds=_turn_seeds(fixtures.whist_turns),
        mutate=_turn_mutator,
        largest=16_000,
    )
    yield Target(
        name="deck",
        about="points, scalars, proofs",
        modules=("pbem.group", "pbem.deck"),
        run=_deck,
        seeds=_deck_seeds,
        largest=256,
    )
    yield Target(
        name="entry",
        about="an entry of the protocol",
        modules=("pbem.codec", "pbem.entries", "pbem.log.agents"),
        run=_codec(lambda: PROTOCOL, typed=False),
        mutate=_kinds_changed,
        largest=8192,
        seeds=lambda: [
            mutators.of_object(e)
            for e in {
                **{str(e["k"]): e for g in fixtures.GAMES for e in _entries(g)},
                **{
                    str(e["k"]): {n: v for n, v in e.items() if n != "i"}
                    for _, _, es in fixtures.whist_turns()
                    for e in es
                },
            }.values()
        ],
    )
    for game in fixtures.GAMES:
        yield from _of_game(game)
    yield Target(
        name="case",
        about="a case file",
        modules=("pbem.cases", "pbem.packs"),
        run=_case,
        seeds=_case_seeds,
        mutate=mutators.toml,
        tokens=mutators.TOML_TOKENS,
        largest=8192,
    )
    yield Target(
        name="sheet",
        about="a sheet of standing orders",
        run=_sheet,
        seeds=_sheets,
        mutate=mutators.toml,
        modules=("pbem.desk.standing", "pbem.toml_lines", "pbem_rules.june6.standing_sheet"),
        tokens=mutators.TOML_TOKENS,
        largest=8192,
    )
    yield _sealed_part()


def _sealed_part() -> Target:
    return Target(
        name="sealed-part",
        about="a part of a sealed sheet, opened",
        modules=("pbem_rules.june6.standing_sealed", "pbem_rules.june6.standing_sheet"),
        run=_part,
        seeds=_parts,
        mutate=mutators.json_object,
        largest=4096,
    )


def _of_game(game: str) -> Iterator[Target]:
    yield Target(
        name=f"fold-{game}",
        about=f"entries of {game}, on positions of its recorded game",
        modules=(f"pbem_rules.{game}.game",),
        run=_fold(game),
        seeds=_fold_seeds(game),
        mutate=_turn_mutator,
        largest=8192,
    )
    yield Target(
        name=f"entry-{game}",
        about=f"an entry of {game}",
        modules=(f"pbem_rules.{game}.orders", "pbem.codec"),
        run=_codec(lambda: registry.load(game).rules.actions),
        mutate=_kinds_changed,
        largest=8192,
        seeds=lambda: [mutators.of_object(each) for each in _entries(game)],
    )
    yield Target(
        name=f"orders-{game}",
        about=f"an order of {game} as it is typed",
        modules=("pbem.codec",),
        run=_orders(game),
        seeds=lambda: _order_seeds(game),
        largest=2048,
        mutate=_words(game),
    )
    yield Target(
        name=f"setup-{game}",
        about=f"scenario and options of {game}, as an invitation names them",
        run=_setup(game),
        seeds=lambda: _setups(game),
        mutate=mutators.json_lines,
        modules=(f"pbem_rules.{game}.game",),
        largest=4096,
    )
    yield Target(
        name=f"capsule-{game}",
        about=f"a step of {game} from a state that a cheat has pinned",
        modules=("pbem.trust.capsule", f"pbem_rules.{game}.writing"),
        run=_step(game),
        seeds=lambda: _steps(game),
        mutate=_step_mutator,
        largest=48 * 1024,
    )
    yield Target(
        name=f"state-{game}",
        about=f"a state of {game}, as a capsule brings it",
        modules=(f"pbem_rules.{game}.writing",),
        run=_state(game),
        seeds=lambda: _states(game),
        mutate=mutators.json_object,
        largest=48 * 1024,
    )


def _words(game: str) -> Callable[[bytes, int, Mutate], bytes]:
    """Orders changed word by word; the words are looked for when the first is asked for, the game being loaded then."""
    known: list[str] = []

    def change(data: bytes, seed: int, mutate: Mutate) -> bytes:
        if not known:
            known.extend(_vocabulary(game))
        return mutators.words(known)(data, seed, mutate)

    return change
