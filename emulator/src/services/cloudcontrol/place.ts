// The resource context for the handler of a resource that belongs to no stack.
import type { Ctx } from '#core/ctx';
import type { ResourceContext } from '#core/resources/resource-type';
import { resourceContext } from '#resources/resource-context';
import type { Run } from '#resources/runs';

interface HandlerRequest {
  readonly typeName: string;
  readonly roleArn?: string | undefined;
}

/** The stack name that handlers see. It begins the names they generate. */
const NAME = 'cloudcontrol';

export function placeOf(
  { typeName, roleArn }: HandlerRequest,
  ctx: Ctx,
  run?: Run,
  created: (physicalId: string) => void = () => {},
): ResourceContext {
  const logicalId = typeName.split('::').at(-1)!;
  const place = { logicalId, typeName, stack: { id: '', name: NAME }, roleArn, created };
  // Cancelling the request ends the wait.
  return resourceContext(run ? { ...place, wait: (key, untilMs) => run.unlessCancelled(ctx.wait(key, untilMs)) } : place, ctx);
}
