// Everything at once: emptied, saved to a file, loaded from one. Timers, deliveries and environments go with the records they belong to.
import { join, resolve } from 'node:path';
import type { Engine } from '#core/engine';
import type { Archive } from '#core/records';
import { EmulatorError } from '#lib/emulator-error';

const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

export interface WholeState {
  /** Once it resolves, nothing that was there before is read, runs or arrives any more. */
  reset(): Promise<void>;
  /** Writes all to the file of that name; answers its path. */
  save(name: string): Promise<string>;
  /** Puts what that file holds in the place of all, or leaves all as it was. */
  load(name: string): Promise<string>;
}

export function createWholeState({ kernel, scheduler, deliverer }: Engine): WholeState {
  const { store, epoch } = kernel;
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time, with new calls waiting outside. */
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
    epoch.current++; // from here on, what is under way may not write, call or own
    const owned = [...kernel.owned.values()];
    kernel.owned.clear();
    kernel.signals.wakeAll();
    await Promise.all(owned.map((one) => one.stop()));
    await store.replace(archive);
  };
  const fileOf = (name: string): string => {
    if (!FILE_NAME.test(name))
      throw new EmulatorError('STATE_NAME_INVALID', `"${name}" cannot name a saved state.`, {
        hint: 'It takes letters, digits, `.`, `_` and `-`; the file lies in the data directory.',
      });
    return join(resolve(kernel.options.DATA_DIR), 'states', name);
  };

  return {
    reset: () => alone(() => replace(undefined)),
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
