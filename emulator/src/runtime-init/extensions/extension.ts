// One extension of an environment and its state: a program in /opt/extensions, or a part of the runtime's own process.

import { randomUUID } from 'node:crypto';
import type { Invocation } from '#runtime-init/invocation';
import type { ManagedProcess } from '#runtime-init/process/process';
import type { ExtensionEvent } from './registration.ts';

type ExtensionState = 'Started' | 'Registered' | 'Ready' | 'Running' | 'InitError' | 'ExitError' | 'LaunchError' | 'Exited';

/** Answers the extension's question for its next event; false when it no longer listens. */
export type DeliverEvent = (event: object, eventId: string) => boolean;

export interface Extension {
  readonly id: string;
  readonly name: string;
  /** Its own process, for a program; it receives the shutdown event. */
  readonly process: ManagedProcess | undefined;
  state: ExtensionState;
  events: readonly ExtensionEvent[];
  errorType: string | undefined;
  waiting: DeliverEvent | undefined;
  /** The shutdown event, which replaces any other event that it would get. */
  last?: object;
}

export const newExtension = (name: string, process: ManagedProcess | undefined): Extension => ({
  ...{ id: randomUUID(), name, process, state: 'Started', events: [], errorType: undefined, waiting: undefined },
});

/** False when it is not listening: it gets the event when it asks for the next one. */
export function tell(extension: Extension, event: object): boolean {
  const { waiting } = extension;
  extension.waiting = undefined;
  return waiting?.(event, randomUUID()) ?? false;
}

export const invokeEvent = ({ requestId, invokedFunctionArn, traceId = '' }: Invocation, deadlineMs: number) => ({
  eventType: 'INVOKE',
  deadlineMs: Math.floor(deadlineMs),
  requestId,
  invokedFunctionArn,
  tracing: { type: 'X-Amzn-Trace-Id', value: traceId },
});

export type ShutdownReason = 'spindown' | 'timeout' | 'failure';

export const shutdownEvent = (shutdownReason: ShutdownReason, deadlineMs: number) => ({
  eventType: 'SHUTDOWN',
  shutdownReason,
  deadlineMs: Math.floor(deadlineMs),
});

/** For the log and for telemetry: `platform.extension`. */
export interface ExtensionNotice {
  readonly name: string;
  readonly state: string;
  readonly events: readonly string[];
  readonly errorType?: string | undefined;
}

export const noticeOf = ({ name, state, events, errorType }: Extension): ExtensionNotice => ({ name, state, events, errorType });
