"""What others wrote: the vendored file is what its packages give, and nothing has touched it since."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tools.vendor_noble import PINNED, VENDOR, build

pytestmark = pytest.mark.wider

DIGESTS = {
    "LICENSE-noble-ed25519": "394c2e6e5552e5dba202bee6390b9d6aa2754d657f5b9869e83b3d265a315501",
    "LICENSE-noble-hashes": "4f221aee6e072336700c408c68ab3b96a3fc09f6aebe6f48f1bd99e5ef13faec",
    "noble.js": "5a45443f8c0819c2ec6bb8f57f1bb516228632c97689afa36e5f798454ecd239",
}


def test_the_vendored_files_are_those_that_were_checked() -> None:
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in VENDOR.iterdir()}
    assert DIGESTS == found


def test_every_version_is_pinned_and_every_licence_is_there() -> None:
    assert all(version.replace(".", "").isdigit() for version in PINNED.values())
    for name in ("ed25519", "hashes"):
        assert "The MIT License" in VENDOR.joinpath(f"LICENSE-noble-{name}").read_text("utf-8")


@pytest.mark.skipif(shutil.which("npm") is None, reason="no npm on this machine")
def test_the_packages_give_the_same_bytes_again(tmp_path: Path) -> None:
    try:
        found = build(tmp_path)
    except subprocess.CalledProcessError:
        pytest.skip("npm cannot fetch the packages here")
    assert {name: VENDOR.joinpath(name).read_bytes() for name in DIGESTS} == found
