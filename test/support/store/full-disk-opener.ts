// A process that opens new stores on a disk with more and more room, from none on, and prints the outcome of each as JSON: a code or 'opened'.
// Argument: the directory of a small disk.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '#store/open-store';

const BLOCK_BYTES = 4096;
const MAX_FREE_BLOCKS = 48;

/** Leaves no block free. Answers the files that fill the disk. */
function fill(disk: string): string[] {
  const names: string[] = [];
  for (;;)
    try {
      const name = join(disk, `block-${names.length}`);
      names.push(name);
      writeFileSync(name, Buffer.alloc(BLOCK_BYTES));
    } catch {
      return names;
    }
}

async function outcomeOfOpen(directory: string): Promise<unknown> {
  try {
    const store = await openStore({ directory });
    await store.close();
    return 'opened';
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

const disk = process.argv[2] as string;
const blocks = fill(disk);
const outcomes: unknown[] = [];
for (let free = 0; free <= MAX_FREE_BLOCKS; free++) {
  const directory = join(disk, 'store');
  outcomes.push(await outcomeOfOpen(directory));
  rmSync(directory, { recursive: true, force: true });
  rmSync(blocks.pop() as string, { force: true });
}
process.stdout.write(`${JSON.stringify(outcomes)}\n`, () => process.exit(0));
