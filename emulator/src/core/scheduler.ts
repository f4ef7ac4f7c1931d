// Runs due work when its moment has come: one timer, for the first record in the store.
import type { Call } from './call.ts';
import type { Timer } from './clock.ts';
import { Context } from './context.ts';
import type { Dispatch } from './dispatch.ts';
import type { Key, Records, Tx } from './records.ts';
import { createWatcher } from './watcher.ts';
import { type Due, type DueWork, dueById, dueByTime, dueId } from './work.ts';
import type { Later, World } from './world.ts';
import { recordsOf } from './world.ts';

const RETRY_AFTER_ERROR_MS = 1000;
const AT_ONCE = 100;

export interface Scheduler extends Later {
  /** Looks at the store for the first time; needs the world complete. */
  start(world: World, dispatch: Dispatch, own: Readonly<Record<string, DueWork>>): void;
  /** Looks again: the records were replaced. */
  refresh(): void;
  /** Work is due at this moment, whether or not the timer has fired. */
  overdue(): boolean;
  /** Nothing starts any more; what runs goes on. */
  stop(): void;
}

export function createScheduler(): Scheduler {
  let world: World | undefined;
  let dispatch: Dispatch;
  let own: Readonly<Record<string, DueWork>> = {};
  let timer: Timer | undefined;
  let timerMs = Number.POSITIVE_INFINITY;
  const running = new Set<string>();
  /** Woken while they ran. */
  const again = new Map<string, Due>();
  const watcher = createWatcher((id, due) => trigger(id, due));

  const byTime = (of: World): Records<[number, string], Due> => recordsOf(of.store, dueByTime, '', '');
  const byId = (of: World): Records<[string], { atMs: number }> => recordsOf(of.store, dueById, '', '');

  const forget = (tx: Tx, id: string) => {
    const earlier = byId(world!).get([id]);
    if (!earlier) return;
    tx.delete(byTime(world!), [earlier.atMs, id]);
    tx.delete(byId(world!), [id]);
  };
  const arm = (ms: number) => {
    if (!world || world.stopping.aborted || world.epoch.replacing || ms >= timerMs) return;
    timer?.cancel();
    timerMs = ms;
    timer = world.clock.at(ms, look);
  };
  const look = () => {
    timerMs = Number.POSITIVE_INFINITY;
    if (!world || world.stopping.aborted || world.epoch.replacing) return;
    const nowMs = world.clock.now();
    for (const [[atMs, id], due] of byTime(world).entries([], { limit: AT_ONCE + running.size })) {
      if (atMs > nowMs) return arm(atMs);
      if (!running.has(id)) void world.activity.track(run(world, id, due as Due));
    }
  };
  /** Runs what was woken, not because a moment has come. */
  const trigger = (id: string, due: Due) => {
    if (!world || world.stopping.aborted || world.epoch.replacing) return;
    if (running.has(id)) again.set(id, due);
    else void world.activity.track(run(world, id, due));
  };
  const isOwn = (of: World, id: string, due: Due): boolean => byId(of).get([id])?.atMs === due.atMs;
  const run = async (of: World, id: string, due: Due) => {
    const begun = of.epoch.current;
    running.add(id);
    try {
      const handler = own[due.work] ?? (await of.registry.work(due.work));
      if (!handler) throw new Error(`no service declares the work ${due.work}`);
      await handler(due.key, new Context(of, dispatch, asCall(of, due), begun));
      if (begun !== of.epoch.current) return;
      of.store.write((tx) => {
        if (isOwn(of, id, due)) forget(tx, id);
      });
    } catch (error) {
      if (begun !== of.epoch.current) return;
      of.log.error(`${due.work} ${JSON.stringify(due.key)} failed, trying again: ${error instanceof Error ? error.stack : String(error)}`);
      if (of.store.failure === undefined && !of.stopping.aborted)
        of.store.write((tx) => {
          if (isOwn(of, id, due) || !byId(of).has([id]))
            schedule(tx, due.work, due.account, due.region, due.key, of.clock.now() + RETRY_AFTER_ERROR_MS);
        });
    } finally {
      if (begun === of.epoch.current) running.delete(id);
      const woken = again.get(id);
      again.delete(id);
      if (woken) trigger(id, woken);
      const next = byTime(of)
        .entries([], { limit: 1 + running.size })
        .find(([[, other]]) => !running.has(other));
      if (next) arm(next[0][0]);
    }
  };
  const schedule = (tx: Tx, work: string, account: string, region: string, key: Key, atMs: number) => {
    const id = dueId(work, account, region, key);
    const whole = Math.max(0, Math.ceil(atMs));
    forget(tx, id);
    tx.put(byTime(world!), [whole, id], { work, account, region, key, atMs: whole });
    tx.put(byId(world!), [id], { atMs: whole });
    tx.after(() => arm(whole));
  };

  return {
    schedule,
    forget: (tx, work, account, region, key) => forget(tx, dueId(work, account, region, key)),
    watch: (tx, watch) => watcher.watch(world!, tx, watch),
    unwatch: (tx, watch) => watcher.unwatch(world!, tx, watch),
    start: (complete, run, work) => {
      world = complete;
      dispatch = run;
      own = work;
      const first = byTime(world).entries([], { limit: 1 })[0];
      if (first) arm(first[0][0]);
      watcher.listen(world);
    },
    refresh: () => {
      timer?.cancel();
      running.clear();
      again.clear();
      if (world) watcher.listen(world);
      look();
    },
    overdue: () => {
      const first = world && byTime(world).entries([], { limit: 1 })[0];
      return first !== undefined && first[0][0] <= world!.clock.now();
    },
    stop: () => {
      timer?.cancel();
      watcher.stop();
    },
  };
}

function asCall(world: World, { work, account, region }: Due): Call {
  const [service = '', operation = ''] = work.split('.');
  const id = crypto.randomUUID();
  const principal = { kind: 'service', service: `${service}.amazonaws.com`, account } as const;
  return {
    service,
    operation,
    input: {},
    account,
    region,
    principal,
    requestId: id,
    trace: { id, depth: 0 },
    origin: world.origin(),
    signal: world.stopping,
  };
}
