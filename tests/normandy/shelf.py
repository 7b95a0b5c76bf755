"""The data of The Battle for Normandy, read once for its tests."""

import tomllib
from pathlib import Path

from pbem.bytes.canon import Json
from pbem_rules.normandy.reading import read

HOME = Path(__file__).parents[2] / "rules" / "pbem_rules" / "normandy"
FOLDER = HOME / "data"
TABLES: dict[str, Json] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))
}
DATA = read(TABLES)
NOTES = (HOME / "NOTES.md").read_text(encoding="utf-8")
