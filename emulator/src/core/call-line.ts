// The log line of a call: service, operation, resource, caller, account and region, outcome, time. Made when it is read.
import type { Call } from './call.ts';
import { shortName } from './call-resource.ts';
import type { Callers } from './callers.ts';
import type { Principal } from './principal.ts';

/** Takes what the line needs out of the call, so that the log keeps a few words instead of the whole call. `startedMs`: performance.now(). */
export function callLine(
  { service, operation, principal, account, region }: Call,
  resource: string | undefined,
  outcome: () => string,
  startedMs: number,
  callers: Callers,
): () => string {
  const tookMs = performance.now() - startedMs;
  return () => {
    const on = resource === undefined ? '' : ` ${shortName(resource)}`;
    const took = Math.round(tookMs * 10) / 10;
    return `${service}.${operation}${on}${callerIn(principal, callers)} ${account} ${region} ${outcome()} ${took} ms`;
  };
}

/** ` by …`, ` in …`, or nothing. */
export function callerIn(principal: Principal, callers: Callers): string {
  if (principal.kind === 'service')
    return ` by ${principal.service}${principal.sourceArn === undefined ? '' : ` (${shortName(principal.sourceArn)})`}`;
  if (principal.kind === 'anonymous') return '';
  if (principal.role !== undefined) return ` in ${shortName(principal.role)}`;
  const name = callers.nameOf(principal.accessKeyId);
  return name === undefined ? '' : ` by ${name}`;
}
