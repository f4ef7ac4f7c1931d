// Before and after each run of the tests: names the folder of the emulator's bundle for this run (`command.ts`), and removes it.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { BUNDLE_VARIABLE } from './command.ts';

/** Inside the package, whose package.json the emulator looks for above its own code; node_modules are in nobody's way. */
const PARENT = fileURLToPath(new URL('../../emulator/node_modules/.test-bundles', import.meta.url));

export function setup(project: TestProject): () => void {
  const folder = join(PARENT, String(process.pid));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  mkdirSync(PARENT, { recursive: true });
  remove();
  // A run that was killed leaves its bundle, which is named by its process.
  if (existsSync('/proc/self'))
    for (const name of readdirSync(PARENT))
      if (!existsSync(`/proc/${Number.parseInt(name, 10)}`)) rmSync(join(PARENT, name), { recursive: true, force: true });
  process.env[BUNDLE_VARIABLE] = folder;
  // Sources that were changed while the runner watches go into a new bundle.
  project.onTestsRerun(remove);
  return remove;
}
