"""Requests and answers validated by Discord's OpenAPI description, where a copy of it is available.

The copy, ``discord-openapi.json``, is in the folder that ``TEST_CONTRACTS`` names, or else beside the checkout.
Without one this check is left out, and every other check remains.
"""

from __future__ import annotations

import copy
import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.chats.discord.double.components import Json

# Only formats of addresses need this grammar; none is checked here, and building it takes a second in every process.
GRAMMAR = "rfc3987_syntax"
sys.modules[GRAMMAR] = None  # type: ignore[assignment]
try:
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
    from jsonschema.exceptions import best_match  # type: ignore[import-untyped]
    from jsonschema.validators import extend  # type: ignore[import-untyped]
finally:
    del sys.modules[GRAMMAR]

FILE = "discord-openapi.json"
ROOT = "urn:discord"

Keyword: TypeAlias = Callable[[Any, list[Json], Any, Json], Iterator[Any]]
"""Validates a keyword of a schema: takes the validator, the keyword's value, the instance and the schema."""


class Contract:
    """The description of each operation; the validator of an operation is built when it is first used."""

    def __init__(self, document: Json) -> None:
        self._paths = document["paths"]
        resource: Resource[Any] = Resource.from_contents(document, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(ROOT, resource)
        self._read = _reader(document["components"]["schemas"])
        self._validators: dict[str, Any] = {}
        self._known: dict[tuple[str, str], list[str]] = {}
        """Earlier results: every process registers the same long list of commands."""

    def faults_of_request(self, method: str, route: str, path: Json, query: dict[str, str], body: Any) -> list[str]:
        """What is wrong with a request, in sentences."""
        operation = self._paths.get(route, {}).get(method.lower())
        if operation is None:
            return [f"{method} {route} is not in the description"]
        faults = self._faults_of_parameters(route, operation, path, query)
        schema = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if schema is None:
            return [*faults, *([f"{method} {route} takes no body"] if body is not None else [])]
        where = f"/paths/{_escaped(route)}/{method.lower()}/requestBody/content/application~1json/schema"
        return [*faults, *self._faults(where, normalised(body), f"{method} {route}")]

    def faults_of_answer(self, method: str, route: str, status: int, body: Any) -> list[str]:
        """What is wrong with an answer of the double, in sentences."""
        responses = self._paths.get(route, {}).get(method.lower(), {}).get("responses", {})
        if str(status) not in responses:
            return [f"{method} {route} never answers {status}"]
        if "content" not in responses[str(status)]:
            return []
        where = f"/paths/{_escaped(route)}/{method.lower()}/responses/{status}/content/application~1json/schema"
        return self._faults(where, body, f"answer to {method} {route}")

    def _faults_of_parameters(self, route: str, operation: Json, path: Json, query: dict[str, str]) -> list[str]:
        declared = [*self._paths[route].get("parameters", []), *operation.get("parameters", [])]
        faults: list[str] = []
        for where, given in (("path", path), ("query", query)):
            known = {each["name"]: each for each in declared if each["in"] == where}
            for name, value in given.items():
                if name not in known:
                    faults.append(f"{route} has no {where} parameter {name}")
                    continue
                wanted = _read_as(known[name]["schema"].get("type"), value)
                validator = self._read(_absolute(known[name]["schema"]), registry=self._registry)
                faults += [f"{where} parameter {name}: {error.message}" for error in validator.iter_errors(wanted)]
        return faults

    def _faults(self, where: str, body: Any, name: str) -> list[str]:
        key = (where, json.dumps(body, sort_keys=True))
        if key not in self._known:
            validator = self._validators.get(where)
            if validator is None:
                validator = self._read({"$ref": f"{ROOT}#{where}"}, registry=self._registry)
                self._validators[where] = validator
            error = best_match(validator.iter_errors(body))
            self._known[key] = [f"{name}: {error.message[:400]} at {error.json_path}"] if error is not None else []
        return self._known[key]


@cache
def load_contract() -> Contract | None:
    """The description, if there is a copy of it; it is read once."""
    named = os.environ.get("TEST_CONTRACTS")
    folder = Path(named) if named else Path(__file__).resolve().parents[5] / "shared" / "contracts"
    file = folder / FILE
    return Contract(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None


def _reader(schemas: dict[str, Json]) -> Any:
    """A validator class that tries only those branches of a union that may match; it is twice as fast.

    Args:
        schemas: the named schemas of the description.
    """

    def is_other(branch: Json, instance: Any) -> bool:
        """Whether a branch certainly does not match: by its constant, or by a field such as ``type``."""
        resolved = schemas[branch["$ref"].rpartition("/")[2]] if "$ref" in branch else branch
        if "const" in resolved:
            return bool(resolved["const"] != instance)
        if not isinstance(instance, dict):
            return False
        fields = resolved.get("properties", {}).items()
        return any(
            "enum" in field and name in instance and instance[name] not in field["enum"] for name, field in fields
        )

    def likely_branches_first(keyword: str) -> Keyword:
        original: Keyword = Draft202012Validator.VALIDATORS[keyword]

        def validate(validator: Any, branches: list[Json], instance: Any, schema: Json) -> Iterator[Any]:
            likely = [branch for branch in branches if not is_other(branch, instance)]
            # If no branch may match, the errors of all of them say more.
            return original(validator, likely or branches, instance, schema)

        return validate

    return extend(Draft202012Validator, {keyword: likely_branches_first(keyword) for keyword in ("oneOf", "anyOf")})


def normalised(body: Any) -> Any:
    """The body with ids as strings where discord.py sends integers, which Discord accepts too."""
    copied = copy.deepcopy(body)
    for holder in (copied, copied.get("data")) if isinstance(copied, dict) else ():
        if isinstance(holder, dict):
            for each in holder.get("attachments") or []:
                each["id"] = str(each["id"])
            mentions = holder.get("allowed_mentions") or {}
            if "users" in mentions:
                mentions["users"] = [str(user) for user in mentions["users"]]
            reference = holder.get("message_reference") or {}
            reference |= {name: str(reference[name]) for name in ("message_id", "channel_id") if name in reference}
            if "recipient_id" in holder:
                holder["recipient_id"] = str(holder["recipient_id"])
    return copied


def _escaped(route: str) -> str:
    """A path as part of a JSON pointer in a URI."""
    return route.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D").replace("@", "%40")


def _read_as(kind: str | None, value: str) -> str | int | bool:
    """A parameter of a URL converted to its type, if possible."""
    if kind == "boolean":
        return {"0": False, "1": True}.get(value, value)
    return int(value) if kind == "integer" and value.isdecimal() else value


def _absolute(schema: Json) -> Json:
    """A parameter's schema with absolute references."""
    return {"$ref": ROOT + schema["$ref"]} if "$ref" in schema else schema
