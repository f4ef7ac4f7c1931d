// Tells of operations and services that are not emulated, once each, on the console and in the ledger; each call is in the traces.
import type { Call } from '#core/call';
import type { Kernel } from '#core/kernel';
import { NOT_EMULATED } from '#core/messages';

interface UnsupportedCall extends Pick<Call, 'service' | 'requestId' | 'trace'> {
  /** Service and operation: `cognito-idp.ListUserPools`. */
  readonly name: string;
  /** performance.now() */
  readonly startedMs: number;
  readonly reason: string;
}

/** Tells of the operation, unless it was told of before. */
export function tellUnsupported({ name, service, requestId, trace, startedMs, reason }: UnsupportedCall, kernel: Kernel): void {
  const { unsupported, log, problems, clock } = kernel;
  if (!unsupported.isNew(name, reason)) return;
  log.in('gateway').write(NOT_EMULATED, { name, reason });
  const facts = { trace: trace.id, depth: trace.depth, requestId, startedMs, atMs: clock.now() };
  const remedy = 'emulator docs coverage';
  problems.note({ ...facts, what: 'call', code: NOT_EMULATED.code, cause: `${name}: ${reason}`, resource: service, remedy });
}
