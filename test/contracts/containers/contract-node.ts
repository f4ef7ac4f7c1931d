// The rules of the Node.js runtimes: how a handler is found, answers and fails, in generation 3 and generation 4.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { untilPasses } from '../../support/until-passes.ts';
import { type Answered, type Files, type Fixture, invoke } from './contract-fixture.ts';

const gen3 = 'nodejs20.x';
const gen4 = 'nodejs24.x';

export function nodeCases(fixture: Fixture): void {
  const ask = async (runtime: string, handler: string, files: Files, payload: unknown = {}): Promise<Answered & { log: string[] }> => {
    const { environment, log } = await fixture.start(runtime, handler, files);
    const answered = await invoke(environment, payload);
    await environment.stop();
    return { ...answered, log: log.map(({ text }) => text) };
  };
  const commonJs = (body: string): Files => ({ 'index.js': body });

  it.each<[string, string, Files, unknown]>([
    ['index.handler', 'async', commonJs('exports.handler = async (e) => ({ e })'), { e: {} }],
    ['index.handler', 'undefined becomes null', commonJs('exports.handler = async () => undefined'), null],
    ['index.handler', 'callback', commonJs('exports.handler = (e, c, cb) => setTimeout(() => cb(null, "called"), 5)'), 'called'],
    [
      'index.handler',
      'callback waits for the loop',
      commonJs('exports.handler = (e, c, cb) => { const o = {}; setTimeout(() => { o.late = 1 }, 30); cb(null, o) }'),
      { late: 1 },
    ],
    [
      'index.handler',
      'callback need not wait',
      commonJs('exports.handler = (e, c, cb) => { c.callbackWaitsForEmptyEventLoop = false; setTimeout(() => {}, 60000); cb(null, 1) }'),
      1,
    ],
    ['index.handler', 'a returned value is ignored', commonJs('exports.handler = () => "ignored"'), null],
    ['index.handler', 'context.succeed', commonJs('exports.handler = (e, c) => { setTimeout(() => c.succeed("s"), 2) }'), 's'],
    ['index.a.b.c', 'nested property', commonJs('exports.a = { b: { c: async () => "deep" } }'), 'deep'],
    ['lib/sub.handler', 'a folder', { 'lib/sub.js': 'exports.handler = async () => "sub"' }, 'sub'],
    [
      'index.handler',
      'mjs with top-level await',
      { 'index.mjs': 'const v = await Promise.resolve(7); export const handler = async () => v' },
      7,
    ],
    [
      'index.handler',
      'type module',
      { 'package.json': '{"type":"module"}', 'index.js': 'export const handler = async () => "esm"' },
      'esm',
    ],
    ['index.handler', 'cjs', { 'index.cjs': 'exports.handler = async () => "cjs"' }, 'cjs'],
  ])('generation 3: %s, %s', async (handler, _what, files, expected) => {
    const { body, outcome } = await ask(gen3, handler, files);
    expect(outcome.kind, JSON.stringify(body)).toBe('response');
    expect(body).toEqual(expected);
  });

  it.each<[string, string, Files, string, unknown]>([
    [
      'index.handler',
      'a thrown error',
      commonJs('exports.handler = async () => { throw new RangeError("bad\\x7f") }'),
      'RangeError',
      'bad%7F',
    ],
    ['index.handler', 'a thrown string', commonJs('exports.handler = async () => { throw "plain" }'), 'string', 'plain'],
    ['index.handler', 'a callback error', commonJs('exports.handler = (e, c, cb) => cb(new TypeError("t"))'), 'TypeError', 't'],
    [
      'index.handler',
      'never settled',
      commonJs('exports.handler = async () => new Promise(() => {})'),
      'Runtime.NodeJsExit',
      expect.any(String),
    ],
    [
      'index.handler',
      'cyclic',
      commonJs('exports.handler = async () => { const a = {}; a.a = a; return a }'),
      'Error',
      'Unable to stringify response body',
    ],
    [
      'index.handler',
      'lost rejection',
      commonJs('exports.handler = async () => { Promise.reject(new Error("lost")); await new Promise((r) => setTimeout(r, 500)) }'),
      'Runtime.UnhandledPromiseRejection',
      'Error: lost',
    ],
    [
      'index.handler',
      'uncaught',
      commonJs(
        'exports.handler = async () => { setTimeout(() => { throw new Error("later") }, 1); await new Promise((r) => setTimeout(r, 500)) }',
      ),
      'Error',
      'later',
    ],
    [
      'index.handler',
      'syntax',
      commonJs('exports.handler = async ( => 1'),
      'Runtime.UserCodeSyntaxError',
      expect.stringContaining('SyntaxError'),
    ],
    [
      'index.handler',
      'missing module',
      commonJs('require("not-there")'),
      'Runtime.ImportModuleError',
      expect.stringContaining("Cannot find module 'not-there'"),
    ],
    ['gone.handler', 'missing file', commonJs(''), 'Runtime.ImportModuleError', expect.stringContaining("Cannot find module 'gone'")],
    ['index.nope', 'missing export', commonJs('exports.handler = 1'), 'Runtime.HandlerNotFound', 'index.nope is undefined or not exported'],
    ['index.handler', 'not a function', commonJs('exports.handler = 1'), 'Runtime.HandlerNotFound', 'index.handler is not a function'],
    ['../index.handler', 'dots', commonJs(''), 'Runtime.MalformedHandlerName', expect.stringContaining('is not a valid handler name')],
    ['index', 'no dot', commonJs(''), 'Runtime.MalformedHandlerName', 'Bad handler'],
    ['index.handler', 'thrown while loading', commonJs('throw new EvalError("early")'), 'EvalError', 'early'],
  ])('generation 3 fails: %s, %s', async (handler, _what, files, errorType, errorMessage) => {
    const { body, outcome } = await ask(gen3, handler, files);
    expect(outcome.kind).toBe('error');
    expect(body).toMatchObject({ errorType, errorMessage });
  });

  it.each<[string, string, Files, unknown]>([
    ['index.handler', 'a returned value', commonJs('exports.handler = () => "returned"'), 'returned'],
    ['index.handler', 'CommonJS through default', commonJs('module.exports = { ["hand" + "ler"]: async () => "default" }'), 'default'],
    [
      'index.handler',
      'no succeed',
      commonJs('exports.handler = async (e, c) => typeof c.succeed + typeof c.xRayTraceId'),
      'undefinedstring',
    ],
  ])('generation 4: %s, %s', async (handler, _what, files, expected) => {
    expect((await ask(gen4, handler, files)).body).toEqual(expected);
  });

  it.each<[string, Files, unknown]>([
    ['callbacks', commonJs('exports.handler = (e, c, cb) => cb()'), { errorType: 'Runtime.CallbackHandlerDeprecated' }],
    ['cyclic', commonJs('exports.handler = async () => { const a = {}; a.a = a; return a }'), { errorType: 'Runtime.JSONStringifyError' }],
    [
      'never settled',
      commonJs('exports.handler = async () => new Promise(() => {})'),
      { errorType: 'Runtime.ExitError', errorMessage: expect.stringContaining('without providing a reason') },
    ],
    [
      'lost rejection',
      commonJs('exports.handler = async () => { Promise.reject(new Error("lost")); await new Promise((r) => setTimeout(r, 500)) }'),
      { errorType: 'Runtime.ExitError', errorMessage: expect.stringContaining('exit status 1') },
    ],
  ])('generation 4 fails: %s', async (_what, files, expected) => {
    expect((await ask(gen4, 'index.handler', files)).body).toMatchObject(expected as object);
  });

  it('streams', async () => {
    const files = commonJs(`exports.handler = awslambda.streamifyResponse(async (e, s, c) => {
      const out = awslambda.HttpResponseStream.from(s, { statusCode: 201 }); out.write('one');
      while (!e.copied && !require('fs').existsSync(__dirname + '/gate')) await new Promise((r) => setTimeout(r, 10));
      out.write('two');
      if (e.fail) throw new Error('mid'); out.end(); });`);
    const code = fixture.content(files);
    const { environment } = await fixture.start(gen3, 'index.handler', {}, { code: { ...code, mayLinkTo: () => false } });
    const chunks: string[] = [];
    const handle = environment.invoke({
      // In a copy of its folder the function would not see the gate.
      ...{ requestId: 'streaming-1', payload: Buffer.from(JSON.stringify({ copied: environment.copiesFolders })), invokedFunctionArn: 'a' },
      onChunk: (chunk, contentType) => {
        chunks.push(`${contentType}:${Buffer.from(chunk)}`);
        writeFileSync(join(code.localDir, 'gate'), '');
      },
    });
    expect(await handle.response).toMatchObject({
      kind: 'response',
      streaming: true,
      contentType: 'application/vnd.awslambda.http-integration-response',
    });
    await handle.done;
    expect(chunks.length).toBeGreaterThan(environment.copiesFolders ? 0 : 1);
    const whole = await invoke(environment, { copied: environment.copiesFolders });
    expect(whole.body).toBe(`{"statusCode":201}${'\0'.repeat(8)}onetwo`);
    const failed = await invoke(environment, { fail: true, copied: environment.copiesFolders });
    expect(failed.outcome.kind).toBe('error');
    expect(failed.body).toMatchObject({ errorType: 'Error', errorMessage: 'mid' });
    await environment.stop();
  });

  it('survives errors at odd moments', async () => {
    const files = commonJs(`exports.handler = awslambda.streamifyResponse(async (e, s) => {
      s.write('x'); if (e.late) setTimeout(() => { throw new Error('late'); }, 5);
      if (e.mid) { setTimeout(() => { throw new Error('uncaught'); }, 5); await new Promise((r) => setTimeout(r, 500)); }
      s.end(); if (e.after) { await new Promise((r) => s.once('finish', r)); throw new Error('after the end'); } });`);
    const { environment, log } = await fixture.start(gen3, 'index.handler', files);
    expect((await invoke(environment, { after: true })).body).toBe('x');
    expect((await invoke(environment, { mid: true })).body).toMatchObject({ errorType: 'Error', errorMessage: 'uncaught' });
    expect((await invoke(environment, { late: true })).body).toBe('x');
    // An error thrown after the answer ends the process at once, or within a later invocation where the process was frozen by then.
    await untilPasses(async () => {
      const { body } = await invoke(environment);
      if (body !== 'x') expect(body).toMatchObject({ errorMessage: expect.stringContaining('exit status 129') });
      expect(log.map(({ text }) => text).join('\n')).toContain('Error: late');
      expect(body).toBe('x');
    });
    await environment.stop();
  });

  it('is not misled by a package.json above the code', async () => {
    const { localDir } = fixture.content({
      'package.json': '{"type":"module"}',
      'inner/index.js': 'const { v } = require("./other"); exports.handler = async () => v',
      'inner/other.js': 'exports.v = "commonjs"',
    });
    const code = { sha256: 'above', sizeBytes: 1, localDir: join(localDir, 'inner') };
    for (const runtime of [gen3, gen4]) {
      const { environment } = await fixture.start(runtime, 'index.handler', {}, { code });
      expect((await invoke(environment)).body).toBe('commonjs');
      await environment.stop();
    }
  });

  it('inherits nothing and tells the context', async () => {
    process.env['SECRET_OF_THE_EMULATOR'] = 'secret';
    const files = commonJs(`exports.handler = async (e, c) => ({ env: process.env, c, left: c.getRemainingTimeInMillis() })`);
    const { environment } = await fixture.start(gen3, 'index.handler', files, { env: { MINE: 'é=1\n2' } });
    const { body } = await invoke(environment, {}, { clientContext: '{"custom":{"k":"ü"}}' });
    const { env, c, left } = body as { env: Record<string, string>; c: Record<string, unknown>; left: number };
    expect(env['SECRET_OF_THE_EMULATOR']).toBeUndefined();
    expect(env['NODE_OPTIONS']).toBeUndefined();
    expect(env['_LAMBDA_TELEMETRY_LOG_FD']).toBeUndefined();
    expect(env['MINE']).toBe('é=1\n2');
    expect(env['_X_AMZN_TRACE_ID']).toMatch(/^Root=/);
    expect(c).toMatchObject({ functionName: 'contract', memoryLimitInMB: '256', clientContext: { custom: { k: 'ü' } } });
    expect(left).toBeGreaterThan(2000);
    await environment.stop();
  });

  it('writes JSON logs at their level', async () => {
    const files = commonJs(
      `exports.handler = async () => { console.debug('no'); console.warn('careful\\nnow', { a: 1 }); console.error(new Error('e')); }`,
    );
    const env = { AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: 'INFO' };
    const { environment, log } = await fixture.start(gen3, 'index.handler', files, { env, logFormat: 'JSON' });
    const { report } = await invoke(environment);
    const shown = log.filter(({ source, level }) => source !== 'platform' || level !== 'DEBUG');
    const details = log.filter((record) => !shown.includes(record)).map(({ text }) => (JSON.parse(text) as { type: string }).type);
    expect(details).toEqual(['platform.initRuntimeDone', 'platform.initReport', 'platform.runtimeDone']);
    const records = shown.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    expect(records[0]).toMatchObject({ type: 'platform.start' });
    expect(records[1]).toMatchObject({ level: 'WARN', requestId: report.requestId, message: 'careful\nnow { a: 1 }' });
    expect(records[2]).toMatchObject({ level: 'ERROR', message: { errorType: 'Error', errorMessage: 'e' } });
    expect(records[3]).toMatchObject({ type: 'platform.report', record: { requestId: report.requestId, status: 'success' } });
    expect(shown[1]!.level).toBe('WARN');
    await environment.stop();
  });

  it('tells the tenant in JSON logs', async () => {
    const files = commonJs('exports.handler = async (event, context) => console.log(context.tenantId)');
    const env = { AWS_LAMBDA_LOG_FORMAT: 'JSON' };
    const { environment, log } = await fixture.start(gen3, 'index.handler', files, { env, logFormat: 'JSON' });
    await invoke(environment, {}, { tenantId: 'blue' });
    const records = log.map(({ text }) => JSON.parse(text) as object);
    expect(records).toContainEqual(expect.objectContaining({ message: 'blue', tenantId: 'blue' }));
    expect(records).toContainEqual(
      expect.objectContaining({ type: 'platform.start', record: expect.objectContaining({ tenantId: 'blue' }) }),
    );
    await environment.stop();
  });
}

/** Only where the machine's own interpreters are used. */
export function substituteCases(fixture: Fixture): void {
  it('warns when another version serves, but not in the log of the function', async () => {
    const support = await fixture.runtime.supports({ packageType: 'Zip', runtime: 'nodejs99.x', architecture: 'x86_64' });
    expect(support).toMatchObject({
      ok: true,
      warning: expect.stringMatching(/^Node.js 99 is not on this machine \(looked in .*\): nodejs99.x runs on Node.js/),
    });
    const { environment, log } = await fixture.start('nodejs99.x', 'index.handler', { 'index.js': 'exports.handler = () => 1' });
    await invoke(environment);
    expect(log.map(({ text }) => text).join()).not.toContain('is not on this machine');
    await environment.stop();
  });
}
