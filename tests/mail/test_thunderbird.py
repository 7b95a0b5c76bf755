"""A real mail program sends our attachment: Thunderbird under Xvfb, through a server on loopback, byte for byte.

The profile knows one account. The very command that `pbem send --by client` gives opens the mail, and Ctrl+Return sends
it, as a person would. Skipped by name where Thunderbird, Xvfb, xdotool, dbus-run-session or aiosmtpd are not installed.
"""

import email
import json
import os
import shlex
import shutil
import signal
import subprocess
import time
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from mail.servers.loopback import free_port
from pbem.bytes.container import MAGIC, pack
from pbem.mail.extract import turns_in
from pbem.mail.programs import Draft, client_command

pytestmark = pytest.mark.wider

NEEDED = ("thunderbird", "Xvfb", "xdotool", "dbus-run-session")
PATIENCE = 100.0
TURN = b'{"by":"A","k":"hdr"}\n'
PREFS = json.loads(Path(__file__).with_name("thunderbird.json").read_text("utf-8"))


class Sink:
    """Takes every mail as it comes."""

    def __init__(self):
        self.mails = []

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(envelope.content)
        return "250 OK"


def missing():
    """What is not installed here, or ""."""
    names = [name for name in NEEDED if shutil.which(name) is None]
    names += ["aiosmtpd"] if find_spec("aiosmtpd") is None else []
    return f"Thunderbird is not installed: {', '.join(names)}" if names else ""


@contextmanager
def screen(folder):
    """A display without a screen, on a number that nobody uses; its name."""
    read, write = os.pipe()
    log = (folder / "screen.log").open("wb")
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write,), stdout=log, stderr=log)
    os.close(write)
    try:
        yield f":{os.read(read, 20).decode().strip()}"
    finally:
        os.close(read)
        server.terminate()
        server.wait(10)
        log.close()


@contextmanager
def composing(folder, command, port):
    """Thunderbird with the draft open, in a profile of its own."""
    profile = folder / "profile"
    profile.mkdir()
    prefs = {**PREFS, "mail.smtpserver.smtp1.port": port}
    lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in prefs.items()]
    (profile / "user.js").write_text("\n".join(lines) + "\n")
    with screen(folder) as display, (folder / "client.log").open("wb") as log:
        env = {**os.environ, "DISPLAY": display, "HOME": str(folder), "NO_AT_BRIDGE": "1"}
        words = ["dbus-run-session", "--", command[0], "--profile", str(profile), *command[1:]]
        client = subprocess.Popen(words, env=env, stdout=log, stderr=log, start_new_session=True)
        try:
            yield env
        finally:
            os.killpg(client.pid, signal.SIGKILL)
            client.wait(10)


def press_send(env, subject):
    """Ctrl+Return in the window of the draft, when there is one."""
    look = ["xdotool", "search", "--name", subject]
    windows = subprocess.run(look, env=env, capture_output=True, text=True, check=False).stdout.split()
    if windows:
        time.sleep(2)
        for words in (f"windowfocus {windows[-1]}", "key --clearmodifiers ctrl+Return"):
            subprocess.run(["xdotool", *shlex.split(words)], env=env, capture_output=True, check=False)
        time.sleep(4)


@pytest.mark.skipif(missing() != "", reason=missing() or "installed")
def test_thunderbird_sends_the_turn_file_byte_for_byte(tmp_path):
    turn = tmp_path / "june6-T01-s0042.pbem"
    turn.write_bytes(pack(TURN * 300))
    draft = Draft(
        recipient="ben@localhost.example", subject="[pbem june6 T01 s0042] it's your move",
        body="Moves, and a comma.\nAnn's turn", attachment=turn, eml=turn,
    )  # fmt: skip
    sink = Sink()
    server = pytest.importorskip("aiosmtpd.controller").Controller(
        sink, hostname="127.0.0.1", port=free_port()
    )
    server.start()
    try:
        with composing(tmp_path, client_command(draft), server.port) as env:
            end = time.monotonic() + PATIENCE
            while not sink.mails and time.monotonic() < end:
                press_send(env, "s0042")
                time.sleep(1)
    finally:
        server.stop()
    assert sink.mails, (tmp_path / "client.log").read_text()[-800:]
    parts = [part for part in email.message_from_bytes(sink.mails[0]).walk() if part.get_filename()]
    assert [turn.read_bytes()] == [part.get_payload(decode=True) for part in parts]
    assert turn.read_bytes().startswith(MAGIC)
    assert [TURN * 300] == [each.data for each in turns_in(sink.mails[0])]
