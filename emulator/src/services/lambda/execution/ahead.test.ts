import { describe, expect, it } from 'vitest';
import { poolWith, settle, version } from '../../../../../test/support/pool-fixture.ts';
import type { AheadLimits } from './ahead.ts';
import type { Slot } from './fleet.ts';
import type { Pool } from './pool.ts';

/** A pool that starts processes ahead, and a promise for the work that `idle` waits for. */
function aheadPool(limits: Partial<AheadLimits> = {}, more: Parameters<typeof poolWith>[0] = {}) {
  const tracked: Promise<unknown>[] = [];
  const ahead: AheadLimits = { most: 8, bytes: () => Number.POSITIVE_INFINITY, track: (work) => void tracked.push(work), ...limits };
  const parts = poolWith({ ahead, keepAliveMs: 600_000, ...more });
  const idle = async () => {
    while (tracked.length > 0) await tracked.shift();
    await settle();
  };
  return { ...parts, idle };
}

/** A first invocation, up to its answer. */
async function call(pool: Pool, deployment: ReturnType<typeof version>): Promise<Slot> {
  const slot = await pool.acquire(deployment);
  Object.assign(slot.environment, { fresh: false, state: 'idle' });
  pool.answered(slot);
  return slot;
}

describe('a version in use', () => {
  it('has one environment more, which the next one takes that finds none free', async () => {
    const { pool, made, idle } = aheadPool();
    const first = await call(pool, version('a'));
    await idle();
    expect([made.length, pool.countsOf('a')]).toEqual([2, { live: 1, idle: 0 }]);
    const second = await pool.acquire(version('a'));
    expect(second.environment).toBe(made[1]!.environment);
    expect([made.length, pool.countsOf('a')]).toEqual([2, { live: 2, idle: 0 }]);
    pool.release(first);
    pool.release(second);
    expect(pool.countsOf('a')).toEqual({ live: 2, idle: 2 });
  });

  it('uses environments that are free, or about to be, before the one that waits', async () => {
    const { pool, made, idle } = aheadPool();
    const slot = await call(pool, version('a'));
    await idle();
    const next = pool.acquire(version('a'));
    setImmediate(() => pool.release(slot));
    expect(await next).toBe(slot);
    pool.release(slot);
    expect(pool.acquire(version('a'))).toBe(slot);
    expect(made).toHaveLength(2);
  });

  it('lets an invocation have the one that is being started', async () => {
    const { pool, made, idle } = aheadPool();
    const first = await pool.acquire(version('a'));
    Object.assign(first.environment, { fresh: false, state: 'idle' });
    pool.release(first);
    pool.acquire(version('a'));
    const second = await pool.acquire(version('a'));
    await idle();
    expect(second).not.toBe(first);
    expect(pool.countsOf('a').live).toBe(2);
    expect(made.length).toBeLessThanOrEqual(3);
  });

  it('leaves room for another version while the one that waited too long ends', async () => {
    const { pool, made, alive, idle, moveTo } = aheadPool({}, { maxEnvironments: 2 });
    pool.release(await call(pool, version('a')));
    await idle();
    pool.release(await call(pool, version('b')));
    await idle();
    const { environment } = made[1]!;
    const { stop } = environment;
    let end!: () => void;
    const held = new Promise<void>((resolve) => (end = resolve));
    // It has stopped a moment before the call is over that stops it.
    Object.assign(environment, { stop: () => held.then(stop).then(settle) });
    await moveTo(60_000);
    const other = pool.acquire(version('c'));
    end();
    for (let turn = 0; turn < 10; turn++) await settle();
    expect(alive()).toEqual(['b', 'c']);
    expect((await other).fleet.deployment.fleet).toBe('c');
  });

  it('is not kept from its invocation by an environment that ended while it waited', async () => {
    const { pool, made, idle } = aheadPool();
    await call(pool, version('a'));
    await idle();
    Object.assign(made[1]!.environment, { state: 'stopping' });
    expect((await pool.acquire(version('a'))).environment).toBe(made[2]!.environment);
  });

  it('has none a minute after its last invocation, and the next one starts one again', async () => {
    const { pool, made, alive, idle, moveTo } = aheadPool();
    pool.release(await call(pool, version('a')));
    await idle();
    await moveTo(59_000);
    pool.release(await call(pool, version('a')));
    await moveTo(61_000);
    expect(alive()).toEqual(['a', 'a']);
    await moveTo(120_000);
    expect(alive()).toEqual(['a']);
    pool.release(await call(pool, version('a')));
    await idle();
    expect([made.length, alive()]).toEqual([3, ['a', 'a']]);
  });

  it('gets another one once it has waited for a quarter of an hour', async () => {
    const { pool, made, alive, idle, moveTo } = aheadPool();
    for (let minute = 0; minute <= 16; minute++) {
      await moveTo(minute * 50_000);
      pool.release(await call(pool, version('a')));
      await idle();
    }
    expect([made.length, alive()]).toEqual([2, ['a', 'a']]);
    for (let minute = 17; minute <= 20; minute++) {
      await moveTo(minute * 50_000);
      pool.release(await call(pool, version('a')));
      await idle();
    }
    expect([made.length, alive()]).toEqual([3, ['a', 'a']]);
  });

  it('has none where its code is a folder: there the next process is started ahead', async () => {
    const code = { settled: async () => undefined, isVisibleTo: async () => true, onChange: () => undefined, reloaded: () => undefined };
    const { pool, made, idle } = aheadPool();
    const slot = await call(pool, version('a', 'a', [], code));
    let parked = 0;
    Object.assign(slot.environment, { parkNext: async () => void parked++ });
    pool.release(slot);
    await idle();
    expect([made.length, parked]).toEqual([1, 1]);
  });

  it('has none of settings that are no longer served, none when it is dropped, and none beside provisioned ones', async () => {
    const { pool, alive, idle } = aheadPool({}, { maxEnvironments: 8 });
    pool.release(await call(pool, version('a', 'old')));
    await idle();
    expect(alive()).toEqual(['old', 'old']);
    await pool.park(version('a', 'new'));
    expect(alive()).toEqual(['new']);
    pool.release(await call(pool, version('a', 'new')));
    await idle();
    await pool.provision(version('a', 'new'), 1);
    expect(alive()).toEqual(['new']);
    pool.release(await call(pool, version('b')));
    await idle();
    pool.drop('b');
    expect(alive()).toEqual(['new']);
  });

  it('has none where nothing is kept, where a debugger is open, and where its environments cannot wait', async () => {
    for (const [deployment, more] of [
      [version('a'), { keepAliveMs: 0 }],
      [{ ...version('a'), startsAhead: false }, {}],
    ] as const) {
      const { pool, made, idle } = aheadPool({}, more);
      pool.release(await call(pool, deployment));
      await idle();
      expect(made).toHaveLength(1);
    }
    const { pool, made, idle } = aheadPool();
    const slot = await pool.acquire(version('a'));
    Object.assign(slot.environment, { parkedBytes: undefined });
    pool.release(slot);
    pool.release(await call(pool, version('a')));
    await idle();
    expect(made).toHaveLength(1);
  });
});

describe('processes that were started ahead', () => {
  it('are as many as may be, and take no more memory than they may', async () => {
    const few = aheadPool({ most: 1 }, { maxEnvironments: 20 });
    const small = aheadPool({ bytes: () => 70 * 1024 ** 2 }, { maxEnvironments: 20 });
    for (const { pool, alive, idle } of [few, small]) {
      for (const name of ['a', 'b', 'c']) {
        pool.release(await call(pool, version(name)));
        await idle();
      }
      expect(alive().filter((name) => name === 'a')).toHaveLength(2);
      expect(alive().length).toBe(4);
    }
  });

  it('take no room from others', async () => {
    const { pool, idle } = aheadPool({}, { maxEnvironments: 2 });
    const a = await call(pool, version('a'));
    await idle();
    const b = await call(pool, version('b'));
    await idle();
    pool.release(a);
    pool.release(b);
    expect([pool.countsOf('a'), pool.countsOf('b'), pool.liveCount]).toEqual([{ live: 1, idle: 1 }, { live: 1, idle: 1 }, 3]);
  });

  it('end with all others', async () => {
    const { pool, alive, idle } = aheadPool();
    pool.release(await call(pool, version('a')));
    await idle();
    await pool.stop();
    expect(alive()).toEqual([]);
  });
});
