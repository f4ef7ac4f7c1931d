import { describe, expect, it } from 'vitest';
import { poolWith, version } from '../../../../../test/support/pool-fixture.ts';
import { untilPasses } from '../../../../../test/support/until-passes.ts';
import type { Initialization } from './fleet.ts';

describe('provisioned environments', () => {
  it('are there, with their code loaded, however long nobody asks', async () => {
    const { pool, made, moveTo } = poolWith({ maxEnvironments: 8 });
    const started: Initialization[] = [];
    await pool.provision(version('a', 'a', started), 3);
    expect(made.map(({ environment }) => environment.state)).toEqual(['idle', 'idle', 'idle']);
    expect(started).toEqual(Array.from({ length: 3 }, () => 'provisioned-concurrency'));
    await moveTo(5000);
    expect(pool.countsOf('a')).toEqual({ live: 3, idle: 3 });
  });

  it('leave others to end, and end themselves once nobody wants them', async () => {
    const { pool, alive, moveTo } = poolWith({ maxEnvironments: 8 });
    await pool.provision(version('a'), 1);
    const slots = [await pool.acquire(version('a')), await pool.acquire(version('a'))];
    for (const slot of slots) pool.release(slot);
    expect(alive()).toHaveLength(2);
    await moveTo(5000);
    expect(alive()).toHaveLength(1);
    await pool.provision(version('a'), 0);
    await moveTo(10_000);
    expect(alive()).toHaveLength(0);
  });

  it('are replaced when one dies', async () => {
    const { pool, made, alive } = poolWith({ maxEnvironments: 8 });
    await pool.provision(version('a'), 2);
    await made[0]!.environment.stop();
    await untilPasses(() => expect([made.length, alive(), pool.countsOf('a')]).toEqual([3, ['a', 'a'], { live: 2, idle: 2 }]));
  });

  it('fail where the code cannot be loaded, also where one that was started in advance takes the place', async () => {
    const { pool } = poolWith({ maxEnvironments: 8 });
    const parked = [pool.park(version('other')), pool.park(version('broken'))];
    await expect(pool.provision(version('broken'), 1)).rejects.toThrow('FUNCTION_ERROR_INIT_FAILURE');
    await Promise.all(parked);
  });

  it('are not ended to make room for others', async () => {
    const { pool } = poolWith();
    await pool.provision(version('a'), 2);
    const other = await pool.acquire(version('b'));
    pool.release(other);
    const another = await pool.acquire(version('c'));
    expect(pool.countsOf('a').live).toBe(2);
    expect(pool.countsOf('b').live).toBe(0);
    pool.release(another);
    await expect(pool.provision(version('d'), 1)).rejects.toThrow('FUNCTION_MAX_ENVIRONMENTS');
  });
});
