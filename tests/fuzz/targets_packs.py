"""Targets: the file in which a data pack travels, and the digests of somebody else's copy."""

import json
from collections.abc import Iterator
from random import Random

from pbem.bytes import container
from pbem.games.forms import digests
from pbem.games.packs.reading import FILE_NAME, MAX_BYTES, read_file, write_file
from pbem.home.packs import installed as packs
from pbem.home.packs.forms import forms_of, salted
from tests.fuzz import fixtures, mutators
from tests.fuzz.harness import Mutate, Target, WrongError
from tests.fuzz.listed import target


def _pack_file(data: bytes) -> None:
    """What is read is what would be written, under names of tables alone; then it is judged as ``pbem open`` judges it."""
    files = read_file(data)
    if not all(map(FILE_NAME.fullmatch, files)) or sum(map(len, files.values())) > MAX_BYTES:
        raise WrongError("a name or a size that cannot be")
    lines = container.unpack(data)
    if write_file(files) != lines:
        raise WrongError("a pack that is not written as it was read")
    packs.finding(lines)


def _files() -> list[dict[str, bytes]]:
    folder = fixtures.ROOT / "examples" / "packs" / "june6-example"
    whole = {each.name: each.read_bytes() for each in sorted(folder.glob("*.toml"))}
    return [whole, {"pack.toml": b'[pack]\nname = "x"\ngame = "june44"\n[charts.ranges]\nnaval = 4\n'}]


def _seeds() -> list[bytes]:
    return [write_file(each) for each in _files()]


def _mutated(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """The first line changed as JSON, or what follows changed with the sizes to fit; packed as often as not."""
    rng = Random(seed)
    head, _, rest = data.partition(b"\n")
    if rng.random() < 0.5:
        head = mutators.json_object(head, seed, mutate)
        made = head + b"\n" + rest
    else:
        files = dict(rng.choice(_files()))
        name = rng.choice(sorted(files))
        files[name] = mutators.toml(files[name], seed, mutate)
        listed = [{"bytes": len(files[each]), "name": each} for each in sorted(files)]
        made = json.dumps({"a": "pack", "files": listed, "v": 1}, separators=(",", ":")).encode()
        made += b"\n" + b"".join(files[each] for each in sorted(files))
    return container.pack(made) if rng.random() < 0.5 else made


def _digests(data: bytes) -> None:
    """A file of digests is written as it was read, or is refused."""
    found = digests.read_digests(data)
    if digests.read_digests(digests.written(found)) != found:
        raise WrongError("digests that are not written as they were read")


def _digests_seeds() -> list[bytes]:
    return [digests.written(salted(forms_of("june44", None), "0" * 32))[:4000].rpartition(b"\n")[0] + b"\n"]


def targets() -> Iterator[Target]:
    """In the order of the README."""
    yield target("pack-file", _pack_file, _seeds, _mutated, slowest=4.0, largest=8192)
    yield target(
        "pack-digests", _digests, _digests_seeds,
        mutators.words(["\t", "\n", "game", "salt", "data", "0" * 64, "\ufeff", "*"]), largest=8192
    )  # fmt: skip
