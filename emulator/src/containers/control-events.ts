// The two directions of an environment's line: its reports, and the commands to it.
import type { Readable } from 'node:stream';
import type { Command, LogsBody, StatusName } from '#runtime-init/channel-wire';
import type { InvokeOutcome } from '#runtime-init/invocation';

/** Reports of an environment. */
export interface LineEvents {
  status(name: StatusName, body: Uint8Array): void;
  logs(body: LogsBody): void;
  chunk(requestId: string, chunk: Uint8Array, contentType: string): void;
  outcome(requestId: string, outcome: InvokeOutcome): void;
  /** The archive with that hash, where this environment may have it. */
  code(sha256: string): Readable | undefined;
  /** The environment was connected and is silent now. */
  lost(): void;
  /** The gateway is about to close: the environment ends now; resolves when it has. */
  closing(): Promise<void>;
}

export interface ControlLine {
  send(command: Command, payload?: Uint8Array): void;
  /** False once no command can be sent any more. */
  readonly open: boolean;
  /** Refuses further connections of the environment. */
  close(): void;
}
