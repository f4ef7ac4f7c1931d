// Deletes a resource.
import type { Outcome, Step } from './step.ts';

export async function deleteExisting({ before, desired, handler, ctx }: Step): Promise<Outcome> {
  await handler.delete(before!.physicalId, desired, ctx);
  return undefined;
}
