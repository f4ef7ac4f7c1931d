// State machines: CPU of a transition beside a call that runs nothing, and of a start beside raw node:http that answers the same bytes; items of a
// Map a second; and the weight of executions that wait.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { handler, ROLE } from '../conformance/lambda/fixture.ts';
import { type Ask, asking } from './asking.ts';
import { json } from './door.ts';
import { cpuInTurns, cpuPerRequest, type Shot } from './load.ts';
import { type Measured, rawServer, startBuilt, startFloor } from './process.ts';
import type { BenchRow } from './row.ts';

const PASSES = 10;
/** Microseconds of a transition, a share of the start and the end of its execution included. */
const MAX_US = { ephemeral: 25, persistent: 40, express: 10 };
const MAX_START_RATIO = 3;
/** Many rounds, so that both are compiled as well as they will ever be. */
const LOAD = { count: 500, rounds: 30 };
const ITEMS = 1000;
const MIN_ITEMS_PER_SECOND = 600;
const CONCURRENCY = 8;
const MAPS = 5;
const WAITING = 10_000;
const MAX_WAITING_BYTES = 3 * 1024;
const IDLE_MS = 5000;
/** Milliseconds of CPU in a second. */
const MAX_IDLE_MS = 2;

const sfn = (operation: string, input: object): Shot => json('states', `AWSStepFunctions.${operation}`, '1.0', input);
const arnOf = (name: string): string => `arn:aws:states:us-east-1:000000000000:stateMachine:${name}`;
const start = (name: string, input = '{"order":7}'): Shot => sfn('StartExecution', { stateMachineArn: arnOf(name), input });

type States = Readonly<Record<string, object>>;
const create = (name: string, States: States, more: object = {}): Shot =>
  sfn('CreateStateMachine', { name, roleArn: ROLE, definition: JSON.stringify({ StartAt: Object.keys(States)[0], States }), ...more });

const passes = (count: number): States =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `Pass ${i}`,
      { Type: 'Pass', ...(i === count - 1 ? { End: true } : { Next: `Pass ${i + 1}` }) },
    ]),
  );

export async function stateMachinesBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-states-'));
  try {
    return [
      ...(await using({}, transitionRows)),
      ...(await using({ PERSISTENCE: '1', DATA_DIR: join(folder, 'passes') }, persistentRows)),
      ...(await using({ FUNCTION_SYNCHRONOUS_CREATE: '1' }, mapRows)),
      ...(await using({}, waitingRows)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function using(
  environment: Record<string, string>,
  measure: (emulator: Measured, ask: Ask) => Promise<BenchRow[]>,
): Promise<BenchRow[]> {
  const emulator = await startBuilt(environment);
  const { ask, close } = asking(emulator.url);
  try {
    return await measure(emulator, ask);
  } finally {
    close();
    await emulator.stop();
  }
}

async function transitionRows(emulator: Measured, ask: Ask): Promise<BenchRow[]> {
  await ask(create('passes', passes(PASSES)));
  await ask(create('pass', passes(1)));
  await ask(create('express', passes(PASSES), { type: 'EXPRESS' }));
  const sync = sfn('StartSyncExecution', { stateMachineArn: arnOf('express'), input: '{"order":7}' });
  return [
    transition('a Standard machine', await besideCall(emulator, start('passes'), ask), MAX_US.ephemeral),
    transition('an Express machine', await besideCall(emulator, sync, ask), MAX_US.express),
    startRow(await besideRaw(emulator, start('pass'), ask)),
  ];
}

async function persistentRows(emulator: Measured, ask: Ask): Promise<BenchRow[]> {
  await ask(create('passes', passes(PASSES)));
  return [transition('a Standard machine, on disk', await besideCall(emulator, start('passes'), ask), MAX_US.persistent)];
}

/** Microseconds of CPU of a call that finds a record, and of this one. */
async function besideCall(emulator: Measured, shot: Shot, ask: Ask): Promise<readonly [number, number]> {
  const { activityArn } = await ask(sfn('CreateActivity', { name: 'beside' }));
  return await cpuInTurns({ server: emulator, shot: sfn('DescribeActivity', { activityArn }) }, { server: emulator, shot }, LOAD);
}

/** Microseconds of CPU of a request: of raw node:http that answers as the emulator does, and of the emulator. */
async function besideRaw(emulator: Measured, shot: Shot, ask: Ask): Promise<readonly [number, number]> {
  const floor = await startFloor(rawServer(JSON.stringify(await ask(shot))));
  try {
    return await cpuPerRequest(floor, emulator, shot, LOAD);
  } finally {
    await floor.stop();
  }
}

function transition(of: string, [call, ours]: readonly [number, number], limitUs: number): BenchRow {
  const us = (ours - call) / PASSES;
  return {
    what: `server CPU per transition of ${of}, ${PASSES} Pass states`,
    figure: `${us.toFixed(1)} µs`,
    ratio: us / limitUs,
    limit: 1,
    floor: `${limitUs} µs; a start and its run ${ours.toFixed(0)} µs, DescribeActivity ${call.toFixed(0)} µs`,
  };
}

const startRow = ([raw, ours]: readonly [number, number]): BenchRow => ({
  what: 'server CPU per StartExecution of one Pass state, its run included',
  figure: `${ours.toFixed(0)} µs`,
  ratio: ours / raw,
  limit: MAX_START_RATIO,
  floor: `${raw.toFixed(0)} µs, raw node:http`,
});

async function mapRows(_: Measured, ask: Ask): Promise<BenchRow[]> {
  const ZipFile = Buffer.from(handler('return { id: event.id };')).toString('base64');
  const settings = { FunctionName: 'item', Runtime: 'nodejs20.x', Role: ROLE, Handler: 'index.handler', Code: { ZipFile } };
  await ask({ ...json('lambda', '', '1.1', settings), path: '/2015-03-31/functions', expect: 201 });
  const Invoke = {
    ...{ Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true },
    Parameters: { FunctionName: 'item', 'Payload.$': '$' },
    OutputPath: '$.Payload',
  };
  const ItemProcessor = { StartAt: 'Invoke', States: { Invoke } };
  await ask(create('map', { Map: { Type: 'Map', MaxConcurrency: CONCURRENCY, ItemProcessor, End: true } }));
  const input = JSON.stringify(Array.from({ length: ITEMS }, (_, id) => ({ id })));
  let leastMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < MAPS; i++) {
    const startedAt = performance.now();
    await ended(await ask(start('map', input)), ask);
    leastMs = Math.min(leastMs, performance.now() - startedAt);
  }
  const perSecond = (ITEMS * 1000) / leastMs;
  return [
    {
      what: `items of a Map of ${ITEMS}, a warm function each, ${CONCURRENCY} at once`,
      figure: `${Math.round(perSecond)} a second`,
      ratio: MIN_ITEMS_PER_SECOND / perSecond,
      limit: 1,
      floor: `${MIN_ITEMS_PER_SECOND} a second`,
    },
  ];
}

async function ended({ executionArn }: Record<string, unknown>, ask: Ask): Promise<void> {
  for (;;) {
    const { status, cause } = await ask(sfn('DescribeExecution', { executionArn, includedData: 'METADATA_ONLY' }));
    if (status === 'SUCCEEDED') return;
    if (status !== 'RUNNING') throw new Error(`the execution has ended as ${String(status)}: ${String(cause)}`);
    await sleep(20);
  }
}

async function waitingRows(emulator: Measured, ask: Ask): Promise<BenchRow[]> {
  await ask(create('wait', { Wait: { Type: 'Wait', Seconds: 86_400, End: true } }));
  const startMany = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await ask(start('wait'));
  };
  // As many before: the lists of the last requests are full then, and V8 has the space for young objects that a load of this kind makes it take.
  await startMany(WAITING);
  await sleep(IDLE_MS);
  const before = emulator.rssBytes();
  await startMany(WAITING);
  await sleep(IDLE_MS);
  const bytes = (emulator.rssBytes() - before) / WAITING;
  const busyMs = emulator.cpuMs();
  await sleep(IDLE_MS);
  const idleMs = ((emulator.cpuMs() - busyMs) * 1000) / IDLE_MS;
  return [
    {
      what: `memory per waiting execution, ${WAITING.toLocaleString('en')} of them`,
      figure: `${bytes.toFixed(0)} B`,
      ratio: bytes / MAX_WAITING_BYTES,
      limit: 1,
      floor: `${MAX_WAITING_BYTES} B`,
    },
    {
      what: `CPU while ${WAITING.toLocaleString('en')} executions wait, a second`,
      figure: `${idleMs.toFixed(2)} ms`,
      ratio: idleMs,
      limit: MAX_IDLE_MS,
    },
  ];
}
