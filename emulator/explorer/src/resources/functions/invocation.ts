// Invokes a function from the page, in each of the four ways.

import { sendRest } from '#api/call.ts';
import { frames } from '#api/event-frames.ts';
import type { Scope } from '#api/model.ts';
import { textFromBase64 } from '#ui/format.ts';

export type Mode = 'synchronous' | 'streamed' | 'asynchronous' | 'dry run';

export interface Invocation {
  readonly mode: Mode;
  readonly running: boolean;
  readonly status?: number;
  readonly requestId?: string;
  /** `Handled` or `Unhandled`. */
  readonly functionError?: string;
  readonly payload: string;
  /** ARN of the durable execution that it began. */
  readonly execution?: string;
  /** The last lines of the log, as the answer brings them. */
  readonly log?: string;
  /** Milliseconds until the whole answer was here, in the clock of the browser. */
  readonly ms?: number;
}

const TYPES = { synchronous: 'RequestResponse', asynchronous: 'Event', 'dry run': 'DryRun' } as const;

/** Calls `show` with every part that arrives. */
export async function invoke(
  scope: Scope,
  { FunctionName, Qualifier, Payload, mode }: { FunctionName: string; Qualifier?: string; Payload: string; mode: Mode },
  show: (state: Invocation) => void,
): Promise<void> {
  const begun = performance.now();
  const common = { FunctionName, ...(Qualifier && { Qualifier }), Payload };
  if (mode === 'streamed') return stream(scope, common, begun, show);
  const response = await sendRest(scope, 'lambda', 'Invoke', {
    ...common,
    InvocationType: TYPES[mode],
    ...(mode === 'synchronous' && { LogType: 'Tail' }),
  });
  const log = response.headers.get('x-amz-log-result');
  const functionError = response.headers.get('x-amz-function-error');
  const execution = response.headers.get('x-amz-durable-execution-arn');
  show({
    mode,
    running: false,
    status: response.status,
    requestId: response.headers.get('x-amzn-requestid') ?? '',
    ...(functionError !== null && { functionError }),
    ...(execution !== null && { execution }),
    payload: await response.text(),
    ...(log !== null && { log: textFromBase64(log) }),
    ms: performance.now() - begun,
  });
}

async function stream(scope: Scope, input: Record<string, unknown>, begun: number, show: (state: Invocation) => void): Promise<void> {
  const response = await sendRest(scope, 'lambda', 'InvokeWithResponseStream', { ...input, LogType: 'Tail' });
  const decoder = new TextDecoder();
  let state: Invocation = {
    mode: 'streamed',
    running: true,
    status: response.status,
    requestId: response.headers.get('x-amzn-requestid') ?? '',
    payload: '',
  };
  show(state);
  for await (const { type, body } of frames(response.body!)) {
    if (type === 'PayloadChunk') state = { ...state, payload: state.payload + decoder.decode(body, { stream: true }) };
    if (type === 'InvokeComplete') {
      const { ErrorCode, ErrorDetails, LogResult } = JSON.parse(new TextDecoder().decode(body)) as Record<string, string | undefined>;
      state = {
        ...state,
        ...(ErrorCode && { functionError: ErrorCode, payload: state.payload || (ErrorDetails ?? '') }),
        ...(LogResult && { log: textFromBase64(LogResult) }),
      };
    }
    show(state);
  }
  show({ ...state, running: false, ms: performance.now() - begun });
}

/** Duration, initialization and memory from the line with which the platform ends an invocation. */
export function reportOf(log: string | undefined): { duration?: string; init?: string; memory?: string } {
  const report = /^REPORT .*$/m.exec(log ?? '')?.[0] ?? '';
  const [, duration] = /\sDuration: ([\d.]+ ms)/.exec(report) ?? [];
  const [, init] = /Init Duration: ([\d.]+ ms)/.exec(report) ?? [];
  const [, memory] = /Max Memory Used: (\d+ MB)/.exec(report) ?? [];
  return { ...(duration && { duration }), ...(init && { init }), ...(memory && { memory }) };
}
