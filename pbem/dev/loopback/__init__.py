"""Postfix and Dovecot on loopback, started for a demonstration or a test: private folders, ports of their own.

Nothing of the machine's own mail is touched, and nothing leaves it: other addresses are refused.
"""

from __future__ import annotations

import datetime
import ipaddress
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

from pbem.bytes.errors import MailError
from pbem.bytes.records import frozen

ACCOUNTS = {"ann": "word of Ann", "ben": "word of Ben"}
DOMAIN = "localhost.example"
_HERE = Path(__file__).parent
_PATIENCE = 60.0


@frozen(kw_only=True)
class Servers:
    """Where they listen on localhost, how IMAP is encrypted, and whose certificates to trust."""

    name: str
    smtp: int
    imap: int
    imap_tls: str
    ca: Path


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that signs itself: the files of certificate and key."""
    # Practice games are begun where there is no such library: only servers need it.
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.x509.oid import NameOID  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    today = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    cert, secret = folder / "cert.pem", folder / "key.pem"
    cert.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    secret.chmod(0o600)
    return cert, secret


def free_port() -> int:
    """A port of localhost that nobody listens on now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
        assert isinstance(port, int)
        return port


def wait_for(port: int, dead: Callable[[], str | None]) -> None:
    """Until somebody listens. MailError ``server`` with the last words when the server died or took too long."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if (words := dead()) is not None:
            raise MailError.of("server", "The mail server did not start: {words}", words=words)
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise MailError.of("server", "Nobody listens on port {port} of this machine.", port=port)


def real_missing() -> str:
    """Why Postfix and Dovecot cannot run here, or ""."""
    if os.name == "nt" or os.geteuid() != 0:
        return "Postfix needs root"
    missing = [name for name in ("postfix", "dovecot") if shutil.which(name) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""


@contextmanager
def real(_folder: Path | None = None) -> Iterator[Servers]:
    """Postfix takes mails with SMTP AUTH (Dovecot knows the passwords) and hands them to Dovecot, which shows them.

    Told to end (SIGTERM, SIGHUP), the process leaves through here, so that the servers end with it.
    """
    # A Unix socket has a short name, and Postfix runs as a user that may not enter a private folder.
    folder = Path("/run") / f"pbem-mail-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    with leaving_on(signal.SIGTERM, signal.SIGHUP), ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.mkdir(mode=0o755)
        cert, key = certificate(folder)
        smtp, imap = free_port(), free_port()
        stack.enter_context(_dovecot(folder, imap, cert, key))
        stack.enter_context(_postfix(folder, smtp, cert, key))
        yield Servers(name="Postfix and Dovecot", smtp=smtp, imap=imap, imap_tls="tls", ca=cert)


@contextmanager
def leaving_on(*signals: signal.Signals) -> Iterator[None]:
    """In a ``with`` block these signals end the process with SystemExit (128 and their number), so that blocks are left.

    The first one counts: what comes while the blocks are left would cut that short. Only the main thread is told of
    signals; in any other nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(number: int, _frame: FrameType | None) -> None:
        for each in signals:
            signal.signal(each, signal.SIG_IGN)
        raise SystemExit(128 + number)

    before = {each: signal.signal(each, leave) for each in signals}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextmanager
def _dovecot(folder: Path, imap: int, cert: Path, key: Path) -> Iterator[None]:
    base = folder / "dovecot"
    base.mkdir()
    (folder / "boxes").mkdir()
    shutil.chown(folder / "boxes", "mail", "mail")
    users = base / "users"
    users.write_text("".join(f"{name}:{{PLAIN}}{word}\n" for name, word in ACCOUNTS.items()))
    users.chmod(0o644)
    config = base / "dovecot.conf"
    template = (_HERE / "dovecot.conf").read_text()
    config.write_text(template.format(folder=folder, base=base, imap=imap, cert=cert, key=key, users=users))
    log = base / "log"
    # Fixed programs with files that this module has written; no shell.
    server = subprocess.Popen(  # noqa: S603
        ["dovecot", "-F", "-c", str(config)],  # noqa: S607
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
    )
    try:
        wait_for(imap, lambda: log.read_text()[-800:] if server.poll() is not None else None)
        yield
    finally:
        server.terminate()
        server.wait(15)


@contextmanager
def _postfix(folder: Path, smtp: int, cert: Path, key: Path) -> Iterator[None]:
    base = folder / "postfix"
    for part in ("", "queue", "data"):
        (base / part).mkdir(exist_ok=True)
    shutil.chown(base / "data", "postfix", "postfix")
    for name in ("main.cf", "master.cf"):
        text = (_HERE / f"postfix-{name}").read_text()
        (base / name).write_text(
            text.format(folder=folder, base=base, smtp=smtp, cert=cert, key=key, domain=DOMAIN)
        )
    (base / "log").touch()
    try:
        said = _command(base, "start")
        if said.returncode:
            raise MailError.of(
                "server", "Postfix did not start: {decode}", decode=said.stderr.decode()[-800:]
            )
        wait_for(smtp, lambda: None)
        yield
    finally:
        _command(base, "stop")


def _command(base: Path, word: str) -> subprocess.CompletedProcess[bytes]:
    # A fixed program with files that this module has written; no shell.
    command = ["postfix", "-c", str(base), word]
    return subprocess.run(command, capture_output=True, timeout=60, check=False)  # noqa: S603
