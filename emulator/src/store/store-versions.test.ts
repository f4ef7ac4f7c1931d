// Records outlive the shape they were written in.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Collection, collection } from '#core/records';
import { openStore } from './open-store.ts';

const base = mkdtempSync(join(tmpdir(), 'store-versions-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Old {
  name: string;
}
interface New {
  name: string;
  fifo: boolean;
  from?: number;
}

describe.each([{ bulk: false }, { bulk: true }])('bulk: $bulk', ({ bulk }) => {
  const directory = join(base, `bulk-${bulk}`);
  const first = collection<[string], Old>('versions.queues', { bulk });
  const second = collection<[string], New>('versions.queues', {
    bulk,
    version: 3,
    upgrade: (old: Old, from) => ({ ...old, fifo: old.name.endsWith('.fifo'), from }),
  });
  const withStore = async <T>(
    declared: Collection<[string], T>,
    use: (store: Awaited<ReturnType<typeof openStore>>) => void,
  ): Promise<void> => {
    const store = await openStore({ directory, checked: true });
    try {
      store.records(declared, '1', 'r');
      use(store);
    } finally {
      await store.close();
    }
  };

  test('an old one is upgraded when read and written back when changed; a newer one is refused by name', async () => {
    await withStore(first, (store) =>
      store.write((tx) => {
        tx.put(store.records(first, '1', 'r'), ['a.fifo'], { name: 'a.fifo' });
        tx.put(store.records(first, '1', 'r'), ['b'], { name: 'b' });
      }),
    );
    await withStore(second, (store) => {
      const queues = store.records(second, '1', 'r');
      expect(queues.get(['a.fifo'])).toEqual({ name: 'a.fifo', fifo: true, from: 1 });
      expect(queues.range()).toHaveLength(2);
      store.write((tx) => tx.put(queues, ['b'], { name: 'b', fifo: true }));
    });
    await withStore(second, (store) => {
      expect(store.records(second, '1', 'r').get(['a.fifo'])?.from).toBe(1);
      expect(store.records(second, '1', 'r').get(['b'])).toEqual({ name: 'b', fifo: true });
    });
    await withStore(first, (store) => {
      const message = 'Record ["b"] of versions.queues was written by a newer emulator: its version is 3, this emulator knows up to 1.';
      expect(() => store.records(first, '1', 'r').get(['b'])).toThrow(expect.objectContaining({ code: 'STORE_RECORD_NEWER', message }));
    });
  });
});
