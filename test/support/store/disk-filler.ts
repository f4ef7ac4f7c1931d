// A process that writes to a store until its disk is full, removes records and writes again, and prints the outcome as JSON. Argument: directory.

import { collection, type Store } from '#core/records';
import { openStore } from '#store/open-store';

export const filling = collection<[number], { pad: string }>('filler.rows');
const REMOVED = 20;

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

async function fill(directory: string): Promise<object> {
  const store = await openStore({ directory });
  const rows = store.records(filling, '1', 'r');
  const put = (n: number): void => store.write((tx) => tx.put(rows, [n], { pad: 'x'.repeat(20_000) }));
  let acknowledged = 0;
  for (;;)
    try {
      put(acknowledged);
      await store.committed();
      acknowledged++;
    } catch (error) {
      const { message, hint } = error as { message: string; hint: string };
      const full = {
        code: codeOf(error),
        message,
        hint,
        failure: store.failure,
        hasRoom: store.hasRoom,
        leftBehind: rows.has([acknowledged]),
      };
      const readable = rows.get([0])?.pad.length;
      const removed = await removedOneByOne(store);
      put(acknowledged);
      await store.committed();
      await store.close();
      return { acknowledged: acknowledged + 1, removed, readable, ...full };
    }
}

/** Removes the first records, each in a write of its own. */
async function removedOneByOne(store: Store): Promise<number> {
  const rows = store.records(filling, '1', 'r');
  for (let n = 0; n < REMOVED; n++) {
    store.write((tx) => tx.delete(rows, [n]));
    await store.committed();
  }
  return REMOVED;
}

const [, program, directory] = process.argv;
if (program?.endsWith('disk-filler.ts') && directory) {
  const result = JSON.stringify(await fill(directory));
  process.stdout.write(`${result}\n`, () => process.exit(0));
}
