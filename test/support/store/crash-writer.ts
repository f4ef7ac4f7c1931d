// A process for the crash test to kill: 16 callers write mixed transactions for ever and print the number of each acknowledged one.
// Arguments: directory, durability.

import { writeSync } from 'node:fs';
import type { Store } from '#core/records';
import { openStore } from '#store/open-store';
import { aborts, counter, OUTBOX_LENGTH, outbox, parts, payloads, sizeOf } from './crash-rows.ts';

const CALLERS = 16;
const [directory, durability] = process.argv.slice(2) as [string, 'commit' | 'strict'];
const store = await openStore({ directory, durability });
let last = store.records(counter, '0', 'r').get(['n'])?.n ?? 0;

function transaction(of: Store, n: number): boolean {
  try {
    of.write((tx) => {
      tx.put(of.records(counter, '0', 'r'), ['n'], { n });
      for (let i = 0; i < sizeOf(n); i++) {
        tx.put(of.records(parts, '0', 'r'), [`t${n}`, `p${i}`], { n, pad: 'x'.repeat(100) });
        tx.put(of.records(payloads, '0', 'r'), [`t${n}`, i], { n, pad: 'y'.repeat(200) });
      }
      tx.put(of.records(outbox, '0', 'r'), [n], { n });
      if (n > OUTBOX_LENGTH) tx.delete(of.records(outbox, '0', 'r'), [n - OUTBOX_LENGTH]);
      if (aborts(n)) throw new Error('abort');
    });
    return true;
  } catch (error) {
    if ((error as Error).message !== 'abort') throw error;
    return false;
  }
}

async function caller(): Promise<void> {
  for (;;) {
    const n = ++last;
    if (!transaction(store, n)) continue;
    await store.committed();
    writeSync(1, `${n}\n`);
    if (n % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

for (let i = 0; i < CALLERS; i++) void caller();
