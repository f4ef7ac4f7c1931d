// Durable functions for tests in which the test itself is the function: each invocation hands its event over and waits for its answer.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DurableConfig, InvokeCommandInput, Lambda, Operation, OperationUpdate } from '@aws-sdk/client-lambda';
import { expect } from 'vitest';
import type { StartOptions } from '../../../emulator/src/main.ts';
import { untilPasses } from '../../support/until-passes.ts';
import { type Fixture, handler, startFixture } from './fixture.ts';

interface DurableEvent {
  readonly DurableExecutionArn: string;
  readonly CheckpointToken: string;
  readonly InitialExecutionState: { readonly Operations: readonly Record<string, unknown>[]; readonly NextMarker: string };
  readonly UpdatedOperationIds: readonly string[];
}

/** One invocation of a durable function, as the test sees it. */
export interface Turn {
  readonly event: DurableEvent;
  readonly arn: string;
  /** The newest checkpoint token. */
  readonly token: string;
  readonly requestId: string;
  /** Checkpoints the updates; the answer's token replaces `token`. */
  checkpoint(updates: readonly OperationUpdate[], more?: object): Promise<Operation[]>;
  /** The function returns this. */
  answer(value: object): void;
  pending(): void;
  fail(): void;
  exit(): void;
}

export interface DurableHost extends AsyncDisposable {
  /** Code of functions that are this test. */
  readonly code: Uint8Array;
  /** The next invocation that has begun. */
  next(lambda: Lambda): Promise<Turn>;
  /** Invocations that have begun, and that `next` has not returned. */
  readonly waiting: number;
}

export async function startDurableHost(): Promise<DurableHost> {
  const begun: { readonly text: string; readonly response: ServerResponse }[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => begun.push({ text: Buffer.concat(pieces).toString(), response }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const code = handler(`
    const response = await fetch('${url}', { method: 'POST', body: JSON.stringify({ event, requestId: context.awsRequestId }) });
    const { exit, fail, value } = await response.json();
    if (exit) process.exit(1);
    if (fail) throw new RangeError('the test says so');
    return value;`);
  return {
    code,
    get waiting() {
      return begun.length;
    },
    next: async (lambda) => {
      const { text, response } = await untilPasses(() => begun.shift() ?? Promise.reject(new Error('no invocation has begun')));
      return turnOf(JSON.parse(text), (answer) => void response.end(JSON.stringify(answer)), lambda);
    },
    [Symbol.asyncDispose]: async () => {
      for (const { response } of begun) response.end('{"exit":true}');
      server.closeAllConnections();
      server.close();
    },
  };
}

function turnOf({ event, requestId }: { event: DurableEvent; requestId: string }, send: (answer: object) => void, lambda: Lambda): Turn {
  let token = event.CheckpointToken;
  const { DurableExecutionArn: arn } = event;
  return {
    ...{ event, arn, requestId },
    get token() {
      return token;
    },
    checkpoint: async (Updates, more = {}) => {
      const input = { DurableExecutionArn: arn, CheckpointToken: token, Updates: [...Updates], ...more };
      const { CheckpointToken, NewExecutionState } = await lambda.checkpointDurableExecution(input);
      token = CheckpointToken ?? '';
      return NewExecutionState!.Operations!;
    },
    answer: (value) => send({ value }),
    pending: () => send({ value: { Status: 'PENDING' } }),
    fail: () => send({ fail: true }),
    exit: () => send({ exit: true }),
  };
}

type StepAction = 'START' | 'SUCCEED' | 'FAIL' | 'RETRY';

export const step = (Id: string, Action: StepAction, more: object = {}): OperationUpdate => ({ Id, Type: 'STEP', Action, ...more });

export const wait = (Id: string, WaitSeconds: number): OperationUpdate => ({
  Id,
  Type: 'WAIT',
  Action: 'START',
  WaitOptions: { WaitSeconds },
});

export const callback = (Id: string, CallbackOptions: object = {}): OperationUpdate => ({
  Id,
  Type: 'CALLBACK',
  Action: 'START',
  CallbackOptions,
});

export const chain = (Id: string, FunctionName: string, Payload?: string): OperationUpdate => ({
  ...{ Id, Type: 'CHAINED_INVOKE', Action: 'START', ChainedInvokeOptions: { FunctionName } },
  ...(Payload !== undefined && { Payload }),
});

export interface DurableFixture extends Fixture, AsyncDisposable {
  readonly host: DurableHost;
  /** The next invocation that has begun. */
  next(): Promise<Turn>;
  createDurable(name: string, config: DurableConfig, more?: object): Promise<void>;
  /** Begins an execution and returns its ARN. */
  begin(name: string, input?: unknown, more?: Partial<InvokeCommandInput>): Promise<string>;
  status(arn: string): Promise<string>;
  history(arn: string): ReturnType<typeof historyOf>;
  types(arn: string): Promise<(string | undefined)[]>;
}

const historyOf = async (lambda: Lambda, DurableExecutionArn: string) =>
  (await lambda.getDurableExecutionHistory({ DurableExecutionArn, MaxItems: 1000 })).Events!;

/** By default the clock stands still until it is advanced. */
export async function startDurableFixture(options: StartOptions = { clock: 'manual' }): Promise<DurableFixture> {
  const host = await startDurableHost();
  const fixture = await startFixture(options);
  const { lambda, emulator } = fixture;
  return {
    ...fixture,
    host,
    next: () => host.next(lambda),
    createDurable: (name, DurableConfig, more = {}) => fixture.create(name, host.code, { DurableConfig, Timeout: 300, ...more }),
    begin: async (name, input = {}, more = {}) => {
      const FunctionName = name.includes(':') ? name : `${name}:$LATEST`;
      const Payload = Buffer.from(JSON.stringify(input));
      const { StatusCode, DurableExecutionArn } = await lambda.invoke({ FunctionName, InvocationType: 'Event', Payload, ...more });
      expect(StatusCode).toBe(202);
      return DurableExecutionArn!;
    },
    status: async (DurableExecutionArn) => (await lambda.getDurableExecution({ DurableExecutionArn })).Status!,
    history: (arn) => historyOf(lambda, arn),
    types: async (arn) => (await historyOf(lambda, arn)).map(({ EventType }) => EventType),
    [Symbol.asyncDispose]: async () => {
      await emulator.stop();
      await host[Symbol.asyncDispose]();
    },
  };
}
