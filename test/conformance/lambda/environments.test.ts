// Warm environments as their user sees them: what stays, what never does, how many there are, and what is said about them.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { type CreateFunctionCommandInput, waitUntilFunctionUpdatedV2 } from '@aws-sdk/client-lambda';
import { afterEach, describe, expect, it } from 'vitest';
import { WAITER } from '../../support/until-passes.ts';
import { type Fixture, handler, jsonOf, startFixture, zipOf } from './fixture.ts';

describe('environments', () => {
  let fixture: Fixture;
  afterEach(() => fixture.emulator.stop());
  const start = async (environment: Record<string, string> = {}): Promise<void> => {
    fixture = await startFixture({ environment: { CONTAINER_RUNTIME: 'embedded', ...environment } });
  };
  const ask = async <T = unknown>(FunctionName: string, event: unknown = {}): Promise<T> =>
    jsonOf<T>((await fixture.lambda.invoke({ FunctionName, Payload: Buffer.from(JSON.stringify(event)) })).Payload);
  const messages = async (logGroupName: string): Promise<string[]> => {
    await fixture.emulator.idle();
    const { events = [] } = await fixture.emulator.client(CloudWatchLogs).filterLogEvents({ logGroupName });
    return events.map(({ message = '' }) => message.trimEnd());
  };

  it('with FUNCTION_KEEPALIVE_MS=0 each invocation is cold', async () => {
    await start({ FUNCTION_KEEPALIVE_MS: '0' });
    await fixture.create('cold', 'globalThis.n = (globalThis.n ?? 0) + 1; return [globalThis.n, process.env.AWS_LAMBDA_LOG_STREAM_NAME];');
    const answers = [await ask<[number, string]>('cold'), await ask<[number, string]>('cold'), await ask<[number, string]>('cold')];
    expect(answers.map(([n]) => n)).toEqual([1, 1, 1]);
    expect(new Set(answers.map(([, stream]) => stream)).size).toBe(3);
    const reports = (await messages('/aws/lambda/cold')).filter((line) => line.startsWith('REPORT'));
    expect(reports).toHaveLength(3);
    for (const report of reports) expect(report).toContain('Init Duration');
  });

  it('a burst is bounded by FUNCTION_MAX_ENVIRONMENTS, and all of it is answered', async () => {
    await start({ FUNCTION_MAX_ENVIRONMENTS: '2' });
    await fixture.create('burst', 'return process.env.AWS_LAMBDA_LOG_STREAM_NAME;');
    await fixture.create('other', 'return "other";');
    const [others, ...streams] = await Promise.all([ask('other'), ...Array.from({ length: 14 }, () => ask<string>('burst'))]);
    expect(others).toBe('other');
    expect(streams).toHaveLength(14);
    // One may have made room for the other function meanwhile.
    expect(new Set(streams).size).toBeLessThanOrEqual(3);
  });

  // As recorded (LocalStack's suite, lambda_/test_lambda_common.py::TestLambdaRuntimesCommon::test_introspection_invoke[nodejs22.x], 2026-01)
  it('name the folders of the runtime, and none of this machine', async () => {
    await start();
    await fixture.create('paths', 'return process.env;');
    const { LAMBDA_RUNTIME_DIR: runtime = '', LAMBDA_TASK_ROOT: task, ...env } = await ask<Record<string, string>>('paths');
    const [release, shared, ...rest] = env['NODE_PATH']!.split(':');
    expect(release).toMatch(/\/nodejs\/node\d+\/node_modules$/);
    expect(shared).toMatch(/\/nodejs\/node_modules$/);
    expect(rest).toEqual([`${runtime}/node_modules`, runtime, task]);
    expect(env['LD_LIBRARY_PATH']).toMatch(/^\/var\/lang\/lib:\/lib64:\/usr\/lib64:/);
    expect(env).not.toHaveProperty('OLDPWD');
    expect(Object.values(env).filter((value) => value.includes(process.cwd()))).toEqual([]);
  });

  it('no invocation that begins after an update sees the old code or the old settings', async () => {
    await start();
    const code = (n: number) => handler(`return [${n}, process.env.STEP];`);
    await fixture.create('updated', code(0), { Environment: { Variables: { STEP: '0' } } });
    let known = 0;
    let ended = false;
    const caller = async (): Promise<void> => {
      while (!ended) {
        const least = known;
        const [n, step] = await ask<[number, string]>('updated');
        expect(n).toBeGreaterThanOrEqual(least);
        // The variables follow the code, one update later.
        expect(Number(step)).toBeGreaterThanOrEqual(n - 1);
      }
    };
    const callers = Array.from({ length: 4 }, caller);
    const settled = () =>
      waitUntilFunctionUpdatedV2({ client: fixture.lambda, ...WAITER } as never, {
        FunctionName: 'updated',
      });
    for (let n = 1; n <= 5; n++) {
      await fixture.lambda.updateFunctionCode({ FunctionName: 'updated', ZipFile: code(n) });
      await settled();
      known = n;
      expect((await ask<[number, string]>('updated'))[0]).toBe(n);
      await fixture.lambda.updateFunctionConfiguration({ FunctionName: 'updated', Environment: { Variables: { STEP: String(n) } } });
      await settled();
      expect(await ask('updated')).toEqual([n, String(n)]);
    }
    ended = true;
    await Promise.all(callers);
  });

  it('/tmp stays between invocations, and belongs to one environment', async () => {
    await start();
    const body = `const file = (process.env.TMPDIR ?? '/tmp') + '/kept', fs = require('node:fs');
      const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null; fs.writeFileSync(file, event.write ?? 'x'); return before;`;
    await fixture.create('one', body);
    await fixture.create('two', body);
    expect([await ask('one', { write: 'a' }), await ask('one', { write: 'b' }), await ask('one'), await ask('two')]).toEqual([
      null,
      'a',
      'b',
      null,
    ]);
  });

  it('the log in JSON has what its levels let in', async () => {
    await start();
    const say = `for (const level of ['debug', 'warn', 'error']) process.stdout.write(JSON.stringify({ level, timestamp: new Date().toISOString(), own: level }) + '\\n');
      process.stdout.write(JSON.stringify({ level: 'debug', own: 'undated' }) + '\\n'); console.info('info'); console.error('error'); if (event.fail) process.exit(3);`;
    const create = (name: string, levels: CreateFunctionCommandInput['LoggingConfig']) =>
      fixture.create(name, say, { LoggingConfig: { LogFormat: 'JSON', ...levels } });
    await create('detailed', { ApplicationLogLevel: 'DEBUG', SystemLogLevel: 'DEBUG' });
    await create('usual', {});
    await create('terse', { ApplicationLogLevel: 'ERROR', SystemLogLevel: 'WARN' });
    const lines = async (name: string) =>
      (await messages(`/aws/lambda/${name}`)).map((line) => JSON.parse(line) as { type?: string; own?: string; message?: string });
    for (const name of ['detailed', 'usual', 'terse']) await ask(name);
    const seen = async (name: string) => (await lines(name)).map(({ type, own, message }) => type ?? own ?? message);
    expect((await seen('detailed')).sort()).toEqual(
      [
        ...['debug', 'warn', 'error', 'undated', 'info', 'error'],
        ...['initRuntimeDone', 'initReport', 'start', 'runtimeDone', 'report'].map((type) => `platform.${type}`),
      ].sort(),
    );
    expect((await seen('usual')).sort()).toEqual(['warn', 'error', 'undated', 'info', 'error', 'platform.start', 'platform.report'].sort());
    expect(await seen('terse')).toEqual(['error', 'error']);
    await ask('terse', { fail: true });
    expect((await lines('terse')).slice(2)).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'platform.report', record: expect.objectContaining({ status: 'error' }) })]),
    );
  });

  it("the emulator's own log has long lines of functions shortened, theirs whole", async () => {
    await start({ FUNCTION_TRUNCATE_STDOUT: '40' });
    await fixture.create('long', zipOf({ 'index.js': "exports.handler = async () => process.stdout.write('y'.repeat(100) + '\\n');" }));
    await ask('long');
    expect(await messages('/aws/lambda/long')).toContain('y'.repeat(100));
    expect(fixture.emulator.lines.filter((line) => line.includes('yyy')).map((line) => /long: (.*)$/.exec(line)?.[1])).toEqual([
      `${'y'.repeat(40)}…`,
    ]);
  });
});
