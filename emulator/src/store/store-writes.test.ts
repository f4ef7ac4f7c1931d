// Single promises of the store, each where it once went wrong.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { collection, type Records, type Store, type Tx } from '#core/records';
import { openStore } from './open-store.ts';

interface Row {
  n: number;
}
const base = mkdtempSync(join(tmpdir(), 'store-writes-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const hot = collection<[string, string], Row>('writes.hot');
const bulk = collection<[string, string], Row>('writes.bulk', { bulk: true });
const turn = () => new Promise((resolve) => setImmediate(resolve));

let directories = 0;
const open: Store[] = [];
async function start(directory?: string): Promise<Store> {
  const store = await openStore({ directory, checked: true });
  open.push(store);
  return store;
}
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

const cases = [
  { mode: 'ephemeral', kind: 'hot', rows: hot },
  { mode: 'ephemeral', kind: 'bulk', rows: bulk },
  { mode: 'persistent', kind: 'hot', rows: hot },
  { mode: 'persistent', kind: 'bulk', rows: bulk },
];

describe.each(cases)('$mode, $kind', ({ mode, rows: declared }) => {
  const persistent = mode === 'persistent';
  const newDirectory = () => (persistent ? join(base, `d${directories++}`) : undefined);

  test('a commit that ends hides no later write', async () => {
    const store = await start(newDirectory());
    const rows = store.records(declared, '1', 'r');
    for (let n = 0; n < 30; n++) {
      store.write((tx) => tx.put(rows, ['k', 'x'], { n }));
      const first = store.committed();
      await turn();
      store.write((tx) => tx.put(rows, ['k', 'x'], { n: n + 1000 }));
      await first;
      expect(rows.get(['k', 'x'])?.n).toBe(n + 1000);
      expect(rows.range(['k'])[0]?.n).toBe(n + 1000);
    }
  });

  test('a key that no record can have is absent, and cannot be put', async () => {
    const store = await start(newDirectory());
    const rows = store.records(declared, '1', 'r');
    store.write((tx) => tx.put(rows, ['k', 'x'], { n: 1 }));
    const half = '\ud83d';
    expect(rows.get(['k', half])).toBeUndefined();
    expect(rows.has(['k', half])).toBe(false);
    expect([rows.range([half]), rows.entries(['k'], { startsWith: half }), rows.count([half])]).toEqual([[], [], 0]);
    for (const key of [
      ['k', half],
      ['k', (2 ** 53) as never],
      ['k', -1 as never],
    ] as const) {
      expect(rows.get([...key])).toBeUndefined();
      expect(() => store.write((tx) => tx.put(rows, [...key], { n: 2 }))).toThrow(RangeError);
    }
    expect(rows.range([])).toEqual([{ n: 1 }]);
  });

  test('a commit noticed in the middle of a turn hides nothing', async () => {
    const store = await start(newDirectory());
    const rows = store.records(declared, '1', 'r');
    for (let n = 0; n < 20; n++) {
      store.write((tx) => tx.put(rows, ['k', `r${n}`], { n }));
      await turn();
      await turn();
      rows.get(['other', 'x']); // lmdb's view of this turn is taken here
      for (const until = performance.now() + 3; performance.now() < until; );
      for (let i = 0; i < 40; i++) {
        store.write((tx) => tx.put(rows, ['fill', `f${i}`], { n: i }));
        await null;
        expect(rows.get(['k', `r${n}`])?.n).toBe(n);
      }
    }
  });

  test('what was removed and is not yet off the disk does not use up a limit', async () => {
    const store = await start(newDirectory());
    const rows = store.records(declared, '1', 'r');
    store.write((tx) => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) tx.put(rows, ['k', name], { n: 1 });
    });
    await store.committed();
    store.write((tx) => {
      tx.delete(rows, ['k', 'a']);
      tx.delete(rows, ['k', 'b']);
    });
    expect(rows.entries(['k'], { limit: 2 }).map(([key]) => key[1])).toEqual(['c', 'd']);
    expect(rows.count(['k'])).toBe(3);
  });

  test('a write that fails at its last step leaves no trace, in memory or on disk', async () => {
    const directory = newDirectory();
    const store = await start(directory);
    const rows = store.records(declared, '1', 'r');
    const woken: string[] = [];
    const first = (tx: Tx) => {
      tx.put(rows, ['k', 'a'], { n: 1 });
      tx.after(() => woken.push('never'));
    };
    const failing = (last: (tx: Tx) => unknown) => () =>
      store.write((tx) => {
        first(tx);
        return last(tx);
      });
    expect(failing((tx) => tx.put(rows, ['k', 'x'.repeat(5000)], { n: 1 }))).toThrow(
      expect.objectContaining({ code: 'STORE_KEY_TOO_LONG' }),
    );
    expect(failing((tx) => tx.put(rows, ['k', 'b'], { n: 1, f: () => 1 } as Row))).toThrow(/plain data/);
    expect(failing((tx) => tx.put(rows, ['k', 'b'], { n: 1, d: new Date() } as Row))).toThrow(/plain data/);
    expect(failing(async () => 1)).toThrow(/synchronous/);
    expect(failing(() => Object.assign(rows.get(['k', 'a']) as Row, { n: 2 }))).toThrow(/read only/);
    await store.committed();
    expect(rows.count()).toBe(0);
    expect(woken).toEqual([]);
    if (!directory) return;
    await store.close();
    expect((await start(directory)).records(declared, '1', 'r').count()).toBe(0);
  });

  test('a nested write that fails takes its own changes back and no more; wakes come after the outermost', async () => {
    const store = await start(newDirectory());
    const rows = store.records(declared, '1', 'r');
    const woken: string[] = [];
    store.write((tx) => {
      tx.put(rows, ['k', 'a'], { n: 1 });
      tx.after(() => woken.push(`outer, ${rows.count()} records`));
      expect(() =>
        store.write((inner) => {
          inner.put(rows, ['k', 'a'], { n: 2 });
          inner.after(() => woken.push('failed'));
          throw new Error('inner');
        }),
      ).toThrow('inner');
      store.write((inner) => {
        inner.put(rows, ['k', 'b'], { n: 3 });
        inner.after(() => woken.push('inner'));
      });
      expect(woken).toEqual([]);
    });
    expect(woken).toEqual(['outer, 2 records', 'inner']);
    expect(rows.range()).toEqual([{ n: 1 }, { n: 3 }]);
  });

  test('accounts and regions are worlds of their own, and are found again without reading them', async () => {
    const directory = newDirectory();
    let store = await start(directory);
    const at: [string, string][] = [
      ['1', 'eu'],
      ['1', 'us'],
      ['2', 'eu'],
    ];
    for (const [account, region] of at) store.write((tx) => tx.put(store.records(declared, account, region), ['k', account], { n: 1 }));
    if (directory) {
      await store.close();
      store = await start(directory);
    }
    store.write((tx) => tx.delete(store.records(declared, '2', 'eu'), ['k', '2']));
    expect(store.places(declared)).toEqual([
      { account: '1', region: 'eu' },
      { account: '1', region: 'us' },
    ]);
    expect(store.records(declared, '1', 'us').range()).toHaveLength(1);
    expect(store.records(declared, '2', 'us').range()).toEqual([]);
  });

  test('pending says whether awaiting is worth it', async () => {
    const store = await start(newDirectory());
    expect(store.pending).toBe(false);
    store.write((tx) => tx.put(store.records(declared, '1', 'r'), ['k', 'a'], { n: 1 }));
    expect(store.pending).toBe(persistent);
    await store.committed();
    await store.flushed();
    expect(store.pending).toBe(false);
    expect(store.failure).toBeUndefined();
  });

  test('after close, writes are refused, and reads that need the disk', async () => {
    const store = await start(newDirectory());
    const rows = store.records(declared, '1', 'r');
    await store.close();
    const closed = expect.objectContaining({ code: 'STORE_CLOSED' });
    expect(() => store.write((tx) => tx.put(rows, ['k', 'a'], { n: 1 }))).toThrow(closed);
    if (persistent) expect(() => rows.get(['k', 'a'])).toThrow(closed);
  });
});

test('values of every plain kind come back from disk as they were', async () => {
  interface Everything {
    readonly [name: string]: unknown;
  }
  const kinds = collection<[string], Everything>('writes.kinds');
  const directory = join(base, 'kinds');
  const store = await start(directory);
  const value = {
    text: 'é\u{1F600}\0',
    none: null,
    yes: true,
    n: -1.5,
    big: 2 ** 52,
    list: [1, ['2']],
    empty: {},
    bytes: new Uint8Array([0, 255]),
  };
  store.write((tx) => tx.put(store.records(kinds, '1', 'r'), ['a'], value));
  await store.close();
  const again = (await start(directory)).records(kinds, '1', 'r').get(['a']) as Everything;
  expect({ ...again, bytes: [...(again['bytes'] as Uint8Array)] }).toEqual({ ...value, bytes: [0, 255] });
});

describe('snapshots', () => {
  const names = (rows: Records<[string, string], Row>) => rows.entries().map(([key, { n }]) => `${key[1]}=${n}`);

  test.each([{ declared: hot }, { declared: bulk }])('bring everything back, twice', async ({ declared }) => {
    const store = await start();
    const rows = store.records(declared, '1', 'r');
    store.write((tx) => {
      for (let n = 0; n < 500; n++) tx.put(rows, ['k', `r${n}`], { n });
    });
    const [taken, before] = [store.snapshot(), names(rows)];
    for (let twice = 0; twice < 2; twice++) {
      store.write((tx) => {
        tx.delete(rows, ['k', 'r1']);
        tx.put(rows, ['k', 'r2'], { n: -2 });
        tx.put(store.records(declared, '2', 'r'), ['k', 'new'], { n: 1 });
      });
      store.restore(taken);
      expect(names(rows)).toEqual(before);
      expect(store.records(declared, '2', 'r').count()).toBe(0);
      expect(store.places(declared)).toEqual([{ account: '1', region: 'r' }]);
    }
  });

  test('are refused in persistent mode, and of another store', async () => {
    const store = await start(join(base, 'snapshot'));
    expect(() => store.snapshot()).toThrow(expect.objectContaining({ code: 'STORE_SNAPSHOT_PERSISTENT' }));
    const taken = (await start()).snapshot();
    const other = await start();
    expect(() => other.restore(taken)).toThrow(expect.objectContaining({ code: 'STORE_SNAPSHOT_FOREIGN' }));
  });
});
