"""Random legal play of June '44 through its game port, cards included, and the laws that hold in every position."""

from __future__ import annotations

import random
from collections import Counter

import click
from attrs import AttrsInstance, define, field

from pbem.bytes.codec import kind_of
from pbem.games import registry
from pbem.games.cards import Cards
from pbem.port.game import (
    Choice,
    Conceal,
    Deal,
    Dealt,
    Disclose,
    Mask,
    Masked,
    Roll,
    Rolled,
    Sealed,
    Secrets,
    Shown,
    Table,
)
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.rules import stacking
from pbem_rules.june44.rules.cards import hands
from pbem_rules.june44.rules.cards.orders import Discard, Play
from pbem_rules.june44.rules.movement.move import unit_moves
from pbem_rules.june44.rules.play import View
from pbem_rules.june44.rules.sequence import Done

_ONE_UNIT = 0.97
"""How often the moves of one unit are looked at instead of those of all: a game takes a tenth of the time."""


class BrokenLawError(AssertionError):
    """A law does not hold in a position."""


@define(kw_only=True)
class Game:
    """A game under way, what is sealed, and the deck as both sides' programs know it together."""

    rules: June44
    state: State
    sealed: tuple[object, ...] = ()
    deck: Cards = field(factory=Cards)
    actions: int = 0

    @classmethod
    def start(cls, rules: June44, options: dict[str, bool]) -> Game:
        return cls(rules=rules, state=rules.setup("june44", dict(options)))

    def act(self, side: str, action: AttrsInstance | Table) -> None:
        found = self.rules.check(self.state, side, action)
        if found:
            raise BrokenLawError(f"{kind_of(type(action))} {action} is refused: {found}")
        self.actions += 1
        self.state = self.rules.apply(self.state, side, action).state


def step(game: Game, chance: random.Random) -> bool:
    """Answer what is owed, at random; False when the game is over."""

    def shuffled(values: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(chance.sample(values, len(values)))

    owed = next(iter(game.rules.demands(game.state)), None)
    match owed:
        case None:
            return False
        case Roll(side=side, why=why, dice=dice):
            game.act(side, Rolled(why=why, faces=tuple(chance.randint(1, die.sides) for die in dice)))
        case Conceal(side=side):
            order = chance.choice(list(game.rules.options(game.state, side)))
            at, game.sealed = game.rules.conceal(game.state, order)
            game.act(side, Sealed(side=side, at=at, count=len(game.sealed)))
        case Mask(side=side, deck=deck) as demand:
            game.deck = game.deck.mask(demand, shuffled)  # type: ignore[arg-type]  # names in, names out
            game.act(side, Masked(side=side, deck=deck))
        case Deal(side=side, deck=deck, to=to, slots=slots) as demand:
            game.deck = game.deck.deal(demand)
            game.act(side, Dealt(to=to, deck=deck, slots=slots))
        case Disclose(side=side, at=at, ns=ns) if game.deck.knows(at):
            game.deck, card = game.deck.show(side, at, ns[0])
            game.act(side, Shown(side=side, at=at, n=ns[0], value=card))
        case Disclose(side=side, at=at, ns=ns):
            value = game.sealed[ns[0] - 1]
            game.act(side, Shown(side=side, at=at, n=ns[0], value=value))  # type: ignore[arg-type]  # a number
        case Choice(side=side, kinds=kinds):
            game.act(side, choose(game, side, kinds, chance))
    return True


def choose(game: Game, side: str, kinds: tuple[str, ...], chance: random.Random) -> AttrsInstance:
    """A legal order at random that the side's own cards allow; now and then it is done early."""
    if "done" in kinds and chance.random() < 0.1 and not game.rules.check(game.state, side, Done()):
        return Done()
    view = game.rules.view(game.state, side)
    if "move" in kinds and chance.random() < _ONE_UNIT:
        moves = list(unit_moves(view, chance.choice(view.units_of(side))))
        if moves:
            return chance.choice(moves)
    own = hands.held_cards(view, side, game.deck.hand(side))
    known = [each for each in game.rules.options(game.state, side) if honest(game.state, each, own)]
    if not known:
        raise BrokenLawError(f"{side} owes one of {kinds} and can do nothing")
    wrong = {game.rules.actions.kind(each) for each in known} - set(kinds)
    if wrong:
        raise BrokenLawError(f"options of the kinds {wrong}, owed is one of {kinds}")
    return chance.choice(known)


def honest(state: State, order: AttrsInstance, own: tuple[str, ...]) -> bool:
    """Whether an order names a card that its side really holds."""
    if isinstance(order, Play | Discard) and state.pending is None:
        return own[order.n - 1] == order.card
    return True


def laws(game: Game) -> None:
    """What holds in every position. Raises BrokenLawError."""
    rules, state = game.rules, game.state
    data = rules.data
    names = [unit.id for unit in state.board]
    if set(names) & {*state.lost, *state.gone} or {each.unit for each in state.due} & set(names):
        raise BrokenLawError("a unit is in two places")
    for unit in state.board:
        place = unit.where.partition(":")[2] or unit.where
        known = place in data.ground.terrain or place in data.ground.entries or place in data.ground.edges
        if not known or (unit.reduced and data.unit(unit.id).back is None):
            raise BrokenLawError(f"{unit} cannot be")
    for where in state.board.places():
        if (
            where in data.ground.terrain
            and len({data.unit(each.id).side for each in state.board.stack(where)}) > 1
        ):
            raise BrokenLawError(f"both sides are in {where}")
    counts = (state.supply, state.naval, state.air, *state.replacements, *state.air_drawn)
    if (
        min(counts) < 0
        or state.air_drawn[0] > data.charts.air_success
        or state.air_drawn[1] > data.charts.air_abort
    ):
        raise BrokenLawError(f"numbers that cannot be: {counts}")
    slots = [*state.undrawn, *state.mixing, *state.discards, *state.removed]
    slots += [
        each.slot for side in (ALLIED, GERMAN) for each in hands.hand(View(data=data, state=state), side)
    ]
    every = len(hands.deck_names(data))
    if len(slots) != len(set(slots)) or (state.deck and state.pending is None and len(slots) != every):
        raise BrokenLawError(f"cards lost or doubled: {sorted(slots)}")
    if rules.load(rules.dump(state)) != state:
        raise BrokenLawError("the state is not what its dump says")


def play(rules: June44, seed: int, options: dict[str, bool], most: int = 20_000) -> Game:
    """A whole game, laws checked at every hundredth action and at the end."""
    chance = random.Random(seed)
    game = Game.start(rules, options)
    while step(game, chance):
        if game.actions % 100 == 0:
            laws(game)
        if game.actions > most:
            raise BrokenLawError(f"no end after {most} actions")
    laws(game)
    return game


def secrets(game: Game, side: str) -> Secrets:
    """What a side alone knows."""
    return Secrets(hand=game.deck.hand(side))


def crowded(game: Game) -> bool:
    """Whether somebody stands overstacked, which no phase may end with."""
    return any(any(stacking.crowded(game.rules.view(game.state, side))) for side in (ALLIED, GERMAN))


OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"random-cards": True, "own-replacements": True},
    {"naval-planning": True, "artillery-turns": True, "one-die": True},
    {"solitaire": True},
)


@click.command()
@click.option("--games", type=click.IntRange(min=1), default=20, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the first; the next has the next.")
def main(games: int, seed: int) -> None:
    """Play random games to the end, by turns with each set of options: python -m tests.june44.random_play --games 1000."""
    rules = registry.load("june44").rules
    assert isinstance(rules, June44)
    levels: Counter[str] = Counter()
    for number in range(seed, seed + games):
        try:
            game = play(rules, number, OPTIONS[number % len(OPTIONS)])
        except Exception as error:
            raise SystemExit(f"game {number}: {type(error).__name__}: {error}") from error
        result = rules.result(game.state)
        assert result is not None
        levels[result.level] += 1
    click.echo(f"games {seed} to {seed + games - 1}: {dict(sorted(levels.items()))}")


if __name__ == "__main__":
    main()
