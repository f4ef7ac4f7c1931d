// Runs the scripts of `boot.d`, before the emulator's process starts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OptionValues } from '#config/options';
import { createLog } from '#core/log';
import { createInitScripts } from '#init-scripts/init-scripts';
import { consoleSink } from './console.ts';

/**
 * The emulator does not exist yet: the scripts' endpoint is its future address, or missing when the emulator will choose a free port.
 * `signal` ends the running script; no further script starts.
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
