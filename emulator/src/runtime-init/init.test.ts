// The Runtime API as a runtime sees it: this test plays the runtime, no process is started.

import { afterEach, expect, it } from 'vitest';
import { untilPasses } from '../../../test/support/until-passes.ts';
import { Init } from './init.ts';
import type { LogRecord } from './invocation.ts';
import type { ExitInfo } from './process/process.ts';

interface Played {
  readonly init: Init;
  readonly api: (
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  readonly exit: (exit: ExitInfo) => void;
  readonly launches: () => number;
  readonly log: LogRecord[];
}

const open: Init[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((init) => init.stop()));
});

async function play(timeoutMs = 600_000, initTimeoutMs = 600_000): Promise<Played> {
  let address = '';
  let launches = 0;
  let exit: (exit: ExitInfo) => void = () => undefined;
  const log: LogRecord[] = [];
  let launched!: () => void;
  const started = new Promise<void>((resolve) => {
    launched = resolve;
  });
  const init = new Init({
    ...{
      functionName: 'played',
      functionVersion: '7',
      handler: 'index.handler',
      accountId: '000000000000',
      timeoutMs,
      initTimeoutMs,
      memoryMb: 128,
      logFormat: 'Text',
      parks: false,
      onLog: (record) => log.push(record),
    },
    launch: (at) => {
      address = at;
      launches++;
      launched();
      const exited = new Promise<ExitInfo>((resolve) => {
        exit = resolve;
      });
      return {
        exited,
        kill: () => exit({ signal: 'SIGKILL' }),
        terminate: () => undefined,
        watch: () => undefined,
        flush: async () => ({ peakBytes: 0 }),
      };
    },
  });
  open.push(init);
  await init.start();
  const api: Played['api'] = async (method, path, body, headers = {}) => {
    await started;
    return fetch(`http://${address}${path}`, {
      method,
      headers: { ...headers, Connection: 'close' },
      ...(body === undefined ? {} : { body }),
    });
  };
  return { init, api, exit: (how) => exit(how), launches: () => launches, log };
}

const runtime = '/2018-06-01/runtime';
const next = `${runtime}/invocation/next`;
const invocation = (requestId: string) => ({
  requestId,
  payload: Buffer.from('{"a":1}'),
  invokedFunctionArn: 'arn:x',
  clientContext: '{"k":\n"ü"}',
});

it('hands out an invocation and takes its answer', async () => {
  const { init, api } = await play();
  const beganMs = Date.now();
  const handle = init.invoke(invocation('r1'));
  const given = await api('GET', next);
  expect(await given.text()).toBe('{"a":1}');
  expect(given.headers.get('lambda-runtime-aws-request-id')).toBe('r1');
  expect(given.headers.get('lambda-runtime-invoked-function-arn')).toBe('arn:x');
  expect(given.headers.has('lambda-runtime-trace-id')).toBe(false);
  expect(Number(given.headers.get('lambda-runtime-deadline-ms'))).toBeGreaterThan(beganMs);
  expect(Buffer.from(given.headers.get('lambda-runtime-client-context')!, 'latin1').toString()).toBe('{"k": "ü"}');
  const taken = await api('POST', `${runtime}/invocation/r1/response`, '"done"', { 'Content-Type': 'text/plain' });
  expect([taken.status, await taken.json()]).toEqual([202, { status: 'OK' }]);
  expect(await handle.response).toMatchObject({ kind: 'response', contentType: 'text/plain', streaming: false });
  // Free only once the runtime asks for more.
  expect(init.state).toBe('busy');
  const waiting = api('GET', next);
  expect((await handle.done).kind).toBe('response');
  expect(init.state).toBe('idle');
  const second = init.invoke(invocation('r2'));
  expect((await waiting).headers.get('lambda-runtime-aws-request-id')).toBe('r2');
  await api('POST', `${runtime}/invocation/r2/error`, '{"errorType":"E"}');
  expect(await second.response).toMatchObject({ kind: 'error', errorType: 'E' });
});

it('refuses what is out of turn', async () => {
  const { init, api } = await play();
  init.invoke(invocation('r1'));
  await api('GET', next);
  const refusal = async (answer: Promise<Response>) => {
    const response = await answer;
    return [response.status, ((await response.json()) as { errorType: string }).errorType];
  };
  expect(await refusal(api('GET', next))).toEqual([403, 'InvalidStateTransition']);
  expect(await refusal(api('POST', `${runtime}/init/error`, '{}'))).toEqual([403, 'InvalidStateTransition']);
  expect(await refusal(api('POST', `${runtime}/invocation/other/response`, '1'))).toEqual([400, 'InvalidRequestID']);
  const mode = { 'Lambda-Runtime-Function-Response-Mode': 'odd' };
  expect(await refusal(api('POST', `${runtime}/invocation/r1/response`, '1', mode))).toEqual([400, 'InvalidFunctionResponseMode']);
  const large = await api('POST', `${runtime}/invocation/r1/response`, Buffer.alloc(6_291_557, 'x'));
  expect([large.status, await large.json()]).toEqual([
    413,
    { errorType: 'RequestEntityTooLarge', errorMessage: 'Exceeded maximum allowed payload size (6291556 bytes).' },
  ]);
  expect(await refusal(api('POST', `${runtime}/invocation/r1/response`, '2'))).toEqual([403, 'InvalidStateTransition']);
  expect(await (await api('GET', '/2018-06-01/ping')).text()).toBe('pong');
  expect(await refusal(api('GET', '/2018-06-01/ping', undefined, { Origin: 'https://example.com' }))).toEqual([403, 'Forbidden']);
  expect((await api('GET', '/elsewhere')).status).toBe(404);
});

it('initialises again within the invocation when the init phase fails', async () => {
  const { init, api, launches, log } = await play();
  const handle = init.invoke(invocation('r1'));
  await api('POST', `${runtime}/init/error`, '{"errorType":"Runtime.First"}');
  await untilPasses(() => expect(launches()).toBe(2));
  await api('POST', `${runtime}/init/error`, '{"errorType":"Runtime.Second"}');
  expect(await handle.response).toMatchObject({ kind: 'error', errorType: 'Runtime.Second' });
  await handle.done;
  expect(log.map(({ text }) => text.split(/[ :]/)[0])).toEqual(['INIT_REPORT', 'START', 'END', 'REPORT']);
});

it('gives the init phase its own limit and the invocation the function’s', async () => {
  const patient = await play(600_000, 20);
  const handle = patient.init.invoke(invocation('r1'));
  await untilPasses(() => expect(patient.launches()).toBe(2));
  await patient.api('GET', next);
  await patient.api('POST', `${runtime}/invocation/r1/response`, '1');
  expect((await handle.response).kind).toBe('response');
  const brief = await play(200, 100);
  const outcome = await brief.init.invoke(invocation('r1')).response;
  expect(outcome).toMatchObject({ kind: 'timeout', errorType: 'Sandbox.Timedout' });
  expect(brief.launches()).toBe(2);
});

it('tells how a process ended, and an answer given before counts', async () => {
  const { init, api, exit } = await play();
  const first = init.invoke(invocation('r1'));
  await api('GET', next);
  exit({ code: 9 });
  expect(Buffer.from((await first.response).body).toString()).toContain('RequestId: r1 Error: Runtime exited with error: exit status 9');
  await first.done;
  const second = init.invoke(invocation('r2'));
  await api('GET', next);
  await api('POST', `${runtime}/invocation/r2/response`, '1');
  exit({ code: 9 });
  expect((await second.response).kind).toBe('response');
  expect((await second.done).kind).toBe('response');
});

it('takes an invocation while it initialises ahead', async () => {
  const { init, api, launches } = await play();
  const ahead = init.init();
  const handle = init.invoke(invocation('r1'));
  await api('GET', next);
  await ahead;
  await api('POST', `${runtime}/invocation/r1/response`, '1');
  expect((await handle.response).kind).toBe('response');
  expect(launches()).toBe(1);
});

it('notices a process that ends right after it was ready', async () => {
  const { init, api, exit } = await play();
  const ready = init.init();
  const asking = api('GET', next).catch(() => undefined);
  await ready;
  exit({ code: 1 });
  await asking;
  const handle = init.invoke(invocation('r1'));
  await api('GET', next);
  await api('POST', `${runtime}/invocation/r1/response`, '1');
  expect((await handle.response).kind).toBe('response');
});
