// Changes a resource in place, forward or back.
import type { Outcome, Step } from './step.ts';

export async function update({ before, desired, previous, handler, ctx, leave }: Step): Promise<Outcome> {
  const updated = await handler.update!(before!.physicalId, desired, previous, ctx);
  if (updated.physicalId !== before!.physicalId) leave();
  return updated;
}
