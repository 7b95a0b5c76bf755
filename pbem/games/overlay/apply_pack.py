"""Laying one pack over the tables of a game: table by table, list by list, value by value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.records import define, evolve, field, frozen
from pbem.bytes.toml_lines import Path
from pbem.games.overlay.labels import label_kept, labelled
from pbem.games.overlay.places import example_of, has_steps, place_of, steps_in, without_steps
from pbem.games.overlay.shape import (
    IN_PART,
    TYPED,
    Entry,
    Fault,
    Overlaid,
    Shape,
    matches,
    numbers_in,
    tables_at,
    written,
)
from pbem.games.overlay.words import LABELS, firsts, items, kind_of, near, short, texts
from pbem.games.packs.pack import HEADER, Pack, PackFile
from pbem.port.messages import Message, Series

_LIST_WORDS = frozenset({"whole", "add", "remove", "same", "set"})
_TABLE_WORDS = frozenset({"whole", "remove", "new", "like"})


def overlay(
    tables: Mapping[str, Json], pack: Pack, shape: Shape, without: frozenset[tuple[str, Path]] = frozenset()
) -> Overlaid:
    """``pack`` laid over ``tables`` (name without ``.toml`` to content), which are left as they are.

    What stands in the pack at the places ``without`` (file name and path) is passed over.
    """
    work = _Laying(tables=tables, pack=pack, shape=shape, without=without)
    merged = dict(tables)
    for file in pack.files:
        for name, value in file.tables.items():
            place = _Place((name,), (name,), file)
            if name in tables:
                merged[name] = work.lay(merged[name], value, place)
            elif name != HEADER:
                known = Message("Known: {known}.", known=", ".join(sorted(tables)))
                work.fault(place, Message("is not a table of this game."), known)
    if work.entries:
        # What reads the tables alone, as `rules show` does, can say whose each value is.
        paths: list[Json] = [*sorted({each.typed for each in work.entries} - {""})]
        merged[TYPED] = {"by": pack.origin, "paths": paths}
    return Overlaid(tables=merged, entries=tuple(work.entries), faults=tuple(work.faults))


@frozen
class _Place:
    """Where a value stands: ``path`` leads there in the merged tables, ``source`` in a file of the pack."""

    path: Path
    source: Path
    file: PackFile

    def to(self, key: str | int) -> _Place:
        """A key or index of it."""
        return _Place((*self.path, key), (*self.source, key), self.file)

    def said(self, *words: str | int) -> _Place:
        """Words of the pack about the same value."""
        return evolve(self, source=(*self.source, *words))

    def merged(self, key: str | int) -> _Place:
        """A key of it in the merged tables, of which the pack speaks here."""
        return evolve(self, path=(*self.path, key))


@define
class _Laying:
    """A pack on its way over the tables: its entries and its faults so far."""

    tables: Mapping[str, Json]
    pack: Pack
    shape: Shape
    without: frozenset[tuple[str, Path]]
    entries: list[Entry] = field(factory=list)
    faults: list[Fault] = field(factory=list)

    def fault(self, place: _Place, text: str, hint: str = "") -> None:
        at = place.file.at(place.source)
        self.faults.append(Fault(at=at, path=written(place.source), text=text, hint=hint))

    def lay(self, ours: Json, theirs: Json, place: _Place) -> Json:
        """Ours with theirs over it."""
        if self._passed(place):
            return ours
        match ours, theirs:
            case dict(), dict():
                return self._table(ours, theirs, place)
            case list(), dict() if theirs and _LIST_WORDS.issuperset(theirs):
                return self._edited(ours, theirs, place)
            case list(), list() if _are_rows(ours) and _are_rows(theirs):
                return self._row_list(ours, theirs, place)
            case _ if kind_of(ours) == kind_of(theirs):
                return self._taken(ours, theirs, place)
        self._other_kind(ours, theirs, place, Message("Ours is {short}.", short=short(ours)))
        return ours

    def _passed(self, place: _Place) -> bool:
        return (place.file.name, place.source) in self.without

    def _other_kind(self, ours: Json, theirs: Json, place: _Place, hint: str = "") -> None:
        kinds = {"wanted": kind_of(theirs), "kind_of_b": kind_of(ours)}
        self.fault(place, Message("is {wanted}; it must be {kind_of_b}.", **kinds), hint)

    def _taken(self, ours: Json, theirs: Json, place: _Place, *, element: bool = False) -> Json:
        path, source, file = place.path, place.source, place.file
        found = Entry(
            path=path,
            at=file.at(source),
            file=file.name,
            source=source,
            before=ours,
            after=theirs,
            element=element,
        )
        self.entries.append(found)
        for there, number in numbers_in(theirs, path):
            bounds = self.shape.bounds_of(there)
            if bounds is not None and not bounds.least <= number <= bounds.most:
                text = Message(
                    "is {number}; it must lie between {least} and {most}.",
                    number=number,
                    least=bounds.least,
                    most=bounds.most,
                )
                self.fault(place.said(*there[len(path) :]), text)
        return theirs

    # --- tables -------------------------------------------------------------------------------------------------------

    def _table(self, ours: dict[str, Json], theirs: dict[str, Json], place: _Place) -> Json:
        words = {key: theirs[key] for key in theirs if key in _TABLE_WORDS and key not in ours}
        given = {key: value for key, value in theirs.items() if key not in words}
        if words.get("whole") is True:
            self._taken(dict(ours), dict(given), place)
            return self._said_from({**label_kept(ours, given), **given}, set(given), ours, place)
        merged = dict(ours)
        touched: set[str] = set()
        for key in texts(words.get("remove")):
            if key in merged:
                self._taken(merged.pop(key), None, place.merged(key).said("remove"))
                touched.add(key)
            else:
                text = Message("there is no {key!r} to remove.", key=key)
                self.fault(place.said("remove"), text, near(key, ours))
        before = len(self.entries)
        for key, value in given.items():
            there = place.to(key)
            if self._passed(there):
                continue
            if key in ours:
                count = len(self.entries)
                merged[key] = self.lay(ours[key], value, there)
                touched.update({key} if len(self.entries) > count else ())
            elif (new := self._added(ours, value, place, key)) is not None:
                merged[key] = self._taken(None, new, there)
                touched.add(key)
        changed = len(self.entries) > before or touched
        return self._said_from(merged, touched, ours, place) if changed else merged

    def _added(self, ours: dict[str, Json], value: Json, table: _Place, key: str) -> Json | None:
        """A value for a key that ours has not, when the table is open for it; None, and a fault, otherwise."""
        path, place = table.path, table.said(key)
        alike = self._alike(path)
        if key in alike:
            sample: Json = alike[key]
        elif any(matches(each, path) for each in self.shape.open):
            values = [each for label, each in ours.items() if label not in LABELS]
            sample = next(iter(values), None)
        else:
            why = self.shape.why_closed(path[:-1])
            hint = Series(filter(None, (near(key, {**ours, **alike}), why)), " ")
            self.fault(place, Message("is not a key of this table."), hint)
            return None
        if sample is not None and kind_of(sample) != kind_of(value):
            self._other_kind(sample, value, place)
            return None
        if key in alike or not isinstance(value, dict):
            return value
        if value.get("new") is not True:
            new = Message("{near} Is it new, write new = true in it.", near=near(key, ours)).strip()
            self.fault(place, Message("there is no {key!r}.", key=key), new)
            return None
        return self._new_table(ours, {k: each for k, each in value.items() if k != "new"}, place)

    def _new_table(self, others: dict[str, Json], given: dict[str, Json], place: _Place) -> Json | None:
        """A table that ours lacks: its keys are those that others of its kind have, and its label is the pack's.

        With ``like = "NAME"`` it is a copy of another, with the keys of the pack laid over it.
        """
        if "like" in given and "like" not in self._alike(place.path):
            like = given["like"]
            model = others.get(like) if isinstance(like, str) else None
            if not isinstance(model, dict):
                text = Message("there is no {key!r}.", key=str(like))
                self.fault(place.said("like"), text, near(str(like), others))
                return None
            rest: dict[str, Json] = {key: each for key, each in given.items() if key != "like"}
            bare = {key: each for key, each in model.items() if key not in LABELS}
            labels: dict[str, Json] = (
                {
                    "provenance": IN_PART,
                    "source": Message(
                        "like {like}, {names} from {origin}",
                        like=like,
                        names=", ".join(sorted(rest)),
                        origin=self.pack.origin,
                    ),
                }
                if "provenance" in model
                else {}
            )
            laid = self._table(bare, rest, place)
            return {**laid, **labels} if isinstance(laid, dict) else laid
        kinds = [each for each in others.values() if isinstance(each, dict)]
        known = {key: each for table in (self._alike(place.path), *kinds) for key, each in table.items()}
        for key in [key for key in given if known and key not in known]:
            self.fault(place.said(key), Message("is not a key of this table."), near(key, known))
        if any("provenance" in each for each in kinds) and "provenance" not in given:
            given = {**given, "provenance": TYPED, "source": given.get("source", self.pack.origin)}
        return given

    def _alike(self, path: Path) -> dict[str, Json]:
        """Every key that a table alike to the one at ``path`` has, with the first value found for it."""
        found: dict[str, Json] = {}
        for pattern in self.shape.alike:
            if matches(pattern, path):
                for each in tables_at(dict(self.tables), pattern):
                    found = {**each, **found}
        return found

    def _said_from(
        self, merged: dict[str, Json], touched: set[str], ours: dict[str, Json], place: _Place
    ) -> dict[str, Json]:
        return labelled(merged, touched, ours, self.pack.origin, takes=self.shape.takes_label(place.path))

    # --- lists --------------------------------------------------------------------------------------------------------

    def _edited(self, ours: list[Json], theirs: dict[str, Json], place: _Place) -> Json:
        """A list that is edited: ``set`` by place, ``whole``, or ``remove``, then ``add``; ``same`` are as printed."""
        if "set" in theirs or self.shape.is_ordered(place.path):
            return self._set(ours, theirs, place)
        found = list(ours)
        for word, value in theirs.items():
            if not isinstance(value, list) or (word == "whole" and len(theirs) > 1):
                text = Message("must be a list.") if not isinstance(value, list) else Message("stands alone.")
                self.fault(place.said(word), text)
                return ours
        if "whole" in theirs:
            return self._taken(list(ours), theirs["whole"], place)
        for each, there in self._each(theirs, "remove", place):
            at = [i for i, one in enumerate(found) if _fits(one, each)]
            cut = without_steps(found, each) if not at and self.shape.is_course(place.path) else None
            if len(at) != 1 and cut is None:
                self.fault(there, Message("fits {n} of the list; it must fit one.", n=len(at)))
                continue
            self._taken(each, None, there)
            found = cut if cut is not None else [*found[: at[0]], *found[at[0] + 1 :]]
        for each, there in self._each(theirs, "add", place):
            if ours and kind_of(ours[0]) != kind_of(each):
                self._other_kind(ours[0], each, there)
            elif each in found:
                self.fault(there, Message("is in the list already."))
            else:
                self._taken(None, each, there.merged(len(found)), element=True)
                found.append(each)
        steps = steps_in(found) if theirs.get("same") and self.shape.is_course(place.path) else frozenset()
        for each, there in self._each(theirs, "same", place):  # elements, or stretches of roads
            if each in found or has_steps(steps, each):
                same = found.index(each) if each in found else len(found)
                self._taken(each, each, there.merged(same), element=True)
            else:
                self.fault(there, Message("is not in the list: it cannot be as printed."))
        return found

    def _each(self, theirs: dict[str, Json], word: str, place: _Place) -> Iterator[tuple[Json, _Place]]:
        """The elements under a word of the pack, each with its place, without those that are passed over."""
        for n, each in enumerate(items(theirs.get(word))):
            there = place.said(word, n)
            if not self._passed(there):
                yield each, there

    def _set(self, ours: list[Json], theirs: dict[str, Json], place: _Place) -> Json:
        """A list of which single places are set: by their number, or, of rows of letters, by the name of the hex."""
        if "whole" in theirs and len(theirs) == 1 and isinstance(theirs["whole"], list):
            return self._taken(list(ours), theirs["whole"], place)
        path, letters = place.path, self.shape.is_letters(place.path)
        say = Message(
            "Set single ones by their place: {example}", example=example_of(ours, path, letters=letters)
        )
        places = theirs.get("set")
        if not self.shape.is_ordered(path):
            text = Message("cannot be set by place: the order of this list says nothing.")
            self.fault(place.said("set"), text, Message("Use add = [...] and remove = [...]."))
            return ours
        for word in theirs.keys() - {"set"}:
            text = Message("the place of each says what it is: {word} would move the others.", word=word)
            self.fault(place.said(word), text, say)
        if not isinstance(places, dict):
            if "set" in theirs:
                self.fault(place.said("set"), Message("must be a table of places."), say)
            return ours
        found = list(ours)
        for key, value in places.items():
            there = place.said("set", key)
            if self._passed(there):
                continue
            at = place_of(found, key, path, letters=letters)
            if at is None:
                text = Message("the list has no place {key}: it has 1 to {n}.", key=key, n=len(ours))
                if letters:
                    text = Message("there is no hex {key} in these rows.", key=key)
                self.fault(there, text, say)
            elif len(at) == 2:  # a letter of a row
                row, column = at
                line = str(found[row])
                if not isinstance(value, str) or len(value) != 1:
                    self.fault(there, Message("must be one letter."), say)
                    continue
                self._taken(line[column], value, there.merged(row).merged(column))
                found[row] = line[:column] + value + line[column + 1 :]
            else:
                found[at[0]] = self.lay(found[at[0]], value, there.merged(at[0]))
        return found

    def _row_list(self, ours: list[Json], theirs: list[Json], place: _Place) -> Json:
        """Rows of the pack, each laid over the one of ours that it names."""
        rows = [each for each in ours if isinstance(each, dict)]
        first = next(iter(rows[0]))
        found: list[Json] = list(ours)
        for n, each in enumerate(theirs):
            assert isinstance(each, dict)
            there = place.said(n)
            where = each.get("where", {first: each[first]} if first in each else None)
            if not isinstance(where, dict) or not where:
                hint = Message("Give its {first}, or where = {{key = value}}.", first=first)
                self.fault(there, Message("names no row of ours."), hint)
                continue
            number = where.get("row") if set(where) == {"row"} and "row" not in rows[0] else None
            at = [i for i, row in enumerate(ours) if row == each] or [
                i for i, row in enumerate(ours) if (_fits(row, where) if number is None else i + 1 == number)
            ]
            if len(at) != 1:
                told = ", ".join(f"{key} = {short(value)}" for key, value in where.items())
                hint = (
                    Message("Narrow it with where = {{key = value}}, or where = {{row = 3}} for the third.")
                    if at
                    else Message("Ours: {firsts}.", firsts=firsts(rows, first))
                )
                text = Message("{told} fits {n} rows of ours; it must fit one.", told=told, n=len(at))
                self.fault(there, text, hint)
                continue
            row = ours[at[0]]
            assert isinstance(row, dict)
            name = "" if "where" in each else first
            plain = {
                key: v for key, v in each.items() if key != "where" and not (key == name and row[key] == v)
            }
            found[at[0]] = self._table(row, plain, there.merged(at[0]))
        return found


def _are_rows(value: list[Json]) -> bool:
    """Whether a list is one of tables, none of them empty."""
    return bool(value) and all(isinstance(each, dict) and each for each in value)


def _fits(value: Json, pattern: Json) -> bool:
    """Whether a row has what a pattern names, or a value is the pattern."""
    if isinstance(pattern, dict) and isinstance(value, dict):
        return all(key in value and value[key] == each for key, each in pattern.items())
    return value == pattern
