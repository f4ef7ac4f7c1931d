// How the JS SDK names the structures that an operation's input reaches: the names that the constraint tables are keyed by.
// As a program (`npx tsx sdk-shapes.ts`) it prints the same for all services as JSON, for collect.py.
import { createRequire } from 'node:module';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { SERVICE_MODELS } from '../build/services.ts';

/** A structure by name, a list or map of something, or a plain value (null). */
export type ShapeRef = string | { readonly list: ShapeRef } | { readonly map: ShapeRef } | null;

export interface SdkShapes {
  /** Operation → structure of its input (null where it has none). */
  readonly inputs: Record<string, ShapeRef>;
  readonly structures: Record<string, Record<string, ShapeRef>>;
}

// First element of a schema tuple of @smithy/core.
const LIST = 1;
const MAP = 2;
const STRUCTURE = 3;
const UNION = 4;
const OPERATION = 9;

export function readSdkShapes(service: string): SdkShapes {
  const require = createRequire(import.meta.url);
  const exported: Record<string, unknown> = require(`@aws-sdk/client-${SERVICE_MODELS[service]!.package}`);
  const shapes: SdkShapes = { inputs: {}, structures: {} };
  for (const schema of Object.values(exported)) {
    if (isSchema(schema) && schema[0] === OPERATION) shapes.inputs[String(schema[2])] = visit(schema[4], shapes);
  }
  return shapes;
}

function visit(lazy: unknown, shapes: SdkShapes): ShapeRef {
  const schema: unknown = typeof lazy === 'function' ? lazy() : lazy;
  if (!Array.isArray(schema)) return typeof schema === 'number' ? simple(schema) : null;
  if (!isSchema(schema)) return visit(schema[0], shapes); // [schema, traits of the member]
  switch (schema[0]) {
    case LIST:
      return { list: visit(schema[4], shapes) };
    case MAP:
      return { map: visit(schema[5], shapes) };
    case STRUCTURE:
    case UNION:
      return visitStructure(schema, shapes);
    default:
      return null;
  }
}

function visitStructure(schema: readonly unknown[], shapes: SdkShapes): string {
  const name = String(schema[2]);
  if (!(name in shapes.structures)) {
    const members: Record<string, ShapeRef> = (shapes.structures[name] = {});
    const [names, refs] = [schema[4] as string[], schema[5] as unknown[]];
    for (const [index, member] of names.entries()) members[member] = visit(refs[index], shapes);
  }
  return name;
}

/** Numbers are plain values; 64 and 128 say "a list of" and "a map of". */
function simple(code: number): ShapeRef {
  if (code >= 128) return { map: null };
  return code >= 64 ? { list: null } : null;
}

/** `[kind, namespace, name, …]`; a member's `[schema, traits]` begins differently. */
function isSchema(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string' && typeof value[2] === 'string';
}

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) {
  console.log(JSON.stringify(Object.fromEntries(Object.keys(SERVICE_MODELS).map((service) => [service, readSdkShapes(service)]))));
}
