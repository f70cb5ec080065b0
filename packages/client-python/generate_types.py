"""Writes company_data/types.py from the published description: every named object as a TypedDict.

    python3 generate_types.py            writes it
    python3 generate_types.py --check    exit 1 where it is not what the description says

Python 3.10 or newer and its standard library alone.
"""

from __future__ import annotations

import json
import keyword
import sys
import textwrap
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
DESCRIPTION = HERE.parent.parent / "docs" / "openapi.json"
TYPES = HERE / "company_data" / "types.py"
COLUMNS = 110

Schema = dict[str, Any]

HEAD = '''\
"""The objects of the API, as its description has them. Written by generate_types.py; not to be edited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:  # In `typing` only from Python 3.11 on; no checker needs it installed.
    from typing_extensions import NotRequired, TypeAlias
'''

PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def written(schema: Schema, listing: str = "list") -> str:
    """The type of a schema, as text that is read when a checker reads it."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    variants = schema.get("oneOf") or schema.get("anyOf")
    if variants:
        return union([written(variant, listing) for variant in variants])
    kinds = schema.get("type", "any")
    if isinstance(kinds, list):
        return union([written({**schema, "type": kind}, listing) for kind in kinds])
    if kinds == "null":
        return "None"
    if "enum" in schema:
        return f"Literal[{', '.join(repr(word) for word in schema['enum'] if word is not None)}]"
    if kinds == "array":
        return f"{listing}[{written(schema['items'], listing)}]"
    if kinds == "object":
        return mapping(schema)
    return PLAIN.get(kinds, "Any")


def mapping(schema: Schema) -> str:
    """An object whose keys nobody lists. Any other has a name of its own in the description."""
    if schema.get("properties"):
        raise ValueError(f"an object without a name: {json.dumps(schema)[:200]}")
    values = schema.get("additionalProperties")
    return f"dict[str, {written(values) if isinstance(values, dict) else 'Any'}]"


def union(types: list[str]) -> str:
    apart = list(dict.fromkeys(types))
    return apart[0] if len(apart) == 1 else f"Union[{', '.join(apart)}]"


def text_of(schema: Schema, indent: str) -> str:
    """The description as a docstring, or nothing."""
    words = schema.get("description", "").replace("\\", "\\\\").replace('"""', "'''")
    if not words:
        return ""
    lines = [
        textwrap.fill(
            line, COLUMNS - len(indent) - 6, subsequent_indent="  " if line.startswith("- ") else ""
        )
        for line in words.splitlines()
    ]
    closing = "\n" if len("\n".join(lines).splitlines()) > 1 else ""
    body = "\n".join(lines) + closing
    return textwrap.indent(f'"""{body}"""', indent, lambda line: bool(line.strip())) + "\n"


def fields_of(schema: Schema) -> dict[str, str]:
    required = schema.get("required", [])
    return {
        name: written(field) if name in required else f"NotRequired[{written(field)}]"
        for name, field in schema["properties"].items()
    }


def typed_dict(name: str, schema: Schema) -> str:
    fields = fields_of(schema)
    if any(keyword.iskeyword(field) or not field.isidentifier() for field in fields):
        lines = [f'        "{field}": "{kind}",\n' for field, kind in fields.items()]
        return (
            f'{name} = TypedDict(\n    "{name}",\n    {{\n{"".join(lines)}    }},\n)\n{text_of(schema, "")}'
        )
    lines = [
        f"    {field}: {kind}\n{text_of(schema['properties'][field], '    ')}"
        for field, kind in fields.items()
    ]
    doc = text_of(schema, "    ")
    return f"class {name}(TypedDict):\n{doc}{chr(10) if doc else ''}{''.join(lines) or '    pass' + chr(10)}"


def alias(name: str, schema: Schema) -> str:
    """What is no object. Names of others stand in text, which checkers alone read: they may come later."""
    kind = written(schema)
    if "$ref" in json.dumps(schema):
        kind = f'"{kind}"'
    elif len(kind) > COLUMNS - len(name) - len(": TypeAlias = "):
        kind = kind.replace("[", "[\n    ", 1).replace(", ", ",\n    ").replace("]", ",\n]", 1)
    return f"{name}: TypeAlias = {kind}\n{text_of(schema, '')}"


def query_of(operation: Schema, left_out: set[str]) -> Schema:
    """The query of an operation as an object, none of whose fields must be there."""
    parameters = [
        one for one in operation["parameters"] if one["in"] == "query" and one["name"] not in left_out
    ]
    return {
        "description": "What a resolve may ask: exactly one of the three identifiers, and options.",
        "fields": {
            one["name"]: (written(one["schema"], "Sequence"), {"description": one["description"]})
            for one in parameters
        },
    }


def query_class(name: str, query: Schema) -> str:
    lines = [
        f"    {field}: {kind}\n{text_of(about, '    ')}" for field, (kind, about) in query["fields"].items()
    ]
    return f"class {name}(TypedDict, total=False):\n{text_of(query, '    ')}\n{''.join(lines)}"


def module(description: Schema) -> str:
    schemas: dict[str, Schema] = description["components"]["schemas"]
    parts = [
        typed_dict(name, schema) if schema.get("properties") else alias(name, schema)
        for name, schema in schemas.items()
    ]
    # `wait=false` has a method of its own, whose answer is another.
    query = query_of(description["paths"]["/v1/resolve"]["get"], {"wait"})
    return "\n\n".join([HEAD, *parts, query_class("ResolveQuery", query)])


def main(words: list[str]) -> int:
    text = module(json.loads(DESCRIPTION.read_text("utf-8")))
    if "--check" in words:
        if TYPES.read_text("utf-8") == text:
            return 0
        print(f"{TYPES.name} is not what the description says: python3 generate_types.py", file=sys.stderr)
        return 1
    TYPES.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
