// Durable executions: what a step costs, how soon a suspended execution goes on, and that the engine's cost does not grow with the execution.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Lambda, type OperationUpdate } from '@aws-sdk/client-lambda';
import { apply } from '../../emulator/src/services/lambda/durable/engine/apply.ts';
import { assertBatch } from '../../emulator/src/services/lambda/durable/engine/check-batch.ts';
import { Draft } from '../../emulator/src/services/lambda/durable/engine/draft.ts';
import type { Head } from '../../emulator/src/services/lambda/durable/engine/head.ts';
import type { OperationRecord } from '../../emulator/src/services/lambda/durable/engine/operation.ts';
import { creation, handler } from '../conformance/lambda/fixture.ts';
import { type Measured, startBuilt, startFloor } from './process.ts';
import type { BenchRow } from './row.ts';

const STEPS = 300;
const RESUMES = 30;
const UPDATES = 5000;
const [FEW, MANY] = [10, 3000];

export async function durableBench(): Promise<BenchRow[]> {
  return [...(await served()), engineRow()];
}

const clientOf = (endpoint: string): Lambda =>
  new Lambda({ endpoint, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' }, maxAttempts: 1 });

async function served(): Promise<BenchRow[]> {
  const emulator = await startBuilt({ FUNCTION_SYNCHRONOUS_CREATE: '1' }, 'ignore');
  const host = await startHost();
  const constant = await startFloor(CONSTANT);
  const [lambda, floor] = [clientOf(emulator.url), clientOf(constant.url)];
  try {
    await lambda.createFunction(creation('durable', host.code, { DurableConfig: { ExecutionTimeout: 86_400 }, Timeout: 600 }));
    await lambda.createFunction(creation('plain', handler('return {};')));
    const { DurableExecutionArn } = await lambda.invoke({ FunctionName: 'durable:$LATEST', InvocationType: 'Event' });
    const arn = DurableExecutionArn!;
    const turn = await host.next();
    const token = await steps(lambda, arn, turn.token, 'warm');
    await steps(floor, arn, 'dA==', 'warm');
    const us = await timed(() => steps(lambda, arn, token, 'step'), emulator);
    const least = await timed(() => steps(floor, arn, 'dA==', 'step'), constant);
    const resumed = await resumes(lambda, arn, us.value, turn, host);
    const invoked = await timed(async () => {
      for (let n = 0; n < RESUMES; n++) await lambda.invoke({ FunctionName: 'plain' });
    }, emulator);
    return [
      {
        what: `a step of a durable function, ${STEPS} in a row`,
        figure: `${(us.ms / STEPS).toFixed(2)} ms`,
        ratio: us.ms / least.ms,
        limit: 1.6,
        floor: `a server that answers a constant, ${(least.ms / STEPS).toFixed(2)} ms`,
      },
      {
        what: 'the processor time of the emulator for a step',
        figure: `${(us.cpuMs / STEPS).toFixed(2)} ms`,
        ratio: us.cpuMs / least.cpuMs,
        limit: 4,
        floor: `the same server, ${(least.cpuMs / STEPS).toFixed(2)} ms`,
      },
      {
        what: 'from the answer to a callback to the invocation that sees it',
        figure: `${(resumed / RESUMES).toFixed(1)} ms`,
        ratio: resumed / invoked.ms,
        limit: 8,
        floor: `an invocation and its answer, ${(invoked.ms / RESUMES).toFixed(1)} ms`,
      },
    ];
  } finally {
    for (const client of [lambda, floor]) client.destroy();
    await constant.stop();
    host.stop();
    await emulator.stop();
  }
}

async function timed<T>(
  run: () => Promise<T>,
  served: Measured,
): Promise<{ readonly ms: number; readonly cpuMs: number; readonly value: T }> {
  const [startedAt, cpuMs] = [performance.now(), served.cpuMs()];
  const value = await run();
  return { ms: performance.now() - startedAt, cpuMs: served.cpuMs() - cpuMs, value };
}

/** Checkpoints a step after the other; returns the last token. */
async function steps(client: Lambda, DurableExecutionArn: string, token: string, name: string): Promise<string> {
  let CheckpointToken = token;
  for (let n = 0; n < STEPS; n++) {
    const Updates: OperationUpdate[] = [
      { Id: `${name}-${n}`, Type: 'STEP', Action: 'START' },
      { Id: `${name}-${n}`, Type: 'STEP', Action: 'SUCCEED', Payload: '"done"' },
    ];
    ({ CheckpointToken = '' } = await client.checkpointDurableExecution({ DurableExecutionArn, CheckpointToken, Updates }));
  }
  return CheckpointToken;
}

/** Milliseconds between answers to callbacks and the invocations that follow, all together. */
async function resumes(lambda: Lambda, DurableExecutionArn: string, first: string, begun: Turn, host: Host): Promise<number> {
  let [ms, turn, token] = [0, begun, first];
  for (let n = 0; n < RESUMES; n++) {
    const Updates: OperationUpdate[] = [{ Id: `callback-${n}`, Type: 'CALLBACK', Action: 'START' }];
    const { NewExecutionState } = await lambda.checkpointDurableExecution({ DurableExecutionArn, CheckpointToken: token, Updates });
    const { CallbackId } = NewExecutionState!.Operations![0]!.CallbackDetails!;
    turn.answer({ Status: 'PENDING' });
    // The function has suspended once an invocation of it is in the history.
    const suspended = async () =>
      (await lambda.getDurableExecutionHistory({ DurableExecutionArn, ReverseOrder: true, MaxItems: 1 })).Events![0]!.EventType;
    while ((await suspended()) !== 'InvocationCompleted');
    const startedAt = performance.now();
    const [next] = await Promise.all([host.next(), lambda.sendDurableExecutionCallbackSuccess({ CallbackId })]);
    ms += performance.now() - startedAt;
    [turn, token] = [next, next.token];
  }
  turn.answer({ Status: 'FAILED' });
  return ms;
}

interface Turn {
  readonly token: string;
  answer(value: object): void;
}

interface Host {
  readonly code: Uint8Array;
  next(): Promise<Turn>;
  stop(): void;
}

/** The function hands its events over to this process, and waits for the answers. */
async function startHost(): Promise<Host> {
  const begun: Turn[] = [];
  let waiting: ((turn: Turn) => void) | undefined;
  const take = (text: string, response: ServerResponse): void => {
    const turn = {
      token: (JSON.parse(text) as { CheckpointToken: string }).CheckpointToken,
      answer: (value: object) => void response.end(JSON.stringify(value)),
    };
    if (waiting) waiting(turn);
    else begun.push(turn);
    waiting = undefined;
  };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => take(Buffer.concat(pieces).toString(), response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    code: handler(`return (await fetch('${url}', { method: 'POST', body: JSON.stringify(event) })).json();`),
    next: () => new Promise((resolve) => (begun.length > 0 ? resolve(begun.shift()!) : (waiting = resolve))),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers every checkpoint alike. */
const CONSTANT = `
  import http from 'node:http';
  const answer = '{"CheckpointToken":"dA==","NewExecutionState":{"Operations":[]}}';
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(answer));
  });
  server.listen(0, '127.0.0.1', () => console.log('listening ' + server.address().port));`;

/** One update of an execution that has many operations, against one that has few. */
function engineRow(): BenchRow {
  const measure = (size: number): number => {
    const operations = new Map<string, OperationRecord>();
    for (let n = 0; n < size; n++)
      operations.set(`old-${n}`, { id: `old-${n}`, position: n, type: 'STEP', status: 'SUCCEEDED', startMs: 0 });
    const startedAt = performance.now();
    for (let n = 0; n < UPDATES; n++) {
      const draft = new Draft({ ...HEAD, operations: size }, 0, (id) => operations.get(id));
      const updates = [{ Id: `new-${n}`, Type: 'STEP', Action: 'SUCCEED', Payload: '"done"' }] as const;
      assertBatch(draft, updates);
      apply(draft, updates, { dataOf: (text) => text, newCallbackId: (id) => id });
    }
    return ((performance.now() - startedAt) * 1000) / UPDATES;
  };
  measure(FEW);
  const [few, many] = [Math.min(measure(FEW), measure(FEW)), Math.min(measure(MANY), measure(MANY))];
  return {
    what: `one update of an execution with ${MANY} operations, in the engine`,
    figure: `${many.toFixed(1)} µs`,
    ratio: many / few,
    limit: 2,
    floor: `with ${FEW} operations, ${few.toFixed(1)} µs`,
  };
}

const HEAD: Head = {
  ...{ id: 'x', name: 'run', functionName: 'f', version: 0, traceId: '', isEvent: false, startMs: 0, timeoutS: 60, retentionDays: 1 },
  ...{
    status: 'RUNNING',
    operations: 0,
    events: 0,
    pending: 0,
    timed: 0,
    bytes: 0,
    checkpoints: 0,
    unseen: [],
    turns: 0,
    failures: 0,
    throttles: 0,
  },
};
