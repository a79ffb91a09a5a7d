"""Tests of the package metadata."""

from __future__ import annotations

import re
from importlib.metadata import distribution

PACKAGE = distribution("veridoku")


def test_package_contains_the_licences() -> None:
    licences = (
        ("LICENSE-MIT", "Permission is hereby granted"),
        ("LICENSE-APACHE", "Apache License"),
        ("LICENCES-OF-LIBRARIES", "pyo3"),
        ("LICENCES-OF-LIBRARIES", "the Rust standard library (MIT OR Apache-2.0)"),
    )
    for name, words in licences:
        assert words in (PACKAGE.read_text(f"licenses/{name}") or ""), name


def test_package_is_complete() -> None:
    files = [str(file).replace("\\", "/") for file in PACKAGE.files or ()]
    assert "veridoku/py.typed" in files
    entries = {entry.name: entry.value for entry in PACKAGE.entry_points}
    assert entries == {"veridoku": "veridoku.__main__:main"}
    # One module for Python 3.10 and all newer versions.
    assert "Tag: cp310-abi3-" in (PACKAGE.read_text("WHEEL") or "")
    (module,) = (file for file in files if re.search(r"\.(so|pyd)$", file))
    assert module in ("veridoku/_veridoku.abi3.so", "veridoku/_veridoku.pyd")


def test_links_of_the_description_work_outside_the_repository() -> None:
    links = re.findall(r"\]\(([^)]*)\)", PACKAGE.metadata.get_payload())
    assert links
    assert all(link.startswith("https://") for link in links), links
