"""An archive as a club keeps one: folders, a tar, a zip and a mailbox, with files that do not hold among those that do."""

import mailbox
import tarfile
import zipfile
from email.message import EmailMessage
from importlib.util import find_spec
from pathlib import Path

import pytest

collect_ignore_glob = [] if find_spec("distributed") else ["test_*.py"]
"""Archives need the extra ``club``."""

ROOT = Path(__file__).resolve().parents[2]
PEGASUS = ROOT / "examples/pegasus/campaign.pbem"
GOLDEN = ROOT / "tests/golden/logs"


def mail(name: str, data: bytes) -> EmailMessage:
    """A mail with a turn file."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "ann@example.org", "ben@example.org", name
    made.set_content("Your turn.")
    made.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return made


@pytest.fixture(scope="session")
def small() -> dict[str, bytes]:
    """Golden logs and hard mails, each quickly judged, and spoilt copies of one."""
    golden = [each for each in sorted(GOLDEN.iterdir()) if each.stat().st_size < 30_000]
    found = {f"{each.name}.pbem": each.read_bytes() for each in golden}
    found |= {
        each.name: each.read_bytes()
        for each in sorted((ROOT / "schemas/vectors/mail").glob("*.eml"))[::3]
        if not each.read_bytes().startswith(b"PK")  # an archive names what is packed, and opens none of it
    }
    found |= {each.name: each.read_bytes() for each in sorted((ROOT / "examples").glob("*/*.eml"))}
    assert len(found) > 15
    one = next(iter(found.values()))
    return {
        **found,
        "cut.pbem": one[: len(one) // 2],
        "bent.pbem": one[:-40] + bytes([one[-40] ^ 1]) + one[-39:],
        "empty.pbem": b"",
        "nothing.txt": b"No turn today.",
    }


@pytest.fixture
def archive(tmp_path: Path, small: dict[str, bytes]) -> Path:
    """All of them, in every kind of place."""
    place = tmp_path / "games"
    (place / "deep/er").mkdir(parents=True)
    for name, data in small.items():
        (place / "deep/er" / name).write_bytes(data)
    (place / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    one, *others = small.items()
    with zipfile.ZipFile(place / "old.zip", "w") as zipped:
        zipped.writestr("2025/" + one[0], one[1])
    with tarfile.open(place / "old.tar.gz", "w:gz") as packed:
        packed.add(PEGASUS, "pegasus.pbem")
    box = mailbox.mbox(str(place / "mails.mbox"))
    for name, data in others[:3]:
        box.add(mail(name, data))
    box.close()
    return place
