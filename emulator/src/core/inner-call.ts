// A call that a service makes: by its name, in a role, or in the name of its own caller.
import type { Call, CallOptions } from './call.ts';
import { actingPrincipal } from './principal.ts';

/** `from`: the call that is under way, in the scope of its context. */
export function innerCall(
  named: Pick<Call, 'service' | 'operation' | 'input'>,
  options: CallOptions,
  from: Omit<Call, 'input'>,
  id: () => string,
): Call {
  const { service, operation, input } = named;
  const { as, withRole, traceHeader, requestId = id(), account = from.account, region = from.region, mayRest, calledVia } = options;
  const { unflushed = from.unflushed, isPlumbing = from.isPlumbing } = options;
  const acting = withRole ? { role: withRole } : as;
  return {
    service,
    operation,
    input,
    account,
    region,
    principal: acting ? actingPrincipal(acting, from.account) : from.principal,
    isInner: !options.isByRight && (acting || from.isActing) ? undefined : true,
    requestId,
    trace: { id: from.trace.id, depth: from.trace.depth + 1 },
    traceHeader,
    origin: from.origin,
    unflushed,
    isPlumbing,
    mayRest,
    calledVia,
    caller: from.caller,
  };
}
