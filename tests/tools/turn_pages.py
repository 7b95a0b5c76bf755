"""How a turn of each game goes, phase by phase, as a page of both manuals: written from a game that is played for it.

``python -m tests.tools.turn_pages [GAME...]`` writes them anew; a test says whether that would change anything.

The demonstration player plays both sides of the game's scenarios, through its rules and with every order judged, until each
kind of order has been due. Who decides what in which phase, for what reason and by which paragraph is what the rules asked
for there. An order is described in the first phase that asks for it, with the first of its kind that was given, else the
first that was legal.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from attrs import AttrsInstance, Factory, define, field, frozen

from pbem.games import registry
from pbem.games.driver import kinds
from pbem.games.self_play import Hotseat, advised
from pbem.home.play import order_lines
from pbem.home.viewing import languages
from pbem.port import map_displays
from pbem.port.described import described
from pbem.port.game import Choice, Conceal, Roll, Side
from pbem.port.messages import Catalogue, Message
from pbem.view.markup import clean

MANUAL = Path(__file__).resolve().parents[2] / "pbem" / "manual"
GAMES = ("june6", "june44", "darkdecember", "normandy", "pegasus")
_GAMES, _ACTIONS, _LOOKS, _LEGAL = 2, 1500, 4, 400
"""So many scenarios are played, so long; so often, and so far, are legal orders looked through for an example of a kind."""
_LONG = 40
"""An example longer than that gives way to a shorter one."""


@frozen(kw_only=True)
class Words:
    """What a page says besides the words of its game."""

    title: str
    made: str
    goes: str
    head: tuple[str, str, str]
    rolled: str
    secret: str
    both: str
    open: str = "{side}: {why}"
    rare: str
    rarely: str


_WORDS = {
    code: Words(**{**words, "head": tuple(words["head"])})
    for code, words in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8")).items()
}


@frozen
class Occasion:
    """What a phase asks for, whatever the formation or the hex: the sentence as a template, its paragraph, its secrecy."""

    template: str
    paragraph: str
    sealed: bool


@define
class Asked:
    """An occasion as it was first met, with the sides that were asked on such an occasion and the kinds of their orders."""

    why: str
    sides: list[Side] = Factory(list)
    kinds: list[str] = Factory(list)


@define
class Phase:
    """A phase: what it asks for, each occasion once, and the paragraphs of its rolls."""

    title: str
    asks: dict[Occasion, Asked] = Factory(dict)
    rolls: set[str] = Factory(set)

    def ask(self, due: Sequence[str], demand: Choice | Conceal) -> None:
        """Note what is asked of a side."""
        template = demand.why.template if isinstance(demand.why, Message) else demand.why
        occasion = Occasion(template, demand.paragraph, isinstance(demand, Conceal))
        asked = self.asks.setdefault(occasion, Asked(demand.why))
        if demand.side not in asked.sides:
            asked.sides.append(demand.side)
        asked.kinds += [kind for kind in due if kind not in asked.kinds]


@define
class Turns:
    """What was met in the games of one ruleset, by the folded title of the phase; and an example of each kind."""

    game: registry.Game
    phases: dict[str, Phase] = Factory(dict)
    examples: dict[str, str] = Factory(dict)
    _looks: dict[str, int] = field(factory=dict, init=False)

    @property
    def missing(self) -> frozenset[str]:
        """The kinds that were not due yet."""
        due = {
            kind for phase in self.phases.values() for asked in phase.asks.values() for kind in asked.kinds
        }
        return frozenset(self.game.rules.actions.kinds) - due

    def play(self, scenario: str) -> None:
        """One game, as far as it is looked at."""
        game = Hotseat.start(self.game.rules, scenario, {}, seed=1)
        for title in map_displays.furniture(
            self.game.rules, game.state, None, self.game.rules.moment(game.state)
        ).phases:
            self._phase(title)
        while game.actions < _ACTIONS and (due := game.owed) is not None:
            phase = self._phase(self.game.rules.moment(game.state).phase)
            if isinstance(due, Roll):
                phase.rolls.add(due.paragraph)
            elif isinstance(due, Choice | Conceal):
                phase.ask(kinds(due), due)
                self._look(game, kinds(due))
            game.step(self._given)

    def _given(self, game: Hotseat[object], due: Choice | Conceal) -> AttrsInstance:
        order = advised(game, due)
        kind, line = self.game.rules.actions.kind(order), order_lines.write(self.game.rules.actions, order)
        known = self.examples.get(kind, "")
        if not known or self._looks.get(kind) or len(line) < len(known) > _LONG:
            self._looks.pop(kind, None)
            self.examples[kind] = line
        return order

    def _look(self, game: Hotseat[object], due: Sequence[str]) -> None:
        wanted = [kind for kind in due if kind not in self.examples and self._looks.get(kind, 0) < _LOOKS]
        for kind in wanted:
            self._looks[kind] = self._looks.get(kind, 0) + 1
        if not wanted:
            return
        for order in islice(game.options(), _LEGAL):
            kind = self.game.rules.actions.kind(order)
            if kind in wanted:
                self.examples.setdefault(kind, order_lines.write(self.game.rules.actions, order))

    def _phase(self, title: str) -> Phase:
        return self.phases.setdefault(str(title).casefold(), Phase(title))


def met(name: str) -> Turns:
    """What is asked for in a turn of a game: a second scenario is played where a kind was not due in the first."""
    found = Turns(registry.load(name))
    for scenario in found.game.rules.scenarios[:_GAMES]:
        if found.missing:
            found.play(scenario)
    return found


def pages(name: str) -> Mapping[str, str]:
    """The page of a game in each language."""
    found = met(name)
    return {code: "\n".join(_page(found, languages.tongue(found.game, code))) + "\n" for code in _WORDS}


def _page(found: Turns, tongue: Catalogue) -> Iterator[str]:
    words, say = _WORDS[tongue.code], tongue.say
    yield f"# {words.title.format(game=found.game.rules.title)}"
    yield from ("", words.made.format(name=found.game.info.name), "", words.goes)
    described_above: set[str] = set()
    for n, phase in enumerate(found.phases.values(), 1):
        yield from ("", f"## {n}. {_capital(clean(say(phase.title), 80))}")
        if phase.asks:
            yield ""
            yield from (_line(occasion, asked, found, tongue) for occasion, asked in phase.asks.items())
        due = dict.fromkeys(kind for asked in phase.asks.values() for kind in asked.kinds)
        if new := [kind for kind in due if kind not in described_above]:
            yield ""
            yield from _orders(new, found, tongue)
            described_above |= {*new}
        if phase.rolls:
            at = ", ".join(sorted(filter(None, phase.rolls)))
            yield from ("", words.rolled.format(at=f" [{at}]" if at else ""))
    if rare := [kind for kind in found.game.rules.actions.kinds if kind not in described_above]:
        yield from ("", f"## {words.rare}", "", words.rarely, "")
        yield from _orders(rare, found, tongue)


def _line(occasion: Occasion, asked: Asked, found: Turns, tongue: Catalogue) -> str:
    """One occasion: who is asked, for what, by which paragraph, and the words of the orders that answer."""
    words, say = _WORDS[tongue.code], tongue.say
    first, *others = (say(Message(side)) for side in asked.sides)
    form = words.secret if occasion.sealed else words.open
    question = form.format(side=_capital(first), why=clean(say(asked.why), 200))
    also = words.both.format(others=_capital(others[0])) if others else ""
    paragraph = f" [{occasion.paragraph}]" if occasion.paragraph else ""
    orders = ", ".join(f"`{_usage(kind, found, tongue).split()[0]}`" for kind in asked.kinds)
    return f"- **{question}**{also}{paragraph}: {orders}"


def _usage(kind: str, found: Turns, tongue: Catalogue) -> str:
    return tongue.say(found.game.rules.actions.usage(kind))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _orders(asked: Sequence[str], found: Turns, tongue: Catalogue) -> Iterator[str]:
    yield f"| {' | '.join(_WORDS[tongue.code].head)} |"
    yield "|---|---|---|"
    for kind in asked:
        codec = found.game.rules.actions
        rules, given = found.game.rules, found.examples.get(kind, "")
        typed = f"`pbem do {tongue.say(order_lines.said(rules, given))}`" if given else ""
        row = (
            f"`{_usage(kind, found, tongue)}`",
            _capital(clean(tongue.say(described(codec.cls(kind))), 600)),
            typed,
        )
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def path(name: str, code: str) -> Path:
    """Where the page of a game lies."""
    return MANUAL / code / f"turn-{name}.md"


if __name__ == "__main__":
    for each in sys.argv[1:] or GAMES:
        for code, text in pages(each).items():
            path(each, code).write_text(text, encoding="utf-8")
