// Accepts deliveries as asynchronous invocations in the write that causes them, if the function takes all of them and nothing has to be awaited.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import { parametersOf } from '#core/delivery/outbox';
import { Fault } from '#core/fault';
import type { Tx } from '#core/records';
import { decidedHeader } from '#core/traces/trace-header';
import { parseArn } from '#lib/arn';
import { fitsRecord, putEvent } from './events/accept.ts';
import { checkPayload } from './invoke/payload.ts';
import { named } from './lookup/find-function.ts';
import { type Invocable, invocable } from './lookup/invocable.ts';
import { invoking } from './permissions/guard.ts';

export function acceptInWrite(deliveries: readonly DeliveryRequest[], tx: Tx, ctx: Ctx): boolean {
  const { targetArn } = deliveries[0]!.to;
  const address = parseArn(targetArn);
  if (!address) return false;
  const there = ctx.in(address);
  const found = refusing(() => plainFunction(targetArn, there));
  if (!found || !ctx.permits(invoking(found.fn.name, found.qualifier, there))) return false;
  const payloads = deliveries.map(({ payload }) => Buffer.from(payload));
  if (!payloads.every(fitsRecord)) return false;
  const checked = refusing(() => payloads.map(checkPayload));
  if (!checked) return false;
  for (const [i, request] of deliveries.entries()) {
    const traceId = decidedHeader(parametersOf(request)?.traceHeader ?? ctx.traceHeader, found.settings.tracingMode === 'Active', ctx);
    putEvent(tx, ctx.id(), { ...found, payload: checked[i]!.toString(), traceId }, there);
  }
  return true;
}

/** Undefined for functions that an invocation has to say more to, or that refuse it. @throws Fault */
function plainFunction(targetArn: string, there: Ctx): Invocable | undefined {
  const found = invocable(named({ FunctionName: targetArn }, there), there);
  return found.settings.durable || found.settings.tenancy ? undefined : found;
}

/** Undefined if the function would refuse: the outbox reports that. */
function refusing<T>(decide: () => T): T | undefined {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}
