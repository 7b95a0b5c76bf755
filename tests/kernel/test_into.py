"""A table as a value of a class: each field by its type and its marks, nothing left over."""

from collections.abc import Mapping
from typing import Annotated

import pytest
from attrs import frozen

from pbem.bytes.errors import DataError
from pbem_rules.kernel.tables import At, Cited, OneOf, ReadBy, Table, Within, into, part


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
def test_what_is_missing_wrong_or_left_over_is_told_with_its_path(
    values: dict[str, object], said: str
) -> None:
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
