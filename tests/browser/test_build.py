"""The folder that `pbem site build` makes, from packages of a few bytes."""

import hashlib
import json
import lzma
import re
import shutil
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.bytes.errors import UsageError, VerifyError
from pbem.cli import main
from pbem.site import build, check, packages
from tests.browser.places import KEYS, Host, modules_of, same

pytestmark = pytest.mark.wider


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    compress = lzma.compress
    with pytest.MonkeyPatch.context() as patch:
        # Packing takes its time: it is done once, and not as tightly as it can be.
        patch.setattr(lzma, "compress", lambda data, *, preset: compress(data, preset=0))
        packed = build.archive(same)
        patch.setattr(build, "archive", lambda _compiled: packed)
        patch.setattr(build, "_own_keys", lambda: KEYS)
        yield modules_of(tmp_path_factory.mktemp("npm"))


@pytest.fixture(scope="module")
def made(modules: Path) -> dict[str, bytes]:
    return build.site(modules, same)


def _of(made: dict[str, bytes], end: str) -> bytes:
    (name,) = (each for each in made if each.endswith(end))
    return made[name]


def test_every_file_stands_in_the_sums_and_groups_carry_their_digests(made: dict[str, bytes]) -> None:
    listed = dict(reversed(line.split("  ")) for line in made["SHA256SUMS"].decode().splitlines())
    assert listed == {
        name: hashlib.sha256(data).hexdigest() for name, data in made.items() if name != "SHA256SUMS"
    }
    groups = {name.split("/")[0] for name in made if "/" in name}
    assert sorted(re.sub("[0-9a-f]{12}$", "", each) for each in groups) == ["keys-", "program-", "python-"]


def test_the_same_files_make_the_same_build(modules: Path, made: dict[str, bytes]) -> None:
    assert build.site(modules, same) == made
    assert build.archive(same) == _of(made, "pbem.tar.xz")


def test_the_archive_holds_the_program_and_nothing_that_a_browser_cannot_use(made: dict[str, bytes]) -> None:
    with tarfile.open(fileobj=BytesIO(_of(made, "pbem.tar.xz"))) as file:
        names = file.getnames()
    assert {"pbem/site/program.py", "pbem_rules/june6/ruleset.toml", "werkzeug/wrappers/request.py"} <= set(
        names
    )
    assert not [
        each for each in names if re.match(r"pbem/(cli|club|archive)/|.*(__pycache__|/cases/|\.so$)", each)
    ]
    assert any("licenses" in each for each in names)


def test_scripts_find_each_other_by_path_and_no_other_script_comes_along(made: dict[str, bytes]) -> None:
    keys = {name.split("/", 1)[1]: data.decode() for name, data in made.items() if name.startswith("keys-")}
    assert "noble/hashes/other.js" not in keys
    assert not [name for name, text in keys.items() if re.search(r"from ['\"]@", text)]
    assert 'from "../hashes/utils.js"' in keys["noble/curves/ed25519.js"]


def test_the_page_of_the_table_reads_its_files_beside_it_and_asks_the_page_around_it(made):
    text = _of(made, "table.html").decode()
    assert '"/static/' not in text
    assert text.index("bridge.js") < text.index("main.js")


def test_no_page_names_another_place(made: dict[str, bytes]) -> None:
    about = json.loads(re.findall(rb'id="about">(.*?)</script>', made["index.html"])[0])
    assert about["sizes"].keys() == {name for name in made if "/" in name}
    for name in ("index.html", "sw.js", "manifest.webmanifest", "_headers"):
        assert not re.search(rb"https?://", made[name]), name
    assert b"unsafe-inline" not in made["index.html"]
    assert b"$" not in made["index.html"]


def test_a_folder_with_other_files_is_left_alone_and_a_build_is_replaced(tmp_path, modules):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(UsageError, match="holds other files"):
        build.build(tmp_path / "mine", modules, same)
    place = tmp_path / "site"
    digest = build.build(place, modules, same)
    old = place / "program-000000000000"
    old.mkdir()
    assert build.build(place, modules, same) == digest
    assert not old.exists()


def test_check_names_what_differs_what_lacks_and_what_is_strange(tmp_path: Path, modules: Path) -> None:
    digest = build.build(tmp_path, modules, same)
    found = check.compare(tmp_path)
    assert (found.good, found.digest) == (True, digest)
    served = {name: (tmp_path / name).read_bytes() for name in ("index.html", "sw.js")}
    served["index.html"] += b"<script>"
    bent = check.compare(tmp_path, served.get)
    assert bent.other == ("index.html",)
    assert "sw.js" not in bent.missing
    assert len(bent.missing) == bent.files - 2
    (tmp_path / "extra.js").write_text("")
    (tmp_path / "sw.js").write_text("")
    found = check.compare(tmp_path)
    assert (found.strange, found.other, found.good) == (("extra.js",), ("sw.js",), False)


def test_a_hosted_copy_is_compared_with_the_release_as_people_type_it(tmp_path: Path, modules: Path) -> None:
    release, hosted = tmp_path / "release", tmp_path / "hosted"
    digest = build.build(release, modules, same)
    shutil.copytree(release, hosted)
    host = Host(hosted)

    def typed(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["site", "check", str(release), *words])
        return done.exit_code, done.output

    code, said = typed("--at", host.address, "--digest", digest)
    assert (code, said.count("\n")) == (0, 2)
    assert "the same, all" in said
    assert digest in said
    assert typed("--digest", "0" * 64)[0] == VerifyError.exit_code
    (hosted / "sw.js").write_text("")
    (hosted / "icon.svg").unlink()
    code, said = typed("--at", host.address)
    assert code == VerifyError.exit_code
    assert "sw.js: other than in the release\n" in said
    assert "icon.svg: missing\n" in said
    assert "the same" not in said
    host.stop()
    code, said = typed("--at", host.address)
    assert "does not answer" in said
    assert typed("--at", "ftp://example.org")[0] != 0


def test_sums_that_lead_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "SHA256SUMS").write_text(f"{'0' * 64}  a/../../x\n")
    with pytest.raises(UsageError, match="damaged"):
        check.compare(tmp_path)


def test_without_npm_one_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="npm is not here"):
        packages.fetched(tmp_path / "cache")
