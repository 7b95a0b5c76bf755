"""Starting and stopping the servers, each in private folders, on ports of its own, with a certificate made for the run."""

import datetime
import ipaddress
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HERE = Path(__file__).parent
ACCOUNTS = {"ann": "word of Ann", "ben": "word of Ben"}
DOMAIN = "localhost.example"
_PATIENCE = 30.0


@frozen
class Servers:
    """Where they listen on localhost, how IMAP is encrypted, and whose certificates to trust."""

    name: str
    smtp: int
    imap: int
    imap_tls: str
    ca: Path


def certificate(folder):
    """A certificate for localhost that signs itself: the files of certificate and key."""
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
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    secret.chmod(0o600)
    return cert, secret


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(port, dead):
    """Until somebody listens; an error with the last words when the server died or took too long."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if (words := dead()) is not None:
            raise RuntimeError(f"the server did not start: {words}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"nobody listens on {port}")


def light_missing():
    """Why the servers in Python cannot run here, or ""."""
    missing = [name for name in ("aiosmtpd", "pymap") if find_spec(name) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""


@contextmanager
def light(folder):
    cert, key = certificate(folder)
    smtp, imap = free_port(), free_port()
    accounts = [f"{name}:{word}" for name, word in ACCOUNTS.items()]
    words = folder / "light.log"
    with words.open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, HERE / "light.py", folder / "boxes", str(smtp), str(imap), cert, key, *accounts],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
        )
        try:
            for port in (smtp, imap):
                wait_for(port, lambda: words.read_text()[-800:] if server.poll() is not None else None)
            yield Servers("aiosmtpd and pymap", smtp, imap, "starttls", cert)
        finally:
            server.stdin.close()
            server.wait(15)


def real_missing():
    """Why Postfix and Dovecot cannot run here, or ""."""
    if os.name == "nt" or os.geteuid() != 0:
        return "Postfix needs root"
    missing = [name for name in ("postfix", "dovecot") if shutil.which(name) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""


@contextmanager
def real(folder):
    """Postfix takes mails with SMTP AUTH (Dovecot knows the passwords) and hands them to Dovecot, which shows them."""
    # A Unix socket has a short name, and Postfix runs as a user that may not enter a private folder.
    folder = Path("/run") / f"pbem-mail-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o755)
    cert, key = certificate(folder)
    smtp, imap = free_port(), free_port()
    try:
        stop_dovecot = _dovecot(folder, imap, cert, key)
        try:
            stop_postfix = _postfix(folder, smtp, cert, key)
            try:
                yield Servers("Postfix and Dovecot", smtp, imap, "tls", cert)
            finally:
                stop_postfix()
        finally:
            stop_dovecot()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _dovecot(folder, imap, cert, key):
    base = folder / "dovecot"
    base.mkdir()
    (folder / "boxes").mkdir()
    shutil.chown(folder / "boxes", "mail", "mail")
    users = base / "users"
    users.write_text("".join(f"{name}:{{PLAIN}}{word}\n" for name, word in ACCOUNTS.items()))
    users.chmod(0o644)
    config = base / "dovecot.conf"
    config.write_text(
        (HERE / "dovecot.conf")
        .read_text()
        .format(folder=folder, base=base, imap=imap, cert=cert, key=key, users=users)
    )
    log = base / "log"
    server = subprocess.Popen(
        ["dovecot", "-F", "-c", config], stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
    )
    wait_for(imap, lambda: log.read_text()[-800:] if server.poll() is not None else None)

    def stop():
        server.terminate()
        server.wait(15)

    return stop


def _postfix(folder, smtp, cert, key):
    base = folder / "postfix"
    for part in ("", "queue", "data"):
        (base / part).mkdir(exist_ok=True)
    shutil.chown(base / "data", "postfix", "postfix")
    for name in ("main.cf", "master.cf"):
        text = (HERE / f"postfix-{name}").read_text()
        (base / name).write_text(
            text.format(folder=folder, base=base, smtp=smtp, cert=cert, key=key, domain=DOMAIN)
        )
    (base / "log").touch()
    said = subprocess.run(["postfix", "-c", base, "start"], capture_output=True, timeout=60, check=False)
    if said.returncode:
        raise RuntimeError(f"Postfix did not start: {said.stderr.decode()[-800:]}")
    wait_for(smtp, lambda: None)

    def stop():
        subprocess.run(["postfix", "-c", base, "stop"], capture_output=True, timeout=60, check=False)

    return stop


def trusting(servers):
    """TLS that trusts the servers' certificate."""
    return ssl.create_default_context(cafile=servers.ca)
