"""Turn files and their armour: back byte for byte, or refused by name; and classes that are written late."""

import inspect
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes import records, values
from pbem.bytes.container import BEGIN, END, MAGIC, armour, pack, unpack
from pbem.bytes.errors import FormatError
from pbem.mail.text import armoured
from tests.lists import tried_with

LOG = b'{"k":"invite"}\n' * 40
PACKED = pack(LOG)
ARMOURED = armour(PACKED, {"Game": "1bc8a964", "Entries": "0-39"})


def refusal(call, *args):
    with pytest.raises(FormatError) as caught:
        call(*args)
    return caught.value.code


@given(st.binary(max_size=3000))
def test_unpack_undoes_pack(data):
    """What is packed comes back byte for byte, and packing is a function of the bytes alone."""
    assert data == unpack(pack(data))
    assert pack(data) == pack(data)


@given(st.binary(max_size=600))
def test_armour_is_read_back(data):
    """What is written as text comes back byte for byte."""
    assert ([data], []) == armoured(armour(data, {"Game": "x"}))


def test_plain_json_lines_are_a_turn_file():
    """A log that starts like JSON needs no packing."""
    assert LOG == unpack(LOG)


@tried_with("cut", range(0, len(PACKED), 3))
def test_every_truncation_is_named(cut):
    """A turn file cut anywhere is called truncated, never anything else."""
    assert "truncated" == refusal(unpack, PACKED[:cut])


@given(st.integers(len(MAGIC), len(PACKED) - 1), st.integers(1, 255))
def test_no_changed_byte_goes_unnoticed(place, change):
    """A changed byte after the magic is refused, or it was one of the few spare bits that mean nothing."""
    changed = PACKED[:place] + bytes([PACKED[place] ^ change]) + PACKED[place + 1 :]
    try:
        outcome = unpack(changed)
    except FormatError as error:
        outcome = error.code.encode()
    assert outcome in {LOG, b"damaged", b"truncated", b"trailing", b"too-large"}


def test_the_limit_itself_is_allowed():
    """A file that unpacks to exactly the limit passes, one byte more does not."""
    assert bytes(1000) == unpack(pack(bytes(1000)), 1000)
    assert "too-large" == refusal(unpack, pack(bytes(1001)), 1000)


@tried_with(
    "spoil",
    [
        lambda text: text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "".join(f"> {line}\n" for line in text.split("\n")),
        lambda text: "".join(f">> > {line}  \n" for line in text.split("\n")),
        lambda text: "".join(f"| {line}\n" for line in text.split("\n")),
        lambda text: text.replace(" ", "\u00a0"),
        "\u200b".join,
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: f"Hello\n\n{text}\n-- \nAna\n",
    ],
)
def test_armour_survives_mail_programs(spoil):
    """Quoting, blanks, other line ends and invisible characters do not harm a text turn."""
    assert ([PACKED], []) == armoured(spoil(ARMOURED))


def test_several_text_turns_are_all_found():
    """A digest of mails may hold more than one."""
    assert ([PACKED, b"x"], []) == armoured(ARMOURED + "\nand\n" + armour(b"x", {}))
    assert ([], []) == armoured("no turn here\n")


@tried_with(
    ("code", "text"),
    [
        ("armour-truncated", ARMOURED.replace(END, "")),
        ("armour-truncated", ARMOURED.replace(END, "") + ARMOURED),
        ("armour-checksum", ARMOURED.replace(f"\n{END}", f"\nmore\n{END}")),
        ("armour-body", f"{BEGIN}\n\nabcde\n=00000000\n{END}\n"),
        ("armour-checksum", f"{BEGIN}\n\nabcd\n=00000000\n{END}\n"),
        ("armour-checksum", f"{BEGIN}\n\nabcd\n{END}\n"),
    ],
)
def test_damage_to_armour_is_named(code, text):
    """Each way a text turn is spoilt has its own name."""
    assert [code] == [error.code for error in armoured(text)[1]]


def test_headers_cannot_break_out():
    """A header with a line break or without a value is refused when written."""
    assert "armour-header" == refusal(armour, b"x", {"Game": f"a\n{END}"})
    assert "armour-header" == refusal(armour, b"x", {"Game": ""})


def classes(made_by):
    """A frozen class, one that inherits from it, one that may change, and one without comparing."""

    @made_by.frozen(kw_only=True)
    class Plain:
        name: str
        seen: int = attrs.field(default=0, eq=False)
        secret: bytes = attrs.field(default=b"", repr=False)

    @made_by.frozen(kw_only=True, slots=False)
    class Child(Plain):
        more: tuple[int, ...] = ()

    @made_by.define
    class Changing:
        name: str

    @made_by.frozen(eq=False)
    class Itself:
        name: str

    class Own(Plain):
        """Not decorated."""

    @made_by.frozen
    class Named:
        name: str

        def __repr__(self) -> str:
            return "named"

    return {each.__name__: each for each in (Plain, Child, Changing, Itself, Own, Named)}


def told(made_by, first):
    """What comes of each operation, ``first`` before all others."""
    made = classes(made_by)
    plain, child, own = made["Plain"], made["Child"], made["Own"]
    values = [plain(name="a"), plain(name="a", seen=1), plain(name="a", secret=b"x")]
    values += [child(name="a"), child(name="a", more=(1,)), own(name="a")]
    values += [made[name]("a") for name in ("Changing", "Changing", "Itself", "Itself", "Named")]

    def hashed():
        hashable = [each for each in values if type(each).__hash__ is not None]
        return [[hash(a) == hash(b) for a in hashable] for b in hashable]

    work = {
        "==": lambda: [[a == b for a in values] for b in values],
        "!=": lambda: [[a != b for a in values] for b in values],
        "hash": hashed,
        "repr": lambda: [repr(each) for each in values],
        "evolve": lambda: attrs.evolve(values[0], name="b") == plain(name="b"),
    }
    return {name: work[name]() for name in sorted(work, key=lambda name: name != first)}


@pytest.mark.parametrize("first", ["==", "!=", "hash", "repr"])
def test_a_late_method_does_what_that_of_attrs_does(first: str) -> None:
    assert told(attrs, first) == told(records, first)


def test_a_method_is_written_once_and_then_that_of_attrs() -> None:
    plain = classes(records)["Plain"]
    assert "attrs generated" not in plain.__eq__.__code__.co_filename
    assert plain(name="a") == plain(name="a")
    assert all(
        "attrs generated" in vars(plain)[each].__code__.co_filename
        for each in ("__eq__", "__hash__", "__repr__")
    )


@pytest.mark.parametrize("name", ["Plain", "Child", "Changing", "Itself", "Own", "Named"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda cls: [(each.name, each.default, each.kw_only, each.inherited) for each in attrs.fields(cls)],
        lambda cls: str(inspect.signature(cls)),
        lambda cls: attrs.asdict(cls(name="a")),
        lambda cls: cls.__match_args__ if cls(name="a") else (),
    ],
)
def test_a_class_that_is_written_late_is_that_of_attrs(name: str, ask: Callable[[type], object]) -> None:
    """Whichever is asked for first: a class, or one that inherits from it."""
    assert ask(classes(attrs)[name]) == ask(classes(records)[name])


def test_a_frozen_value_of_a_late_class_does_not_change_and_takes_no_other_names() -> None:
    value = classes(records)["Child"](name="a")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        value.name = "b"
    with pytest.raises(TypeError):
        classes(records)["Child"](name="a", other=1)


def test_threads_that_make_the_first_value_of_a_class_make_it_of_one_class() -> None:
    count = 8
    for _ in range(20):
        child, at_once = classes(records)["Child"], Barrier(count)

        def made(child: type = child, at_once: Barrier = at_once) -> object:
            at_once.wait()
            return child(name="a", more=(1,))

        with ThreadPoolExecutor(count) as pool:
            values = [each.result() for each in [pool.submit(made) for _ in range(count)]]
        assert [values[0]] * count == values


def test_a_copy_that_has_to_go_through_init_keeps_its_slots() -> None:
    @records.frozen
    class Worked:
        name: str
        length: int = records.field(init=False)

        def __attrs_post_init__(self) -> None:
            object.__setattr__(self, "length", len(self.name))

    assert 3 == values.evolve(Worked("a"), name="abc").length
