// Listens for what standing orders wait for, and makes their work run.

import { type Kernel, recordsOf } from './kernel.ts';
import type { Records, Tx } from './records.ts';
import { type Due, dueId, type Watch, watches } from './work.ts';

export interface Watcher {
  watch(kernel: Kernel, tx: Tx, watch: Watch): void;
  unwatch(kernel: Kernel, tx: Tx, watch: Omit<Watch, 'signal'>): void;
  /** Listens for every order in the store and for nothing else, and runs each once. */
  listen(kernel: Kernel): void;
  stop(): void;
}

/** Of work that runs because it was woken: no moment was written down for it. */
const NO_MOMENT = -1;

export function createWatcher(trigger: (id: string, due: Due) => void): Watcher {
  const listening = new Map<string, { readonly signal: string; off(): void }>();

  const records = (kernel: Kernel): Records<[string], Watch> => recordsOf(kernel.store, watches, '', '');
  const idOf = ({ work, account, region, key }: Omit<Watch, 'signal'>): string => dueId(work, account, region, key);
  const hush = (id: string): void => {
    listening.get(id)?.off();
    listening.delete(id);
  };
  const open = (kernel: Kernel, { signal, ...order }: Watch): (() => void) => {
    const id = idOf(order);
    hush(id);
    const run = () => trigger(id, { ...order, atMs: NO_MOMENT });
    listening.set(id, { signal, off: kernel.signals.on(signal, run) });
    return run;
  };

  return {
    watch: (kernel, tx, watch) => {
      tx.put(records(kernel), [idOf(watch)], watch);
      tx.after(() => open(kernel, watch)());
    },
    unwatch: (kernel, tx, watch) => {
      const id = idOf(watch);
      tx.delete(records(kernel), [id]);
      tx.after(() => hush(id));
    },
    listen: (kernel) => {
      for (const id of [...listening.keys()]) hush(id);
      for (const watch of records(kernel).range()) open(kernel, watch)();
    },
    stop: () => {
      for (const id of [...listening.keys()]) hush(id);
    },
  };
}
