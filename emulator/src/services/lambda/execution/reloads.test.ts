import { describe, expect, it } from 'vitest';
import { poolWith, settle, version } from '../../../../../test/support/pool-fixture.ts';
import type { HotCode, Slot } from './fleet.ts';

/** Code in a folder whose files change, and are quiet again, on demand. */
function hotCode() {
  const listeners: (() => void)[] = [];
  let quiet: Promise<void> = Promise.resolve();
  let settled = (): void => undefined;
  const told: string[] = [];
  const state = { isVisible: true };
  const code: HotCode = {
    onChange: (changed) => void listeners.push(changed),
    settled: () => quiet,
    isVisibleTo: async () => state.isVisible,
    reloaded: () => void told.push('reloaded'),
  };
  const change = (): void => {
    quiet = new Promise((resolve) => (settled = resolve));
    for (const changed of listeners) changed();
  };
  return { code, change, settled: () => settled(), told, state };
}

/** An environment that has loaded its code. */
const used = (slot: Slot): Slot => {
  Object.assign(slot.environment, { state: 'idle', fresh: false });
  return slot;
};

describe('an environment whose code has changed', () => {
  it('gets its process at once, and is handed out when the files are quiet', async () => {
    const { pool, made, resets } = poolWith();
    const hot = hotCode();
    const deployment = version('a', 'a', [], hot.code);
    const slot = used(await pool.acquire(deployment));
    pool.release(slot);
    hot.change();
    let next: Slot | undefined;
    void Promise.resolve(pool.acquire(deployment)).then((acquired) => (next = acquired));
    await settle();
    await settle();
    expect([resets, next, hot.told]).toEqual([['0'], undefined, []]);
    hot.settled();
    await settle();
    expect([next, hot.told]).toEqual([slot, ['reloaded']]);
    expect(made).toHaveLength(1);
  });

  it('finishes its invocation first', async () => {
    const { pool, resets } = poolWith();
    const hot = hotCode();
    const slot = used(await pool.acquire(version('a', 'a', [], hot.code)));
    hot.change();
    hot.settled();
    await settle();
    expect(resets).toEqual([]);
    pool.release(slot);
    await settle();
    await settle();
    expect([resets, hot.told]).toEqual([['0'], ['reloaded']]);
    expect(pool.countsOf('a')).toEqual({ live: 1, idle: 1 });
  });

  it('gets a process once for all changes before its next invocation', async () => {
    const { pool, resets } = poolWith();
    const hot = hotCode();
    const slot = used(await pool.acquire(version('a', 'a', [], hot.code)));
    pool.release(slot);
    hot.change();
    await settle();
    hot.settled();
    hot.change();
    await settle();
    hot.settled();
    await settle();
    await settle();
    expect([resets, hot.told]).toEqual([['0'], ['reloaded']]);
  });

  it('gets no process where it has loaded nothing', async () => {
    const { pool, resets } = poolWith();
    const hot = hotCode();
    await pool.park(version('a', 'a', [], hot.code));
    hot.change();
    hot.settled();
    await settle();
    expect([resets, hot.told]).toEqual([[], ['reloaded']]);
  });

  it('is replaced where it cannot see the change, also for those who wait', async () => {
    const { pool, made, alive } = poolWith();
    const hot = hotCode();
    const deployment = version('a', 'a', [], hot.code);
    const slot = used(await pool.acquire(deployment));
    pool.release(slot);
    hot.state.isVisible = false;
    hot.change();
    const next = pool.acquire(deployment);
    hot.settled();
    expect(await next).not.toBe(slot);
    expect([made.length, alive()]).toEqual([2, ['a']]);
  });

  it('lets those who wait have another one if it ends meanwhile', async () => {
    const { pool, made } = poolWith();
    const hot = hotCode();
    const deployment = version('a', 'a', [], hot.code);
    const slot = used(await pool.acquire(deployment));
    pool.release(slot);
    hot.change();
    const next = pool.acquire(deployment);
    await slot.environment.stop();
    expect(await next).not.toBe(slot);
    expect(made).toHaveLength(2);
  });
});
