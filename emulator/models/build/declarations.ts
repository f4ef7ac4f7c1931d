// Reads from a package's .d.ts files what its run-time schemas lack: which members are enumerations, and which errors an operation throws.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Constraint } from '#protocol/ir';

/** Structure → member → its enumerations. */
export type EnumLinks = Map<string, Map<string, Constraint>>;

const isEnum = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((text) => typeof text === 'string');

/** `QueueAttributeName[]` → `{ item: { enum } }`; undefined where the type contains no enumeration. */
function enumsIn(type: string, exports: Record<string, unknown>): Constraint | undefined {
  const list = /^\(?(.+?)\)?\[\]$/.exec(type);
  if (list) return wrap('item', enumsIn(list[1]!.replace(/ \| undefined$/, ''), exports));
  const map = /^(?:Partial<)?Record<(\w+), (.+?)>>?$/.exec(type);
  if (map) return { ...wrap('key', enumsIn(map[1]!, exports)), ...wrap('value', enumsIn(map[2]!, exports)) };
  return /^\w+$/.test(type) && isEnum(exports[type]) ? { enum: type } : undefined;
}

const wrap = (place: 'item' | 'key' | 'value', inner: Constraint | undefined): Constraint | undefined =>
  inner && Object.keys(inner).length > 0 ? { [place]: inner } : undefined;

export function readEnumLinks(folder: string, exports: Record<string, unknown>): EnumLinks {
  const links: EnumLinks = new Map();
  for (const file of readdirSync(folder).filter((name) => /^(models_\d+|errors)\.d\.ts$/.test(name))) {
    const text = readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    for (const [, name, body] of text.matchAll(/export (?:interface|declare class) (\w+)[^{]*\{([^}]*)\}/g)) {
      for (const [, member, type] of body!.matchAll(/^\s*(\w+)\??: (.+?) \| undefined;/gm)) {
        const found = enumsIn(type!, exports);
        if (!found || Object.keys(found).length === 0) continue;
        // The package writes `_Object` where a name would hide a global; the schema has the original name.
        const structure = name!.replace(/^_/, '');
        if (!links.has(structure)) links.set(structure, new Map());
        links.get(structure)!.set(member!, found);
      }
    }
  }
  return links;
}

/** Operation → names of the errors in its documentation. */
export function readOperationErrors(folder: string): Map<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const file of readdirSync(folder)) {
    const operation = /^(\w+)Command\.d\.ts$/.exec(file)?.[1];
    if (!operation) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    errors.set(
      operation,
      [...text.matchAll(/@throws \{@link (\w+)\} \(/g)].map((match) => match[1]!),
    );
  }
  return errors;
}
