"""The operations of the engine in crates/api/openapi.json, for the generators of the Python and npm packages."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = json.loads((ROOT / "crates/api/openapi.json").read_text(encoding="utf-8"))
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]

for definition in SCHEMAS.values():
    # The name of the operation and the version of the schema are constant.
    properties = definition.get("properties", {}).items()
    definition["properties"] = {key: value for key, value in properties if "const" not in value}


@dataclass
class Operation:
    """An operation: its name, a sentence without a period, and the schemas of request and report."""

    name: str
    about: str
    request: dict[str, Any]
    report: dict[str, Any]


def definition_name(reference: dict[str, Any]) -> str:
    """Return the name of the schema that `$ref` refers to, or an empty string if there is none."""
    return str(reference.get("$ref", "")).rpartition("/")[2]


def operations() -> list[Operation]:
    """Return all operations, in alphabetical order."""

    def schema(content: dict[str, Any]) -> dict[str, Any]:
        return SCHEMAS[definition_name(content["content"]["application/json"]["schema"])]

    return [
        Operation(name, post["summary"], schema(post["requestBody"]), schema(post["responses"]["200"]))
        for path, methods in DOCUMENT["paths"].items()
        if (post := methods.get("post")) and (name := path.removeprefix("/api/v1/")) != path
    ]


def description(schema: dict[str, Any]) -> str:
    """Return the description of a schema as one paragraph in Markdown."""
    text = re.sub(r"\[(`[^`]*`)\]", r"\1", schema.get("description", ""))
    text = re.sub(r" \[default: (.*?)\]", r" (default: \1)", text)
    paragraphs = [" ".join(paragraph.split()) for paragraph in text.split("\n\n") if paragraph]
    return " ".join(text if text.endswith((".", "…")) else f"{text}." for text in paragraphs)


class TypeWriter:
    """Writes schemas as types of a programming language. Subclasses define its syntax."""

    plain: dict[str, str]
    """The types of `string`, `integer`, `number`, `boolean` and `null`."""

    def __init__(self, operations: list[Operation]) -> None:
        self.reports = {operation.name: operation.report for operation in operations}
        self.aliases: dict[str, str] = {}

    def annotation(self, schema: dict[str, Any], array: str) -> str:
        """Return the type of a value. `array` is the type of arrays, with {} for the type of their items."""
        if name := definition_name(schema):
            return self.reference(name, array)
        if "anyOf" in schema:
            return " | ".join(self.annotation(option, array) for option in schema["anyOf"])
        if names := schema.get("enum", [option.get("const") for option in schema.get("oneOf", [])]):
            return self.literal([json.dumps(name) for name in names])
        if isinstance(schema.get("type"), list):
            return " | ".join(self.annotation({**schema, "type": kind}, array) for kind in schema["type"])
        if schema.get("type") == "array":
            return array.format(self.annotation(schema["items"], array))
        return self.plain[schema["type"]]

    def reference(self, name: str, array: str) -> str:
        """Return the type of a definition. A type of its own is added if it is new."""
        schema = SCHEMAS[name]
        if schema["properties"]:
            # The report of another operation has the name of that operation.
            same = (key for key, report in self.reports.items() if report["properties"] == schema["properties"])
            return self.object_type(next(same, name), schema)
        annotation, alias = self.annotation(schema, array), name.removesuffix("Name")
        if "enum" not in schema and "oneOf" not in schema:
            return annotation
        self.aliases[alias] = self.alias(alias, annotation, schema)
        return alias

    def type_name(self, name: str) -> str:
        """Return the name of the type for a definition, or for the report of an operation."""
        return f"{pascal_case(name)}Report" if name in self.reports else name

    def literal(self, names: list[str]) -> str:
        """Return the type of a value that is one of several quoted strings."""
        raise NotImplementedError

    def alias(self, name: str, annotation: str, schema: dict[str, Any]) -> str:
        """Return the definition of a named type."""
        raise NotImplementedError

    def object_type(self, name: str, schema: dict[str, Any]) -> str:
        """Add the type of a definition, or of the report of an operation, and return its name."""
        raise NotImplementedError


def pascal_case(name: str) -> str:
    """Return the name of an operation or a field as the name of a type."""
    return "".join(word.capitalize() for word in re.split("[-_]", name))


def update(folder: Path, files: dict[str, str]) -> int:
    """Write the files that have changed, or only list them with `--check`, and return the exit status."""
    status = 0
    for name, text in files.items():
        path = folder / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if "--check" in sys.argv:
            print(f"generate: {path} is out of date; run {folder.relative_to(ROOT)}/generate")
            status = 1
        else:
            path.write_text(text, encoding="utf-8")
            print(f"generate: wrote {path}")
    return status
