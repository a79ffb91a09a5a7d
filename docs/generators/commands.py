"""The command reference, one page per command, from the help texts of the program."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

GLOBAL = ("-h, --help", "-V, --version", "--color")
"""Options that every command has; only the first page lists them."""
OPTION = re.compile(r" {2,6}(-|<|\[)")
SECTION = re.compile(r"(\w[\w ]*):$")
URL = re.compile(r"\b(https?://\S+)")


def escape(text: str) -> str:
    """Escapes the characters that Markdown would interpret, and turns 'quoted' commands into code."""
    text = re.sub(r"'((?:veridoku|convert|solve)[^']*)'", r"`\1`", text)
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([*_<>\[\]|])", r"\\\1", part) for part in parts
    )


def described(lines: list[str]) -> list[str]:
    """Formats the description of an option: paragraphs, a list of values, notes in brackets."""
    page: list[str] = []
    for line in lines:
        text = line.strip()
        value = re.match(r"- ([\w-]+):\s+(.*)", text)
        if value:
            page.append(f"  - `{value[1]}`: {escape(value[2])}")
        elif text == "Possible values:":
            page += ["", "  Possible values:", ""]
        elif not text:
            page.append("")
        elif re.fullmatch(r"\[default: [^\]]*\]", text):
            page += ["", f"  Default: `{text[10:-1]}`"]
        elif re.fullmatch(r"\[possible values: [^\]]*\]", text):
            values = ", ".join(f"`{value}`" for value in text[18:-1].split(", "))
            page += ["", f"  Possible values: {values}"]
        else:
            page.append(f"  {escape(text)}")
    return page


def options(lines: list[str], skip_global: bool) -> list[str]:
    """Formats a section of options or arguments."""
    page: list[str] = []
    entries: list[tuple[str, list[str]]] = []
    for line in lines:
        if OPTION.match(line):
            head, _, rest = line.strip().partition("  ")
            entries.append((head, [rest] if rest else []))
        elif entries:
            entries[-1][1].append(line)
    for head, description in entries:
        if not (skip_global and head.startswith(GLOBAL)):
            page += [f"- `{head}`", "", *described(description), ""]
    return page


def page(title: str, help_text: str, skip_global: bool = True) -> str:
    """Turns the help text of a command into a page."""
    lines = help_text.rstrip().split("\n")
    result = [f"# {title}", ""]
    name, section = "", []
    sections: list[tuple[str, list[str]]] = []
    for line in lines:
        usage = re.match(r"Usage: (.*)", line)
        head = SECTION.match(line)
        if usage or head:
            sections.append((name, section))
            name, section = ("Usage", [usage[1]]) if usage else (head[1], [])
        elif name.endswith(("Examples", "Usage")) and line and not line.startswith(" "):
            sections.append((name, section))
            name, section = "", [line]
        else:
            section.append(line)
    sections.append((name, section))
    for name, section in sections:
        if not name:
            result += [escape(line) for line in section]
        elif name in ("Usage", "Examples"):
            result += [*([f"## {name}", ""] if name == "Examples" else []), "```sh"]
            result += [line.strip() for line in section if line.strip()] + ["```", ""]
        elif name == "Commands":
            result += ["| command | what it does |", "|---|---|"]
            for line in section:
                command, _, summary = line.strip().partition("  ")
                if command and command != "help":
                    result.append(f"| [`{command}`]({command}.md) | {escape(summary.strip())} |")
            result.append("")
        else:
            entries = options(section, skip_global)
            result += [f"## {name}", "", *entries] if entries else []
    return re.sub(r"\n{3,}", "\n\n", "\n".join(result)).rstrip() + "\n"


def generate(veridoku: str, folder: Path) -> list[tuple[str, str]]:
    """Writes the pages and returns their titles and file names."""

    def help_text(*command: str) -> str:
        # The help texts contain the name by which the program was called.
        arguments = ["veridoku", "help", *command]
        output = subprocess.run(arguments, executable=veridoku, capture_output=True, text=True, check=True)
        summary, separator, rest = output.stdout.partition("\n")
        return summary.rstrip(".") + "." + separator + rest

    overview = help_text()
    (folder / "index.md").write_text(page("Command reference", overview, skip_global=False))
    commands = re.search(r"\nCommands:\n(.*?)\n\n", overview, re.S)
    assert commands, "the help text lists no commands"
    names = re.findall(r"^  ([a-z][\w-]*)", commands[1], re.M)
    names.remove("help")
    for name in names:
        (folder / f"{name}.md").write_text(page(f"veridoku {name}", help_text(name)))
    return [(name, f"{name}.md") for name in names]
