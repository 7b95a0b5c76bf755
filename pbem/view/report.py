"""The after-action report: what happened, turn by turn, in Markdown, with every modifier and its paragraph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeVar
from urllib.parse import quote

from pbem.bytes.records import evolve, frozen
from pbem.port.game import Moment, Outcome, Reason
from pbem.port.messages import ENGLISH, Catalogue, Message, counted
from pbem.replay.fold import AppliedEntry
from pbem.replay.outcome import Ending
from pbem.view import language as tongues
from pbem.view.brief import Told, fights
from pbem.view.markup import clean, markdown

S = TypeVar("S")

_LOSSES = {
    "eliminated": Message("eliminated"),
    "destroyed": Message("eliminated"),
    "surrendered": Message("eliminated"),
    "killed": Message("eliminated"),
    "reduced": Message("reduced"),
    "step-lost": Message("reduced"),
    "lost": Message("reduced"),
}
"""Which kinds of outcome are losses, and under which word they are counted."""

_ALL = Message("All")
_APPENDIX = Message("Appendix: the whole log")
_LUCK = Message("Luck along the game")
_DRAW = Message("Draw")
_LOST = Message("Losses")
_MAP_AT_THE_END_OF_TURN = Message("Map at the end of turn")
_RESULT = Message("Result")
_ROLLS = Message("Rolls and moves")
_ROLLED = Message("Rolled")
_SCORE = Message("score")
_SUMMARY = Message("Summary")
_TOTAL = Message("Total")
_TURN = Message("Turn")


@frozen(kw_only=True)
class Chapter:
    """What came of one entry of the log in one phase: its number, turn and phase, and its outcomes in order."""

    entry: int
    moment: Moment
    outcomes: tuple[Outcome, ...]


def chapters(trail: Iterable[AppliedEntry[S]]) -> Iterator[Chapter]:
    """What happened, in order. An entry after which turn or phase changed has a chapter for each."""
    for each in trail:
        for moment, group in groupby(each.outcomes, key=each.moment_of):
            yield Chapter(entry=each.entry, moment=moment, outcomes=tuple(group))


def report(  # noqa: PLR0913  # a report is told with that much
    title: str,
    chronicle: Iterable[Chapter],
    result: Ending | None,
    pictures: Mapping[int, str],
    tongue: Catalogue = ENGLISH,
    verdict: str = "",
    *,
    parts: str = "whole",
    luck: str = "",
    notes: Mapping[int, Sequence[str]] | None = None,
) -> str:
    """The report as Markdown, ending in a newline.

    ``verdict`` is the sentence on the log it is told from: it stands first.

    ``parts``: ``whole`` is the log in words; ``brief`` is a page a turn: its picture, notes and losses, and its rolls;
    ``both`` puts the whole behind that as an appendix. ``luck`` names a chart of luck beside the report, ``pictures`` a map
    file for the end of a turn, by turn number; ``notes`` are sentences on a turn. Numbers in front of sentences are entries
    of the log, those behind them paragraphs of the rules. Text is escaped: names in it may come from an opponent's file.
    ``tongue`` is the reader's language.
    """
    chapters = [_in(tongue, c) for c in chronicle if c.outcomes]
    lines = [f"# {markdown(title)}", ""]
    lines += [f"**{markdown(verdict)}**", ""] if verdict else []
    lines += _ending(result, tongue) if result is not None or not verdict else []
    noted = {
        turn: [f"- {markdown(tongue.say(each))}" for each in said] for turn, said in (notes or {}).items()
    }
    turns = [(turn, list(group)) for turn, group in groupby(chapters, key=lambda c: c.moment.turn)]
    lines += _overview(turns, tongue)
    if luck:
        lines += [f"![{tongue.say(_LUCK)}]({quote(clean(luck), safe='/._-')})", ""]
    if parts != "whole":
        for turn, group in turns:
            lines += _brief(turn, group, pictures.get(turn, ""), noted.get(turn, []), tongue)
        if parts == "both":
            lines += [f"# {tongue.say(_APPENDIX)}", ""]
    if parts != "brief":
        alone = parts == "whole"
        for turn, group in turns:
            lines += _turn(turn, group, pictures.get(turn, "") if alone else "", tongue, anchor=alone)
            lines += [*noted.get(turn, ()), ""] if alone else ()
    kept = [line for i, line in enumerate(lines) if line or (i and lines[i - 1])]
    return "\n".join(kept).rstrip() + "\n"


def _in(tongue: Catalogue, chapter: Chapter) -> Chapter:
    """A chapter in the reader's language."""
    if tongue.code == ENGLISH.code:
        return chapter
    outcomes = tuple(tongues.outcome(tongue, each) for each in chapter.outcomes)
    return evolve(chapter, moment=tongues.moment(tongue, chapter.moment), outcomes=outcomes)


def _ending(result: Ending | None, tongue: Catalogue) -> list[str]:
    w = tongue.say
    if result is None:
        return [w(Message("The game goes on.")), ""]
    end = tongues.result(tongue, result)
    winner = f"**{markdown(_capital(w(end.winner)))}**" if end.winner else f"**{w(_DRAW)}**"
    level = f": {markdown(end.level)}" if end.level else ""
    how = w(Message("the referee's ruling")) if end.ruled else f"{w(_SCORE)} {end.score}"
    lines = [f"{w(_RESULT)}: {winner}{level} ({how}).", ""]
    heads = (Message("Scored for"), Message("Rule"), Message("Points"))
    return lines + (_table(end.reasons, end.score, tongue, heads=heads) if end.reasons else [])


def _overview(turns: Sequence[tuple[int, Sequence[Chapter]]], tongue: Catalogue) -> list[str]:
    """A table of the turns: entries, rolls of dice (as many as are told below), and what each side lost."""
    sides = sorted(
        {o.side for _, group in turns for c in group for o in c.outcomes if o.side and o.kind in _LOSSES}
    )
    w = tongue.say
    if not turns:
        return [w(Message("Nothing has happened yet.")), ""]
    losses = (_of(markdown(_capital(w(side))), w(Message("losses")), tongue) for side in sides)
    head = [w(Message("Turn")), w(Message("Entries")), w(Message("Rolls")), *losses]
    lines = [f"## {w(_SUMMARY)}", "", _row(head), _row(["---", "---:", "---:", *("---" for _ in sides)])]
    total: Counter[tuple[str, str]] = Counter()
    rolled = 0
    for turn, group in turns:
        lost = _lost(group)
        total += lost
        first, last = group[0].entry, group[-1].entry
        entries = str(first) if first == last else f"{first}-{last}"
        rolls = sum(1 for c in group for o in c.outcomes if o.faces)
        rolled += rolls
        name = f"[{turn}](#turn-{turn})"
        lines.append(_row([name, entries, str(rolls), *(_count(lost, s, tongue) for s in sides)]))
    sums = (f"**{_count(total, s, tongue)}**" for s in sides)
    lines.append(_row([f"**{w(_ALL)}**", "", f"**{rolled}**", *sums]))
    return [*lines, ""]


def _of(side: str, what: str, tongue: Catalogue) -> str:
    """``Allied losses``, or in a language that puts it the other way round ``Bajas: Aliado``."""
    return f"{side} {what}" if tongue.code == ENGLISH.code else f"{_capital(what)}: {side}"


def _headed(turn: int, group: Sequence[Chapter], tongue: Catalogue, *, anchor: bool) -> list[str]:
    name = group[0].moment.turn_name
    head = f"## {tongue.say(_TURN)} {turn}" + (f": {markdown(name)}" if name else "")
    return [*([f'<a id="turn-{turn}"></a>', ""] if anchor else []), head, ""]


def _brief(
    turn: int, group: Sequence[Chapter], picture: str, notes: Sequence[str], tongue: Catalogue
) -> list[str]:
    """A turn as a page: its picture, what is noted, its losses; behind them its rolls and what each cost."""
    told = fights((Told(entry=c.entry, outcomes=c.outcomes) for c in group), tongue.say)
    return [
        *_headed(turn, group, tongue, anchor=True),
        *_pictured(turn, picture, tongue),
        *notes,
        "",
        *_losses(group, tongue),
        *([f"### {tongue.say(_ROLLS)}", "", *told, ""] if told else ()),
    ]


def _pictured(turn: int, picture: str, tongue: Catalogue) -> list[str]:
    if not picture:
        return []
    return [f"![{tongue.say(_MAP_AT_THE_END_OF_TURN)} {turn}]({quote(clean(picture), safe='/._-')})", ""]


def _turn(
    turn: int, group: Sequence[Chapter], picture: str, tongue: Catalogue, *, anchor: bool = True
) -> list[str]:
    lines = _headed(turn, group, tongue, anchor=anchor)
    for phase, chapters in groupby(group, key=lambda c: c.moment.phase):
        if phase:
            lines += [f"### {markdown(_capital(phase))}", ""]
        for chapter in chapters:
            for outcome in chapter.outcomes:
                lines += _told(chapter.entry, outcome, tongue)
        if lines[-1]:
            lines.append("")
    return [*lines, *_losses(group, tongue), *_pictured(turn, picture, tongue)]


def _told(entry: int, outcome: Outcome, tongue: Catalogue) -> list[str]:
    """One outcome: a line of a list, or a paragraph with the table of its modifiers."""
    rule = f" [{outcome.paragraph}]" if outcome.paragraph else ""
    sentence = f"{markdown(outcome.text)}{markdown(rule)}"
    if not outcome.reasons:
        rolled = f" {tongue.say(_ROLLED)} {_faces(outcome.faces)}." if outcome.faces else ""
        return [f"- `{entry}` {sentence}{rolled}"]
    rows = _table(outcome.reasons, outcome.total, tongue, faces=outcome.faces)
    return ["", f"**`{entry}` {sentence}**", "", *rows]


def _table(
    reasons: Sequence[Reason],
    total: int | None,
    tongue: Catalogue,
    *,
    faces: Sequence[int] = (),
    heads: tuple[str, str, str] = (Message("Modifier"), Message("Rule"), Message("Value")),
) -> list[str]:
    w = tongue.say
    lines = [_row(w(head) for head in heads), "|---|---|---:|"]
    if faces:
        lines.append(_row([w(Message("Die") if len(faces) == 1 else Message("Dice")), "", _faces(faces)]))
    lines.extend(_row([markdown(r.text), markdown(r.paragraph), f"{r.value:+d}"]) for r in reasons)
    if total is not None:
        lines.append(_row([f"**{w(_TOTAL)}**", "", f"**{total}**"]))
    return [*lines, ""]


def _losses(group: Sequence[Chapter], tongue: Catalogue) -> list[str]:
    """Who lost what in a turn, by side, unit by unit: each once, and one that is gone as that alone."""
    found: dict[str, dict[str, list[str]]] = {}
    for chapter in group:
        for outcome in chapter.outcomes:
            word = _LOSSES.get(outcome.kind)
            if word and outcome.side:
                found.setdefault(outcome.side, {}).setdefault(word, []).extend(outcome.units)
    if not found:
        return []
    w = tongue.say
    lines = [f"### {w(_LOST)}", ""]
    for side, kinds in sorted(found.items()):
        gone = kinds.get("eliminated", [])
        kinds["reduced"] = [each for each in kinds.get("reduced", []) if each not in gone]
        told = "; ".join(
            f"{w(word)} {', '.join(markdown(u) for u in dict.fromkeys(units))}"
            for word, units in sorted(kinds.items())
            if units
        )
        lines.append(f"- {markdown(_capital(w(side)))}: {told}")
    return [*lines, ""]


def _lost(group: Iterable[Chapter]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for chapter in group:
        for outcome in chapter.outcomes:
            word = _LOSSES.get(outcome.kind)
            if word and outcome.side:
                found[outcome.side, word] += max(1, len(outcome.units))
    return found


def _count(lost: Counter[tuple[str, str]], side: str, tongue: Catalogue) -> str:
    gone, less = lost[side, "eliminated"], lost[side, "reduced"]
    told = (
        counted(gone, "{n} eliminated", "{n} eliminated") if gone else "",
        counted(less, "{n} reduced", "{n} reduced") if less else "",
    )
    return ", ".join(map(tongue.say, filter(None, told))) or tongue.say(Message("no losses"))


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _faces(faces: Sequence[int]) -> str:
    return ", ".join(str(f) for f in faces)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
