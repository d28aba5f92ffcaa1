"""The page's files: one script, and names with hashes, so that versions never mix.

All but the page itself is cached for ever.
"""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

_IMPORT = re.compile(r'^import (?:(.+) from )?"\./([\w/.]+)"(?: with \{ type: "json" \})?;$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_IDLE = re.compile(r"/\*.*?\*/|^\s+", re.MULTILINE | re.DOTALL)
"""Comments and indents, which no browser needs."""

_FILES = ("icon.svg", "theme.js", "room.css", "room.js")

_FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class PageFile:
    body: bytes
    kind: str
    cached: str
    """Its ``Cache-Control``."""

    @property
    def tag(self) -> str:
        return hashlib.sha256(self.body).hexdigest()[:32]


def page_files(folder: Path) -> dict[str, PageFile]:
    served: dict[str, PageFile] = {}
    renamed: dict[str, str] = {}
    for name in _FILES:
        text = script(folder, name) if name == "room.js" else _IDLE.sub("", _text(folder, name))
        file = _page_file(name, _named(text, renamed), _FOR_EVER)
        stem, ending = name.split(".")
        renamed[name] = f"{stem}-{file.tag}.{ending}"
        served[f"/{renamed[name]}"] = file
    return {**served, "/": _page_file("index.html", _named(_text(folder, "index.html"), renamed), "no-cache")}


class BuiltPage(NamedTuple):
    files: dict[str, PageFile]
    """By path."""

    styles: str

    scripts: str


def built_page(folder: Path, path: str, *, inline: bool) -> BuiltPage:
    """Return ``table.html`` with its styles inside.

    Its first script stands in it too, which saves a request, or else in front of ``table.js``, where nothing may run
    inside a page.
    """
    scripts = {file.name: _text(folder, file.name) for file in sorted(folder.glob("*.js"))}
    first = scripts.pop("first.js").strip()
    if not inline:
        scripts["table.js"] = first + scripts["table.js"]
    version = hashlib.sha256("".join([first, *scripts.values()]).encode()).hexdigest()[:16]
    own = f"{path}/{version}"
    started = f"<script>{first}</script>" if inline else f'<script type="module" src="{own}/table.js"></script>'
    page = _text(folder, "table.html").replace(f'"{path}/table.js"', f'"{own}/table.js"')
    page = page.replace(f'<script src="{path}/first.js"></script>', started)
    files = {f"{own}/{name}": _page_file(name, text.encode(), _FOR_EVER) for name, text in scripts.items()}
    styles = page.partition("<style>")[2].partition("</style>")[0]
    return BuiltPage(
        {path: _page_file("table.html", page.encode(), "no-cache"), **files},
        _digest(styles),
        f"'self' {_digest(first)}" if inline else "'self'",
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _page_file(name: str, body: bytes, cached: str) -> PageFile:
    return PageFile(body, mimetypes.guess_type(name)[0] or "application/octet-stream", cached)


def _text(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")


def _named(text: str, renamed: Mapping[str, str]) -> bytes:
    for name, served in renamed.items():
        text = text.replace(f'"/{name}"', f'"/{served}"')
    return text.encode()


def script(folder: Path, name: str) -> str:
    """Join a module and its imports into one script.

    Modules import by name and export functions, classes and constants where they are declared.
    """
    made: dict[str, str] = {}

    def add(name: str) -> None:
        text = _text(folder, name)
        for _, imported in _IMPORT.findall(text):
            if imported not in made:
                add(imported)
        if not name.endswith(".json"):
            exported = ", ".join(_EXPORT.findall(text))
            text = _EXPORT.sub("", _IMPORT.sub(_taken, text))
            lines = (line.strip() for line in text.splitlines())
            text = "\n".join(line for line in lines if line and not line.startswith("//"))
            text = f"(() => {{\n{text}\nreturn {{ {exported} }};\n}})()"
        made[name] = f"const {_variable(name)} = {text};\n"

    add(name)
    return "".join(made.values())


def _taken(statement: re.Match[str]) -> str:
    names, module = statement.groups()
    return f"const {names} = {_variable(module)};" if names else ""


def _variable(module: str) -> str:
    return "$" + re.sub(r"\W", "_", module)
