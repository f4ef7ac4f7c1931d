// Operations on all state: empty it, save it to a file, load it from one. Timers, deliveries and environments go with their records.
import { join, resolve } from 'node:path';
import type { Engine } from '#core/engine';
import type { Archive } from '#core/records';
import { STATE_NAME_INVALID } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';

const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

export interface WholeState {
  /** Once it resolves, no earlier work reads, runs or delivers anything any more. */
  reset(): Promise<void>;
  /** Saves everything to the file of that name; returns its path. */
  save(name: string): Promise<string>;
  /** Replaces everything with the contents of the file, or leaves everything as it was. */
  load(name: string): Promise<string>;
}

export function createWholeState({ kernel, scheduler, deliverer }: Engine): WholeState {
  const { store, epoch } = kernel;
  let last: Promise<unknown> = Promise.resolve();
  /** Runs one operation at a time; new calls wait meanwhile. */
  const alone = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = last.then(async () => {
      let open = () => {};
      epoch.replacing = new Promise((resolve) => (open = resolve));
      try {
        return await run();
      } finally {
        epoch.replacing = undefined;
        open();
        scheduler.refresh();
        deliverer.refresh();
      }
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  const replace = async (archive: Archive | undefined): Promise<void> => {
    kernel.events.clear();
    kernel.traces.clear();
    epoch.current++; // from here on, work under way may not write, call or own
    const owned = [...kernel.owned.values()];
    kernel.owned.clear();
    kernel.signals.wakeAll();
    await Promise.all(owned.map((one) => one.stop()));
    await store.replace(archive);
  };
  const fileOf = (name: string): string => {
    if (!FILE_NAME.test(name))
      throw new EmulatorError(STATE_NAME_INVALID, `"${name}" cannot name a saved state.`, {
        hint: 'It takes letters, digits, `.`, `_` and `-`; the file lies in the data directory.',
      });
    return join(resolve(kernel.options.DATA_DIR), 'states', name);
  };

  return {
    reset: () =>
      alone(() => {
        kernel.faults.clear();
        return replace(undefined);
      }),
    save: async (name) => {
      const path = fileOf(name);
      const { writeArchive } = await import('#store/archive-file');
      await alone(async () => writeArchive(path, await store.archive()));
      return path;
    },
    load: async (name) => {
      const path = fileOf(name);
      const { readArchive } = await import('#store/archive-file');
      const archive = await readArchive(path);
      try {
        await alone(() => replace(archive));
      } finally {
        await archive.close();
      }
      return path;
    },
  };
}
