// Functions that mean harm, over each sandbox that works here.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
import { isMissing } from '../../../support/is-missing.ts';
import { createFixture } from '../contract-fixture.ts';
import { hostileCases } from '../contract-hostile.ts';
import { whyNoSandbox } from '../contract-sandboxes.ts';

const NESTED = `const fs = require('fs');
exports.handler = async () => {
  const there = fs.readdirSync('/var/task/below');
  try { fs.writeFileSync('/var/task/below/new', ''); return { there, written: 'yes' }; } catch (error) { return { there, written: error.code }; }
};`;

/** An emulator's runtime within mounts of its own. */
const nestedRun = (sandbox: string, code: string, workDir: string) => `
import { createFixture, invoke } from '../contract-fixture.ts';
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
const runtime = new EmbeddedRuntime({ workDir: ${JSON.stringify(workDir)}, sandbox: '${sandbox}' });
const fixture = createFixture(runtime, ${JSON.stringify(workDir)}, 'nested');
const content = { sha256: 'nested', sizeBytes: 1, localDir: ${JSON.stringify(code)} };
const { environment } = await fixture.start('nodejs20.x', 'index.handler', {}, { code: content });
process.stdout.write(JSON.stringify((await invoke(environment)).body));
await environment.stop();
await runtime.dispose();`;

for (const sandbox of ['bwrap', 'unshare'] as const) {
  const why = await whyNoSandbox(sandbox);
  describe.skipIf(isMissing(`functions that mean harm: ${sandbox}`, why))(`hostile functions, ${sandbox}`, () => {
    const workDir = mkdtempSync(join(tmpdir(), 'hostile-'));
    const runtime = new EmbeddedRuntime({ workDir, sandbox });
    hostileCases(createFixture(runtime, join(workDir, 'code'), `hostile-${sandbox}-${process.pid}`), workDir);

    it('writes to no mount that lies below another', () => {
      const code = mkdtempSync(join(workDir, 'nested-'));
      chmodSync(code, 0o755);
      mkdirSync(join(code, 'below'));
      writeFileSync(join(code, 'index.js'), NESTED);
      const script = join(import.meta.dirname, `nested-${sandbox}-${process.pid}.ts`);
      writeFileSync(script, nestedRun(sandbox, code, workDir));
      const command = 'mount -t tmpfs -o nosuid,nodev none "$0" && : > "$0/there" && chmod 777 "$0" && exec "$@"';
      const namespace = process.getuid?.() === 0 ? '-m' : '-rm';
      try {
        const words = [namespace, 'sh', '-c', command, join(code, 'below'), process.execPath, '--import', 'tsx', script];
        expect(execFileSync('unshare', words, { encoding: 'utf8' })).toBe('{"there":["there"],"written":"EROFS"}');
      } finally {
        rmSync(script);
      }
    });

    afterAll(async () => {
      await runtime.dispose();
      rmSync(workDir, { recursive: true, force: true });
    });
  });
}
