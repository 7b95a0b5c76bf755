"""Classes whose comparing, hashing and naming are written late are what attrs would have made of them."""

import attrs
import pytest

from pbem.bytes import records


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
