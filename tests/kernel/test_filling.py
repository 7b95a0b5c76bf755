"""A value of a class out of a table with the names of its fields."""

from __future__ import annotations

import pytest
from attrs import frozen

from pbem.bytes.errors import DataError
from pbem_rules.kernel.filling import filled
from pbem_rules.kernel.tables import Table


@frozen(kw_only=True)
class Gun:
    """A printed gun."""

    name: str
    calibre: int
    towed: bool = False
    crew: tuple[str, ...] = ()
    shells: int = 3


@frozen(kw_only=True)
class Battery:
    """Guns of one kind."""

    kind: Gun


def read(**values: object) -> Gun:
    return filled(Gun, Table(values=values, at="guns.toml: gun"), name="PaK")


def test_each_field_is_read_by_its_name_and_its_type() -> None:
    gun = read(calibre=50, towed=True, crew=["Fox", "Hooper"], shells=0, source="a page")
    assert Gun(name="PaK", calibre=50, towed=True, crew=("Fox", "Hooper"), shells=0) == gun


def test_a_class_of_its_own_is_a_table_inside() -> None:
    battery = filled(Battery, Table(values={"kind": {"name": "PaK", "calibre": 50}}, at="guns.toml: battery"))
    assert Battery(kind=Gun(name="PaK", calibre=50)) == battery


def test_what_has_a_default_may_be_absent() -> None:
    assert Gun(name="PaK", calibre=50) == read(calibre=50)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, r"gun\.calibre: is missing"),
        ({"calibre": "50"}, r"gun\.calibre: expected a whole number"),
        ({"calibre": 50, "towed": 1}, r"gun\.towed: expected true or false"),
        ({"calibre": 50, "crew": [1]}, r"gun\.crew\[0\]: expected text"),
    ],
)
def test_what_is_missing_or_wrong_is_told_with_its_path(values: dict[str, object], said: str) -> None:
    with pytest.raises(DataError, match=said):
        read(**values)
