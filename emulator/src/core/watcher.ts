// Listens for what standing orders wait for, and makes their work run.
import type { Records, Tx } from './records.ts';
import { type Due, dueId, type Watch, watches } from './work.ts';
import { recordsOf, type World } from './world.ts';

export interface Watcher {
  watch(world: World, tx: Tx, watch: Watch): void;
  unwatch(world: World, tx: Tx, watch: Omit<Watch, 'signal'>): void;
  /** Listens for every order in the store and for nothing else, and runs each once. */
  listen(world: World): void;
  stop(): void;
}

/** Of work that runs because it was woken: no moment was written down for it. */
const NO_MOMENT = -1;

export function createWatcher(trigger: (id: string, due: Due) => void): Watcher {
  const listening = new Map<string, { readonly signal: string; off(): void }>();

  const records = (world: World): Records<[string], Watch> => recordsOf(world.store, watches, '', '');
  const idOf = ({ work, account, region, key }: Omit<Watch, 'signal'>): string => dueId(work, account, region, key);
  const hush = (id: string): void => {
    listening.get(id)?.off();
    listening.delete(id);
  };
  const open = (world: World, { signal, ...order }: Watch): (() => void) => {
    const id = idOf(order);
    hush(id);
    const run = () => trigger(id, { ...order, atMs: NO_MOMENT });
    listening.set(id, { signal, off: world.signals.on(signal, run) });
    return run;
  };

  return {
    watch: (world, tx, watch) => {
      tx.put(records(world), [idOf(watch)], watch);
      tx.after(() => open(world, watch)());
    },
    unwatch: (world, tx, watch) => {
      const id = idOf(watch);
      tx.delete(records(world), [id]);
      tx.after(() => hush(id));
    },
    listen: (world) => {
      for (const id of [...listening.keys()]) hush(id);
      for (const watch of records(world).range()) open(world, watch)();
    },
    stop: () => {
      for (const id of [...listening.keys()]) hush(id);
    },
  };
}
