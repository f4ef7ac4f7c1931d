// kill -9 at random moments under everything at once, again and again: every acknowledged write is there after the restart, and every
// acknowledged event, message, notification and invocation arrives at least once.
//
// CRASH_ROUNDS: how often (`.ci/run` takes 6, a nightly run 200). CRASH_SEED: the seed that a failed run has printed; it repeats after how
// many acknowledged actions each kill comes, and the pauses of the clients.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { connect, prepare } from './crash/cloud.ts';
import { type Ledger, newLedger } from './crash/ledger.ts';
import { findLosses } from './crash/verify.ts';
import { CLIENTS, runClients } from './crash/writers.ts';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 2);
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 31);
/** How many acknowledged actions a round has at most. As many rounds have 1 to 20 as have 20 to 400: the first ones meet code that is not loaded. */
const MAX_ACTIONS = 400;
const ROUND_TIMEOUT_MS = 120_000;

let folder: string;
let emulator: ChildEmulator | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crash-'));
});
afterAll(async () => {
  await emulator?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The numbers of the clients of whose actions none was acknowledged. */
const idleClients = ({ counts }: Ledger): number[] => [...CLIENTS.keys()].filter((index) => !counts.has(`client ${index}`));

describe('kill -9', () => {
  it(`${ROUNDS} times, seed ${SEED}, loses nothing that was acknowledged`, { timeout: ROUND_TIMEOUT_MS * (ROUNDS + 1) }, async () => {
    const random = randomNumbers(SEED);
    const ledger = newLedger();
    for (let round = 0; round <= ROUNDS; round++) {
      const child = await startChild({ PERSISTENCE: '1', DATA_DIR: folder, CONTAINER_RUNTIME: 'embedded', TMPDIR: folder });
      emulator = child;
      const cloud = connect(child.url);
      if (round === 0) await prepare(cloud);
      const losses = await findLosses(cloud, ledger);
      expect(losses, `round ${round}, CRASH_SEED=${SEED}\n${losses.length > 0 ? child.log() : ''}`).toEqual([]);
      if (round < ROUNDS) {
        const lastAction = Math.ceil(MAX_ACTIONS ** random());
        const stopped = () => child.exit !== undefined;
        // The last kill waits until every client was answered, however slow the machine is: so all of them are checked afterwards.
        const onAcknowledged = (actions: number) =>
          void (actions >= lastAction && (round < ROUNDS - 1 || idleClients(ledger).length === 0) && child.kill('SIGKILL'));
        await runClients(cloud, ledger, { round, random, stopped, onAcknowledged });
      } else await child.kill('SIGTERM');
      cloud.destroy();
    }
    console.log(`${ROUNDS} kills, seed ${SEED}: ${[...ledger.counts].map(([what, times]) => `${what} ${times}`).join(', ')}`);
    expect(idleClients(ledger), 'clients that were never answered').toEqual([]);
  });
});
