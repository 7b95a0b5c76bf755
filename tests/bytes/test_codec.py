"""Frozen values to JSON and text and back, for every order of every game and every entry of the protocol."""

from typing import get_args, get_origin, get_type_hints

import attrs
import pytest
from attrs import AttrsInstance, frozen
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes import canon
from pbem.bytes.codec import Codec, kind_of
from pbem.bytes.errors import FormatError, UsageError
from pbem.games import registry
from pbem.log.entries import PROTOCOL
from tests.lists import tried_with

WORDS = st.text("ABCxyz019/ .-:", min_size=1, max_size=12).map(str.strip).filter(bool)


def values_of(hint: object) -> st.SearchStrategy[object]:
    """Values of a field's type."""
    if get_origin(hint) is tuple:
        first, *rest = get_args(hint)
        if rest != [Ellipsis]:
            return st.tuples(*map(values_of, get_args(hint)))
        return st.lists(values_of(first), max_size=4).map(tuple)
    plain: dict[object, st.SearchStrategy[object]] = {
        int: st.integers(-(2**53) + 1, 2**53 - 1),
        bool: st.booleans(),
        str: WORDS,
    }
    return plain.get(hint, st.one_of(st.none(), st.booleans(), st.integers(0, 9), WORDS))


def instances(codec: Codec) -> st.SearchStrategy[AttrsInstance]:
    """Any value that a codec knows."""

    def of(kind: str) -> st.SearchStrategy[AttrsInstance]:
        cls = codec.cls(kind)
        hints = get_type_hints(cls)
        return st.builds(cls, **{f.name: values_of(hints[f.name]) for f in attrs.fields(cls)})

    return st.sampled_from(codec.kinds).flatmap(of)


CODECS = {"protocol": PROTOCOL, **{g.name: registry.load(g.name).rules.actions for g in registry.installed()}}


@tried_with("name", sorted(CODECS))
def test_what_is_dumped_loads_to_the_same_value_and_bytes(name: str) -> None:
    codec = CODECS[name]

    @given(instances(codec))
    def law(value: AttrsInstance) -> None:
        obj = codec.dump(value)
        line = canon.encode({**obj, "i": 7})
        assert value == codec.load(canon.decode(line))
        assert line == canon.encode({**codec.dump(codec.load(canon.decode(line))), "i": 7})

    law()


@tried_with("name", sorted(set(CODECS) - {"protocol"}))
def test_what_is_written_as_text_parses_to_the_same_value(name: str) -> None:
    codec = CODECS[name]

    @given(instances(codec))
    def law(value: AttrsInstance) -> None:
        assert value == codec.parse(codec.write(value))

    law()


@frozen(kw_only=True)
class Sail:
    """An order with every kind of field."""

    ship: str
    by: tuple[str, ...] = ()
    knots: int = 1
    fast: bool = False


CODEC = Codec([Sail])


@tried_with(
    ("obj", "code"),
    [
        ({"k": "sail", "ship": 3}, "bad-fields"),
        ({"k": "sail", "ship": "Ajax", "knots": "3"}, "bad-fields"),
        ({"k": "sail", "ship": "Ajax", "knots": True}, "bad-fields"),
        ({"k": "sail", "ship": "Ajax", "fast": "no"}, "bad-fields"),
        ({"k": "sail", "ship": "Ajax", "by": "ab"}, "bad-fields"),
        ({"k": "sail", "ship": "Ajax", "by": [1]}, "bad-fields"),
        ({"k": "sail", "ship": "Ajax", "crew": 4}, "bad-fields"),
        ({"k": "sail"}, "bad-fields"),
        ({"k": "sail", "ship": "Ajax", "knots": 1}, "two-forms"),
        ({"k": "sail", "ship": "Ajax", "by": []}, "two-forms"),
        ({"k": "row", "ship": "Ajax"}, "unknown-kind"),
        ({"ship": "Ajax"}, "unknown-kind"),
    ],
)
def test_nothing_is_coerced_and_nothing_has_two_forms(obj: dict[str, canon.Json], code: str) -> None:
    with pytest.raises(FormatError) as caught:
        CODEC.load(obj)
    assert code == caught.value.code


@tried_with(
    ("text", "value"),
    [
        ("sail Ajax", Sail(ship="Ajax")),
        ("sail Ajax E1940 E1941", Sail(ship="Ajax", by=("E1940", "E1941"))),
        ("sail 'HMS Ajax' by=E1940,E1941 fast=yes", Sail(ship="HMS Ajax", by=("E1940", "E1941"), fast=True)),
        ("sail knots=7 ship=Ajax", Sail(ship="Ajax", knots=7)),
        ("sail Ajax by=", Sail(ship="Ajax")),
    ],
)
def test_people_may_type_fields_in_order_or_by_name(text: str, value: Sail) -> None:
    assert value == CODEC.parse(text)


@tried_with(
    ("text", "code"),
    [
        ("", "unknown-order"),
        ("row Ajax", "unknown-order"),
        ("sail", "missing-word"),
        ("sail Ajax knots=fast", "bad-word"),
        ("sail Ajax fast=maybe", "bad-word"),
        ("sail Ajax knots=1.5", "bad-word"),
    ],
)
def test_a_slip_of_the_keyboard_is_named(text: str, code: str) -> None:
    with pytest.raises(UsageError) as caught:
        CODEC.parse(text)
    assert code == caught.value.code
    assert caught.value.hint


def test_kinds_are_class_names_in_lower_case() -> None:
    assert "sail" == kind_of(Sail)
    assert "sail SHIP [BY...] [KNOTS] [FAST]" == CODEC.usage("sail")


def test_a_class_that_cannot_go_on_the_wire_is_refused() -> None:
    bad = attrs.make_class("Bad", ["k"])
    with pytest.raises(ValueError, match="wire name"):
        Codec([bad])


@pytest.mark.parametrize(
    ("word", "good"), [("9007199254740991", True), ("9007199254740992", False), ("1" * 17, False)]
)
def test_a_typed_number_may_be_as_large_as_one_on_a_line(word: str, good: bool) -> None:
    codec = registry.load("june44").rules.actions
    if good:
        assert int(word) == getattr(codec.parse(f"play {word} storm"), "n", None)
        return
    with pytest.raises(UsageError):
        codec.parse(f"play {word} storm")
