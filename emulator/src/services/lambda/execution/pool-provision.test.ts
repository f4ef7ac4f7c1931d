import { describe, expect, it } from 'vitest';
import type { ContainerRuntime, Environment } from '#containers/container-runtime';
import type { Deployment } from './fleet.ts';
import { Pool } from './pool.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

function poolWith(maxEnvironments = 8) {
  const alive = new Set<{ state: string; die(): void }>();
  const started: string[] = [];
  const runtime = {
    maxParallelCreates: 2,
    createEnvironment: async () => {
      let ended!: () => void;
      const stopped = new Promise<void>((resolve) => (ended = resolve));
      const environment = {
        state: 'parked',
        fresh: true,
        init: async () => {
          await settle();
          environment.state = 'idle';
          environment.fresh = false;
        },
        stop: async () => environment.die(),
        die: () => {
          alive.delete(environment);
          ended();
        },
        stopped,
      };
      alive.add(environment);
      return environment as unknown as Environment;
    },
  } as unknown as ContainerRuntime;
  let nowMs = 0;
  const waits: { untilMs: number; go: (on: boolean) => void }[] = [];
  const wait = (untilMs: number) => new Promise<boolean>((go) => waits.push({ untilMs, go }));
  const pool = new Pool({ runtime, maxEnvironments, keepAliveMs: 1000, now: () => nowMs, wait });
  const version = (fleet: string): Deployment => ({
    fleet,
    id: fleet,
    prepare: async (initialization) => {
      started.push(initialization);
      return { spec: {} as never, log: {} as never, release: () => undefined };
    },
  });
  const moveTo = async (ms: number) => {
    nowMs = ms;
    for (const due of waits.splice(0))
      if (due.untilMs <= ms) due.go(true);
      else waits.push(due);
    await settle();
  };
  return { pool, alive, started, version, moveTo };
}

describe('provisioned environments', () => {
  it('are there, with their code loaded, however long nobody asks', async () => {
    const { pool, alive, started, version, moveTo } = poolWith();
    await pool.provision(version('a'), 3);
    expect([...alive].map(({ state }) => state)).toEqual(['idle', 'idle', 'idle']);
    expect(started).toEqual(Array.from({ length: 3 }, () => 'provisioned-concurrency'));
    await moveTo(5000);
    expect(pool.countsOf('a')).toEqual({ live: 3, idle: 3 });
  });

  it('leave others to end, and end themselves once nobody wants them', async () => {
    const { pool, alive, version, moveTo } = poolWith();
    await pool.provision(version('a'), 1);
    const slots = [await pool.acquire(version('a')), await pool.acquire(version('a'))];
    for (const slot of slots) pool.release(slot);
    expect(alive.size).toBe(2);
    await moveTo(5000);
    expect(alive.size).toBe(1);
    await pool.provision(version('a'), 0);
    await moveTo(10_000);
    expect(alive.size).toBe(0);
  });

  it('are replaced when one dies', async () => {
    const { pool, alive, version } = poolWith();
    await pool.provision(version('a'), 2);
    [...alive][0]!.die();
    await settle();
    await settle();
    await settle();
    expect(pool.countsOf('a')).toEqual({ live: 2, idle: 2 });
  });

  it('are not ended to make room for others', async () => {
    const { pool, version } = poolWith(3);
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
