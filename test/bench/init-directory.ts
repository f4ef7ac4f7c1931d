// The cost of an init directory without scripts at the start: nothing that can be measured.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const PAIRS = 9;
/** A busy machine only adds: the best of so many tries counts. */
const TRIES = 3;
const LIMIT = 1.05;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Starts in pairs, one with the directory and one without, each first as often as the other. */
export async function initDirectoryBench(): Promise<BenchRow> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-init-'));
  for (const stage of ['boot', 'start', 'ready', 'shutdown']) mkdirSync(join(folder, `${stage}.d`));
  try {
    let best = { ratio: Number.POSITIVE_INFINITY, withMs: 0, withoutMs: 0 };
    for (let i = 0; i < TRIES && best.ratio > LIMIT; i++) {
      const measured = await measure(folder);
      if (measured.ratio < best.ratio) best = measured;
    }
    return {
      what: '`emulator start` to `Ready.` with an empty init directory',
      figure: `${best.withMs.toFixed(0)} ms`,
      ratio: best.ratio,
      limit: LIMIT,
      floor: `${best.withoutMs.toFixed(0)} ms, without one`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string): Promise<{ ratio: number; withMs: number; withoutMs: number }> {
  const pairs: { withMs: number; withoutMs: number }[] = [];
  for (let i = 0; i < PAIRS; i++) {
    const first = i % 2 === 0 ? await toReady(folder) : undefined;
    const withoutMs = await toReady(join(folder, 'absent'));
    pairs.push({ withMs: first ?? (await toReady(folder)), withoutMs });
  }
  return {
    ratio: median(pairs.map(({ withMs, withoutMs }) => withMs / withoutMs)),
    withMs: median(pairs.map(({ withMs }) => withMs)),
    withoutMs: median(pairs.map(({ withoutMs }) => withoutMs)),
  };
}

async function toReady(directory: string): Promise<number> {
  const began = performance.now();
  const emulator = await startBuilt({ EMULATOR_INIT_DIR: directory }, 'ignore');
  const tookMs = performance.now() - began;
  await emulator.stop();
  return tookMs;
}
