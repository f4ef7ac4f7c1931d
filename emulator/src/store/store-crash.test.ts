// kill -9 loses nothing that was acknowledged and leaves nothing by halves.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { aborts, counter, OUTBOX_LENGTH, outbox, parts, payloads, sizeOf } from '../../../test/support/store/crash-rows.ts';
import { openStore } from './open-store.ts';

// CRASH_ROUNDS=30 for the long run.
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 4);
const ACKNOWLEDGED_BEFORE_KILL = 200;
const base = mkdtempSync(join(tmpdir(), 'store-crash-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

test('kill -9 in mid-write, again and again', { timeout: 20_000 * ROUNDS }, async () => {
  const directory = join(base, 'data');
  const wrong: string[] = [];
  let checked = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const acknowledged = await untilKilled(directory, round % 3 === 2 ? 'strict' : 'commit');
    checked = await check(directory, acknowledged, checked, wrong);
  }
  expect(wrong).toEqual([]);
  // A slow machine is killed at exactly as many.
  expect(checked).toBeGreaterThanOrEqual(ROUNDS * ACKNOWLEDGED_BEFORE_KILL);
});

/** Checks every transaction since the last check, and some that never were; returns the last one there is. */
async function check(directory: string, acknowledged: number[], checked: number, wrong: string[]): Promise<number> {
  const store = await openStore({ directory });
  const last = store.records(counter, '0', 'r').get(['n'])?.n ?? 0;
  for (const n of acknowledged) if (n > last) wrong.push(`${n} was acknowledged and is lost`);
  for (let n = checked + 1; n <= last + 20; n++) {
    const want = n > last || aborts(n) ? 0 : sizeOf(n);
    const found = [store.records(parts, '0', 'r').count([`t${n}`]), store.records(payloads, '0', 'r').count([`t${n}`])];
    if (found[0] !== want || found[1] !== want) wrong.push(`${n}: ${found} records, not ${want}`);
    const waits = store.records(outbox, '0', 'r').has([n]);
    const replaced = n + OUTBOX_LENGTH <= last && !aborts(n + OUTBOX_LENGTH);
    if (want > 0 && waits === replaced) wrong.push(`${n}: ${waits ? 'still' : 'not'} in the outbox`);
  }
  await store.close();
  return last;
}

function untilKilled(directory: string, durability: string): Promise<number[]> {
  const writer = fileURLToPath(new URL('../../../test/support/store/crash-writer.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', writer, directory, durability], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  let condemned = false;
  child.stdout.on('data', (text: Buffer) => {
    printed += text.toString();
    if (condemned || printed.split('\n').length <= ACKNOWLEDGED_BEFORE_KILL) return;
    condemned = true;
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 300);
  });
  // The last line may have been cut by the kill.
  return new Promise((resolve) => child.on('close', () => resolve(printed.split('\n').slice(0, -1).map(Number))));
}
