"""JSON gets into a page in one way only."""

from __future__ import annotations

import json
import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from pbem.view.markup import json_in_html

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "pbem/view/page/html.py": "packs the reel with zlib into base64, which has no sign of markup",
    "pbem/site/build.py": "writes a file of JSON beside the pages",
}
"""Modules that write pages and JSON, and why the JSON of ``json.dumps`` there stands in no page."""


@given(
    st.recursive(
        st.text() | st.integers() | st.none(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_no_json_can_end_its_element_and_all_of_it_is_read_back(value: object) -> None:
    text = json_in_html(value)  # type: ignore[arg-type]  # any JSON
    assert not set(text) & set("<>&\u2028\u2029")
    assert value == json.loads(text)


def test_no_module_writes_json_into_html_by_itself() -> None:
    pages = re.compile(r"<script|<html|<!doctype", re.IGNORECASE)
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in (ROOT / "pbem").rglob("*.py")
    }
    found = {path for path, text in texts.items() if pages.search(text) and "json.dumps(" in text}
    assert found | {path for path, text in texts.items() if "to_html(" in text} <= set(PAGES)
