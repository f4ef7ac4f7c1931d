// Hands deliveries over in the write that causes them, to targets that can take them at once: such a one needs no outbox and no second write.
import type { Call } from '#core/call';
import { Context } from '#core/context';
import type { Dispatch } from '#core/dispatch';
import type { DeliveryRequest } from '#core/outbox';
import type { Tx } from '#core/records';
import type { World } from '#core/world';
import { sending } from './sending.ts';

export type Cause = Pick<Call, 'account' | 'region' | 'trace'>;

interface HandOver {
  readonly world: World;
  readonly dispatch: Dispatch;
  readonly tx: Tx;
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

function taken({ world, dispatch, tx, cause }: Omit<HandOver, 'requests'>, group: readonly DeliveryRequest[]): boolean {
  const first = group[0]!;
  const target = world.registry.loadedTarget(first.targetArn);
  if (!target?.take) return false;
  const { account, region, trace } = cause;
  const ctx = new Context(world, dispatch, sending(world, { id: trace.id, account, region, trace: trace.id }, first));
  if (!target.take(group, ctx, tx)) return false;
  world.log.hop({
    id: trace.id,
    depth: 1,
    level: 'info',
    text: `${group.length === 1 ? 'one' : group.length} to ${first.targetArn} by ${first.as.service} ok`,
  });
  return true;
}
