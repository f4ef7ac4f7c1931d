// Runs the scripts of `boot.d`, before the emulator's process starts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OptionValues } from '#config/options';
import { createLog } from '#core/log';
import { createInitScripts } from '#init-scripts/init-scripts';
import { consoleSink } from './console.ts';

/**
 * Runs the scripts of `boot.d`, one after the other, before the emulator exists. Resolves when they have ended; a script that fails is logged.
 * @param directories folders that have a `boot.d`; others are passed over
 * @param options those of the emulator to come: `DEBUG` and `EXTENSION_AUTO_INSTALL` count
 * @param endpoint the emulator's address to be, which the scripts get as AWS_ENDPOINT_URL; `''` when it will choose a free port
 * @param signal ends the running script; no further script starts
 */
export async function runBootScripts(
  directories: readonly string[],
  options: OptionValues,
  endpoint: string,
  signal?: AbortSignal,
): Promise<void> {
  const present = directories.filter((directory) => existsSync(join(directory, 'boot.d')));
  if (present.length === 0) return;
  const scripts = await createInitScripts({
    directories: present,
    only: 'BOOT',
    extensions: options.EXTENSION_AUTO_INSTALL,
    environment: process.env,
    log: createLog(consoleSink(), options.DEBUG, Date.now),
    origin: endpoint,
  });
  signal?.addEventListener('abort', scripts.interrupt, { once: true });
  if (!signal?.aborted) await scripts.run('BOOT');
  await scripts.close();
}
