// Operations on all state: empty it, save it to a file, load it from one. Timers, deliveries and environments go with their records.
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Engine } from '#core/engine';
import type { Archive } from '#core/records';
import { STATE_NAME_INVALID } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import type { ArchiveDifferences } from '#store/archive-diff';
import { noArchive } from '#store/store-errors';

/** The end of the names of files that are being written. */
const UNFINISHED = '.part';
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

export interface SavedState {
  readonly name: string;
  readonly file: string;
  readonly sizeBytes: number;
  /** In milliseconds since 1970, on the machine's clock. */
  readonly savedAtMs: number;
}

export interface WholeState {
  /** Once it resolves, no earlier work reads, runs or delivers anything any more. */
  reset(): Promise<void>;
  /** Saves everything to the file of that name; returns its path. */
  save(name: string): Promise<string>;
  /** Replaces everything with the contents of the file, or leaves everything as it was. */
  load(name: string): Promise<string>;
  /** The saved states, by name. */
  list(): Promise<SavedState[]>;
  /** Removes the file of that name; returns its path. */
  remove(name: string): Promise<string>;
  /** The differences between two saved states; without a second one, from the present state. */
  compare(from: string, to?: string): Promise<ArchiveDifferences>;
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
    kernel.authorizer.reset();
    kernel.payloads.clear();
    kernel.problems.clear();
    kernel.metrics.clear();
    kernel.unsupported.clear();
    epoch.current++; // from here on, work under way may not write, call or own
    const owned = [...kernel.owned.values()];
    kernel.owned.clear();
    kernel.signals.wakeAll();
    await Promise.all(owned.map((one) => one.stop()));
    await store.replace(archive);
  };
  const folder = join(resolve(kernel.options.DATA_DIR), 'states');
  const fileOf = (name: string): string => {
    if (!FILE_NAME.test(name))
      throw new EmulatorError(STATE_NAME_INVALID, `"${name}" cannot name a saved state.`, {
        hint: 'It takes letters, digits, `.`, `_` and `-`; the file lies in the data directory.',
      });
    return join(folder, name);
  };
  /** @throws EmulatorError STATE_FILE_MISSING, STATE_FILE_DAMAGED */
  const recordsIn = async (name: string): Promise<Archive['records']> => {
    const { readArchive } = await import('#store/archive-file');
    const archive = await readArchive(fileOf(name));
    await archive.close();
    return archive.records;
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
      await alone(async () => {
        await kernel.metrics.flush();
        await writeArchive(path, await store.archive());
      });
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
    list: async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => FILE_NAME.test(name) && !name.endsWith(UNFINISHED)).sort();
      const found = await Promise.all(names.map(async (name) => describe(name, join(folder, name))));
      return found.filter((one) => one !== undefined);
    },
    remove: async (name) => {
      const path = fileOf(name);
      await rm(path).catch((cause: unknown) => {
        throw noArchive(path, cause);
      });
      return path;
    },
    compare: async (from, to) => {
      const { archiveDifferences } = await import('#store/archive-diff');
      const before = await recordsIn(from);
      const after = to === undefined ? await alone(async () => (await store.archive()).records) : await recordsIn(to);
      return archiveDifferences(before, after);
    },
  };
}

/** Undefined for what is no file, and for a file that went away meanwhile. */
async function describe(name: string, file: string): Promise<SavedState | undefined> {
  const facts = await stat(file).catch(() => undefined);
  return facts?.isFile() ? { name, file, sizeBytes: facts.size, savedAtMs: Math.round(facts.mtimeMs) } : undefined;
}
