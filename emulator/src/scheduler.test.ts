// Due work that is recorded again while it runs.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOptions } from '#config/options';
import type { Engine, Scheduler } from '#core/engine';
import { createKernel, type Kernel, type KernelParts } from '#core/kernel';
import { createManualClock, type MovableClock } from '#core/time/clock';
import { createScheduler } from '#core/time/scheduler';
import type { DueWork } from '#core/time/work';
import { openStore } from '#store/open-store';

const WORK = 'tests.work';
const BEGUN_MS = 1000;

let kernel: Kernel;
let clock: MovableClock;
let scheduler: Scheduler;
let run: DueWork;
let stopping: AbortController;
const failures: unknown[] = [];

beforeEach(async () => {
  failures.length = 0;
  clock = createManualClock(BEGUN_MS);
  stopping = new AbortController();
  const parts: Partial<KernelParts> = {
    store: await openStore({ checked: true }),
    clock,
    stopping: stopping.signal,
    log: { write: (_message: unknown, values: unknown) => void failures.push(values) } as unknown as KernelParts['log'],
    origin: 'http://127.0.0.1',
    options: readOptions({}),
  };
  kernel = createKernel(parts as KernelParts);
  const work: Record<string, DueWork> = { [WORK]: (key, ctx) => run(key, ctx) };
  const engine = { kernel, deliverer: { work } } as unknown as Engine;
  scheduler = createScheduler(kernel, () => engine);
});
afterEach(() => kernel.store.close());

const schedule = (atMs: number): void => kernel.store.write((tx) => scheduler.schedule(tx, WORK, '1', 'a', ['key'], atMs));
const unschedule = (): void => kernel.store.write((tx) => scheduler.unschedule(tx, WORK, '1', 'a', ['key']));

async function untilIdle(): Promise<void> {
  do await kernel.activity.idle();
  while (scheduler.overdue());
}

/** Runs the work once, and `meanwhile` while it is ending. Answers how often the work ran in all. */
async function runWith(meanwhile: () => void): Promise<number> {
  let runs = 0;
  run = async () => {
    if (++runs > 1) return;
    await Promise.resolve();
    meanwhile();
  };
  schedule(BEGUN_MS);
  await untilIdle();
  return runs;
}

it('runs once', async () => {
  expect(await runWith(() => undefined)).toBe(1);
});

it('runs again where it was recorded again, also for the same millisecond', async () => {
  expect(await runWith(() => schedule(BEGUN_MS))).toBe(2);
  expect(await runWith(() => schedule(BEGUN_MS - 1))).toBe(2);
});

it('does not run again where what was recorded was taken back', async () => {
  const runs = await runWith(() => {
    schedule(BEGUN_MS);
    unschedule();
  });
  expect(runs).toBe(1);
});

it('does not run again where the write that recorded it was abandoned', async () => {
  const runs = await runWith(() => {
    const abandoned = () =>
      kernel.store.write((tx) => {
        scheduler.schedule(tx, WORK, '1', 'a', ['key'], BEGUN_MS);
        throw new Error('abandoned');
      });
    expect(abandoned).toThrow('abandoned');
  });
  expect(runs).toBe(1);
});

it('runs again, later, where it failed, whatever was recorded meanwhile', async () => {
  let runs = 0;
  run = async () => {
    if (++runs > 1) return;
    await Promise.resolve();
    schedule(BEGUN_MS);
    throw new Error('failed');
  };
  schedule(BEGUN_MS);
  await untilIdle();
  expect([runs, failures.length]).toEqual([1, 1]);
  await clock.moveTo(BEGUN_MS + 1000, untilIdle);
  expect(runs).toBe(2);
});

it('stays due, without a word, where the end of the emulator cut it off', async () => {
  run = async () => {
    stopping.abort();
    throw new Error('The emulator is stopping.');
  };
  schedule(BEGUN_MS);
  await kernel.activity.idle();
  expect([failures, scheduler.overdue()]).toEqual([[], true]);
});
