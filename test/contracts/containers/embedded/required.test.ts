// Warnings and refusals on machines where no sandbox can be built.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isMissing } from '../../../support/is-missing.ts';
import { whyNoSandbox } from '../contract-sandboxes.ts';

const run = (workDir: string) => `
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
const fn = { packageType: 'Zip', runtime: 'nodejs20.x', architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64' };
const told = [];
for (const sandbox of ['auto', 'required', 'unshare']) {
  const runtime = new EmbeddedRuntime({ workDir: ${JSON.stringify(workDir)}, sandbox, onNoSandbox: (text) => told.push(text) });
  told.push(await runtime.sandbox().catch((error) => error.code));
  const support = await runtime.supports(fn);
  told.push(support.ok ? 'runs' : support.reason);
  await runtime.dispose();
}
process.stdout.write(JSON.stringify(told));`;

it.skipIf(isMissing('a machine without namespaces', await whyNoSandbox('unshare')))(
  'says that there is no sandbox, or refuses to run without one',
  () => {
    const workDir = mkdtempSync(join(tmpdir(), 'required-'));
    const script = join(import.meta.dirname, `required-${process.pid}.ts`);
    writeFileSync(script, run(workDir));
    try {
      const without = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
      const words = ['-r', 'sh', '-c', without, 'sh', process.execPath, '--import', 'tsx', script];
      const told = JSON.parse(execFileSync('unshare', words, { encoding: 'utf8' })) as readonly string[];
      expect(told).toEqual([
        { reason: expect.stringContaining('namespaces'), hint: expect.any(String) },
        ...['plain', 'runs', 'SANDBOX_NOT_AVAILABLE'],
        expect.stringMatching(/^FUNCTION_SANDBOX=required, and no sandbox can be built here\. /),
        ...['SANDBOX_NOT_AVAILABLE', 'The sandbox unshare does not work on this machine.'],
      ]);
    } finally {
      rmSync(script);
      rmSync(workDir, { recursive: true, force: true });
    }
  },
);
