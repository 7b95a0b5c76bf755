"""Our turn inside mails that other people collected because they are hard to read.

CPython brings the mails of its own tests (``test.test_email``). More sets are read from the folders in PBEM_TORTURE
(separated like PATH), which `.ci/run` fills from source packages; a set that is not there is skipped by name.
"""

import importlib.util
import os
import tarfile
import time
from pathlib import Path

import pytest

from mail.test_roundtrip import PLAIN
from pbem.bytes.container import armour, pack
from pbem.bytes.errors import PbemError
from pbem.mail.compose import compose
from pbem.mail.extract import look
from pbem.mail.limits import MAX_MAIL

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
