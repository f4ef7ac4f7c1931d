// Creates a resource.
import { awaitSignals } from '#services/cloudformation/execution/resource-signals';
import type { Outcome, Step } from './step.ts';

export async function create({ desired, creationPolicy, handler, ctx }: Step): Promise<Outcome> {
  const created = await handler.create(desired, ctx);
  ctx.created(created.physicalId);
  await awaitSignals(creationPolicy, ctx);
  return created;
}
