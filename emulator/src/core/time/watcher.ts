// Listens for the signals of watches, and makes their work run.
import type { Kernel } from '#core/kernel';
import type { Records, Tx } from '#core/records';
import { type Due, dueId, type Watch, watches } from './work.ts';

export interface Watcher {
  watch(tx: Tx, watch: Watch): void;
  unwatch(tx: Tx, watch: Omit<Watch, 'signal'>): void;
  /** Subscribes to exactly the watches in the store, and runs each of them once. */
  listen(): void;
  stop(): void;
}

/** The time of work that runs because it was woken: no time was recorded for it. */
const NO_MOMENT = -1;

export function createWatcher({ store, signals }: Pick<Kernel, 'store' | 'signals'>, trigger: (id: string, due: Due) => void): Watcher {
  const listening = new Map<string, { readonly signal: string; off(): void }>();
  const records = (): Records<[string], Watch> => store.records(watches, '', '');
  const idOf = ({ work, account, region, key }: Omit<Watch, 'signal'>): string => dueId(work, account, region, key);
  const unsubscribe = (id: string): void => {
    listening.get(id)?.off();
    listening.delete(id);
  };
  const open = ({ signal, ...order }: Watch): (() => void) => {
    const id = idOf(order);
    unsubscribe(id);
    const run = () => trigger(id, { ...order, atMs: NO_MOMENT });
    listening.set(id, { signal, off: signals.on(signal, run) });
    return run;
  };

  return {
    watch: (tx, watch) => {
      tx.put(records(), [idOf(watch)], watch);
      tx.after(() => open(watch)());
    },
    unwatch: (tx, watch) => {
      const id = idOf(watch);
      tx.delete(records(), [id]);
      tx.after(() => unsubscribe(id));
    },
    listen: () => {
      for (const id of [...listening.keys()]) unsubscribe(id);
      for (const watch of records().range()) open(watch)();
    },
    stop: () => {
      for (const id of [...listening.keys()]) unsubscribe(id);
    },
  };
}
