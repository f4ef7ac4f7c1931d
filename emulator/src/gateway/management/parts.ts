// The parts of an emulator that the management endpoints need and the gateway does not have itself.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Setting } from '#config/options';
import type { Ctx } from '#core/ctx';
import type { History } from '#core/log';
import type { MovableClock } from '#core/time/clock';
import type { CallPlainly } from '#gateway/plain-call';
import type { Authority } from '#gateway/tls/authority';

export interface ManagementParts {
  readonly history: History;
  /** Where absent, this emulator cannot be stopped over HTTP. */
  readonly onStopRequest?: (() => void) | undefined;
  readonly settings: readonly Setting[];
  /** The choices that the emulator made at the start, with their reasons. */
  readonly choices: readonly string[];
  readonly warnings: readonly string[];
  /** Stages and scripts in their present state. */
  readonly init: () => {
    readonly completed: Readonly<Record<string, boolean>>;
    readonly scripts: readonly { readonly stage: string }[];
    readonly notes: readonly string[];
  };
  readonly state: {
    reset(): Promise<void>;
    save(name: string): Promise<string>;
    load(name: string): Promise<string>;
    list(): Promise<readonly object[]>;
    remove(name: string): Promise<string>;
    compare(from: string, to?: string): Promise<object>;
  };
  readonly clock: MovableClock;
  readonly call: CallPlainly;
  /** Answers a message of an agent, whose body has been read; undefined where agents are not served. Loaded on first use. */
  readonly agents: (() => Promise<(request: IncomingMessage, response: ServerResponse, message: object) => Promise<void>>) | undefined;
  /** The context of the emulator itself in an account. */
  readonly contextIn: (account: string) => Ctx;
  /** Made on first use. */
  readonly authority: () => Promise<Authority>;
  /** Resolves when all is idle. */
  readonly untilIdle: () => Promise<void>;
}
