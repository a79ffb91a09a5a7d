"""The reference of the Python package, from its sources: signatures, docstrings and attributes.

The sources are parsed, not imported, so that neither the compiled module nor NumPy is needed.
"""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

SECTIONS = (
    ("One puzzle", "veridoku", "one.py", None),
    (None, "veridoku", "_call.py", {"solutions"}),
    ("Many puzzles", "veridoku", "many.py", None),
    ("Errors", "veridoku", "_errors.py", None),
    ("Results", "veridoku.answers", "answers.py", None),
    ("Tables", "veridoku", "_veridoku.pyi", {"Table"}),
    ("veridoku.arrow", "veridoku.arrow", "arrow.py", None),
    ("veridoku.shards", "veridoku.shards", "shards.py", None),
    ("veridoku.ray", "veridoku.ray", "ray.py", None),
)
"""Title (none to continue a section), module to import from, file, and the public names if not all are."""


def markdown(text: str) -> str:
    """Turns the roles and double backquotes of a docstring into Markdown."""
    text = re.sub(r":(?:func|class|mod|meth|attr|data):`~?([^`]+)`", r"`\1`", text)
    return text.replace("``", "`")


def docstring(text: str | None) -> list[str]:
    """Formats a docstring with NumPy's sections and with doctests."""
    if not text:
        return []
    # Two colons announce an indented block, which Markdown needs no mark for.
    lines = re.sub(r"^::$|(?<=:):$", "", inspect.cleandoc(text), flags=re.M).split("\n")
    page: list[str] = []
    section, index = "", 0
    while index < len(lines):
        line = lines[index]
        if index + 1 < len(lines) and re.fullmatch(r"-{3,}", lines[index + 1]):
            section = line
            page += ["", f"**{section}**", ""]
            index += 2
        elif line.startswith(">>>"):
            block = []
            while index < len(lines) and lines[index].strip():
                block.append(lines[index])
                index += 1
            page += ["", "```python", *block, "```", ""]
        elif section in ("Parameters", "Returns", "Raises", "Yields") and line and not line.startswith(" "):
            name, _, kind = line.partition(" : ")
            page.append(f"- `{name}`" + (f" ({markdown(kind)})" if kind else "") + ":")
            index += 1
        else:
            page.append(
                ("  " + markdown(line.strip())).rstrip()
                if section and line.startswith(" ")
                else markdown(line)
            )
            index += 1
    return page


def parameters(arguments: ast.arguments) -> list[str]:
    """Returns the parameters of a function as they are written in a call."""

    def written(argument: ast.arg, default: ast.expr | None = None) -> str:
        text = argument.arg
        if argument.annotation:
            text += f": {ast.unparse(argument.annotation)}"
        return text + (f" = {ast.unparse(default)}" if default else "")

    plain = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(plain) - len(arguments.defaults)) + arguments.defaults
    result = [written(*pair) for pair in zip(plain, defaults) if pair[0].arg not in ("self", "cls")]
    if arguments.vararg:
        result.append("*" + written(arguments.vararg))
    elif arguments.kwonlyargs:
        result.append("*")
    result += [written(*pair) for pair in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return result + (["**" + written(arguments.kwarg)] if arguments.kwarg else [])


def signature(name: str, function: ast.FunctionDef) -> list[str]:
    """Writes the signature of a function, one parameter per line if it is long."""
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    parts = parameters(function.args)
    line = f"{name}({', '.join(parts)}){returns}"
    if len(line) > 90:
        line = f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){returns}"
    return ["```python", line, "```", ""]


def decorators(item: ast.FunctionDef | ast.ClassDef) -> set[str]:
    return {ast.unparse(decorator).split("(")[0] for decorator in item.decorator_list}


def attributes(body: list[ast.stmt], constants: bool) -> list[str]:
    """Writes the attributes that have a docstring, the properties, and the values of an enumeration."""
    lines: list[str] = []
    for item, following in zip(body, [*body[1:], None]):
        text = None
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            text = following.value.value
        if isinstance(item, ast.AnnAssign) and isinstance(text, str):
            lines.append(f"- `{ast.unparse(item.target)}: {ast.unparse(item.annotation)}`  ")
            lines.append("  " + markdown(" ".join(inspect.cleandoc(text).split())))
        elif isinstance(item, ast.FunctionDef) and "property" in decorators(item):
            returns = ast.unparse(item.returns) if item.returns else "object"
            lines.append(f"- `{item.name}: {returns}`  ")
            lines.append("  " + markdown(" ".join((ast.get_docstring(item) or "").split())))
        elif constants and isinstance(item, ast.Assign):
            lines.append(f"- `{ast.unparse(item)}`")
    return [*lines, ""] if lines else []


def described_class(name: str, item: ast.ClassDef, inherited: dict[str, ast.ClassDef]) -> list[str]:
    """Writes the section of a class: docstring, attributes and methods, inherited ones included."""
    lines = [f"### {name}", "", *docstring(ast.get_docstring(item)), ""]
    bodies = [item.body]
    bases = [ast.unparse(base) for base in item.bases]
    bodies += [
        inherited[base.removeprefix("_methods.")].body for base in bases if base.startswith("_methods.")
    ]
    for body in bodies:
        lines += attributes(body, constants="IntEnum" in bases)
    for body in bodies:
        for method in body:
            public = isinstance(method, ast.FunctionDef) and not method.name.startswith("_")
            if public and not decorators(method) & {"property", "classmethod", "staticmethod"}:
                lines += [
                    *signature(f"{item.name}.{method.name}", method),
                    *docstring(ast.get_docstring(method)),
                    "",
                ]
    return lines


def generate(package: Path, page: Path) -> None:
    """Writes the page."""
    methods = ast.parse((package / "_methods.py").read_text())
    inherited = {item.name: item for item in methods.body if isinstance(item, ast.ClassDef)}
    lines = [
        "# Python reference",
        "",
        "From the docstrings of the package, whose examples run as tests. The [tutorial](../python.md) is",
        "the better place to start.",
        "",
    ]
    for title, module, file, public in SECTIONS:
        tree = ast.parse((package / file).read_text())
        if title:
            lines += [f"## {title}", ""]
        if public is None:
            text = re.sub(r"\n*Generated by .*", "", ast.get_docstring(tree) or "", flags=re.S)
            lines += [*docstring(text), ""]
        for item, following in zip(tree.body, [*tree.body[1:], None]):
            if isinstance(item, ast.FunctionDef | ast.ClassDef):
                if item.name.startswith("_") or public is not None and item.name not in public:
                    continue
                name = f"{module}.{item.name}"
                if isinstance(item, ast.ClassDef):
                    lines += described_class(name, item, inherited)
                elif "overload" not in decorators(item):
                    lines += [
                        f"### {name}",
                        "",
                        *signature(name, item),
                        *docstring(ast.get_docstring(item)),
                        "",
                    ]
            elif isinstance(item, ast.Assign) and file == "answers.py" and isinstance(following, ast.Expr):
                name, text = ast.unparse(item.targets[0]), ast.literal_eval(following.value)
                lines += [f"### {module}.{name}", "", text, "", f"`{ast.unparse(item.value)}`", ""]
    page.write_text(re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n")
