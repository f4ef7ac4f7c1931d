// Calls that no client made: by the emulator itself, for one of its services or for an unsigned request outside the cloud's API.
import type { Call } from './call.ts';
import type { Kernel } from './kernel.ts';

type ServiceCallFacts = Pick<Call, 'service' | 'operation' | 'account' | 'region' | 'principal'> &
  Partial<Pick<Call, 'requestId' | 'trace' | 'origin' | 'http' | 'caller' | 'isActing'>>;

/** A call without input at the emulator's own origin, aborted when the emulator stops (or with its `caller`). Begins its own trace unless one is given. */
export function serviceCall(kernel: Pick<Kernel, 'id' | 'origin' | 'stopping'>, facts: ServiceCallFacts): Call {
  const { service, operation, account, region, principal, requestId = kernel.id(), origin = kernel.origin } = facts;
  const trace = facts.trace ?? { id: requestId, depth: 0 };
  const caller = facts.caller ?? { signal: kernel.stopping };
  return {
    service,
    operation,
    input: {},
    account,
    region,
    principal,
    requestId,
    trace,
    origin,
    http: facts.http,
    caller,
    isActing: facts.isActing,
  };
}
