// Lets a service's call through when the resource's policy lets that service in; says which permission is missing otherwise.
import type { Call } from './call.ts';
import type { Context } from './context.ts';
import { Fault } from './fault.ts';
import { decide } from './policy/decide.ts';
import { parsePolicy } from './policy/parse-policy.ts';
import type { World } from './world.ts';

/** Throws AccessDeniedException unless allowed, or unless RESOURCE_POLICIES=warn. */
export async function refuse(world: World, call: Call, ctx: Context): Promise<void> {
  const { principal } = call;
  const found = world.registry.guard(call.service);
  if (!found || principal.kind !== 'service') return;
  const guard = found instanceof Promise ? await found : found;
  const guarded = guard(call.operation, call.input, ctx);
  if (!guarded) return;
  const context: Record<string, string | string[]> = {
    'aws:SourceAccount': principal.account,
    'aws:PrincipalServiceName': principal.service,
  };
  if (principal.sourceArn) context['aws:SourceArn'] = principal.sourceArn;
  const decision = decide(
    { principal: { kind: 'service', service: principal.service }, action: guarded.action, resource: guarded.resource, context },
    guarded.policy ? { resource: parsePolicy(guarded.policy) } : {},
  );
  if (decision.allowed) return;
  const sentence = `${principal.service} is not authorized to perform ${guarded.action} on ${guarded.resource} for ${principal.sourceArn ?? principal.account}`;
  if (world.options.RESOURCE_POLICIES === 'warn') {
    world.log.warn(
      `${sentence}; delivered all the same because RESOURCE_POLICIES=warn. The cloud would refuse it. To allow it: ${guarded.grant}`,
    );
    return;
  }
  world.log.warn(`${sentence}. To allow it: ${guarded.grant}`);
  throw new Fault('AccessDeniedException', `${sentence} because no resource-based policy allows the ${guarded.action} action`, {
    status: 403,
  });
}
