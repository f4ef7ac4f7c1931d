// Sends to a target at once and returns its answer: nothing is kept.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Kernel } from '#core/kernel';
import type { DeliveryRequest } from './delivery.ts';
import { parametersOf } from './outbox.ts';

/** `ctx`: of the sender. @throws Fault of the target; NO_TARGET where nothing here answers for the ARN */
export async function invokeTarget(request: DeliveryRequest, id: string, ctx: Ctx & { readonly kernel: Kernel }): Promise<string> {
  const { to, payload } = request;
  const target = await ctx.kernel.registry.target(to.targetArn);
  if (!target?.invoke) throw new Fault('NO_TARGET', `Nothing here answers for ${to.targetArn}`);
  const { account, region, trace } = ctx;
  const facts = { id, account, region, createdMs: ctx.now(), attempts: 0, trace: trace.id };
  return target.invoke({ ...to, payload, parameters: parametersOf(request), ...facts }, ctx);
}
