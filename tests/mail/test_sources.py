"""Files, folders, mbox and Maildir, and our turn inside mails that are hard to read: in a fixed order, as they were."""

import importlib.util
import io
import mailbox
import os
import tarfile
import time
from email import message_from_bytes
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.test_roundtrip import PLAIN
from pbem.bytes.container import armour, pack
from pbem.bytes.errors import MailError, PbemError
from pbem.mail.compose import compose
from pbem.mail.extract import look
from pbem.mail.limits import MAX_MAIL
from pbem.mail.maildir import deliver
from pbem.mail.sources import passed_over, read
from tests.lists import tried_with


def turns(path, **more):
    return [found.data for letter in read(path, **more) for found in letter.turns()]


def mail(data):
    return compose(pack(data), PLAIN)


def snapshot(folder):
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.stat().st_mode, path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_file_of_any_kind_is_one_letter(tmp_path):
    """A turn file, armoured text, and a mail give their turn, whatever the file is called."""
    for name, data in {
        "turn (1).pbem": pack(b"1"), "no suffix": pack(b"1"),
        "armour.txt": armour(pack(b"1"), {"Game": "june6"}).encode("utf-16"), "mail.eml": mail(b"1"),
    }.items():  # fmt: skip
        (tmp_path / name).write_bytes(data)
        assert [b"1"] == turns(tmp_path / name)


def test_standard_input_is_read():
    assert [b"1"] == turns("-", stdin=io.BytesIO(mail(b"1")))
    box = b"".join(b"From x Thu Jan  1 00:00:00 2026\n" + mail(data) + b"\n" for data in (b"1", b"2"))
    assert [b"1", b"2"] == turns("-", stdin=io.BytesIO(box))


def test_a_folder_is_read_by_name_and_only_what_fits(tmp_path):
    """Of a Downloads folder the turns and mails are read, sorted; hidden, partial and other files are left out."""
    for name, data in {
        "b.eml": mail(b"2"), "a.pbem": pack(b"1"), "c.download me": pack(b"3"), ".hidden.pbem": pack(b"x"),
        "d.pbem.part": pack(b"x"), "e.pbem.crdownload": pack(b"x"), "photo.jpg": b"\xff\xd8\xff", "setup.exe": b"MZ",
    }.items():  # fmt: skip
        (tmp_path / name).write_bytes(data)
    (tmp_path / "sub.pbem").mkdir()
    (tmp_path / "broken.pbem").symlink_to(tmp_path / "nowhere")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.pbem")
    assert [b"1", b"2", b"3"] == turns(tmp_path)


def test_one_bad_letter_does_not_hide_the_others(tmp_path):
    (tmp_path / "1.eml").write_bytes(b"Subject: hello\r\n\r\nNothing here\r\n")
    (tmp_path / "2.eml").write_bytes(mail(b"2"))
    first, second = read(tmp_path)
    with pytest.raises(MailError, match="no turn file"):
        first.turns()
    assert [b"2"] == [found.data for found in second.turns()]
    assert str(tmp_path / "1.eml") == first.where


def test_a_maildir_is_read_with_both_folders(tmp_path):
    """New and read mails come in the order of their names, mails being written do not."""
    deliver(tmp_path, mail(b"1"), "1001.a")
    deliver(tmp_path, mail(b"3"), "1003.a")
    (tmp_path / "cur" / "1002.a:2,S").write_bytes(mail(b"2"))
    (tmp_path / "tmp" / "1000.a").write_bytes(mail(b"x"))
    before = snapshot(tmp_path)
    assert [b"1", b"2", b"3"] == turns(tmp_path)
    assert before == snapshot(tmp_path)


BODIES = st.lists(
    st.sampled_from(
        [b"From here on", b">From there", b"", b"text", b"From x Thu Jan  1 00:00:00 2026", b"From "]
    ),
    max_size=6,
)


@given(st.lists(BODIES, min_size=1, max_size=4))
def test_an_mbox_gives_the_mails_that_the_library_wrote(tmp_path_factory, bodies):
    """An mbox written by the standard library is cut where the library cuts it, and is neither changed nor locked."""
    path = tmp_path_factory.mktemp("box") / "box"
    box = mailbox.mbox(path)
    for number, lines in enumerate(bodies):
        box.add(
            b"Subject: %d\n\n" % number
            + b"\n".join(lines)
            + b"\n"
            + mail(b"%d" % number).replace(b"\r\n", b"\n")
        )
    box.close()
    before = snapshot(path.parent)
    letters = list(read(path))
    again = mailbox.mbox(path)
    expected = [again.get_bytes(key) for key in again.iterkeys()]
    again.close()
    assert [data.rstrip(b"\n") for data in expected] == [letter.data.rstrip(b"\n") for letter in letters]
    assert [str(n) for n in range(len(bodies))] == [message_from_bytes(x.data)["Subject"] for x in letters]
    assert f"{path}, mail 1" == letters[0].where
    assert before == snapshot(path.parent)


@pytest.mark.parametrize(
    "line", [b"From - Thu Jan 01 00:00:00 2026\r\n", b"From \r\n", b"From a@b Thu Jan  1 00:00 2026\n"]
)
def test_separators_of_other_programs_are_known(line):
    """Mail programs write the line between mails in their own ways."""
    box = b"\r\n".join(line + mail(data) for data in (b"1", b"2"))
    assert [b"1", b"2"] == turns("-", stdin=io.BytesIO(box))


def test_prose_does_not_cut_a_mail():
    """A line that begins a sentence with From is text, also after a blank line."""
    prose = b"\r\nFrom here we go on.\r\nFrom noon to 12:30 we wait.\r\n\r\nFrom there too.\r\nMoves"
    raw = mail(b"1").replace(b"Moves", prose)
    box = b"From x Thu Jan  1 00:00:00 2026\n" + raw + b"\n"
    assert 1 == len(list(read("-", stdin=io.BytesIO(box))))


def test_what_is_not_there_is_said(tmp_path):
    """A missing file, a pipe and a missing standard input have their sentences."""
    for path, code in ((tmp_path / "nothing", "no-such-file"), ("-", "no-stdin"), ("a\x00b", "no-such-file")):
        with pytest.raises(MailError) as caught:
            list(read(path))
        assert code == caught.value.code


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(MailError, match="neither a file nor a folder"):
        list(read(tmp_path / "pipe"))


def test_names_are_printed_without_their_tricks(tmp_path):
    """A file name with control characters does not reach a terminal as it is."""
    (tmp_path / "a\x1b[31m\u202e.pbem").write_bytes(pack(b"1"))
    (letter,) = read(tmp_path)
    assert letter.where.isprintable()


def test_delivery_is_whole_and_happens_once(tmp_path):
    """A mail appears in new, whole; the same again changes nothing; another under its name is refused."""
    path = deliver(tmp_path, b"mail", "1.a")
    assert (tmp_path / "new" / "1.a", b"mail") == (path, path.read_bytes())
    assert path == deliver(tmp_path, b"mail", "1.a")
    with pytest.raises(MailError) as caught:
        deliver(tmp_path, b"other", "1.a")
    assert "name-taken" == caught.value.code
    path.rename(tmp_path / "cur" / "1.a:2,RS")
    assert tmp_path / "cur" / "1.a:2,RS" == deliver(tmp_path, b"mail", "1.a")
    assert [] == os.listdir(tmp_path / "tmp")
    assert [] == os.listdir(tmp_path / "new")


@tried_with("name", ["", "../x", "a/b", ".hidden", "a:2,S", "x" * 101, "a\n"])
def test_delivery_takes_plain_names(tmp_path, name):
    """A name that could lead elsewhere, or means something in a Maildir, is refused before anything is made."""
    with pytest.raises(MailError) as caught:
        deliver(tmp_path / "box", b"mail", name)
    assert "bad-name" == caught.value.code
    assert [] == os.listdir(tmp_path)


def test_a_maildir_is_read_with_the_turn_files_that_lie_beside_its_folders(tmp_path):
    """Who is sent a file and saves it where the mails lie has it read; what is left out can be named."""
    deliver(tmp_path, mail(b"1"), "1001.a")
    (tmp_path / "turn.pbem").write_bytes(pack(b"2"))
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    assert [b"1", b"2"] == turns(tmp_path)
    assert ["photo.jpg"] == [file.name for file in passed_over(tmp_path)]


SOON = 20.0
DATA = b'{"by":"A","k":"hdr"}\n' * 60 + bytes(range(256)) * 4
TURN = pack(DATA)
ARMOUR = armour(TURN, {"Game": "june6"}).encode()
CODES = {"no-turn", "mail-header", "mail-nesting", "mail-parts", "mail-too-big", "armour-truncated"}
# Mails whose own parts go beyond a limit: refused by name in every form, and no others may be.
REFUSED = {"mail-header", "mail-nesting", "mail-parts", "mail-too-big"}


def cpython():
    """The mails of CPython's tests; empty where Python came without its tests."""
    try:
        found = importlib.util.find_spec("test.test_email")
    except ModuleNotFoundError:
        found = None
    if found is None or found.origin is None:
        return []
    folder = Path(found.origin).parent / "data"
    return [(f"cpython-{path.stem}", path.read_bytes()) for path in sorted(folder.glob("msg_*.txt"))]


def packaged():
    """Everything that looks like a mail in the source packages of the folders in PBEM_TORTURE."""
    mails = []
    for folder in filter(None, os.environ.get("PBEM_TORTURE", "").split(os.pathsep)):
        for file in sorted(Path(folder).glob("*.tar.*")):
            with tarfile.open(file) as package:
                for member in package.getmembers():
                    tested = any(
                        word in member.name for word in ("/mails/", "/testmsgs/", "/messages/", ".eml")
                    )
                    if member.isfile() and tested and member.size <= MAX_MAIL // 2:
                        data = package.extractfile(member).read()
                        if b":" in data[:2000] and not member.name.endswith((".py", ".out", ".xml")):
                            mails.append((f"{file.name.partition('-')[0]}-{Path(member.name).name}", data))
    return mails


MAILS = dict(cpython() + packaged())


def beside(mail):
    """Forwarded whole, with the turn file next to it."""
    head = b'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="=-outer-="\r\n\r\n'
    inner = b"--=-outer-=\r\nContent-Type: message/rfc822\r\n\r\n" + mail + b"\r\n"
    own = compose(TURN, PLAIN)
    part = own[own.rindex(b"Content-Type: application/octet-stream") :].partition(b"\r\n\r\n--pbem-")[0]
    return head + inner + b"--=-outer-=\r\n" + part + b"\r\n--=-outer-=--\r\n"


def before(mail):
    """The same, with the turn before the strange mail."""
    head = b'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="=-outer-="\r\n\r\n'
    text = b"--=-outer-=\r\nContent-Type: text/plain\r\n\r\n" + ARMOUR + b"\r\n"
    inner = b"--=-outer-=\r\nContent-Type: message/rfc822\r\n\r\n" + mail + b"\r\n"
    return head + text + inner + b"--=-outer-=--\r\n"


def pasted(mail):
    """The armour pasted above the strange mail as text, as when somebody answers above what he quotes."""
    return b"Subject: Re: this\r\n\r\n" + ARMOUR + b"\r\n> " + mail.replace(b"\n", b"\n> ")


def survey(mail):
    began = time.perf_counter()
    try:
        return look(mail), ""
    except PbemError as error:
        return None, error.code
    finally:
        assert time.perf_counter() - began < SOON


@pytest.mark.skipif(not MAILS, reason="neither CPython's test mails nor PBEM_TORTURE are here")
@pytest.mark.parametrize("form", [beside, before, pasted], ids=lambda form: form.__name__)
@pytest.mark.parametrize("name", MAILS)
def test_a_turn_comes_out_of_a_hard_mail_byte_exact_or_the_mail_is_refused_by_name(name, form):
    found, code = survey(form(MAILS[name]))
    if found is None:
        # A limit is a property of the strange mail: alone it must be refused the same way, or stand at the edge of it.
        assert code in REFUSED
        assert survey(MAILS[name])[1] in {code, ""}
        return
    assert [DATA] == [each.data for each in found.found]


@pytest.mark.skipif(not MAILS, reason="neither CPython's test mails nor PBEM_TORTURE are here")
def test_no_hard_mail_is_taken_for_a_turn_and_few_are_refused():
    refused = []
    for name, mail in MAILS.items():
        found, code = survey(mail)
        if found is None:
            assert code in CODES
            refused.append(name)
        else:
            assert () == found.found
    assert len(refused) <= len(MAILS) // 10, refused


def test_the_sets_named_in_the_environment_are_there():
    """A folder that holds no mail would make the tests above pass without having tried it."""
    folders = [each for each in os.environ.get("PBEM_TORTURE", "").split(os.pathsep) if each]
    if not folders:
        pytest.skip("PBEM_TORTURE names no folder of source packages")
    assert packaged()
