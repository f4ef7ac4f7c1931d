// Runs due work when its moment has come: one timer, for the first record in the store.
import type { Call } from './call.ts';
import type { Timer } from './clock.ts';
import { Context } from './context.ts';
import type { Dispatch } from './dispatch.ts';
import type { Kernel, Later } from './kernel.ts';
import { recordsOf } from './kernel.ts';
import type { Key, Records, Tx } from './records.ts';
import { createWatcher } from './watcher.ts';
import { type Due, type DueWork, dueById, dueByTime, dueId } from './work.ts';

const RETRY_AFTER_ERROR_MS = 1000;
const AT_ONCE = 100;

export interface Scheduler extends Later {
  /** Looks at the store for the first time; needs the kernel complete. */
  start(kernel: Kernel, dispatch: Dispatch, own: Readonly<Record<string, DueWork>>): void;
  /** Looks again: the records were replaced. */
  refresh(): void;
  /** Work is due at this moment, whether or not the timer has fired. */
  overdue(): boolean;
  /** Nothing starts any more; what runs goes on. */
  stop(): void;
}

export function createScheduler(): Scheduler {
  let kernel: Kernel | undefined;
  let dispatch: Dispatch;
  let own: Readonly<Record<string, DueWork>> = {};
  let timer: Timer | undefined;
  let timerMs = Number.POSITIVE_INFINITY;
  const running = new Set<string>();
  /** Woken while they ran. */
  const again = new Map<string, Due>();
  const watcher = createWatcher((id, due) => trigger(id, due));

  const byTime = (of: Kernel): Records<[number, string], Due> => recordsOf(of.store, dueByTime, '', '');
  const byId = (of: Kernel): Records<[string], { atMs: number }> => recordsOf(of.store, dueById, '', '');

  const forget = (tx: Tx, id: string) => {
    const earlier = byId(kernel!).get([id]);
    if (!earlier) return;
    tx.delete(byTime(kernel!), [earlier.atMs, id]);
    tx.delete(byId(kernel!), [id]);
  };
  const arm = (ms: number) => {
    if (!kernel || kernel.stopping.aborted || kernel.epoch.replacing || ms >= timerMs) return;
    timer?.cancel();
    timerMs = ms;
    timer = kernel.clock.at(ms, look);
  };
  const look = () => {
    timerMs = Number.POSITIVE_INFINITY;
    if (!kernel || kernel.stopping.aborted || kernel.epoch.replacing) return;
    const nowMs = kernel.clock.now();
    for (const [[atMs, id], due] of byTime(kernel).entries([], { limit: AT_ONCE + running.size })) {
      if (atMs > nowMs) return arm(atMs);
      if (!running.has(id)) void kernel.activity.track(run(kernel, id, due as Due));
    }
  };
  /** Runs what was woken, not because a moment has come. */
  const trigger = (id: string, due: Due) => {
    if (!kernel || kernel.stopping.aborted || kernel.epoch.replacing) return;
    if (running.has(id)) again.set(id, due);
    else void kernel.activity.track(run(kernel, id, due));
  };
  const isOwn = (of: Kernel, id: string, due: Due): boolean => byId(of).get([id])?.atMs === due.atMs;
  const run = async (of: Kernel, id: string, due: Due) => {
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
    tx.put(byTime(kernel!), [whole, id], { work, account, region, key, atMs: whole });
    tx.put(byId(kernel!), [id], { atMs: whole });
    tx.after(() => arm(whole));
  };

  return {
    schedule,
    forget: (tx, work, account, region, key) => forget(tx, dueId(work, account, region, key)),
    watch: (tx, watch) => watcher.watch(kernel!, tx, watch),
    unwatch: (tx, watch) => watcher.unwatch(kernel!, tx, watch),
    start: (complete, run, work) => {
      kernel = complete;
      dispatch = run;
      own = work;
      const first = byTime(kernel).entries([], { limit: 1 })[0];
      if (first) arm(first[0][0]);
      watcher.listen(kernel);
    },
    refresh: () => {
      timer?.cancel();
      running.clear();
      again.clear();
      if (kernel) watcher.listen(kernel);
      look();
    },
    overdue: () => {
      const first = kernel && byTime(kernel).entries([], { limit: 1 })[0];
      return first !== undefined && first[0][0] <= kernel!.clock.now();
    },
    stop: () => {
      timer?.cancel();
      watcher.stop();
    },
  };
}

function asCall(kernel: Kernel, { work, account, region }: Due): Call {
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
    origin: kernel.origin(),
    signal: kernel.stopping,
  };
}
