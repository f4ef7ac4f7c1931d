// Changes a resource in place, forward or back.
import type { Outcome, Step } from './step.ts';

/** A type that cannot be updated comes here only when its replacement failed: there is nothing to change back. */
export async function update({ before, desired, previous, handler, ctx, leave }: Step): Promise<Outcome> {
  const updated = await handler.update?.(before!.physicalId, desired, previous, ctx);
  if (updated && updated.physicalId !== before!.physicalId) leave();
  return updated;
}
