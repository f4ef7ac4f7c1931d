// The contract of every container runtime, run over each sandbox that works here.

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
import { isMissing } from '../../../support/is-missing.ts';
import { untilPasses } from '../../../support/until-passes.ts';
import { aheadCases } from '../contract-ahead.ts';
import { extensionCases } from '../contract-extensions.ts';
import { createFixture, type Fixture, invoke } from '../contract-fixture.ts';
import { javaCases } from '../contract-java.ts';
import { lifeCases } from '../contract-life.ts';
import { memoryCases } from '../contract-memory.ts';
import { nodeCases, substituteCases } from '../contract-node.ts';
import { compiledCases } from '../contract-provided.ts';
import { pythonCases } from '../contract-python.ts';
import { rubyCases } from '../contract-ruby.ts';
import { SANDBOX_NAMES, whyNoSandbox } from '../contract-sandboxes.ts';

const fails = new Map(await Promise.all(SANDBOX_NAMES.map(async (name) => [name, await whyNoSandbox(name)] as const)));

/** Processes whose environment carries the marker. */
function processesOf(marker: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && Number(pid) !== process.pid && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(marker);
    } catch {
      return false;
    }
  });
}

/** An extension that is busy all the time. */
const TICKING = `#!/usr/bin/env node
const http = require('http');
const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const call = (method, path, headers, body) => new Promise((resolve) => {
  const sent = http.request({ host, port, method, path, headers }, (answer) => answer.resume().on('end', () => resolve(answer.headers)));
  sent.end(body); });
setInterval(() => undefined, 5);
(async () => {
  const known = await call('POST', '/2020-01-01/extension/register', { 'Lambda-Extension-Name': 'ticks' }, '{"events":["INVOKE"]}');
  for (;;) await call('GET', '/2020-01-01/extension/event/next', { 'Lambda-Extension-Identifier': known['lambda-extension-identifier'] });
})();`;

for (const sandbox of SANDBOX_NAMES) {
  describe.skipIf(isMissing(`embedded, ${sandbox}`, fails.get(sandbox)))(`embedded, ${sandbox}`, () => {
    const marker = `contract-${sandbox}-${process.pid}-${Date.now()}`;
    const workDir = mkdtempSync(join(tmpdir(), 'contract-'));
    const runtime = new EmbeddedRuntime({ workDir, sandbox });
    const lacksSandbox = isMissing(`the size of /tmp: ${sandbox}`, sandbox === 'plain' && 'it is held in a sandbox only');
    const lacksProc = isMissing(`processes that stand still: ${sandbox}`, process.platform !== 'linux' && 'needs Linux');
    const fixture: Fixture = createFixture(runtime, join(workDir, 'code'), marker);

    beforeAll(async () => {
      expect((await runtime.probe()).ok).toBe(true);
    });

    lifeCases(fixture);
    aheadCases(fixture);
    nodeCases(fixture);
    substituteCases(fixture);
    pythonCases(fixture);
    rubyCases(fixture, sandbox === 'plain');
    javaCases(fixture, sandbox === 'plain');
    compiledCases(fixture);
    extensionCases(fixture);
    memoryCases(fixture, sandbox !== 'plain');

    it('says so when the bootstrap is no program', async () => {
      const code = fixture.content({ bootstrap: '#!/bin/sh\n' });
      chmodSync(join(code.localDir, 'bootstrap'), 0o644);
      const { environment } = await fixture.start('provided.al2023', 'x', {}, { code });
      expect((await invoke(environment)).body).toEqual({
        errorType: 'Runtime.InvalidEntrypoint',
        errorMessage: expect.stringMatching(/^RequestId: \S+ Error: fork\/exec \/var\/task\/bootstrap: permission denied$/),
      });
      await environment.stop();
    });

    it.skipIf(sandbox !== 'plain')('tells once that /tmp holds more than it may', async () => {
      const code = {
        'index.js': `exports.handler = async () => {
          for (const name of ['/one', '/two']) require('fs').writeFileSync((process.env.TMPDIR ?? '/tmp') + name, Buffer.alloc(3 << 19));
        }`,
      };
      const { environment, log } = await fixture.start('nodejs20.x', 'index.handler', code, { tmpMb: 2 });
      const told = () => log.filter(({ text }) => text.startsWith('/tmp holds 3 MB, more than the 2 MB of EphemeralStorage'));
      await invoke(environment);
      await untilPasses(() => expect(told()).toHaveLength(1));
      await invoke(environment);
      await environment.stop();
      expect(told()).toHaveLength(1);
    });

    it.skipIf(lacksSandbox)('has an end of /tmp, for all files together, of a process that was replaced, too', async () => {
      const body = `if (event.exit) process.exit(1);
        try { require('fs').writeFileSync('/tmp/' + event.name, Buffer.alloc(event.kb << 10)); return 'written'; } catch (e) { return e.code; }`;
      const code = { 'index.js': `exports.handler = async (event) => { ${body} };` };
      const { environment } = await fixture.start('nodejs20.x', 'index.handler', code, { tmpMb: 2 });
      expect((await invoke(environment, { name: 'one', kb: 1500 })).body).toBe('written');
      expect((await invoke(environment, { name: 'two', kb: 700 })).body).toBe('ENOSPC');
      await invoke(environment, { exit: true });
      expect((await invoke(environment, { name: 'three', kb: 700 })).body).toBe('ENOSPC');
      expect((await invoke(environment, { name: 'one', kb: 100 })).body).toBe('written');
      await environment.stop();
    });

    it.skipIf(lacksSandbox)('tells a program of its own, too, instead of killing it', async () => {
      const bootstrap = `#!/bin/sh
api=http://$AWS_LAMBDA_RUNTIME_API/2018-06-01/runtime/invocation
while curl -s "$api/next" -D /tmp/head -o /dev/null; do
  id=$(sed -n 's/^lambda-runtime-aws-request-id: *//Ip' /tmp/head | tr -d '\\r')
  answer=$(head -c 3000000 /dev/zero 2>&1 >/tmp/big | sed 's/.*: //')
  curl -s "$api/$id/response" -d "$answer" -o /dev/null
done`;
      const { environment } = await fixture.start('provided.al2023', 'x', { bootstrap }, { tmpMb: 2 });
      expect((await invoke(environment)).body).toBe('No space left on device');
      await environment.stop();
    });

    it.skipIf(lacksSandbox)('is not process 1, which reaps what the function leaves', async () => {
      const code = `const cp = require('child_process'), fs = require('fs');
        cp.execSync('(sleep 0.01 & sleep 0.02 &) ; sh -c "sleep 0.01 &"');
        const names = () => fs.readdirSync('/proc').filter((name) => Number(name) > 0);
        const states = () => names().map((pid) => { try { return fs.readFileSync('/proc/' + pid + '/stat', 'latin1'); } catch { return ''; } })
          .filter((stat) => stat.includes('(sleep)'));
        while (states().length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
        return process.pid;`;
      const { environment } = await fixture.start('nodejs20.x', 'index.handler', {
        'index.js': `exports.handler = async () => { ${code} };`,
      });
      expect((await invoke(environment)).body).toBeGreaterThan(1);
      await environment.stop();
    });

    it.skipIf(lacksProc)('stands still between invocations, with all that it started, and goes on with the next', async () => {
      const code = {
        'index.js': `let ticks = 0; setInterval(() => ticks++, 5);
          exports.handler = async (event) => {
            if (event.daemon) require('child_process').spawn('sh', ['-c', 'while :; do sleep 0.01; done'], { detached: true, stdio: 'ignore' }).unref();
            const before = ticks;
            if (event.waits) while (ticks - before < 3) await new Promise((resolve) => setTimeout(resolve, 5));
            return ticks - before; };`,
      };
      const layers = [fixture.content({ 'extensions/ticks': TICKING })];
      const { environment } = await fixture.start('nodejs20.x', 'index.handler', code, { env: { FROZEN: 'yes' }, layers });
      const states = () =>
        // The sandbox of them has it under another name.
        processesOf('\0FROZEN=yes').map((pid) => {
          const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
          return stat.slice(stat.lastIndexOf(')') + 2)[0];
        });
      await invoke(environment, { daemon: true });
      // The function, its child in a session of its own with a child of its own now and then, the extension.
      await untilPasses(() => expect(states().filter((state) => state === 'T').length).toBeGreaterThanOrEqual(3));
      // State D: the kernel still works for the process (a read), or it waits for a child that was stopped between vfork and exec.
      const running = () => states().filter((state) => state !== 'T' && state !== 'D');
      await untilPasses(() => expect(running()).toEqual([]));
      expect((await invoke(environment, { waits: true })).body).toBeGreaterThan(2);
      await untilPasses(() => expect(running()).toEqual([]));
      await environment.stop();
      expect(processesOf('FROZEN=yes')).toEqual([]);
    });

    it('leaves no process and no directory behind', async () => {
      await runtime.dispose();
      expect(processesOf(marker)).toEqual([]);
      expect(readdirSync(workDir)).toEqual(['code']);
    });

    afterAll(async () => {
      await runtime.dispose();
      rmSync(workDir, { recursive: true, force: true });
    });
  });
}
