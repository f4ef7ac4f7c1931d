// The public types: what starting an emulator in a process takes, and what it gives. They name no other types than options and log lines.

import type { OptionValues } from '#config/options';
import type { PolicyReport } from '#core/authorization/policy-report';
import type { FaultRequest, FaultRule } from '#core/faults/fault-rules';
import type { Sink } from '#core/log';
import type { Snapshot } from '#core/records';
import type { Stub } from '#core/stubs/stub-answers';

export interface StartOptions {
  /**
   * Port of the gateway, 0 to 65535; 0 chooses a free one. It overrides the port in GATEWAY_LISTEN; the address stays.
   * By default the port in GATEWAY_LISTEN, which is 4566 unless set.
   */
  readonly port?: number;
  /**
   * Options by name, as `docs/configuration.md` lists them, each with a value of its own type: `{ PERSISTENCE: '1', FUNCTION_RUNTIME_ENVIRONMENT_TIMEOUT: 30 }`.
   * They override environment variables. CONTAINER_RUNTIME is `embedded` here unless set.
   */
  readonly options?: Partial<OptionValues>;
  /** Environment variables from which options are read; by default `process.env`. `{}` makes a test independent of the machine. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** `manual`: time begins at 2026-01-01T00:00:00Z and stands still until `emulator.clock.advance(…)`. By default `system`. */
  readonly clock?: 'system' | 'manual';
  /** Receives each log line as it is written; `false` writes none. By default lines are written to stderr. It must not throw. */
  readonly log?: Sink | false;
  /** `true`: only lines of the levels `warn` and `error` are written. */
  readonly quiet?: boolean;
  /** Answers for operations that are not emulated, by call: `{ 'rekognition.DetectLabels': { Labels: [] } }`. */
  readonly stubs?: Readonly<Record<string, StubOutput>>;
  /** Enables `POST /_emulator/stop`. It is called once, and must then call `stop`. */
  readonly onStopRequest?: () => void;
  /** Folder of the certificate authority that answers `https://`; it is created when first needed. By default the authority exists in memory only. */
  readonly authorityDirectory?: string;
  /** Folders of `start.d`, `ready.d` and `shutdown.d` whose scripts run, by default none. `runBootScripts` runs those of `boot.d`. */
  readonly initDirectories?: readonly string[];
  /** `true`: a record that is changed after it was stored throws where it is changed. For tests of the emulator itself. */
  readonly checked?: boolean;
  /** Is told of each call that begins to wait for something: for what, and when that is over. For tests of the emulator itself. */
  readonly onWait?: (key: string, over: Promise<boolean>) => void;
}

export interface EmulatorClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /**
   * Moves the clock ahead and runs the work that falls due on the way, in order. Resolves when all of it, and what it caused, has ended.
   * @param by milliseconds from 0, or a text of numbers with `ms`, `s`, `m`, `h` or `d`: `'5m'`, `'1h30m'`
   * @throws RangeError when `by` is neither
   */
  advance(by: string | number): Promise<void>;
}

export interface EmulatorFaults {
  /**
   * Lets calls fail or wait from now on: `{ service: 'sqs', operation: 'SendMessage', error: 'ThrottlingException', times: 2 }`.
   * @throws EmulatorError FAULT_INVALID for a service or an operation that does not exist, neither an error nor a delay, or a number out of range
   */
  add(fault: FaultRequest): FaultRule;
  /** The faults that have not ended, with the calls that they have met. */
  list(): readonly FaultRule[];
  /** Ends one fault, or all. */
  clear(id?: string): void;
}

/** The output of an operation, in the names of the service's API. */
export type StubOutput = Readonly<Record<string, unknown>>;

export interface EmulatorStubs {
  /**
   * Lets an operation that is not emulated answer this from now on; a stub of the same call is replaced.
   * @param call `rekognition.DetectLabels`; for a REST API without a model here method and path: `mq.GET /v1/brokers/*`
   * @throws EmulatorError STUB_INVALID where the operation is emulated, is none of the service, or gives no such answer
   */
  add(call: string, answer: StubOutput): Stub;
  /** The stubs, with the calls that they have answered. */
  list(): readonly Stub[];
  /** Removes one stub, or all. `reset` leaves them. */
  clear(call?: string): void;
}

export interface IdentityPolicy extends PolicyReport {
  /** Whether the identity's own policies allow it, without what only a condition would allow. */
  covers(access: { readonly action: string; readonly resource: string }): boolean;
}

export interface Emulator extends AsyncDisposable {
  /** `http://127.0.0.1:4566`: the endpoint for clients, without a slash at the end. */
  readonly url: string;
  /** The port in `url`. */
  readonly port: number;
  readonly clock: EmulatorClock;
  /** Every option with the value in force. */
  readonly options: OptionValues;
  /** Resolves when no delivery and no due work is under way. Work that is due later does not count. */
  idle(): Promise<void>;
  /** Resolves when the scripts of the start have ended. It never rejects: a failed script is logged. */
  readonly ready: Promise<void>;
  /** Empties all accounts and regions; work under way ends without effect. The clock, the port and the options stay. */
  reset(): Promise<void>;
  /**
   * A copy of all state, cheap however many records there are: what changes later is copied when it changes.
   * @throws EmulatorError STORE_SNAPSHOT_PERSISTENT in persistent mode
   */
  snapshot(): Snapshot;
  /**
   * Returns to a snapshot that this emulator took, any number of times. The clock stays where it is: work that is overdue by then runs at once.
   * @throws EmulatorError STORE_SNAPSHOT_FOREIGN when another emulator took it, STORE_SNAPSHOT_PERSISTENT in persistent mode
   */
  restore(snapshot: Snapshot): void;
  /** Calls that are made to fail or to wait, to try what an application does then. `reset` ends all faults. */
  readonly faults: EmulatorFaults;
  /** Answers for operations that are not emulated. */
  readonly stubs: EmulatorStubs;
  /** The choices made at the start, with reasons: one sentence each. */
  readonly choices: readonly string[];
  /**
   * Tells what a user or role has done since calls are judged (`IAM_ENFORCEMENT`), the smallest policy that would have done, and what it lacks.
   * @param identity its ARN, or the name of a role in the default account
   * @throws EmulatorError IDENTITY_MISSING when there is none and none has called
   */
  policyOf(identity: string): Promise<IdentityPolicy>;
  /** Runs the scripts of `shutdown.d`, ends functions and requests, and closes the port and the store. Further calls wait for the first. */
  stop(): Promise<void>;
}
