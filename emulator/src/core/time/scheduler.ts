// Runs due work at its time: one timer, for the first record in the store.

import { Context } from '#core/context';
import type { Engine, Scheduler } from '#core/engine';
import type { Kernel } from '#core/kernel';
import { WORK_FAILED } from '#core/messages';
import { isNoRoom, NO_ROOM_RETRY_MS } from '#core/no-room';
import type { Key, Records, Tx } from '#core/records';
import { serviceCall } from '#core/service-call';
import type { Timer } from './clock.ts';
import { createWatcher } from './watcher.ts';
import { type Due, dueById, dueByTime, dueId, dueOf, NOTHING } from './work.ts';

const RETRY_AFTER_ERROR_MS = 1000;
const OWN_WORK = { isPressing: true };
const MAX_AT_ONCE = 100;

/** `engine` is first called when work first runs: contexts are made from it. */
export function createScheduler(kernel: Kernel, engine: () => Engine): Scheduler {
  const { store, clock, epoch, activity, stopping } = kernel;
  let timer: Timer | undefined;
  let timerMs = Number.POSITIVE_INFINITY;
  let quietUntilMs = 0;
  const running = new Set<string>();
  /** Running work that was recorded again meanwhile, maybe for the same millisecond: the record outlives the run. */
  const renewed = new Set<string>();
  /** Work that was woken again while it ran. */
  const again = new Map<string, Due>();
  const watcher = createWatcher(kernel, (id, due) => trigger(id, due));

  const byTime = (): Records<[number, string], object> => store.records(dueByTime, '', '');
  const byId = (): Records<[string], { atMs: number }> => store.records(dueById, '', '');
  const first = (count: number) => byTime().keys([], { limit: count });
  // A store that refuses writes does so until the next start: work would fail at once, and be due again.
  const isHalted = (): boolean => stopping.aborted || epoch.replacing !== undefined || store.failure !== undefined;

  const forget = (tx: Tx, id: string) => {
    const earlier = byId().get([id]);
    if (!earlier) return;
    tx.delete(byTime(), [earlier.atMs, id]);
    tx.delete(byId(), [id]);
  };
  const arm = (ms: number) => {
    if (isHalted() || ms >= timerMs) return;
    timer?.cancel();
    timerMs = ms;
    timer = clock.at(ms, look);
  };
  const look = () => {
    timerMs = Number.POSITIVE_INFINITY;
    if (isHalted()) return;
    const nowMs = clock.now();
    // Running work stays in the store until it has ended: the limit leaves room for it.
    for (const [atMs, id] of first(MAX_AT_ONCE + running.size)) {
      if (atMs > nowMs) return arm(atMs);
      if (!running.has(id)) void activity.track(run(id, dueOf(id, atMs)));
    }
  };
  /** Runs work that was woken, as opposed to work whose time has come. */
  const trigger = (id: string, due: Due) => {
    if (isHalted()) return;
    if (running.has(id)) again.set(id, due);
    else void activity.track(run(id, due));
  };
  const isOwn = (id: string, due: Due): boolean => byId().get([id])?.atMs === due.atMs;
  const run = async (id: string, due: Due) => {
    const begun = epoch.current;
    running.add(id);
    let isStuck = false;
    try {
      const handler = engine().deliverer.work[due.work] ?? (await kernel.registry.work(due.work));
      if (!handler) throw new Error(`no service declares the work ${due.work}`);
      await handler(due.key, new Context(engine(), workCall(kernel, due), begun));
      if (begun !== epoch.current) return;
      store.write((tx) => {
        if (isOwn(id, due) && !renewed.has(id)) forget(tx, id);
      }, OWN_WORK);
    } catch (error) {
      if (begun !== epoch.current) return;
      // Work that the end of the emulator cuts off stays due: the next start does it.
      if (!stopping.aborted) logFailure(due, error);
      isStuck = store.failure === undefined && !stopping.aborted && !isPostponed(id, due, error);
    } finally {
      if (begun === epoch.current) {
        if (isStuck) clock.at(clock.now() + NO_ROOM_RETRY_MS, () => begun === epoch.current && running.delete(id) && look());
        else running.delete(id);
        renewed.delete(id);
      }
      const woken = again.get(id);
      again.delete(id);
      if (woken) trigger(id, woken);
      // All running work may be due earlier: one record more is enough to find the first that does not run.
      const next = first(1 + running.size).find(([, other]) => !running.has(other));
      if (next) arm(next[0]);
    }
  };
  /** Work that waits for room on the disk is told of once in a while. */
  const logFailure = ({ work, key }: Due, error: unknown): void => {
    const isFull = isNoRoom(error);
    if (isFull && clock.now() < quietUntilMs) return;
    if (isFull) quietUntilMs = clock.now() + NO_ROOM_RETRY_MS;
    kernel.log.write(WORK_FAILED, { work, key, error });
  };
  /** Makes work that failed due again. False where the disk has no room even for that. */
  const isPostponed = (id: string, due: Due, error: unknown): boolean => {
    const atMs = clock.now() + (isNoRoom(error) ? NO_ROOM_RETRY_MS : RETRY_AFTER_ERROR_MS);
    try {
      store.write((tx) => {
        if (isOwn(id, due) || !byId().has([id])) schedule(tx, due.work, due.account, due.region, due.key, atMs);
      }, OWN_WORK);
      return true;
    } catch (refusal) {
      if (isNoRoom(refusal)) return false;
      throw refusal;
    }
  };
  const schedule = (tx: Tx, work: string, account: string, region: string, key: Key, atMs: number) => {
    const id = dueId(work, account, region, key);
    const whole = Math.max(0, Math.ceil(atMs));
    if (byId().get([id])?.atMs !== whole) {
      forget(tx, id);
      tx.put(byTime(), [whole, id], NOTHING);
      tx.put(byId(), [id], { atMs: whole });
    }
    tx.after(() => {
      if (running.has(id)) renewed.add(id);
      arm(whole);
    });
  };

  return {
    schedule,
    unschedule: (tx, work, account, region, key) => forget(tx, dueId(work, account, region, key)),
    watch: watcher.watch,
    unwatch: watcher.unwatch,
    refresh: () => {
      timer?.cancel();
      running.clear();
      renewed.clear();
      again.clear();
      watcher.listen();
      look();
    },
    overdue: () => {
      if (store.failure !== undefined) return false;
      // Work that runs stays in the store until it has ended, also where it rests.
      const next = first(1 + running.size).find(([, id]) => !running.has(id));
      return next !== undefined && next[0] <= clock.now();
    },
    stop: () => {
      timer?.cancel();
      watcher.stop();
    },
  };
}

function workCall(kernel: Kernel, { work, account, region }: Due) {
  const [service = '', operation = ''] = work.split('.');
  const principal = { kind: 'service', service: `${service}.amazonaws.com`, account } as const;
  return serviceCall(kernel, { service, operation, account, region, principal });
}
