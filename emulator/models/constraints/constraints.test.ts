// The constraint tables agree with botocore's models, where these are present, and make sense by themselves everywhere.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVICE_MODELS } from '../build/services.ts';
import { readSdkShapes, type SdkShapes, type ShapeRef } from './sdk-shapes.ts';

interface Constraint {
  len?: [number | null, number | null];
  range?: [number | null, number | null];
  pattern?: string;
  shown?: string;
  uniqueItems?: boolean;
  item?: Constraint;
  key?: Constraint;
  value?: Constraint;
}
type Table = Record<string, Constraint>;

/** As `collect.py --facts` prints it: the words of botocore itself. */
interface BotocoreFact {
  type: string;
  min?: number;
  max?: number;
  pattern?: string;
  uniqueItems?: boolean;
}
type BotocoreFacts = Record<string, Record<string, Record<string, BotocoreFact>>>;

const services = Object.keys(SERVICE_MODELS);
const readTable = (service: string): Table => JSON.parse(readFileSync(join(import.meta.dirname, `${service}.json`), 'utf8'));

describe.each(services)('the table of %s', (service) => {
  const constraints = Object.entries(readTable(service)).flatMap(([key, constraint]) => flatten(key, constraint));

  it('names members that the SDK has', () => {
    const { structures } = readSdkShapes(service);
    for (const key of Object.keys(readTable(service))) {
      const [structure = '', member = ''] = key.split('.');
      expect(structures[structure], key).toHaveProperty([member]);
    }
  });

  it('has bounds in order and patterns that compile', () => {
    for (const [path, { len, range, pattern }] of constraints) {
      for (const [least, most] of [len ?? [], range ?? []]) expect(least ?? -Infinity, path).toBeLessThanOrEqual(most ?? Infinity);
      if (pattern !== undefined) expect(compiles(pattern), `${path}: ${pattern}`).toBe(true);
    }
  });

  it('is sorted, one line for one member', () => {
    const text = readFileSync(join(import.meta.dirname, `${service}.json`), 'utf8');
    const keys = Object.keys(readTable(service));
    expect(keys).toEqual([...keys].sort());
    expect(text.match(/^ {2}"[\w.-]+": \{.*\},?$/gm) ?? []).toHaveLength(keys.length);
  });
});

it('has no table but those of the services', () => {
  const tables = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json') && file !== 'biome.json');
  expect(tables.map((file) => file.replace('.json', '')).sort()).toEqual([...services].sort());
});

const { facts, absent } = askBotocore();

/** Where the cloud was recorded to accept what the model refuses, or to print another pattern: namespaces with a colon, names of stacks. */
const RECORDED = [
  /^(DescribeMetricFiltersRequest|MetricTransformation)\.metricNamespace pattern$/,
  /^(ContinueUpdateRollback|CreateChangeSet|DeleteChangeSet|DescribeChangeSet|DescribeChangeSetHooks|DescribeEvents)Input\.StackName pattern$/,
  /^(DescribeStackResourceDrifts|DetectStackDrift|DetectStackResourceDrift|ExecuteChangeSet|GetTemplateSummary)Input\.StackName pattern$/,
  /^(ListChangeSets|RollbackStack|SignalResource|UpdateTerminationProtection)Input\.StackName pattern$/,
];

describe.skipIf(facts === undefined)(`botocore${absent === undefined ? '' : ` (skipped: ${absent})`}`, () => {
  it.each(services)('agrees about %s', (service) => {
    const table = readTable(service);
    const sdk = readSdkShapes(service);
    const found = new Map<string, unknown>();
    const disagreements: string[] = [];
    let stated = 0;
    for (const [operation, byPath] of Object.entries(facts?.[service] ?? {})) {
      for (const [path, fact] of Object.entries(byPath)) {
        const at = operation in sdk.inputs ? locate(sdk, operation, path.split('/')) : undefined;
        for (const [kind, value] of Object.entries(normalize(fact))) {
          const place = at === undefined ? `${operation}/${path}` : [at.key, ...at.parts].join('/');
          if (found.has(`${place} ${kind}`) && at !== undefined) continue;
          stated++;
          if (at === undefined) continue;
          const ours = lookUp(table, at)?.[kind as keyof Constraint];
          found.set(`${place} ${kind}`, ours);
          if (withoutPartitions(ours) !== withoutPartitions(value) && !RECORDED.some((recorded) => recorded.test(`${place} ${kind}`)))
            disagreements.push(`${place} ${kind}: ${JSON.stringify(ours)}, botocore: ${JSON.stringify(value)}`);
        }
      }
    }
    for (const [path, constraint] of Object.entries(table).flatMap(([key, constraint]) => flatten(key, constraint))) {
      for (const kind of Object.keys(spoken(constraint)))
        if (!found.has(`${path} ${kind}`)) disagreements.push(`${path} ${kind}: botocore knows none`);
    }
    console.log(`${service}: ${found.size} of ${stated} constraints of inputs`);
    expect(disagreements).toEqual([]);
  });
});

/** Names of regions grow with each partition of the cloud: patterns of ours, recorded in 2026, know more of them than this machine's botocore. */
const withoutPartitions = (value: unknown): string | undefined =>
  JSON.stringify(value)?.replaceAll(/(?:\(eusc-\)\?)?\[a-z\]\{2\}(?:\(-gov\)\?|\(\(-gov\)\|\(-iso\(\[a-z\]\?\)\)\)\?)-/g, '<region>-');

/** This constraint and those inside it, each with its path: `Shape.Member/item/key`. */
function flatten(path: string, constraint: Constraint): [string, Constraint][] {
  const { item, key, value } = constraint;
  const inner = Object.entries({ item, key, value }).flatMap(([part, at]) => (at === undefined ? [] : flatten(`${path}/${part}`, at)));
  return [[path, constraint], ...inner];
}

/** The constraint without its member, with the pattern as the cloud prints it. */
function spoken({ len, range, pattern, shown, uniqueItems }: Constraint): Constraint {
  return JSON.parse(JSON.stringify({ len, range, pattern: shown ?? pattern, uniqueItems }));
}

function normalize({ type, min, max, pattern, uniqueItems }: BotocoreFact): Constraint {
  const bounds: [number | null, number | null] | undefined =
    min === undefined && max === undefined ? undefined : [min ?? null, max ?? null];
  const numeric = ['integer', 'long', 'float', 'double'].includes(type);
  return JSON.parse(JSON.stringify({ ...(numeric ? { range: bounds } : { len: bounds }), pattern, uniqueItems }));
}

interface TableKey {
  readonly key: string;
  readonly parts: ('item' | 'key' | 'value')[];
}

/** Follows a path of botocore's through the SDK's shapes to the line of the table that must hold it. */
function locate(sdk: SdkShapes, operation: string, path: readonly string[]): TableKey | undefined {
  let at: ShapeRef = sdk.inputs[operation] ?? null;
  let place: TableKey | undefined;
  for (const step of path) {
    if (typeof at === 'string') {
      if (!(step in (sdk.structures[at] ?? {}))) return undefined;
      place = { key: `${at}.${step}`, parts: [] };
      at = sdk.structures[at]?.[step] ?? null;
    } else if (place !== undefined) {
      place = { key: place.key, parts: [...place.parts, step === '[]' ? 'item' : step === '{key}' ? 'key' : 'value'] };
      at = step === '{key}' || at === null ? null : 'list' in at ? at.list : at.map;
    }
  }
  return place;
}

function lookUp(table: Table, { key, parts }: TableKey): Constraint | undefined {
  let constraint = table[key];
  for (const part of parts) constraint = constraint?.[part];
  return constraint && spoken(constraint);
}

/** With `u`, else plain; plain must not hold what means something else there. */
function compiles(pattern: string): boolean {
  const tries = (flags: string) => {
    try {
      return new RegExp(`^(?:${pattern})$`, flags) !== undefined;
    } catch {
      return false;
    }
  };
  return tries('u') || (tries('') && !/\\p\{|\\u\{/.test(pattern));
}

function askBotocore(): { facts?: BotocoreFacts; absent?: string } {
  const asked = spawnSync('python3', [join(import.meta.dirname, 'collect.py'), '--facts', ...services], {
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  });
  if (asked.error) return { absent: 'no python3 on this machine' };
  if (asked.status !== 0)
    return { absent: /No module named 'botocore'/.test(asked.stderr) ? 'no botocore on this machine' : fail(asked.stderr) };
  return { facts: JSON.parse(asked.stdout) };
}

function fail(message: string): never {
  throw new Error(message);
}
