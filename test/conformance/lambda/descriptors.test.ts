// Nothing that the emulator has open reaches a function, in whichever sandbox.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
import { Disk } from '#store/disk';
import { createFixture, invoke } from '../../contracts/containers/contract-fixture.ts';
import { SANDBOX_NAMES, whyNoSandbox } from '../../contracts/containers/contract-sandboxes.ts';
import { isMissing } from '../../support/is-missing.ts';

/** Answers with what each descriptor of a program is that the function starts. */
const BOOTSTRAP = `#!/bin/sh
api=http://$AWS_LAMBDA_RUNTIME_API/2018-06-01/runtime/invocation
files=\${TMPDIR:-/tmp}
while curl -s "$api/next" -D $files/head -o /dev/null; do
  id=$(sed -n 's/^lambda-runtime-aws-request-id: *//Ip' $files/head | tr -d '\\r')
  ls -l /proc/self/fd > $files/answer
  curl -s "$api/$id/response" --data-binary @$files/answer -o /dev/null
done`;

const withoutProc = existsSync('/proc/self/fd') ? undefined : 'there is no /proc';
for (const sandbox of SANDBOX_NAMES) {
  describe.skipIf(isMissing(`descriptors, ${sandbox}`, withoutProc ?? (await whyNoSandbox(sandbox))))(`descriptors, ${sandbox}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'descriptors-'));
    const runtime = new EmbeddedRuntime({ workDir: folder, sandbox });
    const fixture = createFixture(runtime, join(folder, 'code'), 'descriptors');
    let disk: Disk;

    beforeAll(() => {
      disk = new Disk({ directory: folder, file: join(folder, 'records.mdb'), strict: false, onCommitted: () => undefined });
    });
    afterAll(async () => {
      await runtime.dispose();
      await disk.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('a program finds its input, its output, its errors and the pipe of its log records, and no other', async () => {
      const { environment } = await fixture.start('provided.al2023', 'x', { bootstrap: BOOTSTRAP });
      const { body } = await invoke(environment);
      const found = [...String(body).matchAll(/(\d+) -> (.+)$/gm)].map(([, fd, name = '']) => [fd, name] as const);
      // The folder itself is what the program that lists it has open.
      expect(found.filter(([, name]) => !name.startsWith('/proc/'))).toEqual([
        ['0', '/dev/null'],
        ['1', expect.stringMatching(/\/answer$/)],
        ...['2', '3'].map((fd) => [fd, expect.stringMatching(/^(socket|pipe):/)]),
      ]);
    });

    it('Node.js finds no file', async () => {
      const code = `const fs = require('fs');
        exports.handler = async () => fs.readdirSync('/proc/self/fd').map((fd) => { try { return fs.readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } });`;
      const { environment } = await fixture.start('nodejs20.x', 'index.handler', { 'index.js': code });
      const names = (await invoke(environment)).body as string[];
      expect(names.filter((name) => name.startsWith('/') && !name.startsWith('/dev/') && !name.startsWith('/proc/'))).toEqual([]);
    });
  });
}
