// A process that writes to a store until its disk is full and prints the outcome as JSON. Argument: directory.

import { collection } from '#core/records';
import { openStore } from '#store/open-store';

export const filling = collection<[number], { pad: string }>('filler.rows');

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

async function fill(directory: string): Promise<object> {
  const store = await openStore({ directory });
  const rows = store.records(filling, '1', 'r');
  let acknowledged = 0;
  for (;;) {
    store.write((tx) => tx.put(rows, [acknowledged], { pad: 'x'.repeat(20_000) }));
    try {
      await store.committed();
      acknowledged++;
    } catch (error) {
      const { message, hint } = error as { message: string; hint: string };
      const later = refusal(() => store.write((tx) => tx.delete(rows, [0])));
      const readable = rows.get([0])?.pad.length;
      const again = await store.committed().catch(codeOf);
      await store.close();
      return {
        acknowledged,
        code: codeOf(error),
        message,
        hint,
        failure: codeOf(store.failure),
        later,
        readable,
        again,
        pending: store.pending,
      };
    }
  }
}

function refusal(write: () => void): unknown {
  try {
    write();
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

const [, program, directory] = process.argv;
if (program?.endsWith('disk-filler.ts') && directory) {
  const result = JSON.stringify(await fill(directory));
  process.stdout.write(`${result}\n`, () => process.exit(0));
}
