// Many invocations at once, many functions at once, and streams: what they cost all processes together, and what they leave behind.
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { handler, ROLE, zipOf } from '../conformance/lambda/fixture.ts';
import { fire } from './load.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const CONCURRENCY = 20;
const CALLS = 1500;
const ROUNDS = 2;
/** Two processors have so much time for each of a thousand invocations in a second, whoever asks for them included. */
const BUDGET_US = 2000;
const FUNCTIONS = 200;
const MAX_BYTES = 1.5e9;
/** How long the streaming handler goes on after its first piece. */
const STREAMING_MS = 400;

const headers = {
  authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0',
  'content-type': 'application/json',
};
const settings = (FunctionName: string, code: Uint8Array) =>
  JSON.stringify({
    ...{ FunctionName, Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler' },
    Code: { ZipFile: Buffer.from(code).toString('base64') },
  });

export async function invocationsBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt({ FUNCTION_SYNCHRONOUS_CREATE: '1' }, 'ignore');
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const post = (path: string, body: string, expect = 200) => fire(emulator.url, agent, { path, headers, body, expect });
  const tree = () => descendants(emulator.pid);
  try {
    const create = (name: string, code: Uint8Array) => post('/2015-03-31/functions', settings(name, code), 201);
    await create('empty', handler('return {};'));
    const busy = await load(() => post('/2015-03-31/functions/empty/invocations', '{}'), tree);
    const first = await firstByte(emulator.url, create);
    const names = Array.from({ length: FUNCTIONS }, (_, at) => `one-of-many-${at}`);
    for (const name of names) {
      await create(name, handler('return {};'));
      await post(`/2015-03-31/functions/${name}/invocations`, '{}');
    }
    const bytes = tree().reduce((sum, pid) => sum + pssOf(pid), 0);
    const pids = tree();
    await emulator.stop();
    const left = await leftOf(pids.filter((pid) => pid !== emulator.pid));
    return [busy, first, memoryRow(bytes), { what: 'processes left behind', figure: String(left), ratio: left, limit: 0 }];
  } finally {
    agent.destroy();
    await emulator.stop();
  }
}

const memoryRow = (bytes: number): BenchRow => ({
  what: `memory of all processes after ${FUNCTIONS} functions ran once each`,
  figure: `${Math.round(bytes / 1e6)} MB`,
  ratio: bytes / MAX_BYTES,
  limit: 1,
  floor: `PSS; the limit is ${MAX_BYTES / 1e9} GB`,
});

/** CPU time and not the clock, so that whatever else runs on the machine counts less. */
async function load(invoke: () => Promise<unknown>, tree: () => readonly number[]): Promise<BenchRow> {
  const run = async (count: number): Promise<void> => {
    let left = count;
    const caller = async () => {
      while (left-- > 0) await invoke();
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, caller));
  };
  await run(CALLS / 2);
  let [least, rate] = [Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const [cpu, startedAt] = [cpuUs(tree()), performance.now()];
    await run(CALLS);
    rate = Math.max(rate, (CALLS * 1000) / (performance.now() - startedAt));
    least = Math.min(least, (cpuUs(tree()) - cpu) / CALLS);
  }
  return {
    what: `CPU of a warm invocation, ${CONCURRENCY} at once, all processes`,
    figure: `${Math.round(least)} µs`,
    ratio: least / BUDGET_US,
    limit: 1,
    floor: `1,000 a second on two processors; here and now ${Math.round(rate)} a second`,
  };
}

async function firstByte(url: string, create: (name: string, code: Uint8Array) => Promise<unknown>): Promise<BenchRow> {
  const source = `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
    stream.write('first');
    await new Promise((resolve) => setTimeout(resolve, ${STREAMING_MS}));
    stream.end('last');
  });`;
  await create('streaming', zipOf({ 'index.js': source }));
  const ask = (): Promise<readonly [number, number]> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const path = '/2021-11-15/functions/streaming/response-streaming-invocations';
      const sent = http.request(`${url}${path}`, { method: 'POST', headers }, (answer) => {
        let firstAt = 0;
        answer.on('data', () => (firstAt ||= performance.now()));
        answer.on('end', () => resolve([firstAt - startedAt, performance.now() - startedAt]));
      });
      sent.on('error', reject);
      sent.end('{}');
    });
  await ask();
  const [firstMs, endMs] = await ask();
  return {
    what: 'first byte of a streamed answer',
    figure: `${firstMs.toFixed(1)} ms`,
    ratio: firstMs / endMs,
    limit: 0.5,
    floor: `the handler ended after ${endMs.toFixed(0)} ms`,
  };
}

/** The process, those that it started, and those that they started. */
function descendants(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    const parent = /^\d+$/.test(entry) ? parentOf(Number(entry)) : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** How many of them are there two seconds later. Ended ones whose parent has not looked yet are no processes any more. */
async function leftOf(pids: readonly number[]): Promise<number> {
  await setTimeout(2000);
  return pids.filter((pid) => readUnlessGone(`/proc/${pid}/stat`, (text) => !/\) [ZX] /.test(text)) === true).length;
}

const parentOf = (pid: number): number | undefined =>
  readUnlessGone(`/proc/${pid}/stat`, (text) => Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]));

const pssOf = (pid: number): number =>
  readUnlessGone(`/proc/${pid}/smaps_rollup`, (text) => Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024) ?? 0;

/** CPU time of these processes and of this one, which sends the requests. */
const cpuUs = (pids: readonly number[]): number =>
  [process.pid, ...pids].reduce((sum, pid) => sum + (readUnlessGone(`/proc/${pid}/task`, () => threadsUs(pid)) ?? 0), 0);

const threadsUs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, task) => sum + (readUnlessGone(`/proc/${pid}/task/${task}/schedstat`, (text) => Number(text.split(' ')[0]) / 1000) ?? 0),
    0,
  );

/** Processes come and go while they are read. */
function readUnlessGone<T>(path: string, read: (text: string) => T): T | undefined {
  try {
    return read(path.endsWith('/task') ? '' : readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
