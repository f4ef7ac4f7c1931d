// Links in code and layers that lead out of them on this machine: the emulator itself follows none when it looks for programs.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
import { isMissing } from '../../../support/is-missing.ts';
import { createFixture, invoke } from '../contract-fixture.ts';
import { SANDBOX_NAMES, whyNoSandbox } from '../contract-sandboxes.ts';

const CODE = { 'index.js': 'exports.handler = async () => 1;' };
/** Each is within its own layer; the second one makes the first one's path end far above. */
const UP = `${'d/'.repeat(20)}${'../'.repeat(20)}`;

for (const sandbox of SANDBOX_NAMES) {
  const why = await whyNoSandbox(sandbox);
  describe.skipIf(isMissing(`links out of layers: ${sandbox}`, why))(`links out of layers, ${sandbox}`, () => {
    const workDir = mkdtempSync(join(tmpdir(), 'links-out-'));
    const secret = join(workDir, 'secret');
    mkdirSync(secret);
    for (const name of ['id_rsa', 'bootstrap']) writeFileSync(join(secret, name), '#!/bin/sh\n', { mode: 0o755 });
    const runtime = new EmbeddedRuntime({ workDir, sandbox });
    const fixture = createFixture(runtime, join(workDir, 'code'), `links-${sandbox}-${process.pid}`);
    const layersWith = (name: string, target: string) => {
      const [first, second] = [fixture.content({ one: '' }), fixture.content({ two: '' })];
      symlinkSync(`${UP}${target.slice(1)}`, join(first.localDir, name));
      symlinkSync('.', join(second.localDir, 'd'));
      return [first, second];
    };

    it('names no file of a folder that is made to look like that of extensions', async () => {
      const layers = layersWith('extensions', secret);
      const { environment, log } = await fixture.start('nodejs20.x', 'index.handler', CODE, { layers });
      expect((await invoke(environment)).body).toBe(1);
      expect(log.filter(({ text }) => text.includes('id_rsa'))).toEqual([]);
      await environment.stop();
    });

    it.each(['bootstrap', 'missing'])('tells nothing of a file that is made to look like a bootstrap: %s', async (name) => {
      const layers = layersWith('bootstrap', join(secret, name));
      const { environment } = await fixture.start('provided.al2023', 'x', { nothing: '' }, { layers });
      expect((await invoke(environment)).body).toMatchObject({
        errorType: 'Runtime.InvalidEntrypoint',
        errorMessage: expect.stringContaining("Couldn't find valid bootstrap(s): [/var/task/bootstrap"),
      });
      await environment.stop();
    });

    it('follows those that stay inside', async () => {
      const layer = fixture.content({ 'real/ticks': '#!/bin/sh\nexit 3\n' });
      symlinkSync('real', join(layer.localDir, 'extensions'));
      const { environment, log } = await fixture.start('nodejs20.x', 'index.handler', CODE, { layers: [layer] });
      await invoke(environment);
      expect(log.some(({ text }) => text.includes('ticks'))).toBe(true);
      await environment.stop();
    });

    afterAll(async () => {
      await runtime.dispose();
      rmSync(workDir, { recursive: true, force: true });
    });
  });
}
