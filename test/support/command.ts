// The command for processes of their own: bundled once per run of the tests, when the first test asks. A start of the bundle costs a quarter of
// the CPU time of a start from the sources.
import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../emulator/bundle.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Names the folder of the run's bundle; `bundle-setup.ts` sets it. */
export const BUNDLE_VARIABLE = 'TEST_BUNDLE';

/** The words behind `node` that run the emulator's command; from the sources where no test runner has made the bundle. */
export async function commandWords(): Promise<string[]> {
  const folder = process.env[BUNDLE_VARIABLE];
  if (!folder) return ['--import', 'tsx', join(ROOT, 'emulator/src/cli/main.ts')];
  if (!existsSync(folder)) await bundleOnce(folder);
  return [join(folder, 'cli.js')];
}

/** Two test files, or two calls of one, may bundle at the same time: the first to finish gives the folder its name. */
async function bundleOnce(folder: string): Promise<void> {
  const own = `${folder}-${randomUUID()}`;
  await bundle(own);
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
