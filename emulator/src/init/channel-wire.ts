// What init and the emulator say to each other over the control channel: paths below `/_emulator_function/<runtime id>`, headers, bodies.
// Init dials out; every request carries `Authorization: Bearer <the environment's secret>`.

import type { FunctionIdentity } from './extensions-api.ts';
import type { Invocation, InvokeReport, LogRecord } from './invocation.ts';
import type { LogFormat } from './platform-lines.ts';

export const CHANNEL_BASE = '/_emulator_function';

/** A question for the next command is answered at the latest after this time (204), so that both sides know the other lives. */
export const HEARTBEAT_MS = 3000;
/** Without a word for this long the other side is taken for gone. */
export const LOST_MS = 5000;

export const HEADERS = {
  /** One per start of init: a second program that dials in with the same id is refused. */
  instance: 'emulator-instance',
  /** `InvokeOutcome.kind` of what is posted to `…/error`. */
  kind: 'emulator-error-kind',
  errorType: 'emulator-error-type',
  /** `streaming`: the function answered a stream. */
  mode: 'emulator-response-mode',
} as const;

/** In the container's variable EMULATOR_FUNCTION. */
export interface FunctionSettings extends FunctionIdentity {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly logFormat: LogFormat;
  /** What runs the function; its own or the image's `bootstrap` unless told. */
  readonly command?: readonly string[] | undefined;
  readonly workingDirectory?: string | undefined;
  /** `provided.*`: the function's bootstrap comes before the image's. */
  readonly ownBootstrapFirst: boolean;
  /** Cloud names lead to the emulator inside the container, but for those that these patterns leave out. */
  readonly names?: { readonly leave: string } | undefined;
  /** Archives that init fetches from `…/code/<sha256>` and unpacks before it is ready. */
  readonly fetch: readonly { readonly sha256: string; readonly path: string }[];
}

type WireInvocation = Omit<Invocation, 'payload' | 'onChunk'> & { readonly streams: boolean };

export type Command =
  | { readonly kind: 'init' }
  | { readonly kind: 'invoke'; readonly invocation: WireInvocation }
  | { readonly kind: 'reset' }
  | { readonly kind: 'stop' };

const NEWLINE = 0x0a;

/** One line of JSON, then the payload as it is. */
export const encodeCommand = (command: Command, payload: Uint8Array = new Uint8Array()): Uint8Array =>
  Buffer.concat([Buffer.from(`${JSON.stringify(command)}\n`), payload]);

export function decodeCommand(body: Uint8Array): { command: Command; payload: Uint8Array } {
  const end = body.indexOf(NEWLINE);
  const text = Buffer.from(body.buffer, body.byteOffset, end).toString();
  return { command: JSON.parse(text) as Command, payload: body.subarray(end + 1) };
}

/** `POST …/logs` and `POST …/invocations/<id>/logs`; the last of an invocation brings its report. */
export interface LogsBody {
  readonly records: readonly LogRecord[];
  readonly report?: InvokeReport | undefined;
}

/** `POST …/status/<one of these>`; `error` has an error body, the others none. */
export type StatusName = 'ready' | 'error' | 'initialised' | 'reset' | 'stopped';
