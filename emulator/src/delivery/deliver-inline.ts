// Delivers in the write that causes the deliveries, to targets that can accept there: this needs no outbox and no second write.

import { shortName } from '#core/call-resource';
import { Context } from '#core/context';
import type { DeliveryRequest } from '#core/delivery/delivery';
import { type DeliveryPrincipal, type Destination, isSamePrincipal } from '#core/delivery/destination';
import type { Target } from '#core/delivery/target';
import type { Deliverer, Engine } from '#core/engine';
import { INTERNAL_FAILURE } from '#core/messages';
import type { Registry } from '#core/registry';
import { parseArn } from '#lib/arn';
import { countDelivery } from './count-delivery.ts';
import { deliveryCall } from './delivery-call.ts';

/** The call that caused the deliveries: where it ran, and its trace. */
export type Origin = Parameters<Deliverer['post']>[1];

interface InlineDelivery {
  readonly engine: Engine;
  readonly origin: Origin;
  readonly requests: readonly DeliveryRequest[];
}

/** Returns the requests that no target accepted: they go through the outbox. */
export function deliverInline({ engine, origin, requests }: InlineDelivery): readonly DeliveryRequest[] {
  const [first] = requests;
  if (!first || !engine.kernel.faults.isEmpty) return requests; // faults meet calls only
  const contextFor = contextMaker(engine, origin);
  if (requests.every(({ to }) => to === first.to || isSameRoute(to, first.to))) return isAccepted(requests, contextFor) ? [] : requests;
  return groupByRoute(requests)
    .filter((group) => !isAccepted(group, contextFor))
    .flat();
}

function groupByRoute(requests: readonly DeliveryRequest[]): readonly (readonly DeliveryRequest[])[] {
  const groups = new Map<string, DeliveryRequest[]>();
  for (const request of requests) {
    // Mostly one principal delivers to a target: its ARN is name enough then, and nothing has to be joined for a thousand targets.
    let name = request.to.targetArn;
    let group = groups.get(name);
    if (group && !isSamePrincipal(group[0]!.to.as, request.to.as)) {
      name = routeName(request.to);
      group = groups.get(name);
    }
    if (group) group.push(request);
    else groups.set(name, [request]);
  }
  return [...groups.values()];
}

type Route = Pick<Destination, 'targetArn' | 'as'>;

/** Whether both go to the same target as the same principal. */
export const isSameRoute = (a: Route, b: Route): boolean => a.targetArn === b.targetArn && isSamePrincipal(a.as, b.as);

const routeName = ({ targetArn, as }: Route): string =>
  'role' in as ? `${targetArn}\n${as.role}` : `${targetArn}\n${as.service}\n${as.sourceArn ?? ''}\n${as.sourceAccount ?? ''}`;

type ContextMaker = (as: DeliveryPrincipal) => Context;

/** The context in which a principal delivers; one for all targets in a row. */
function contextMaker(engine: Engine, { account, region, trace }: Origin): ContextMaker {
  let last: { readonly as: DeliveryPrincipal; readonly ctx: Context } | undefined;
  return (as) => {
    if (!last || !isSamePrincipal(last.as, as))
      last = { as, ctx: new Context(engine, deliveryCall(engine.kernel, { id: trace.id, account, region, trace: trace.id }, { as })) };
    return last.ctx;
  };
}

function isAccepted(group: readonly DeliveryRequest[], contextFor: ContextMaker): boolean {
  const { to } = group[0]!;
  const ctx = contextFor(to.as);
  const { kernel, trace } = ctx;
  const target = kernel.registry.loadedTarget(to.targetArn);
  if (!target?.acceptInWrite || !acceptsAll(target.acceptInWrite, group, ctx)) return false;
  const { targetArn, about } = to;
  countInline(group, ctx);
  kernel.traces.noteDelivery({ trace: trace.id, targetArn, from: about.resourceArn, atMs: ctx.now(), count: group.length }, 'delivered');
  kernel.log.call({ id: trace.id, depth: 1, level: 'info', text: line(to, group.length, kernel.registry) });
  return true;
}

function countInline(group: readonly DeliveryRequest[], ctx: Context): void {
  const { deliveryMetrics } = ctx.kernel.registry.service(group[0]!.to.about.service) ?? {};
  if (deliveryMetrics?.delivered === undefined) return;
  for (const { to } of group) countDelivery(to, 'delivered', ctx);
}

/** `queue orders takes 1 delivery by events.amazonaws.com (rule placed) 000000000000 us-east-1 ok` */
const line =
  ({ targetArn, as, about }: Destination, count: number, registry: Pick<Registry, 'targetKind'>): (() => string) =>
  () => {
    const { account = '', region = '' } = parseArn(targetArn) ?? {};
    const by = 'role' in as ? `in ${shortName(as.role)}` : `by ${as.service}`;
    const deliveries = count === 1 ? '1 delivery' : `${count} deliveries`;
    const kind = registry.targetKind(targetArn) ?? '';
    const name = shortName(targetArn);
    return `${kind} ${name.startsWith(`${kind}:`) ? name.slice(kind.length + 1) : name} takes ${deliveries} ${by} (${about.resource}) ${account} ${region} ok`;
  };

/** A failing target must not fail the operation that caused the delivery: its changes are rolled back, and the outbox sends. */
function acceptsAll(accept: NonNullable<Target['acceptInWrite']>, group: readonly DeliveryRequest[], ctx: Context): boolean {
  try {
    return ctx.write((tx) => accept(group, tx, ctx));
  } catch (error) {
    ctx.log.write(INTERNAL_FAILURE, { work: `delivering to ${group[0]!.to.targetArn}`, error });
    return false;
  }
}
