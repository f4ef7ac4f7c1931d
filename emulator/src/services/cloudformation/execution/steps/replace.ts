// Creates a resource anew and leaves the former one, which is deleted when the operation has succeeded.
import { mustRename } from '#services/cloudformation/execution/refusals';
import { awaitSignals } from '#services/cloudformation/execution/resource-signals';
import type { Outcome, Step } from './step.ts';

export async function replace({ before, desired, creationPolicy, handler, ctx, leave }: Step): Promise<Outcome> {
  const created = await handler.create(desired, ctx);
  if (created.physicalId === before!.physicalId) throw mustRename(created.physicalId);
  ctx.created(created.physicalId);
  await awaitSignals(creationPolicy, ctx);
  leave();
  return created;
}
