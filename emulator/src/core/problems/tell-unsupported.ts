// Tells of operations and services that are not emulated, once each, on the console and in the ledger; each call is in the traces.
import type { Call } from '#core/call';
import { callerIn } from '#core/call-line';
import type { Kernel } from '#core/kernel';
import { NOT_EMULATED } from '#core/messages';

interface UnsupportedCall extends Pick<Call, 'service' | 'requestId' | 'trace' | 'principal'> {
  /** Service and operation, or method and path: `mq.GET /v1/brokers`. */
  readonly call: string;
  /** The operation, or the service where no operation is known: each is told of once. */
  readonly name: string;
  /** performance.now() */
  readonly startedMs: number;
  readonly reason: string;
}

/** Counts the call, and tells of the operation unless it was told of before. */
export function tellUnsupported(
  { call, name, service, principal, requestId, trace, startedMs, reason }: UnsupportedCall,
  kernel: Kernel,
): void {
  const { unsupported, log, problems, clock, callers } = kernel;
  const by = callerIn(principal, callers).trim() || 'by a client';
  unsupported.note({ call, reason, by, atMs: clock.now() });
  if (!unsupported.isNew(name, reason)) return;
  log.in('gateway').write(NOT_EMULATED, { name, reason });
  const facts = { trace: trace.id, depth: trace.depth, requestId, startedMs, atMs: clock.now() };
  const remedy = `emulator stub ${call.includes(' ') ? `"${call}"` : call} answer.json`;
  problems.note({ ...facts, what: 'call', code: NOT_EMULATED.code, cause: `${name}: ${reason}`, resource: service, remedy });
}
