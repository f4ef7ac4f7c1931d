import { describe, expect, it } from 'vitest';
import { poolWith, settle, version } from '../../../../../test/support/pool-fixture.ts';
import type { Deployment, Slot } from './fleet.ts';

describe('the pool', () => {
  it('gives the environment that was used last', async () => {
    const { pool, made } = poolWith();
    const [one, two] = [await pool.acquire(version('a')), await pool.acquire(version('a'))];
    pool.release(one);
    pool.release(two);
    expect(pool.acquire(version('a'))).toBe(two);
    expect(pool.acquire(version('a'))).toBe(one);
    expect(made).toHaveLength(2);
  });

  it('gives none that has ended by itself, also while it still ends', async () => {
    const { pool, made } = poolWith();
    const [one, two] = [await pool.acquire(version('a')), await pool.acquire(version('a'))];
    Object.assign(one.environment, { state: 'stopping' });
    pool.release(one);
    pool.release(two);
    Object.assign(two.environment, { state: 'stopped' });
    expect([one, two]).not.toContain(await pool.acquire(version('a')));
    expect(made).toHaveLength(3);
  });

  it('lets who asks take the one that is being parked', async () => {
    const { pool, made } = poolWith();
    const parked = pool.park(version('a'));
    const slot = await pool.acquire(version('a'));
    await parked;
    expect(made).toHaveLength(1);
    pool.release(slot);
    expect(pool.acquire(version('a'))).toBe(slot);
  });

  it('lets who asks wait for one that has just answered', async () => {
    const { pool, made } = poolWith();
    const slot = await pool.acquire(version('a'));
    pool.answered(slot);
    const next = pool.acquire(version('a'));
    setImmediate(() => pool.release(slot));
    expect(await next).toBe(slot);
    pool.answered(slot);
    expect(await pool.acquire(version('a'))).not.toBe(slot);
    expect(made).toHaveLength(2);
  });

  it('ends environments of settings that are no longer served', async () => {
    const { pool, alive } = poolWith();
    const [busy, idle] = [await pool.acquire(version('a', 'old')), await pool.acquire(version('a', 'old'))];
    pool.release(idle);
    await pool.park(version('a', 'new'));
    expect(alive()).toEqual(['old', 'new']);
    pool.release(busy);
    expect(alive()).toEqual(['new']);
  });

  it('ends what is dropped, also what is just being started', async () => {
    const { pool, alive } = poolWith();
    const parked = pool.park(version('a'));
    pool.drop('a');
    await parked;
    await settle();
    expect(alive()).toEqual([]);
    expect(pool.liveCount).toBe(0);
  });

  it('makes others wait their turn when there is no room', async () => {
    const { pool, alive } = poolWith({ maxEnvironments: 1 });
    const first = await pool.acquire(version('a'));
    const order: string[] = [];
    const note = async (what: string, slot: Slot | Promise<Slot>) => {
      const given = await slot;
      order.push(what);
      return given;
    };
    const second = note('second', pool.acquire(version('a')));
    const third = note('third', pool.acquire(version('b')));
    await settle();
    expect(order).toEqual([]);
    pool.release(first);
    expect(await second).toBe(first);
    pool.release(first);
    await third;
    expect(order).toEqual(['second', 'third']);
    expect(alive()).toEqual(['b']);
  });

  it('takes an idle one of another version away for who asks', async () => {
    const { pool, alive } = poolWith({ maxEnvironments: 1 });
    pool.release(await pool.acquire(version('a')));
    await pool.acquire(version('b'));
    expect(alive()).toEqual(['b']);
  });

  it('ends what was idle for too long, and only that', async () => {
    const { pool, alive, moveTo } = poolWith();
    const [one, two] = [await pool.acquire(version('a')), await pool.acquire(version('b'))];
    pool.release(one);
    await moveTo(600);
    pool.release(two);
    await moveTo(1000);
    expect(alive()).toEqual(['b']);
    await moveTo(1600);
    expect(alive()).toEqual([]);
  });

  it('keeps none where nothing is to be kept', async () => {
    const { pool, alive } = poolWith({ keepAliveMs: 0 });
    await pool.park(version('a'));
    expect(alive()).toEqual([]);
    pool.release(await pool.acquire(version('a')));
    expect(alive()).toEqual([]);
  });

  it('lets who waits for a new one have an old one that becomes free earlier', async () => {
    const { pool, made } = poolWith({ maxEnvironments: 50 });
    const slot = await pool.acquire(version('a'));
    const waiting = Array.from({ length: 20 }, () => pool.acquire(version('a')) as Promise<Slot>);
    let given = slot;
    for (const each of waiting) {
      pool.release(given);
      given = await each;
    }
    expect(made.length).toBeLessThanOrEqual(3);
  });

  it('does not forget who waits for settings that were replaced meanwhile', async () => {
    const { pool, alive } = poolWith({ maxEnvironments: 1 });
    const first = await pool.acquire(version('a', 'old'));
    const second = pool.acquire(version('a', 'old'));
    const third = pool.acquire(version('a', 'new'));
    pool.release(first);
    const given = await second;
    expect(given).toBe(first);
    pool.release(given);
    await third;
    expect(alive()).toEqual(['new']);
  });

  it('does not forget who relied on an environment that ended for the sake of others', async () => {
    const { pool, alive } = poolWith({ maxEnvironments: 2 });
    const busy = await pool.acquire(version('c'));
    const parked = pool.park(version('a'));
    const earlier = pool.acquire(version('b'));
    const later = pool.acquire(version('a'));
    await parked;
    pool.release(await earlier);
    expect((await later).fleet.deployment.fleet).toBe('a');
    pool.release(busy);
    expect(alive()).toEqual(['c', 'a']);
  });

  it('says so where an environment ends as it is made, and does not try for ever', async () => {
    const { pool, made } = poolWith();
    await expect(pool.acquire(version('short'))).rejects.toThrow('its environment ended as it started');
    expect([made.length, pool.countsOf('short')]).toEqual([1, { live: 0, idle: 0 }]);
  });

  it('says why nothing can be started, and goes on', async () => {
    const { pool } = poolWith({ maxEnvironments: 1 });
    const broken: Deployment = { fleet: 'x', id: 'x', prepare: () => Promise.reject(new Error('no interpreter')) };
    await expect(pool.acquire(broken)).rejects.toThrow('no interpreter');
    await expect(pool.park(broken)).rejects.toThrow('no interpreter');
    expect(pool.liveCount).toBe(0);
    await pool.acquire(version('a'));
  });

  it('ends everything, and refuses who waits, when it stops', async () => {
    const { pool, alive } = poolWith({ maxEnvironments: 1 });
    await pool.acquire(version('a'));
    const waiting = pool.acquire(version('b'));
    const refused = expect(waiting).rejects.toThrow('The emulator stops.');
    await pool.stop();
    await refused;
    expect(alive()).toEqual([]);
  });
});
