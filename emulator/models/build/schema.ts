// Decodes the SDK's compact run-time schemas: [kind, namespace, name, traits, …]. The lock file pins the encoding, a test guards it.
import type { MemberTraits, Shape, SimpleKind } from '#protocol/ir';

const LIST_OF = 64;
const MAP_OF = 128;
const KIND = { simple: 0, list: 1, map: 2, structure: 3, union: 4, error: -3, operation: 9 };

const SIMPLE: Record<number, SimpleKind> = {
  0: 'string',
  1: 'number',
  2: 'boolean',
  4: 'timestamp',
  5: 'date-time',
  6: 'http-date',
  7: 'epoch-seconds',
  15: 'document',
  21: 'blob',
  42: 'stream',
};

/** Traits encoded as bits of a number, lowest bit first. */
const BITS = ['httpLabel', 'idempotent', 'idempotencyToken', 'sensitive', 'httpPayload', 'httpResponseCode', 'httpQueryParams'] as const;

const FLAGS: Record<string, keyof MemberTraits> = {
  httpLabel: 'label',
  hostLabel: 'hostLabel',
  idempotencyToken: 'idempotencyToken',
  sensitive: 'sensitive',
  httpPayload: 'payload',
  httpResponseCode: 'statusCode',
  httpQueryParams: 'queryParams',
  xmlFlattened: 'flattened',
  xmlAttribute: 'attribute',
  eventPayload: 'eventPayload',
  eventHeader: 'eventHeader',
};

const TEXTS: Record<string, keyof MemberTraits> = {
  httpQuery: 'query',
  httpHeader: 'header',
  httpPrefixHeaders: 'prefixHeaders',
  jsonName: 'jsonName',
  xmlName: 'xmlName',
  xmlNamespace: 'namespace',
};

export type RawTraits = Record<string, unknown>;
export type RawSchema = readonly [kind: number, namespace: string, name: string, traits: unknown, ...rest: unknown[]];

/** Traits by name, from an object or from bits. */
export function readTraits(traits: unknown): RawTraits {
  if (typeof traits === 'object' && traits !== null) return traits as RawTraits;
  const bits = typeof traits === 'number' ? traits : 0;
  return Object.fromEntries(BITS.filter((_, index) => (bits >> index) & 1).map((name) => [name, 1]));
}

/** The traits that a codec needs. */
export function memberTraits(raw: RawTraits): MemberTraits {
  const traits: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (FLAGS[name] && value) traits[FLAGS[name]] = 1;
    else if (TEXTS[name]) traits[TEXTS[name]] = value;
  }
  return traits;
}

const isSchema = (value: unknown): value is RawSchema =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string';

export const isOperation = (value: unknown): value is RawSchema => isSchema(value) && value[0] === KIND.operation;

export const isError = (value: unknown, namespace: string): value is RawSchema =>
  isSchema(value) && value[0] === KIND.error && value[1] === namespace;

const unwrap = (ref: unknown): unknown => (typeof ref === 'function' ? ref() : ref);

export const isUnit = (ref: unknown): boolean => unwrap(ref) === 'unit';

/** A reference in the IR before shapes have numbers. */
export type Resolved =
  | { to: 'simple'; kind: SimpleKind; traits: RawTraits }
  | { to: 'shape'; key: unknown; schema: RawSchema | undefined; inline: Shape | undefined; traits: RawTraits };

function resolveNumber(code: number): Resolved {
  const wrapper = code >= MAP_OF ? MAP_OF : code >= LIST_OF ? LIST_OF : 0;
  const kind = SIMPLE[code - wrapper];
  if (!kind) throw new Error(`Unknown schema number ${code}`);
  if (wrapper === 0) return { to: 'simple', kind, traits: {} };
  const inline: Shape =
    wrapper === LIST_OF
      ? { kind: 'list', name: `${kind}List`, item: kind }
      : { kind: 'map', name: `${kind}Map`, key: 'string', value: kind };
  return { to: 'shape', key: code, schema: undefined, inline, traits: {} };
}

/** Resolves thunks, member schemas and named simple types to their target, collecting traits on the way. */
export function resolve(ref: unknown): Resolved {
  const target = unwrap(ref);
  if (target === 'unit')
    return { to: 'shape', key: 'unit', schema: undefined, inline: { kind: 'structure', name: 'Unit', members: [] }, traits: {} };
  if (typeof target === 'number') return resolveNumber(target);
  if (!Array.isArray(target)) throw new Error(`Unknown schema ${String(target)}`);
  if (!isSchema(target)) {
    const inner = resolve(target[0]);
    return { ...inner, traits: { ...inner.traits, ...readTraits(target[1]) } };
  }
  if (target[0] !== KIND.simple) return { to: 'shape', key: target, schema: target, inline: undefined, traits: {} };
  const own = readTraits(target[3]);
  const inner = resolve(target[4]);
  const traits = { ...inner.traits, ...own };
  return inner.to === 'simple' && inner.kind === 'blob' && own['streaming'] ? { ...inner, kind: 'stream', traits } : { ...inner, traits };
}

export const structureKind = (schema: RawSchema): 'structure' | 'union' | 'error' =>
  schema[0] === KIND.union ? 'union' : schema[0] === KIND.error ? 'error' : 'structure';

export const isList = (schema: RawSchema): boolean => schema[0] === KIND.list;
export const isMap = (schema: RawSchema): boolean => schema[0] === KIND.map;
