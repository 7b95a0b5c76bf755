"""Packages of a few bytes in place of those that npm brings."""

import functools
import http.server
import json
import threading
from collections.abc import Mapping
from pathlib import Path

from pbem.site import build


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        """Nothing is written down."""


class Host:
    """A host of static files that can be switched off."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(_Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"

    def stop(self) -> None:
        """No answer from here on."""
        self.server.shutdown()
        self.server.server_close()


KEYS = b'import { ed25519 } from "@noble/curves/ed25519.js";\nexport const sign = ed25519;\n'


def modules_of(place: Path) -> Path:
    """A ``node_modules`` folder in which every file that a build reads has a few bytes."""
    files = {f"pyodide/{name}": name for name in build._PYODIDE}
    files["pyodide/pyodide-lock.json"] = json.dumps({"info": {"version": "0"}, "packages": {"numpy": {}}})
    files["@noble/curves/ed25519.js"] = (
        'import { a } from "@noble/hashes/utils.js";\nimport "./abstract/edwards.js";\n'
    )
    files["@noble/curves/nist.js"] = files["@noble/ciphers/chacha.js"] = "export const some = 1;\n"
    files["@noble/curves/abstract/edwards.js"] = 'import { b } from "../utils.js";\n'
    files["@noble/curves/utils.js"] = files["@noble/ciphers/utils.js"] = "export const b = 1;\n"
    for name in ("utils", "sha2", "hmac", "hkdf", "argon2", "other"):
        files[f"@noble/hashes/{name}.js"] = "export const a = 1;\n"
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    return place


def same(sources: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """In place of a compiler."""
    return sources
