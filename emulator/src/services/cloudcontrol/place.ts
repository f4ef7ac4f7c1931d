// The place of a resource that is in no stack: what its handler is handed.
import type { Ctx } from '#core/ctx';
import type { ResourceContext } from '#core/resources/resource-type';
import { resourceContext } from '#resources/resource-context';
import type { Run } from '#resources/runs';

interface HandlerRequest {
  readonly typeName: string;
  readonly roleArn?: string | undefined;
}

/** Names that are made begin with this. */
const NAME = 'cloudcontrol';

export function placeOf(
  { typeName, roleArn }: HandlerRequest,
  ctx: Ctx,
  run?: Run,
  created: (physicalId: string) => void = () => {},
): ResourceContext {
  const logicalId = typeName.split('::').at(-1)!;
  const place = { logicalId, typeName, stack: { id: '', name: NAME }, roleArn, created };
  // A request that is cancelled waits no longer.
  return resourceContext(run ? { ...place, wait: (key, untilMs) => run.unlessCancelled(ctx.wait(key, untilMs)) } : place, ctx);
}
