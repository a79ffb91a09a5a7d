"""Runs the notebooks."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
NEEDED = {"train-a-network": "torch", "many-rows-with-ray": "ray"}
"""The packages that some notebooks need."""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook_runs(path: Path) -> None:
    if path.stem in NEEDED:
        pytest.importorskip(NEEDED[path.stem])
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "clear the outputs before committing"
    nbclient.NotebookClient(notebook, timeout=600).execute()
