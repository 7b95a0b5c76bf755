"""Charts and tables: every number has one row, every ratio one column, every wrong file a message that says where."""

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.errors import DataError
from pbem_rules.kernel.charts import Bands, Odds, Span, die_table
from pbem_rules.kernel.tables import At, Cited, OneOf, ReadBy, Table, Within, into, part, root
from tests.lists import tried_with

COLUMNS = ("1:6", "1:4", "1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1", "6:1")
CITED = 'provenance = "reconstructed"\nsource = "made for this test"\n'


def table(text: str) -> Table:
    return root(tomllib.loads(text), "chart.toml")


def odds(*columns: str) -> Odds[str]:
    rows = ", ".join(f'{{odds = "{column}"}}' for column in columns)
    return Odds.parse(table(f"{CITED}columns = [{rows}]"), "columns", "odds", lambda row: row.text("odds"))


def bands(*spans: str) -> Bands[str]:
    rows = ", ".join(f'{{total = "{span}"}}' for span in spans)
    return Bands.parse(table(f"{CITED}row = [{rows}]"), "row", "total", lambda row: row.text("total"))


ODDS = odds(*COLUMNS)
strengths = st.integers(0, 60)


@given(strengths, st.integers(1, 60))
def test_nearest_is_the_least_difference_of_quotients_and_ties_go_down(a: int, d: int) -> None:
    def gap(column: str) -> Fraction:
        n, m = column.split(":")
        return abs(Fraction(a, d) - Fraction(int(n), int(m)))

    assert min(COLUMNS, key=gap) == ODDS.nearest(a, d).value


@given(strengths, strengths, strengths)
def test_more_attackers_never_lower_the_odds_and_more_defenders_never_raise_them(a, d, more):
    place = COLUMNS.index(ODDS.nearest(a, d).value)
    assert COLUMNS.index(ODDS.nearest(a + more, d).value) >= place
    assert COLUMNS.index(ODDS.nearest(a, d + more).value) <= place


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 9))
def test_odds_do_not_change_when_both_sides_are_multiplied(a: int, d: int, k: int) -> None:
    assert ODDS.nearest(a, d) == ODDS.nearest(a * k, d * k)


@tried_with("wrong", [(), ("3:2", "3:2"), ("2:1", "1:1"), ("2:4", "1:2"), ("0:1",), ("3-2",)])
def test_columns_that_do_not_rise_are_refused(wrong: tuple[str, ...]) -> None:
    with pytest.raises(DataError, match=r"chart\.toml: columns"):
        odds(*wrong)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=8), st.integers(-6, 6), st.booleans(), st.booleans())
def test_every_number_a_chart_covers_has_the_one_row_that_holds_it(widths, start, below, above):
    spans, low = ([Span(low=None, high=start - 1)] if below else []), start
    for width in widths:
        spans.append(Span(low=low, high=low + width - 1))
        low += width
    spans += [Span(low=low, high=None)] if above else []
    chart = bands(*map(str, spans))
    assert chart.covers(start, low - 1)
    for number in range(start - 3, low + 3):
        if (number < start and not below) or (number >= low and not above):
            assert not chart.covers(number, number)
            with pytest.raises(DataError, match=str(number)):
                chart[number]
            continue
        held = [
            s for s in spans if (s.low is None or s.low <= number) and (s.high is None or number <= s.high)
        ]
        assert [chart[number]] == [str(span) for span in held]


@given(st.integers(-99, 99), st.integers(0, 20))
def test_a_range_is_read_back_as_it_is_written(low: int, width: int) -> None:
    for span in (Span(low=low, high=low + width), Span(low=None, high=low), Span(low=low, high=None)):
        assert span == Span.parse(str(span), "here")


@tried_with(
    "wrong", [(), ("1-2", "4"), ("1-2", "2-3"), (">=3", "4"), ("1", "<=2"), ("2-1",), ("1..2",), ("<3",)]
)
def test_gaps_overlaps_and_nonsense_are_refused(wrong: tuple[str, ...]) -> None:
    with pytest.raises(DataError, match=r"chart\.toml: row"):
        bands(*wrong)


def test_a_row_keeps_its_own_source_or_takes_the_charts() -> None:
    text = CITED + 'row = [{at = "0-8"}, {at = "9", provenance = "published", source = "4.12d"}]'
    chart = die_table(table(text), "row", "at", lambda row: row.text("at"), faces=range(10))
    assert Cited(provenance="reconstructed", source="made for this test") == chart.row(8).cited
    assert Cited(provenance="published", source="4.12d") == chart.row(9).cited


def test_a_die_table_covers_the_faces_and_nothing_else() -> None:
    chart = table(CITED + 'row = [{at = "1-6"}]')
    assert die_table(chart, "row", "at", lambda row: row.text("at"), faces=range(1, 7))[6] == "1-6"
    with pytest.raises(DataError, match="0 to 9"):
        die_table(chart, "row", "at", lambda row: row.text("at"), faces=range(10))


@tried_with(
    ("text", "read", "message"),
    [
        ("a = {b = '3'}", lambda t: t.table("a").integer("b"), r"chart.toml: a.b: expected a whole number"),
        ("a = {b = true}", lambda t: t.table("a").integer("b"), "whole number"),
        ("a = {b = 3.0}", lambda t: t.table("a").integer("b"), "whole number"),
        ("a = {b = 0}", lambda t: t.table("a").flag("b"), "true or false"),
        ("a = {b = 0}", lambda t: t.table("a").text("b"), "expected text"),
        ("a = {}", lambda t: t.table("a").text("b"), r"chart.toml: a.b: is missing"),
        ("a = [1]", lambda t: t.rows("a"), r"chart.toml: a\[0\]: expected a table"),
        ("a = [1]", lambda t: t.texts("a"), r"chart.toml: a\[0\]: expected text"),
        ("a = 1", lambda t: t.rows("a"), "expected a list"),
        ("a = 1", lambda t: list(t.tables()), "expected a table"),
        ("a = 1", lambda t: t.only("b"), "unknown 'a'"),
        ("a = 'x'", lambda t: t.one_of("a", ("y", "z")), "none of y, z"),
        (
            "source = 'x'\nprovenance = 'printed'",
            lambda t: t.cited(),
            "'printed' is none of typed, typed in part, published",
        ),
        ("source = 'x'", lambda t: t.cited(), "provenance: is missing"),
    ],
)
def test_a_wrong_value_is_refused_where_it_stands(text: str, read: object, message: str) -> None:
    assert callable(read)
    with pytest.raises(DataError, match=message):
        read(table(text))


def test_values_come_back_as_they_stand_or_by_default() -> None:
    values = table("n = 3\ns = 'x'\nb = true\nl = ['p', 'q']\nr = [{n = 1}, {n = 2}]")
    assert (values.integer("n"), values.integer("m", 7)) == (3, 7)
    assert (values.text("s"), values.text("t", "y")) == ("x", "y")
    assert (values.flag("b"), values.flag("c", default=False)) == (True, False)
    assert (values.texts("l"), values.texts("k")) == (("p", "q"), ())
    assert [row.integer("n") for row in values.rows("r")] == [1, 2]
    assert values.keys() == ("n", "s", "b", "l", "r")
    values.only("n", "s", "b", "l", "r")


@frozen(kw_only=True)
class Gun:
    """A printed gun."""

    name: str
    calibre: Annotated[int, Within(155, least=20)]
    towed: bool = False
    crew: tuple[str, ...] = ()
    side: Annotated[str, OneOf("allied", "german"), At("owner")] = "german"


@frozen(kw_only=True)
class Battery:
    """Guns and what is said of them."""

    guns: tuple[Gun, ...]
    best: Gun | None = None
    rounds: Mapping[str, int]
    ranges: Annotated[tuple[int, ...], Within(9)] = ()
    first: Annotated[int, At("dates.first"), ReadBy("turn")]
    cited: Cited


PAK: dict[str, object] = {"calibre": 50}
WHOLE: dict[str, object] = {
    "guns": [{"name": "PaK", **PAK}],
    "rounds": {"AP": 7, "source": "a page"},
    "dates": {"first": "6 June"},
    "provenance": "published",
    "source": "a page",
}


def read(**values: object) -> Gun:
    return into(Gun, Table(values=values, at="guns.toml: gun"), name="PaK")


def battery(**values: object) -> Battery:
    by = {"turn": lambda table, key: len(table.text(key))}
    return into(Battery, Table(values={**WHOLE, **values}, at="guns.toml: b", by=by), "dates")


def test_each_field_is_read_by_its_name_and_its_type() -> None:
    gun = read(
        calibre=50, towed=True, crew=["Fox", "Hooper"], owner="allied", source="a page", note="captured"
    )
    assert Gun(name="PaK", calibre=50, towed=True, crew=("Fox", "Hooper"), side="allied") == gun
    assert Gun(name="PaK", calibre=50) == read(**PAK)


def test_classes_lists_and_tables_of_values_stand_inside() -> None:
    cited = Cited(provenance="published", source="a page")
    plain = Battery(guns=(read(**PAK),), rounds={"AP": 7}, first=6, cited=cited)
    assert plain == battery()
    best = battery(best={"name": "PaK", **PAK}, ranges=[1, 9]).best
    assert read(**PAK) == best


def test_some_fields_come_out_of_a_table_of_their_own() -> None:
    found = part(Gun, Table(values={"calibre": 75}, at="guns.toml: sizes"), "calibre", "towed")
    assert {"calibre": 75, "towed": False} == found


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, r"gun\.calibre: is missing"),
        ({"calibre": "50"}, r"gun\.calibre: expected a whole number"),
        ({"calibre": 200}, r"gun\.calibre: 200 is not from 20 to 155"),
        ({**PAK, "towed": 1}, r"gun\.towed: expected true or false"),
        ({**PAK, "crew": [1]}, r"gun\.crew\[0\]: expected text"),
        ({**PAK, "owner": "french"}, r"gun\.owner: 'french' is none of allied, german"),
        ({**PAK, "name": "PaK"}, r"gun: has unknown 'name'"),
    ],
)
def test_what_is_missing_wrong_or_left_over_is_told_with_its_path(values, said):
    with pytest.raises(DataError, match=said):
        read(**values)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"guns": [{"name": "PaK"}]}, r"b\.guns\[0\]\.calibre: is missing"),
        ({"rounds": {"AP": "7"}}, r"b\.rounds\.AP: expected a whole number"),
        ({"ranges": [3, 10]}, r"b\.ranges\[1\]: 10 is not from 0 to 9"),
        ({"dates": {}}, r"b\.dates\.first: is missing"),
    ],
)
def test_what_is_wrong_inside_is_told_with_the_whole_path(values: dict[str, object], said: str) -> None:
    with pytest.raises(DataError, match=said):
        battery(**values)
