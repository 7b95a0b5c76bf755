"""The after-action report: what happened, turn by turn, in Markdown, with every modifier and its paragraph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from urllib.parse import quote

from attrs import frozen

from pbem.ruleset import Moment, Outcome, Reason, Result
from pbem.view.markup import clean, markdown

_LOSSES = {
    "eliminated": "eliminated",
    "destroyed": "eliminated",
    "reduced": "reduced",
    "step-lost": "reduced",
}
"""Which kinds of outcome are losses, and under which word they are counted."""


@frozen(kw_only=True)
class Chapter:
    """What came of one entry of the log: its number, the turn and phase it was made in, and its outcomes in order."""

    entry: int
    moment: Moment
    outcomes: tuple[Outcome, ...]


def report(
    title: str, chronicle: Iterable[Chapter], result: Result | None, pictures: Mapping[int, str]
) -> str:
    """The report as Markdown, ending in a newline.

    ``pictures`` names a map file for the end of a turn, by turn number, relative to the report. Numbers in front of
    sentences are entries of the log, those behind them paragraphs of the rules. Text is escaped: names in it may come
    from an opponent's file.
    """
    chapters = [c for c in chronicle if c.outcomes]
    lines = [f"# {markdown(title)}", ""]
    lines += _ending(result)
    turns = [(turn, list(group)) for turn, group in groupby(chapters, key=lambda c: c.moment.turn)]
    lines += _overview(turns)
    for turn, group in turns:
        lines += _turn(turn, group, pictures.get(turn, ""))
    kept = [line for i, line in enumerate(lines) if line or (i and lines[i - 1])]
    return "\n".join(kept).rstrip() + "\n"


def _ending(result: Result | None) -> list[str]:
    if result is None:
        return ["The game goes on.", ""]
    winner = f"**{markdown(_capital(result.winner))}**" if result.winner else "**Draw**"
    level = f": {markdown(result.level)}" if result.level else ""
    lines = [f"Result: {winner}{level} (score {result.score}).", ""]
    return lines + (
        _table(result.reasons, result.score, heads=("Scored for", "Rule", "Points")) if result.reasons else []
    )


def _overview(turns: Sequence[tuple[int, Sequence[Chapter]]]) -> list[str]:
    """A table of the turns: entries, rolls with modifiers, and what each side lost."""
    sides = sorted(
        {o.side for _, group in turns for c in group for o in c.outcomes if o.side and o.kind in _LOSSES}
    )
    if not turns:
        return ["Nothing has happened yet.", ""]
    head = ["Turn", "Entries", "Resolved", *(f"{markdown(_capital(s))} losses" for s in sides)]
    lines = ["## Summary", "", _row(head), _row(["---", "---:", "---:", *("---" for _ in sides)])]
    total: Counter[tuple[str, str]] = Counter()
    for turn, group in turns:
        lost = _lost(group)
        total += lost
        first, last = group[0].entry, group[-1].entry
        entries = str(first) if first == last else f"{first}-{last}"
        resolved = sum(1 for c in group for o in c.outcomes if o.reasons)
        name = f"[{turn}](#turn-{turn})"
        lines.append(_row([name, entries, str(resolved), *(_count(lost, s) for s in sides)]))
    if sides:
        lines.append(_row(["**All**", "", "", *(f"**{_count(total, s)}**" for s in sides)]))
    return [*lines, ""]


def _turn(turn: int, group: Sequence[Chapter], picture: str) -> list[str]:
    name = group[0].moment.turn_name
    lines = [f'<a id="turn-{turn}"></a>', "", f"## Turn {turn}" + (f": {markdown(name)}" if name else ""), ""]
    for phase, chapters in groupby(group, key=lambda c: c.moment.phase):
        if phase:
            lines += [f"### {markdown(_capital(phase))}", ""]
        for chapter in chapters:
            for outcome in chapter.outcomes:
                lines += _told(chapter.entry, outcome)
        if lines[-1]:
            lines.append("")
    lines += _losses(group)
    if picture:
        lines += [f"![Map at the end of turn {turn}]({quote(clean(picture), safe='/._-')})", ""]
    return lines


def _told(entry: int, outcome: Outcome) -> list[str]:
    """One outcome: a line of a list, or a paragraph with the table of its modifiers."""
    rule = f" [{outcome.paragraph}]" if outcome.paragraph else ""
    sentence = f"{markdown(outcome.text)}{markdown(rule)}"
    if not outcome.reasons:
        rolled = f" Rolled {_faces(outcome.faces)}." if outcome.faces else ""
        return [f"- `{entry}` {sentence}{rolled}"]
    rows = _table(outcome.reasons, outcome.total, faces=outcome.faces)
    return ["", f"**`{entry}` {sentence}**", "", *rows]


def _table(
    reasons: Sequence[Reason],
    total: int | None,
    *,
    faces: Sequence[int] = (),
    heads: tuple[str, str, str] = ("Modifier", "Rule", "Value"),
) -> list[str]:
    lines = [_row(heads), "|---|---|---:|"]
    if faces:
        lines.append(_row(["Die" if len(faces) == 1 else "Dice", "", _faces(faces)]))
    lines.extend(_row([markdown(r.text), markdown(r.paragraph), f"{r.value:+d}"]) for r in reasons)
    if total is not None:
        lines.append(_row(["**Total**", "", f"**{total}**"]))
    return [*lines, ""]


def _losses(group: Sequence[Chapter]) -> list[str]:
    """Who lost what in a turn, by side, unit by unit."""
    found: dict[str, dict[str, list[str]]] = {}
    for chapter in group:
        for outcome in chapter.outcomes:
            word = _LOSSES.get(outcome.kind)
            if word and outcome.side:
                found.setdefault(outcome.side, {}).setdefault(word, []).extend(outcome.units)
    if not found:
        return []
    lines = ["### Losses", ""]
    for side, kinds in sorted(found.items()):
        told = "; ".join(
            f"{word} {', '.join(markdown(u) for u in units)}" for word, units in sorted(kinds.items())
        )
        lines.append(f"- {markdown(_capital(side))}: {told}")
    return [*lines, ""]


def _lost(group: Iterable[Chapter]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for chapter in group:
        for outcome in chapter.outcomes:
            word = _LOSSES.get(outcome.kind)
            if word and outcome.side:
                found[outcome.side, word] += max(1, len(outcome.units))
    return found


def _count(lost: Counter[tuple[str, str]], side: str) -> str:
    words = [f"{lost[side, word]} {word}" for word in ("eliminated", "reduced") if lost[side, word]]
    return ", ".join(words) or "none"


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _faces(faces: Sequence[int]) -> str:
    return ", ".join(str(f) for f in faces)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
