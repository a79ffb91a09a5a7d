"""The reference of the Python package, from its sources: signatures, docstrings and attributes.

The sources are parsed, not imported, so that neither the compiled module nor NumPy is needed.
"""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

SECTIONS = {
    "one": "One puzzle",
    "_call": None,
    "many": "Many puzzles",
    "each": None,
    "table": "Tables",
    "reading": "Files and arrays",
    "booklet": "Booklets",
    "_errors": "Errors",
    "answers": "Results",
}
"""The first sections: the module, and a title or `None` to continue a section. The names that `__init__.py`
imports are listed under `veridoku`. Each of the other public modules has a section of its own."""


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
    """Writes the section of a class: docstring, constructor, attributes, methods; inherited ones included."""
    lines = [f"### {name}", "", *docstring(ast.get_docstring(item)), ""]
    bodies = [item.body]
    bases = [ast.unparse(base) for base in item.bases]
    bodies += [
        inherited[base.removeprefix("_methods.")].body for base in bases if base.startswith("_methods.")
    ]
    for method in item.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__" and ast.get_docstring(method):
            lines += [*signature(item.name, method), *docstring(ast.get_docstring(method)), ""]
    for body in bodies:
        lines += attributes(body, constants="IntEnum" in bases)
    for body in bodies:
        for method in body:
            public = isinstance(method, ast.FunctionDef) and not method.name.startswith("_")
            # Class methods build results from reports of the engine.
            if public and not decorators(method) & {"property", "classmethod", "overload"}:
                lines += [
                    *signature(f"{item.name}.{method.name}", method),
                    *docstring(ast.get_docstring(method)),
                    "",
                ]
    return lines


def assigned(item: ast.stmt) -> str:
    """Returns the name to which a statement assigns a value, or nothing."""
    if isinstance(item, ast.Assign):
        return ast.unparse(item.targets[0])
    return ast.unparse(item.target) if isinstance(item, ast.AnnAssign) else ""


def listed(tree: ast.Module) -> list[str]:
    """Returns the value of `__all__`, or nothing if it is not defined."""
    for item in tree.body:
        if isinstance(item, ast.Assign) and assigned(item) == "__all__":
            return list(ast.literal_eval(item.value))
    return []


def imported(tree: ast.Module) -> dict[str, str]:
    """Returns the names that a module imports from others of the package, with those modules."""
    return {
        alias.name: item.module
        for item in tree.body
        if isinstance(item, ast.ImportFrom) and item.level and item.module
        for alias in item.names
    }


class Package:
    """The parsed sources of the package."""

    def __init__(self, folder: Path) -> None:
        self.modules = {file.stem: ast.parse(file.read_text()) for file in sorted(folder.glob("*.py"))}
        methods = self.modules["_methods"].body
        self.inherited = {item.name: item for item in methods if isinstance(item, ast.ClassDef)}
        self.origins = imported(self.modules["__init__"])
        """The names that `veridoku` exports, with the modules that define them."""
        del self.origins["*"], self.origins["__version__"]
        one = self.modules["one"]
        self.origins |= {name: imported(one).get(name, "one") for name in listed(one)}

    def public(self, module: str) -> set[str]:
        """Returns the public names of a module: its `__all__`, or else those that `veridoku` exports."""
        exported = {name for name, origin in self.origins.items() if origin == module}
        public = set(listed(self.modules[module])) or exported
        if not public:
            raise SystemExit(f"docs/build: veridoku.{module} has no __all__")
        return public - imported(self.modules[module]).keys()

    def full_name(self, module: str, name: str) -> str:
        """Returns the name by which an item is imported."""
        exported = self.origins.get(name) == module
        return f"veridoku.{name}" if exported else f"veridoku.{module}.{name}"


def described_module(module: str, package: Package) -> list[str]:
    """Writes the public items of a module. Ends the program if one of them cannot be described."""
    lines: list[str] = []
    missing = package.public(module)
    body = package.modules[module].body
    for item, following in zip(body, [*body[1:], None]):
        name = assigned(item) or getattr(item, "name", "")
        if name not in missing or isinstance(item, ast.FunctionDef) and "overload" in decorators(item):
            continue
        full = package.full_name(module, name)
        if isinstance(item, ast.ClassDef):
            lines += described_class(full, item, package.inherited)
        elif isinstance(item, ast.FunctionDef):
            lines += [f"### {full}", "", *signature(full, item), *docstring(ast.get_docstring(item)), ""]
        elif isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            lines += [f"### {full}", "", *docstring(str(following.value.value)), ""]
            if not isinstance(item.value, ast.Call):
                lines += [f"`{ast.unparse(item.value)}`", ""]
        else:
            continue
        missing.remove(name)
    if missing:
        raise SystemExit(f"docs/build: veridoku.{module} has no docstring of {', '.join(sorted(missing))}")
    return lines


def generate(folder: Path, page: Path) -> None:
    """Writes the page."""
    package = Package(folder)
    lines = [
        "# Python reference",
        "",
        "From the docstrings of the package, whose examples run as tests. The [tutorial](../python.md) is",
        "the better place to start.",
        "",
    ]
    others = [name for name in package.modules if not name.startswith("_") and name not in SECTIONS]
    for name in (*SECTIONS, *others):
        title = SECTIONS.get(name, f"veridoku.{name}")
        if title:
            text = ast.get_docstring(package.modules[name]) or ""
            lines += [f"## {title}", "", *docstring(re.sub(r"\n*Generated by .*", "", text, flags=re.S)), ""]
        lines += described_module(name, package)
    page.write_text(re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n")
