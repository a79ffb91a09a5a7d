"""What comes with the package beside its code."""

from __future__ import annotations

from importlib.metadata import distribution


def test_the_licences_are_there() -> None:
    package = distribution("veridoku")
    for name, words in (("LICENSE-MIT", "Permission is hereby granted"), ("LICENSE-APACHE", "Apache License")):
        assert words in (package.read_text(f"licenses/{name}") or ""), name
