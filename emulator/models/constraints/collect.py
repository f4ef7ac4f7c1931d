"""Collects lengths, ranges and patterns of every input member from botocore's service models into <service>.json.

    python3 collect.py acm …              writes the tables of these services beside this file; without names, of all services
    python3 collect.py --facts lambda …   prints what botocore says, by operation and path, as JSON (constraints.test.ts reads it)

Structures are named as the JS SDK names them: both descriptions of an operation's input are walked side by side.
"""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BOTOCORE_NAMES = {"states": "stepfunctions"}
TEXT = {"string", "blob"}
NUMBERS = {"integer", "long", "float", "double"}

# Patterns that JavaScript cannot read → the same in its dialect; and one that takes exponential time → the same in linear time.
IN_JAVASCRIPT = {
    "(?s).*": r"[\s\S]*",
    "\\p{Print}+": "[\\x20-\\x7E]+",
    "(?i)all|[0-9]{12}": "[aA][lL][lL]|[0-9]{12}",
    "^[a-z0-9*](?:[._\\-/a-z0-9*]?[a-z0-9*]+)*$": "^[a-z0-9*]+(?:[._\\-/][a-z0-9*]+)*$",
}


def botocore_model(service):
    try:
        import botocore
    except ImportError:
        raise SystemExit("Python has no botocore here: pip install botocore") from None

    folder = Path(botocore.__file__).parent / "data" / BOTOCORE_NAMES.get(service, service)
    newest = sorted(os.listdir(folder))[-1]
    plain, packed = folder / newest / "service-2.json", folder / newest / "service-2.json.gz"
    return json.loads(plain.read_bytes() if plain.exists() else gzip.decompress(packed.read_bytes()))


# Bits of the types that take whole numbers only.
INTEGERS = {"integer": 32, "long": 64}


def own_facts(shape):
    """What this shape itself says."""
    facts = {}
    if "min" in shape or "max" in shape:
        bounds = [shape.get("min"), shape.get("max")]
        facts["range" if shape["type"] in NUMBERS else "len"] = [whole(bound) for bound in bounds]
    if shape["type"] in INTEGERS:
        facts["integer"] = INTEGERS[shape["type"]]
    if "pattern" in shape:
        facts["pattern"] = IN_JAVASCRIPT.get(shape["pattern"], shape["pattern"])
        if facts["pattern"] != shape["pattern"]:
            facts["shown"] = shape["pattern"]
    if shape.get("uniqueItems"):
        facts["uniqueItems"] = True
    return facts


def whole(number):
    return int(number) if isinstance(number, float) and number.is_integer() else number


def facts_of(shapes, name):
    """What a member's shape says, and what its items, keys and values say, down to the next structure."""
    shape = shapes[name]
    facts = own_facts(shape)
    for part, ref in parts(shape):
        inner = facts_of(shapes, ref)
        if inner:
            facts[part] = inner
    return facts


def parts(shape):
    if shape["type"] == "list":
        return [("item", shape["member"]["shape"])]
    if shape["type"] == "map":
        return [("key", shape["key"]["shape"]), ("value", shape["value"]["shape"])]
    return []


class Collector:
    """Walks the inputs of one service in botocore's model and in the SDK's at once."""

    def __init__(self, service, sdk):
        self.service, self.sdk, self.table, self.skew, self.seen = service, sdk, {}, [], set()
        model = botocore_model(service)
        self.shapes = model["shapes"]
        for operation, description in model["operations"].items():
            if operation not in sdk["inputs"]:
                self.skew.append(f"operation {operation}")
            elif "input" in description:
                self.walk(description["input"]["shape"], sdk["inputs"][operation])

    def walk(self, name, sdk_ref):
        shape = self.shapes[name]
        if shape["type"] == "structure":
            self.structure(name, shape, sdk_ref)
        elif shape["type"] == "list" and sdk_ref:
            self.walk(shape["member"]["shape"], sdk_ref["list"])
        elif shape["type"] == "map" and sdk_ref:
            self.walk(shape["value"]["shape"], sdk_ref["map"])

    def structure(self, name, shape, sdk_name):
        if not isinstance(sdk_name, str) or (name, sdk_name) in self.seen:
            return
        self.seen.add((name, sdk_name))
        for member, ref in shape["members"].items():
            if member not in self.sdk["structures"][sdk_name]:
                self.skew.append(f"member {sdk_name}.{member}")
                continue
            facts = facts_of(self.shapes, ref["shape"])
            key = f"{sdk_name}.{member}"
            if self.table.setdefault(key, facts) != facts:
                raise SystemExit(f"{self.service}: two shapes of botocore are {sdk_name} and differ in {member}")
            self.walk(ref["shape"], self.sdk["structures"][sdk_name][member])

    def lines(self):
        entries = [f"  {json.dumps(key)}: {json.dumps(facts, ensure_ascii=True)}" for key, facts in sorted(self.table.items()) if facts]
        return "{\n" + ",\n".join(entries) + "\n}\n" if entries else "{}\n"


def facts_by_path(service):
    """{operation: {path: facts}}; a path is the members, [] for items, {} for values and {key} for keys. Each structure once per operation."""
    model = botocore_model(service)
    shapes, answer = model["shapes"], {}
    for operation, description in model["operations"].items():
        found = answer[operation] = {}
        pending, seen = [((), description["input"]["shape"])] if "input" in description else [], set()
        while pending:
            path, name = pending.pop(0)
            shape = shapes[name]
            own = {kind: shape[kind] for kind in ("min", "max", "pattern", "uniqueItems") if kind in shape}
            if own and path:
                found["/".join(path)] = {"type": shape["type"], **own}
            if shape["type"] == "structure":
                if name in seen:
                    continue
                seen.add(name)
                pending += [((*path, member), ref["shape"]) for member, ref in shape["members"].items()]
            elif shape["type"] == "list":
                pending.append(((*path, "[]"), shape["member"]["shape"]))
            elif shape["type"] == "map":
                pending += [((*path, "{key}"), shape["key"]["shape"]), ((*path, "{}"), shape["value"]["shape"])]
    return answer


def sdk_shapes():
    printed = subprocess.run(["npx", "tsx", str(HERE / "sdk-shapes.ts")], capture_output=True, check=True, text=True, cwd=HERE)
    return json.loads(printed.stdout)


def main():
    if sys.argv[1:2] == ["--facts"]:
        print(json.dumps({service: facts_by_path(service) for service in sys.argv[2:]}))
        return
    shapes = sdk_shapes()
    for service in sys.argv[1:] or shapes:
        if service not in shapes:
            raise SystemExit(f"{service} has no line in emulator/models/build/services.ts")
        collector = Collector(service, shapes[service])
        (HERE / f"{service}.json").write_text(collector.lines(), encoding="utf-8")
        print(f"{service}: {sum(1 for facts in collector.table.values() if facts)} members", *collector.skew, sep="\n  not in the SDK: ")


main()
