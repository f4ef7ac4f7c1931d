// The contract of every environment, in any language: time, memory, ends, answers, logs.

import { symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { untilTrue } from '../../support/until-passes.ts';
import { type Fixture, invoke, nextRequestId, overstay } from './contract-fixture.ts';

const runtime = 'nodejs20.x';
const handler = 'index.handler';
const one = (body: string) => ({ 'index.js': `exports.handler = async (event, context) => { ${body} };` });

export function lifeCases(fixture: Fixture): void {
  it('parks before user code is loaded, then loads it once', async () => {
    const { environment, log } = await fixture.start(runtime, handler, {
      'index.js': `console.log('loaded'); let n = 0; exports.handler = async () => ++n;`,
    });
    expect(environment.state).toBe('parked');
    expect(environment.fresh).toBe(true);
    expect(log).toEqual([]);
    const first = await invoke(environment);
    expect(first.body).toBe(1);
    expect(first.report.initDurationMs).toBeGreaterThan(0);
    const second = await invoke(environment);
    expect(second.body).toBe(2);
    expect(second.report.initDurationMs).toBeUndefined();
    expect(log.map(({ text }) => text.split('\t').at(-1)).filter((text) => text === 'loaded')).toHaveLength(1);
    await environment.stop();
    expect(environment.state).toBe('stopped');
    expect(() => environment.invoke({ requestId: 'x', payload: Buffer.from('{}'), invokedFunctionArn: 'a' })).toThrow();
  });

  it('initialises ahead', async () => {
    const { environment, log } = await fixture.start(runtime, handler, {
      'index.js': `console.log('ahead'); exports.handler = async () => 1;`,
    });
    await environment.init();
    expect(environment.state).toBe('idle');
    expect(log.some(({ text }) => text.endsWith('ahead'))).toBe(true);
    expect((await invoke(environment)).body).toBe(1);
    await environment.stop();
  });

  it('stays parked where the code could not be loaded ahead', async () => {
    const { environment } = await fixture.start(runtime, handler, { 'index.js': `throw new Error('no');` });
    await environment.init();
    expect(environment.state).toBe('parked');
    expect(environment.fresh).toBe(false);
    await environment.stop();
  });

  it('ends what overstays, replaces the process and keeps /tmp', async () => {
    const code = `const fs = require('fs'), os = require('os'), f = (process.env.TMPDIR ?? '/tmp') + '/kept';
      if (event.write) { fs.writeFileSync(f, 'kept'); globalThis.seen = 1; return process.pid; }
      if (event.spin) for (;;);
      return { kept: fs.readFileSync(f, 'utf8'), fresh: globalThis.seen === undefined };`;
    const { environment, log } = await fixture.start(runtime, handler, one(code));
    await invoke(environment, { write: true });
    const { outcome, body, report } = await overstay(environment, { spin: true });
    expect(outcome.kind).toBe('timeout');
    expect(body).toEqual({
      errorType: 'Sandbox.Timedout',
      errorMessage: expect.stringMatching(/^RequestId: \S+ Error: Task timed out after 60.00 seconds$/),
    });
    expect(report.kind).toBe('timeout');
    expect(log.some(({ text }) => /Task timed out after 60.00 seconds/.test(text))).toBe(true);
    expect((await invoke(environment)).body).toEqual({ kept: 'kept', fresh: true });
    await environment.stop();
  });

  it('kills what takes more memory than it has', async () => {
    if (!fixture.runtime.enforcesMemory) return;
    const code = `if (!event.eat) return 1; const held = []; for (;;) { held.push(Buffer.alloc(8 << 20, 1)); await new Promise((r) => setTimeout(r, 4)); }`;
    const { environment } = await fixture.start(runtime, handler, one(code), { memoryMb: 128 });
    const { outcome, body, report } = await invoke(environment, { eat: true });
    expect(outcome.kind).toBe('exit');
    expect(body).toEqual({
      errorType: 'Runtime.ExitError',
      errorMessage: expect.stringMatching(/^RequestId: \S+ Error: Runtime exited with error: signal: killed$/),
    });
    expect(report.maxMemoryUsedMb).toBe(128);
    expect((await invoke(environment)).body).toBe(1);
    await environment.stop();
  });

  it.each([
    ['process.exit(3)', 'Runtime exited with error: exit status 3'],
    ['process.exit(0)', 'Runtime exited without providing a reason'],
    ["process.kill(process.pid, 'SIGKILL'); await forever", 'Runtime exited with error: signal: killed'],
    ["process.kill(process.pid, 'SIGTERM'); await forever", 'Runtime exited with error: signal: terminated'],
    ["process.kill(process.pid, 'SIGSEGV'); await forever", 'Runtime exited with error: signal: segmentation fault'],
    ["process.kill(process.pid, 'SIGINT'); await forever", 'Runtime exited with error: signal: interrupt'],
    ["process.kill(process.pid, 'SIGHUP'); await forever", 'Runtime exited with error: signal: hangup'],
    ['process.abort()', 'Runtime exited with error: signal: aborted'],
    ["require('child_process').execSync('kill -9 $PPID'); await forever", 'Runtime exited with error: signal: killed'],
  ])('says how the process ended: %s', async (end, sentence) => {
    const code = `const forever = new Promise(() => setInterval(() => {}, 1000)); if (event.end) { ${end} } return 'alive';`;
    const { environment, log } = await fixture.start(runtime, handler, one(code));
    const { outcome, body } = await invoke(environment, { end: true });
    expect(outcome.kind).toBe('exit');
    expect(body).toEqual({
      errorType: 'Runtime.ExitError',
      errorMessage: expect.stringMatching(new RegExp(`^RequestId: \\S+ Error: ${sentence}$`)),
    });
    // Neither the sandbox nor a shell of it says anything besides; Node.js tells where it aborted.
    if (!end.includes('abort')) expect(log.filter(({ source }) => source === 'function')).toEqual([]);
    expect((await invoke(environment)).body).toBe('alive');
    await environment.stop();
  });

  it('passes 6 MB and refuses more', async () => {
    const { environment } = await fixture.start(
      runtime,
      handler,
      one(`return event.size ? 'x'.repeat(event.size - 2) : event.text.length;`),
    );
    expect((await invoke(environment, { text: 'y'.repeat(5_900_000) })).body).toBe(5_900_000);
    const full = await invoke(environment, { size: 6_291_556 });
    expect(full.outcome.kind).toBe('response');
    expect(full.outcome.body.length).toBe(6_291_556);
    const over = await invoke(environment, { size: 6_291_557 });
    expect(over.outcome.kind).toBe('oversize');
    expect(over.body).toEqual({
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: 'Response payload size exceeded maximum allowed payload size (6291556 bytes).',
    });
    expect((await invoke(environment, { text: 'z' })).body).toBe(1);
    await environment.stop();
  });

  it('has the whole log when an invocation is done', async () => {
    const code = `for (let i = 0; i < 2000; i++) console.log('line ' + i); process.stdout.write('r'.repeat(3_000_000) + '\\nlast'); return 1;`;
    const { environment, log } = await fixture.start(runtime, handler, one(code));
    const { report } = await invoke(environment);
    const own = log.filter(({ source }) => source === 'function');
    expect(own.filter(({ text }) => /\tline \d+$/.test(text))).toHaveLength(2000);
    expect(own.reduce((sum, { text }) => sum + (/^r+$/.test(text) ? text.length : 0), 0)).toBe(3_000_000);
    expect(own.at(-1)!.text).toBe('last');
    expect(own.every(({ requestId }) => requestId === report.requestId)).toBe(true);
    const platform = log.filter(({ source }) => source === 'platform').map(({ text }) => text);
    expect(platform[0]).toBe(`START RequestId: ${report.requestId} Version: $LATEST`);
    expect(platform[1]).toBe(`END RequestId: ${report.requestId}`);
    expect(platform[2]).toMatch(
      /^REPORT RequestId: \S+\tDuration: [\d.]+ ms\tBilled Duration: \d+ ms\tMemory Size: 256 MB\tMax Memory Used: \d+ MB\tInit Duration: [\d.]+ ms\t$/,
    );
    await environment.stop();
  });

  it('runs many environments at once', async () => {
    const started = await Promise.all(Array.from({ length: 6 }, () => fixture.start(runtime, handler, one('return event.n;'))));
    const bodies = await Promise.all(started.flatMap(({ environment }, at) => invoke(environment, { n: at })));
    expect(bodies.map(({ body }) => body)).toEqual([0, 1, 2, 3, 4, 5]);
    await Promise.all(started.map(({ environment }) => environment.stop()));
  });

  it('leaves nothing running that a function started', async () => {
    const code = `require('child_process').spawn('sleep', ['1000'], { detached: true, stdio: 'inherit' }).unref(); return 1;`;
    const { environment } = await fixture.start(runtime, handler, one(code));
    expect((await invoke(environment)).body).toBe(1);
    await environment.stop();
  });

  it('answers an invocation under way when it is stopped', async () => {
    const code = one("console.log('under way'); await new Promise(() => setInterval(() => {}, 1000));");
    const { environment, log } = await fixture.start(runtime, handler, code);
    const handle = environment.invoke({ requestId: nextRequestId(), payload: Buffer.from('{}'), invokedFunctionArn: 'a' });
    await untilTrue(() => log.some(({ text }) => text.endsWith('under way')));
    await environment.stop();
    expect((await handle.response).kind).toBe('stopped');
    expect((await handle.done).kind).toBe('stopped');
    await environment.stopped;
  });

  it('replaces the process on reset and sees new code', async () => {
    const code = fixture.content(one(`return 'old';`));
    const { environment } = await fixture.start(runtime, handler, {}, { code });
    expect((await invoke(environment)).body).toBe('old');
    writeFileSync(join(code.localDir, 'index.js'), one(`return 'new';`)['index.js']);
    expect((await invoke(environment)).body).toBe('old');
    await environment.reset();
    expect([environment.state, environment.fresh]).toEqual(['parked', true]);
    const { body, report } = await invoke(environment);
    expect([body, environment.fresh]).toEqual(['new', false]);
    expect(report.initDurationMs).toBeGreaterThan(0);
    await environment.stop();
  });

  it('shows the user’s own folder, and what its links lead to', async () => {
    const read = `const fs = require('fs'); const value = () => fs.readFileSync(__dirname + '/lib/value', 'utf8');`;
    const code = fixture.content({ 'index.js': `${read} exports.handler = async () => value();` });
    const beside = fixture.content({ value: 'linked' });
    symlinkSync(join('..', basename(beside.localDir)), join(code.localDir, 'lib'));
    const { environment } = await fixture.start(runtime, handler, {}, { code: { ...code, mayLinkTo: () => true } });
    expect(environment.sharesFolders).toBe(true);
    expect((await invoke(environment)).body).toBe('linked');
    writeFileSync(join(beside.localDir, 'value'), 'changed');
    if (environment.copiesFolders) await environment.reset();
    expect((await invoke(environment)).body).toBe('changed');
    await environment.stop();
  });

  it('gives up when cancelled', async () => {
    const cancelled = AbortSignal.abort(new Error('no longer wanted'));
    await expect(fixture.start(runtime, handler, one('return 1;'), {}, { signal: cancelled })).rejects.toThrow('no longer wanted');
  });

  it('runs a bootstrap of the function’s own and merges layers into /opt', async () => {
    const bootstrap = `#!/bin/sh
while true; do
  headers=$(mktemp)
  body=$(curl -sS -D "$headers" "http://$AWS_LAMBDA_RUNTIME_API/2018-06-01/runtime/invocation/next")
  id=$(grep -i lambda-runtime-aws-request-id "$headers" | tr -d '[:space:]' | cut -d: -f2)
  echo "got $body"
  opt=$(echo "$LD_LIBRARY_PATH" | tr : "\\n" | tail -1 | sed s,/lib,,)
  curl -sS -o /dev/null -d "\\"$(cat "$opt/shared")$(cat "$opt/first")\\"" "http://$AWS_LAMBDA_RUNTIME_API/2018-06-01/runtime/invocation/$id/response"
done`;
    const layers = [fixture.content({ shared: 'a', first: '1' }), fixture.content({ shared: 'b' })];
    const { environment, log } = await fixture.start('provided.al2023', 'x', { bootstrap }, { layers });
    const { outcome, body } = await invoke(environment, { q: 1 });
    expect(body, JSON.stringify([outcome, log])).toBe('b1');
    expect(log.some(({ text }) => text === 'got {"q":1}')).toBe(true);
    await environment.stop();
  });

  it('starts through the wrapper that a function names', async () => {
    const wrap = '#!/bin/sh\necho wrapping\nexport WRAPPED=yes\nexec "$@"\n';
    const env = { AWS_LAMBDA_EXEC_WRAPPER: '/var/task/wrap' };
    const { environment, log } = await fixture.start(runtime, handler, { wrap, ...one('return process.env.WRAPPED;') }, { env });
    expect(log).toEqual([]);
    expect((await invoke(environment)).body).toBe('yes');
    expect(log[0]!.text).toBe('wrapping');
    await environment.stop();
  });

  it('says so when there is no bootstrap', async () => {
    const { environment } = await fixture.start('provided.al2', 'x', { nothing: '' });
    const { outcome, body } = await invoke(environment);
    expect(outcome.kind).toBe('exit');
    expect(body).toEqual({
      errorType: 'Runtime.InvalidEntrypoint',
      errorMessage: expect.stringContaining("Couldn't find valid bootstrap(s): [/var/task/bootstrap"),
    });
    await environment.stop();
  });

  it('names what it cannot run', async () => {
    for (const name of ['java21', 'ruby3.3', 'dotnet8', 'go1.x']) {
      const support = await fixture.runtime.supports({ packageType: 'Zip', runtime: name, architecture: 'x86_64' });
      if (!support.ok) expect(support.reason).toContain(name);
    }
  });
}
