// Takes over a resource that exists already.
import type { Outcome, Step } from './step.ts';

export async function importExisting({ identifier, desired, handler, ctx }: Step): Promise<Outcome> {
  if (!handler.adopt) throw new Error(`Resource type ${ctx.typeName} does not support import`);
  return handler.adopt(identifier, desired, ctx);
}
