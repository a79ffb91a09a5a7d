"""The operations of the engine as functions of the package."""

from __future__ import annotations

import inspect

import pytest
from sample import PUZZLE, TWO

import veridoku

OPERATIONS = veridoku.catalogue().operations


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_is_a_documented_function(operation: str) -> None:
    function = getattr(veridoku, operation.replace("-", "_"))
    assert function.__name__ in veridoku.__all__ and function.__doc__
    for name in inspect.signature(function).parameters:
        assert f"{name}\n" in function.__doc__


def test_operations_without_methods_return_their_report() -> None:
    minimal = veridoku.minimize(PUZZLE, limit=2)
    assert minimal.status == "unique" and veridoku.check(minimal.minimal[0]).minimal
    assert veridoku.convert(PUZZLE, to="line").text.strip() == PUZZLE
    steps = veridoku.steps(PUZZLE, techniques="n1").steps
    assert steps and {step.technique for step in steps} == {"Naked Single"}
    assert veridoku.steps(PUZZLE).steps[0] == veridoku.path(PUZZLE).steps[0]
    assert veridoku.trace(PUZZLE, limit=5).events[0].event == "call"
    assert repr(veridoku.techniques().techniques[0]).startswith("TechniqueRow(technique='")


def test_the_source_code_of_a_solver_has_the_lines_of_its_events() -> None:
    code = veridoku.code("tables", language="python")
    lines = code.source.splitlines()
    assert [lines[number - 1].strip() for number in code.lines.place] == ["write(row, column, digit)"]
    assert [lines[number - 1].strip() for number in code.lines.try_] == ["for digit in range(9):"]
    assert [lines[number - 1].strip() for number in code.lines.return_] == ["return False"]


def test_true_candidates_are_those_of_all_solutions() -> None:
    report = veridoku.true_candidates(TWO)
    cells = [{solution[cell] for solution in veridoku.solutions(TWO)} for cell in range(81)]
    expected = "".join(digit if digit in digits else "." for digits in cells for digit in "123456789")
    assert not report.budget_reached and report.candidates == expected
    assert report.count == sum(map(len, cells))
