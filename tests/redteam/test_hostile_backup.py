"""A backup that somebody else made: nothing of it is run, and what is refused leaves nothing."""

import base64
import json
import sys
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.crypto import keys as crypto
from pbem.games import registry
from pbem.games.packs.reading import from_files
from pbem.home import backup, identity, new_identity
from pbem.home.packs import installed
from pbem.site.program import Site
from pbem.store.game import Change
from pbem.store.home import Home
from pbem.table import looking

Content = dict[str, dict[str, str]]
_SECRET = bytes(range(32))
_PACK = b'[pack]\nname = "%s"\ngame = "june6"\nby = "Eve"\nsource = "mine"\n[units.units."16/1"]\ncs = %d\n'


@pytest.fixture(scope="module", autouse=True)
def tiny() -> None:
    """The games are the real ones here: packs make data of theirs."""


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is there when a command out of the backup was run."""
    for name in ("PBEM_HOME", "PBEM_PASSWORD", "PBEM_MAIL_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "ran"


def mail_toml(ran: Path) -> bytes:
    command = json.dumps([sys.executable, "-c", f"open({str(ran)!r}, 'w')"])
    servers = "".join(
        f'\n[{name}]\nhost = "127.0.0.1"\nport = 9\ntls = "none"\nuser = "eve"\nca = "/etc/eve.pem"\n'
        for name in ("smtp", "imap")
    )
    return (
        f'address = "eve@example.org"\nway = "pipe"\nprogram = {command}\npassword_command = {command}\n{servers}'
    ).encode()


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def content(tmp_path: Path, **home: bytes) -> Content:
    """What the backup of an honest home holds, with these files of the home instead of its own."""
    place = Home(tmp_path / "theirs")
    eve = identity.identity_of("Eve", _SECRET)
    if place.identity() is None:
        place.save_identity(identity.locked(eve, ""))
        folder = place.new_game("ab" * 8)
        folder.save(Change(facts={"game": "june6", "opponent": "Ben", "scenario": "x"}, log=b"{}\n"))
    data = backup.backup(place, eve).data
    head, box = data[: data.find(b"\n\n") + 2], data[data.find(b"\n\n") + 2 :]
    found = json.loads(zlib.decompress(crypto.open_box(crypto.subkey(_SECRET, "backup"), box, head)))
    found["home"] = {name: text(value) for name, value in home.items()}
    return found


def sealed(inside: Content | bytes) -> bytes:
    """A backup as whoever has its secret can make it."""
    packed = inside if isinstance(inside, bytes) else json.dumps(inside).encode()
    locked = identity.locked(identity.identity_of("Eve", _SECRET), "")
    head = b"pbem-backup-1\n" + locked.rstrip(b"\n") + b"\n\n"
    return head + crypto.seal_box(crypto.subkey(_SECRET, "backup"), zlib.compress(packed), head)


def pbem(*words: object, language: str = "en") -> tuple[int, str]:
    found = CliRunner().invoke(main, [str(each) for each in words], env={"PBEM_LANG": language})
    return found.exit_code, found.output


def use_mail(home: Path) -> None:
    """Everything with which a player reaches for mail."""
    for words in (
        ("setup", "mail", "check"),
        ("import",),
        ("watch", "--once"),
        ("send", "--to", "ben@example.org"),
    ):
        pbem("--home", home, *words)


def there(place: Path) -> set[str]:
    return {path.relative_to(place).as_posix() for path in place.rglob("*")}


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_program_and_no_server_of_a_backup_is_taken_and_each_is_shown(ran, tmp_path, language):
    (tmp_path / "eve.backup").write_bytes(sealed(content(tmp_path, **{"mail.toml": mail_toml(ran)})))
    _, said = pbem("--home", "new", "backup", "restore", "eve.backup", language=language)
    assert (tmp_path / "new/identity.json").is_file(), said
    use_mail(tmp_path / "new")
    pbem(
        "--home", "new", "setup", "mail", "--address", "ann@example.org", "--imap", "127.0.0.1:9",
        "--imap-tls", "none",
    )  # fmt: skip
    use_mail(tmp_path / "new")
    assert not ran.exists()
    for shown in (str(ran), "eve@example.org", "127.0.0.1", "/etc/eve.pem", "pbem setup mail"):
        assert shown in said
    assert ("would be run" if language == "en" else "se ejecutaría") in said


def test_settings_that_nobody_can_read_are_not_taken_either(ran: Path, tmp_path: Path) -> None:
    (tmp_path / "eve.backup").write_bytes(sealed(content(tmp_path, **{"mail.toml": b"\x1b]0;x\x07 = [[["})))
    _, said = pbem("--home", "new", "backup", "restore", "eve.backup")
    assert (tmp_path / "new/identity.json").is_file(), said
    assert not (tmp_path / "new/mail.toml").exists()
    assert "\x1b" not in said


def bent(good: Content) -> dict[str, Content | bytes]:
    """Backups of which one part is wrong, the others good."""
    game = next(name for name in good if name.startswith("games/"))
    changed: dict[str, Content | bytes] = {}

    def put(why: str, part: str, **fields: str) -> None:
        changed[why] = {**good, part: {**good.get(part, {}), **fields}}

    for part in ("secrets", "home", "successions"):
        changed[f"without {part}"] = {name: value for name, value in good.items() if name != part}
    put("an unknown part", "hooks")
    put("an unknown kind", "scripts/" + "ab" * 8)
    put("an unknown file of the home", "home", **{"acting.json": text(b"{}")})
    put("an unknown secret", "secrets", newer="")
    put("half a secret", "secrets", older=text(b"half"))
    put("an unknown file of a game", game, hook="")
    put("no base64", game, log="?")
    put("facts that are none", game, facts='{"to": ["x"]}')
    put("a day that is none", game, since="yesterday")
    put("a head that is none", game, head="../..")
    put("a draft cut off", game, head="ab" * 32, draft=text(b"{}"))
    put("a longer name of a game", game + "ab" * 24)
    put("a name that leads out", "games/../../../../out")
    put("a pack with a path", "packs/" + "ab" * 8, **{"../x.toml": ""})
    put("a copy with a path", "owner/../../x", typed="")
    put("a paper with a path", "successions", **{"../x.pbem": ""})
    changed["a part that is none"] = {**good, "home": []}
    changed["no object"] = b"[]"
    changed["too deep"] = b"[" * 100_000
    entry = json.dumps(good[game])
    rest = json.dumps({name: value for name, value in good.items() if name != game})
    many = [f"{json.dumps(game)}: {entry}"] * 400
    changed["one game 400 times"] = f"{{{', '.join(many)}, {rest[1:]}".encode()
    changed["one game under 400 names"] = {
        **good,
        **{f"games/{'ab' * 8}{n:04x}": good[game] for n in range(400)},
    }
    changed["5,000 games"] = {**good, **{f"games/{n:016x}": good[game] for n in range(5000)}}
    return changed


def test_a_backup_that_is_refused_leaves_nothing(ran: Path, tmp_path: Path) -> None:
    good = content(tmp_path, **{"mail.toml": mail_toml(ran)})
    before, wrong = there(tmp_path), []
    for why, inside in bent(good).items():
        (tmp_path / "eve.backup").write_bytes(sealed(inside))
        code, said = pbem("--home", "new", "backup", "restore", "eve.backup")
        if code != 3 or there(tmp_path) - before - {"eve.backup"}:
            wrong.append((why, code, said))
            break
    assert [] == wrong
    # The player gives it up, begins anew in the same place, and uses mail of their own.
    assert 0 == pbem("--home", "new", "identity", "new", "Ann", "--no-password")[0]
    pbem(
        "--home", "new", "setup", "mail", "--address", "ann@example.org", "--imap", "127.0.0.1:9",
        "--imap-tls", "none",
    )  # fmt: skip
    use_mail(tmp_path / "new")
    assert not ran.exists()


@pytest.mark.parametrize("left", ["mail.toml", "packs/00/pack.toml", ".hidden"])
def test_a_folder_that_is_not_empty_is_refused_and_stays_as_it_is(ran, tmp_path, left):
    """As an earlier version left it after a backup that it refused: the command ran after a good one of one's own."""
    (tmp_path / "new" / left).parent.mkdir(parents=True)
    (tmp_path / "new" / left).write_bytes(mail_toml(ran))
    (tmp_path / "ann.backup").write_bytes(sealed(content(tmp_path)))
    before = there(tmp_path)
    code, said = pbem("--home", "new", "backup", "restore", "ann.backup")
    assert (6, True, True) == (code, left.partition("/")[0] in said, "--home DIR" in said)
    assert not there(tmp_path) - before
    pbem("--home", "other", "backup", "restore", "ann.backup")
    use_mail(tmp_path / "other")
    assert not ran.exists()
    for made in ("lock", "here", ".identity.json.0123456789ab.tmp"):
        place = tmp_path / made.strip(".").replace(".", "-")
        place.mkdir()
        (place / made).write_bytes(b"")
        backup.restore(Home(place), (tmp_path / "ann.backup").read_bytes(), password="")
        assert "Eve" == identity.card(Home(place)).name


def test_a_pack_lies_under_the_digest_of_its_data_alone(ran: Path, tmp_path: Path) -> None:
    honest, other = (from_files({"pack.toml": _PACK % pair}) for pair in ((b"honest", 7), (b"honest", 9)))
    digests = [registry.load("june6", each).data_digest[:16] for each in (honest, other)]
    unreadable = "cd" * 8
    (tmp_path / "eve.backup").write_bytes(
        sealed(
            {
                **content(tmp_path),
                f"packs/{digests[0]}": {"pack.toml": text(_PACK % (b"honest", 9))},
                f"packs/{unreadable}": {"pack.toml": text(b"not toml")},
            }
        )
    )
    _, said = pbem("--home", "new", "backup", "restore", "eve.backup")
    lying = {name for name, _ in Home(tmp_path / "new").packs()}
    assert digests[1] in lying, "what was typed is not lost"
    assert not {digests[0], unreadable} & lying
    assert said.count("now under code") == 2


def test_an_honest_pack_takes_the_place_of_what_lies_under_its_digest(ran: Path, tmp_path: Path) -> None:
    (tmp_path / "honest.toml").write_bytes(_PACK % (b"honest", 7))
    digest = registry.load("june6", tmp_path / "honest.toml").data_digest
    home, planted = Home(tmp_path / "new"), _PACK.replace(b'game = "june6"\n', b"") % (b"honest", 9)
    for data in (planted, _PACK % (b"honest", 9), b"not toml"):
        place = home.path / "packs" / digest[:16]
        place.mkdir(parents=True, exist_ok=True)
        (place / "pack.toml").write_bytes(data)
        assert all(each.fault for each in installed.listed(home)), data
        code, said = pbem("--home", home.path, "packs", "add", tmp_path / "honest.toml")
        assert (0, True) == (code, "another pack lay under this code" in said), said
        assert b"cs = 7" in (place / "pack.toml").read_bytes()
    assert "another pack" not in pbem("--home", home.path, "packs", "add", tmp_path / "honest.toml")[1]
    assert [digest[:16]] == [path.name for path in (home.path / "packs").iterdir()]


def test_a_backup_that_is_only_looked_at_is_called_one(ran: Path, tmp_path: Path) -> None:
    """ "Check a file" called it no turn file."""
    del ran
    ann = Home(tmp_path / "ann")
    who = new_identity.create_identity(ann, "Ann", "", Random(1).randbytes)
    found = looking.look(ann, backup.backup(ann, who).data, "x.backup", "en", tmp_path / "scratch")
    assert ("backup", True) == (found.kind, "It is the backup of a home of Ann" in found.said)


def test_in_the_browser_a_bad_backup_stops_nobody(ran: Path, tmp_path: Path) -> None:
    good = content(tmp_path, **{"mail.toml": mail_toml(ran)})
    bad = [
        sealed(inside) for why, inside in bent(good).items() if why in ("without secrets", "an unknown part")
    ]

    def ask(site: Site, call: str, data: bytes = b"", /, **given: str) -> Any:
        return json.loads(site.call(call, json.dumps(given), data).text)

    for then in (
        lambda site: ask(site, "begin", name="Ann", password=""),
        lambda site: ask(site, "restore", sealed(good), password=""),
    ):
        (place := tmp_path / f"tab-{len(there(tmp_path))}").mkdir()
        site = Site(place, (b"", b""))
        for data in bad:
            assert "backup" == ask(site, "restore", data, password="")["error"]["code"]
            assert "new" == ask(site, "hello")["state"]
            assert not list(place.glob(".home*"))
        assert "open" == then(site)["state"]
        assert not (place / "home/mail.toml").exists()
    # The log of its one game holds nothing: the home comes back nevertheless, and says so.
    said = " ".join(ask(Site(_made(tmp_path / "last"), ()), "restore", sealed(good), password="")["said"])
    assert "abababab" in said
    assert "would be run" in said


def _made(place: Path) -> Path:
    place.mkdir()
    return place
