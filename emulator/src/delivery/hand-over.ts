// Hands deliveries over in the write that causes them, to targets that can take them at once: such a one needs no outbox and no second write.
import type { Call } from '#core/call';
import { Context } from '#core/context';
import type { Dispatch } from '#core/dispatch';
import type { DeliveryRequest, Target } from '#core/outbox';
import type { World } from '#core/world';
import { sending } from './sending.ts';

export type Cause = Pick<Call, 'account' | 'region' | 'trace'>;

interface HandOver {
  readonly world: World;
  readonly dispatch: Dispatch;
  readonly cause: Cause;
  readonly requests: readonly DeliveryRequest[];
}

/** What no target took: it goes by the outbox. */
export function handOver({ requests, ...from }: HandOver): readonly DeliveryRequest[] {
  const [first] = requests;
  if (!first) return requests;
  if (requests.every((request) => together(request, first))) return taken(from, requests) ? [] : requests;
  const groups = new Map<string, DeliveryRequest[]>();
  for (const request of requests) {
    const name = `${request.targetArn}\n${request.as.service}\n${request.as.sourceArn ?? ''}`;
    const group = groups.get(name);
    if (group) group.push(request);
    else groups.set(name, [request]);
  }
  return [...groups.values()].filter((group) => !taken(from, group)).flat();
}

/** To one target, on behalf of one principal. */
export const together = (a: Pick<DeliveryRequest, 'targetArn' | 'as'>, b: Pick<DeliveryRequest, 'targetArn' | 'as'>): boolean =>
  a.targetArn === b.targetArn && a.as.sourceArn === b.as.sourceArn && a.as.service === b.as.service;

function taken({ world, dispatch, cause }: Omit<HandOver, 'requests'>, group: readonly DeliveryRequest[]): boolean {
  const first = group[0]!;
  const target = world.registry.loadedTarget(first.targetArn);
  if (!target?.take) return false;
  const { account, region, trace } = cause;
  const ctx = new Context(world, dispatch, sending(world, { id: trace.id, account, region, trace: trace.id }, first));
  if (!tookAll(target.take, group, ctx)) return false;
  world.log.hop({
    id: trace.id,
    depth: 1,
    level: 'info',
    text: `${group.length === 1 ? 'one' : group.length} to ${first.targetArn} by ${first.as.service} ok`,
  });
  return true;
}

/** What goes wrong at a target is no business of who caused the delivery: it is undone, and tried by the outbox. */
function tookAll(take: NonNullable<Target['take']>, group: readonly DeliveryRequest[], ctx: Context): boolean {
  try {
    return ctx.write((tx) => take(group, ctx, tx));
  } catch (error) {
    ctx.log.error(`handing over to ${group[0]!.targetArn} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return false;
  }
}
