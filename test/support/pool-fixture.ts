// For tests of the pool: environments that only have a state, and a clock that moves only on demand.
import type { Environment } from '#containers/container-runtime';
import type { Deployment, HotCode, Initialization } from '#services/lambda/execution/fleet';
import { Pool, type PoolOptions } from '#services/lambda/execution/pool';

export const settle = () => new Promise((resolve) => setImmediate(resolve));

interface Fake {
  /** Name of the fleet for which it was made. */
  readonly name: string;
  readonly environment: Environment;
}

/** The code of the function `broken` cannot be loaded; an environment of `short` has ended once it is made. */
function fakeEnvironment(id: string, name: string, resets: string[]): Environment {
  let ended!: () => void;
  const environment: Environment = {
    id,
    state: name === 'short' ? 'stopped' : 'parked',
    fresh: true,
    sharesFolders: true,
    parkedBytes: async () => 40 * 1024 ** 2,
    init: async () => {
      await settle();
      Object.assign(environment, { state: name === 'broken' ? 'parked' : 'idle', fresh: false });
    },
    invoke: () => {
      throw new Error('Nothing is invoked here.');
    },
    reset: async () => {
      await settle();
      resets.push(id);
      Object.assign(environment, { state: 'parked', fresh: true });
    },
    stop: async () => {
      Object.assign(environment, { state: 'stopped' });
      ended();
    },
    stopped: new Promise<void>((resolve) => (ended = resolve)),
  };
  if (name === 'short') ended();
  return environment;
}

export function poolWith(more: Partial<PoolOptions> = {}) {
  const made: Fake[] = [];
  const resets: string[] = [];
  const runtime: PoolOptions['runtime'] = {
    maxParallelCreates: 2,
    createEnvironment: async ({ functionName }) => {
      await settle();
      const environment = fakeEnvironment(String(made.length), functionName, resets);
      made.push({ name: functionName, environment });
      return environment;
    },
  };
  let nowMs = 0;
  const waits: { untilMs: number; go: (on: boolean) => void }[] = [];
  const wait = (untilMs: number) => new Promise<boolean>((go) => waits.push({ untilMs, go }));
  const pool = new Pool({ runtime, maxEnvironments: 3, keepAliveMs: 1000, now: () => nowMs, wait, ...more });
  const moveTo = async (ms: number) => {
    nowMs = ms;
    const due = waits.filter(({ untilMs }) => untilMs <= ms);
    for (const each of due) waits.splice(waits.indexOf(each), 1);
    for (const { go } of due) go(true);
    await settle();
  };
  const alive = () => made.filter(({ environment }) => environment.state !== 'stopped').map(({ name }) => name);
  return { pool, made, resets, alive, moveTo };
}

export const version = (fleet: string, id = fleet, started: Initialization[] = [], hot?: HotCode): Deployment => ({
  fleet,
  id,
  prepare: async (initialization) => {
    started.push(initialization);
    return { spec: { functionName: id } as never, log: {} as never, hot, release: () => undefined };
  },
});
