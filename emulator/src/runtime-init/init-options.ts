// The settings of one environment.

import type { DebuggerOption } from './debugging.ts';
import type { LogRecord } from './invocation.ts';
import type { ExtensionHost, Launch } from './process/process.ts';
import type { RuntimeApiAddress } from './runtime-api.ts';
import type { LogFormat } from './telemetry/platform-lines.ts';
import type { ConnectTo } from './telemetry/telemetry-delivery.ts';

export interface InitOptions extends RuntimeApiAddress {
  readonly functionName: string;
  readonly functionVersion: string;
  readonly handler: string;
  readonly accountId: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly logFormat: LogFormat;
  /** The time limit of the init phase. */
  readonly initTimeoutMs?: number | undefined;
  /** The process asks before it loads the user's code, so that it can be started ahead. */
  readonly parks: boolean;
  /** Freezes all processes of the environment between two invocations, as the cloud does. */
  readonly freezes?: boolean | undefined;
  /** How a debugger holds the function's process: its time limits are off meanwhile. */
  readonly debugger?: DebuggerOption | undefined;
  readonly launch: Launch;
  /** The programs in /opt/extensions. */
  readonly extensions?: ExtensionHost | undefined;
  /** Connects to a port of the environment; by default a port of this machine. */
  readonly connect?: ConnectTo | undefined;
  readonly onLog: (record: LogRecord) => void;
}
