// The protocol of the control channel between init and the emulator: paths below `/_emulator_function/<runtime id>`, headers, bodies.
// Init connects to the emulator; every request carries `Authorization: Bearer <the environment's secret>`.

import type { FunctionIdentity } from './extensions/extensions-api.ts';
import type { Invocation, InvokeReport, LogRecord } from './invocation.ts';
import type { LogFormat } from './telemetry/platform-lines.ts';

export const CHANNEL_BASE = '/_emulator_function';

/** A request for the next command is answered after this time at the latest (204), so that each side knows that the other is alive. */
export const HEARTBEAT_MS = 3000;
/** After this long without a message, a side treats the other as gone. */
export const LOST_MS = 5000;

export const HEADERS = {
  /** Identifies one start of init: a second program that connects with the same runtime id is refused. */
  instance: 'emulator-instance',
  /** `InvokeOutcome.kind` of a body posted to `…/error`. */
  kind: 'emulator-error-kind',
  errorType: 'emulator-error-type',
  /** `streaming`: the function returned a stream. */
  mode: 'emulator-response-mode',
} as const;

/** The value of the container's variable EMULATOR_FUNCTION. */
export interface FunctionSettings extends FunctionIdentity {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly logFormat: LogFormat;
  /** Freeze the function between invocations, unless a debugger may inspect it. */
  readonly freezes: boolean;
  /** The command that runs the function; by default its own or the image's `bootstrap`. */
  readonly command?: readonly string[] | undefined;
  readonly workingDirectory?: string | undefined;
  /** `provided.*`: the function's bootstrap takes precedence over the image's. */
  readonly ownBootstrapFirst: boolean;
  /** Give up the system calls that no function may make. */
  readonly filters: boolean;
  /** Inside the container, the cloud's names lead to the emulator, except names that match these patterns. */
  readonly names?: { readonly leave: string } | undefined;
  /** Archives that init downloads from `…/code/<sha256>` and unpacks before it is ready. */
  readonly fetch: readonly { readonly sha256: string; readonly path: string }[];
}

type WireInvocation = Omit<Invocation, 'payload' | 'onChunk'> & { readonly streams: boolean };

/** Changes of a folder that was copied into the environment: paths below it that are gone, and an archive of the others. */
export interface CodeChange {
  readonly sha256: string;
  readonly path: string;
  readonly removed: readonly string[];
}

export type Command =
  | { readonly kind: 'init' }
  | { readonly kind: 'invoke'; readonly invocation: WireInvocation }
  | { readonly kind: 'reset'; readonly changes?: readonly CodeChange[] | undefined }
  | { readonly kind: 'stop' };

const NEWLINE = 0x0a;

/** One line of JSON, followed by the payload unchanged. */
export const encodeCommand = (command: Command, payload: Uint8Array = new Uint8Array()): Uint8Array =>
  Buffer.concat([Buffer.from(`${JSON.stringify(command)}\n`), payload]);

export function decodeCommand(body: Uint8Array): { command: Command; payload: Uint8Array } {
  const end = body.indexOf(NEWLINE);
  const text = Buffer.from(body.buffer, body.byteOffset, end).toString();
  return { command: JSON.parse(text) as Command, payload: body.subarray(end + 1) };
}

/** `POST …/logs` and `POST …/invocations/<id>/logs`; the last request of an invocation carries its report. */
export interface LogsBody {
  readonly records: readonly LogRecord[];
  readonly report?: InvokeReport | undefined;
}

/** The body of the status `ready`. */
export interface ReadyBody {
  /** Whether the system calls that were to be given up are given up. */
  readonly isFiltered: boolean;
}

/** The body of the status `initialised`. */
export interface InitialisedBody {
  /** Whether the code was loaded. Otherwise the first invocation tries it again. */
  readonly loaded: boolean;
}

/** `POST …/status/<name>`; `error` has an error body, `ready` and `initialised` have one of their own, the others none. */
export type StatusName = 'ready' | 'error' | 'initialised' | 'reset' | 'stopped';
