"""Tests of the package metadata."""

from __future__ import annotations

from importlib.metadata import distribution


def test_package_contains_the_licences() -> None:
    package = distribution("veridoku")
    licences = (
        ("LICENSE-MIT", "Permission is hereby granted"),
        ("LICENSE-APACHE", "Apache License"),
        ("LICENCES-OF-LIBRARIES", "pyo3"),
    )
    for name, words in licences:
        assert words in (package.read_text(f"licenses/{name}") or ""), name
