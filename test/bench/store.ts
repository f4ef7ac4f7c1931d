// The cost of the store: against a bare Map, against its own limits, and at ten times the records.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collection, type Records, type Store } from '#core/records';
import { openStore } from '#store/open-store';
import type { BenchRow } from './row.ts';

interface Row {
  readonly id: string;
  readonly n: number;
  readonly body: string;
  readonly tags: readonly string[];
}
const rows = collection<[group: string, id: string], Row>('bench.rows');

const OPERATIONS = 20_000;
const GETS = 5 * OPERATIONS;
/** So many that a bare Map, too, has to pay for the collector in every round. */
const WRITES = 5 * OPERATIONS;
const ROUNDS = 7;
/** Rounds of one side before it is the other's turn: the first pays for what the other has left to the collector. */
const BLOCK = 3;
const BLOCKS = 4;
const CALLERS = 16;
const BUSY_KEYS = 100;
const BODY = 'x'.repeat(150);
const newRow = (n: number): Row => ({ id: `row-${n}`, n, body: BODY, tags: ['a', 'b'] });
const nameOf = (n: number): string => `r${String(n).padStart(7, '0')}`;

type Run = () => void | Promise<void>;

async function cpuMicros(operations: number, run: Run): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / operations;
}

/** CPU microseconds of the whole process per operation: the best of some rounds, as the machine is shared, and in turn, as it is slow at times. */
async function bestOf(operations: number, one: Run, other: Run): Promise<[number, number]> {
  const costs: [number[], number[]] = [[], []];
  for (let block = 0; block < BLOCKS; block++)
    for (const [side, run] of [one, other].entries())
      for (let round = 0; round < BLOCK; round++) costs[side]!.push(await cpuMicros(operations, run));
  return [Math.min(...costs[0]), Math.min(...costs[1])];
}

const micros = (value: number): string => `${value.toFixed(2)} µs`;

function limited(what: string, value: number, limit: number): BenchRow {
  return { what, figure: micros(value), ratio: value, limit, floor: 'µs CPU' };
}

function compared(what: string, value: number, base: number, limit: number, floor: string): BenchRow {
  return { what, figure: `${micros(value)} to ${micros(base)}`, ratio: value / base, limit, floor };
}

async function filled(count: number): Promise<{ store: Store; records: Records<[string, string], Row> }> {
  const store = await openStore();
  const records = store.records(rows, '000000000000', 'us-east-1');
  store.write((tx) => {
    for (let n = 0; n < count; n++) tx.put(records, ['g', nameOf(n)], newRow(n));
  });
  return { store, records };
}

async function ephemeralWrite(): Promise<BenchRow> {
  let map = new Map<string, Row>();
  let accounts = 0;
  const store = await openStore();
  const [floor, cost] = await bestOf(
    WRITES,
    () => {
      map = new Map();
      for (let n = 0; n < WRITES; n++) map.set(`g/${nameOf(n)}`, newRow(n));
    },
    () => {
      const records = store.records(rows, String(accounts++), 'us-east-1');
      for (let n = 0; n < WRITES; n++) store.write((tx) => tx.put(records, ['g', nameOf(n)], newRow(n)));
    },
  );
  await store.close();
  return compared('one ephemeral write of a new record', cost, floor, 4, 'Map.set');
}

async function persistentWrite(): Promise<BenchRow> {
  const directory = mkdtempSync(join(tmpdir(), 'store-bench-'));
  const store = await openStore({ directory });
  const records = store.records(rows, '000000000000', 'us-east-1');
  let next = 0;
  const caller = async (end: number): Promise<void> => {
    while (next < end) {
      const n = next++;
      store.write((tx) => tx.put(records, ['g', nameOf(n)], newRow(n)));
      await store.committed();
    }
  };
  let cost = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const end = next + OPERATIONS;
    const run = async (): Promise<void> => void (await Promise.all(Array.from({ length: CALLERS }, () => caller(end))));
    cost = Math.min(cost, await cpuMicros(OPERATIONS, run));
  }
  await store.close();
  rmSync(directory, { recursive: true, force: true });
  return limited(`one persistent write, ${CALLERS} callers, all threads`, cost, 30);
}

/** The same hundred records, spread over all, again and again: callers come back to what is theirs. */
async function among(count: number): Promise<{ get: Run; put: Run; range: Run }> {
  const { store, records } = await filled(count);
  const keys = Array.from({ length: BUSY_KEYS }, (_, i): [string, string] => ['g', nameOf(Math.floor((i * count) / BUSY_KEYS))]);
  return {
    get: () => {
      for (let n = 0; n < GETS; n++) records.get(keys[n % keys.length] as [string, string]);
    },
    put: () => {
      for (let n = 0; n < OPERATIONS; n++) store.write((tx) => tx.put(records, keys[n % keys.length] as [string, string], newRow(n)));
    },
    range: () => {
      for (let n = 0; n < OPERATIONS; n++) records.range(['g'], { after: keys[n % keys.length], limit: 100 });
    },
  };
}

export async function storeBench(): Promise<BenchRow[]> {
  const written = [await ephemeralWrite(), await persistentWrite()];
  const [small, large] = [await among(10_000), await among(100_000)];
  const [smallGet, get] = await bestOf(GETS, small.get, large.get);
  const [smallPut, put] = await bestOf(OPERATIONS, small.put, large.put);
  const [, range] = await bestOf(OPERATIONS, small.range, large.range);
  return [
    ...written,
    limited('one get among 100,000', get, 1.2),
    limited('a range of 100 among 100,000', range, 10),
    compared('one get, 100,000 records to 10,000', get, smallGet, 1.3, 'the same at a tenth'),
    compared('one put, 100,000 records to 10,000', put, smallPut, 1.3, 'the same at a tenth'),
  ];
}
