"""The reference of the HTTP interface, from the OpenAPI document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

LONG = 30
"""Longer examples are folded."""
FOLDED_ITEMS = 3
"""The number of array elements that an example shows."""
REFERENCE = "#/components/schemas/"


def cell(text: str) -> str:
    """Makes text fit into a table cell."""
    return " ".join(text.split()).replace("|", "\\|")


def shortened(value: Any) -> Any:
    """Shortens the arrays of an example."""
    if isinstance(value, dict):
        return {name: shortened(part) for name, part in value.items()}
    if isinstance(value, list):
        rest = [f"… {len(value) - FOLDED_ITEMS} more"] if len(value) > FOLDED_ITEMS + 1 else []
        return [shortened(part) for part in (value[:FOLDED_ITEMS] if rest else value)] + rest
    if isinstance(value, str) and value.startswith("<svg"):
        return "<svg …"
    return value


class Reference:
    """Writes the sections of the page."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.schemas = document["components"]["schemas"]
        self.types: list[str] = []

    def kind(self, schema: dict[str, Any]) -> str:
        """Describes the type of a value, with links to the named types."""
        if "$ref" in schema:
            name = schema["$ref"].removeprefix(REFERENCE)
            if name not in self.types:
                self.types.append(name)
            return f"[{name}](#type-{name.lower()})"
        if "const" in schema:
            return f"`{json.dumps(schema['const'])}`"
        if "anyOf" in schema:
            return " or ".join(self.kind(part) for part in schema["anyOf"])
        kinds = schema.get("type", "any")
        kinds = list(kinds) if isinstance(kinds, list) else [kinds]
        if "array" in kinds:
            kinds[kinds.index("array")] = f"array of {self.kind(schema.get('items', {}))}"
        return " or ".join(kinds)

    def fields(self, schema: dict[str, Any], request: bool = False) -> list[str]:
        """Writes the fields of an object as a table, and which of them a request requires."""
        properties = schema.get("properties", {})
        required = schema.get("required", [])
        if not properties:
            return ["No fields.", ""]
        lines = ["| field | type | meaning |", "|---|---|---|"]
        for name, field in sorted(properties.items(), key=lambda item: item[0] not in required):
            notes = [cell(field.get("description", ""))]
            if name in required and request:
                notes.append("Required.")
            if field.get("default") not in (None, [], {}) and not isinstance(field["default"], dict):
                notes.append(f"Default: `{json.dumps(field['default'])}`.")
            lines.append(f"| `{name}` | {self.kind(field)} | {' '.join(filter(None, notes))} |")
        return [*lines, ""]

    def example(self, title: str, value: Any) -> list[str]:
        """Writes an example, folded if it is long."""
        text = json.dumps(shortened(value), indent=2, ensure_ascii=False)
        block = ["```json", text, "```", ""]
        if text.count("\n") < LONG:
            return [f"{title}:", "", *block]
        return [f"<details><summary>{title}</summary>", "", *block, "</details>", ""]

    def operation(self, path: str, method: str, operation: dict[str, Any]) -> list[str]:
        """Writes the section of one operation."""
        lines = [f"## {method.upper()} {path}", "", operation.get("summary", "").rstrip(".") + ".", ""]
        request = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if request:
            schema = self.schemas[request["schema"]["$ref"].removeprefix(REFERENCE)]
            options = schema["properties"].get("options", {})
            lines += ["### Request", ""]
            plain = {name: field for name, field in schema["properties"].items() if name != "options"}
            if plain:
                lines += self.fields({**schema, "properties": plain}, request=True)
            if options:
                lines += ["In `options`, all optional:", ""]
                lines += self.fields(self.schemas[options["$ref"].removeprefix(REFERENCE)])
            if "example" in request:
                lines += self.example("Example", request["example"])
        response = operation["responses"]["200"]
        content = response.get("content", {}).get("application/json", {})
        lines += ["### Response", ""]
        schema = content.get("schema", {})
        if "$ref" in schema:
            schema = self.schemas[schema["$ref"].removeprefix(REFERENCE)]
        lines += (
            self.fields(schema) if "properties" in schema else [response["description"].rstrip(".") + ".", ""]
        )
        if "example" in content:
            lines += self.example("Example", content["example"])
        return lines

    def named_types(self) -> list[str]:
        """Writes the named types that the operations refer to, including those found on the way."""
        lines: list[str] = []
        for name in self.types:
            schema = self.schemas[name]
            lines += [f"### Type {name}", "", schema.get("description", ""), ""]
            if "oneOf" in schema:
                lines += ["| value | meaning |", "|---|---|"]
                lines += [
                    f"| {self.kind(value)} | {cell(value.get('description', ''))} |"
                    for value in schema["oneOf"]
                ]
                lines.append("")
            elif "enum" in schema:
                lines += [
                    "One of " + ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"]) + ".",
                    "",
                ]
            elif "properties" in schema:
                lines += self.fields(schema)
            else:
                lines += [f"A value of type {self.kind(schema)}.", ""]
        return lines


def generate(openapi: Path, page: Path) -> None:
    """Writes the page."""
    document = json.loads(openapi.read_text())
    reference = Reference(document)
    lines = [
        "# HTTP and JSON reference",
        "",
        document["info"]["description"],
        "",
        "`veridoku serve` provides this interface ([tutorial](../developers.md#http)). The reports are also",
        "what `--json` prints and what the packages for JavaScript and Python return. The same description",
        "as an OpenAPI 3.1 document: `GET /api/v1/openapi.json`.",
        "",
        "| request | what it does |",
        "|---|---|",
    ]
    sections: list[str] = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            anchor = (
                f"{method} {path}".lower().translate({ord(mark): None for mark in "/."}).replace(" ", "-")
            )
            lines.append(f"| [`{method.upper()} {path}`](#{anchor}) | {operation.get('summary', '')} |")
            sections += reference.operation(path, method, operation)
    lines += ["", "## Errors", "", "| status | meaning |", "|---|---|"]
    responses = document["components"]["responses"]
    lines += [f"| {status} | {response['description']} |" for status, response in sorted(responses.items())]
    lines += ["", "The body of an error:", "", *reference.fields(reference.schemas["Error"]), *sections]
    lines += ["## Types", "", *reference.named_types()]
    page.write_text("\n".join(lines).rstrip() + "\n")
