// How long a function takes to start and to answer when it runs embedded, beside the bare interpreter in the same run.

import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '#containers/container-runtime';
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
import { findInterpreters, nearest } from '#containers/embedded/interpreters';
import type { Interpreter } from '#containers/embedded/version-folders';
import type { BenchRow } from './row.ts';

const runs = 12;
const warmRuns = 400;

interface Subject {
  readonly language: string;
  readonly runtime: string;
  readonly file: string;
  readonly source: string;
  readonly bare: readonly string[];
}

export const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
export const ms = (value: number) => `${value.toFixed(2)} ms`;

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The interpreter with an empty program, from an empty environment. */
const bareStart = (command: readonly string[]) =>
  timed(() => new Promise((resolve) => spawn(command[0]!, command.slice(1), { env: {}, stdio: 'ignore' }).once('exit', resolve)));

let requests = 0;
async function answer(environment: Environment): Promise<void> {
  const handle = environment.invoke({ requestId: `bench-${++requests}`, payload: Buffer.from('{}'), invokedFunctionArn: 'bench' });
  const outcome = await handle.response;
  if (outcome.kind !== 'response') throw new Error(Buffer.from(outcome.body).toString());
}

function subjects(node: Interpreter, python: Interpreter | undefined): Subject[] {
  const found: Subject[] = [
    {
      ...{ language: 'Node.js', runtime: `nodejs${node.release}.x`, file: 'index.js', source: 'exports.handler = async () => ({});' },
      bare: [node.path, '-e', '0'],
    },
  ];
  if (python)
    found.push({
      ...{ language: 'Python', runtime: `python3.${python.release}`, file: 'index.py', source: 'def handler(event, context): return {}' },
      bare: [python.path, '-I', '-S', '-c', ''],
    });
  return found;
}

/** A request to a server that answers at once: what any answer over HTTP costs here. */
export async function httpRoundTrip(): Promise<number> {
  const server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const times: number[] = [];
  for (let i = 0; i < warmRuns; i++) times.push(await timed(() => fetch(url).then((response) => response.text())));
  server.closeAllConnections();
  server.close();
  return median(times);
}

async function benchOne(runtime: EmbeddedRuntime, workDir: string, subject: Subject, floorMs: number): Promise<BenchRow[]> {
  const localDir = mkdtempSync(join(workDir, 'code-'));
  // Where root runs this, functions are somebody else.
  chmodSync(localDir, 0o755);
  writeFileSync(join(localDir, subject.file), subject.source);
  const create = () =>
    runtime.createEnvironment({
      ...{ id: 'bench', function: { packageType: 'Zip', runtime: subject.runtime, architecture: 'x86_64' }, functionName: 'bench' },
      ...{ functionVersion: '$LATEST', accountId: '000000000000', handler: 'index.handler', env: {}, labels: {}, layers: [] },
      ...{ code: { sha256: localDir, sizeBytes: 0, localDir }, timeoutMs: 3000, memoryMb: 256, logFormat: 'Text', onLog: () => undefined },
    });
  await (await create()).stop();
  const bare: number[] = [];
  const cold: number[] = [];
  const parked: number[] = [];
  const warm: number[] = [];
  for (let run = 0; run < runs; run++) {
    bare.push(await bareStart(subject.bare));
    let environment!: Environment;
    const created = await timed(async () => (environment = await create()));
    const answered = await timed(() => answer(environment));
    cold.push(created + answered);
    parked.push(answered);
    await environment.stop();
  }
  const environment = await create();
  for (let i = 0; i < warmRuns; i++) {
    const startedAt = performance.now();
    const handle = environment.invoke({ requestId: `bench-${++requests}`, payload: Buffer.from('{}'), invokedFunctionArn: 'bench' });
    await handle.response;
    warm.push(performance.now() - startedAt);
    await handle.done;
  }
  await environment.stop();
  const floor = `bare start ${ms(median(bare))}`;
  const extra = median(cold) - median(bare);
  return [
    { what: `cold invoke, ${subject.language}: more than a bare start`, figure: ms(extra), ratio: extra, limit: 60, floor },
    { what: `cold invoke, ${subject.language}, parked`, figure: ms(median(parked)), ratio: median(parked), limit: 10, floor },
    {
      what: `warm invoke, ${subject.language}: more than a bare HTTP round trip`,
      figure: ms(median(warm) - floorMs),
      ratio: median(warm) - floorMs,
      limit: 1.5,
      floor: `HTTP round trip ${ms(floorMs)}`,
    },
  ];
}

/** `ratio` and `limit` are milliseconds here: the promises are differences to the floor. */
export async function executionBench(): Promise<BenchRow[]> {
  const workDir = mkdtempSync(join(tmpdir(), 'bench-execution-'));
  const runtime = new EmbeddedRuntime({ workDir });
  try {
    const [node, python] = await Promise.all([findInterpreters('nodejs'), findInterpreters('python')]);
    const floorMs = await httpRoundTrip();
    const rows: BenchRow[] = [];
    for (const subject of subjects(node.found[0]!, nearest(python.found, 12)))
      rows.push(...(await benchOne(runtime, workDir, subject, floorMs)));
    return rows;
  } finally {
    await runtime.dispose();
    rmSync(workDir, { recursive: true, force: true });
  }
}
