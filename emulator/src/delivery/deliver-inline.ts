// Delivers in the write that causes the deliveries, to targets that can accept there: this needs no outbox and no second write.
import { Context } from '#core/context';
import type { DeliveryRequest } from '#core/delivery/delivery';
import { type Destination, isSamePrincipal, principalName } from '#core/delivery/destination';
import type { Target } from '#core/delivery/target';
import type { Deliverer, Engine } from '#core/engine';
import { INTERNAL_FAILURE } from '#core/messages';
import { deliveryCall } from './delivery-call.ts';

/** The call that caused the deliveries: where it ran, and its trace. */
export type Origin = Parameters<Deliverer['post']>[1];

interface InlineDelivery {
  readonly engine: Engine;
  readonly origin: Origin;
  readonly requests: readonly DeliveryRequest[];
}

/** Returns the requests that no target accepted: they go through the outbox. */
export function deliverInline(inline: InlineDelivery): readonly DeliveryRequest[] {
  const { requests } = inline;
  const [first] = requests;
  if (!first || !inline.engine.kernel.faults.isEmpty) return requests; // faults meet calls only
  if (requests.every(({ to }) => to === first.to || isSameRoute(to, first.to))) return isAccepted(inline, requests) ? [] : requests;
  const groups = new Map<string, DeliveryRequest[]>();
  for (const request of requests) {
    const name = routeName(request.to);
    const group = groups.get(name);
    if (group) group.push(request);
    else groups.set(name, [request]);
  }
  return [...groups.values()].filter((group) => !isAccepted(inline, group)).flat();
}

type Route = Pick<Destination, 'targetArn' | 'as'>;

/** Whether both go to the same target as the same principal. */
export const isSameRoute = (a: Route, b: Route): boolean => a.targetArn === b.targetArn && isSamePrincipal(a.as, b.as);

const routeName = ({ targetArn, as }: Route): string =>
  'role' in as ? `${targetArn}\n${as.role}` : `${targetArn}\n${as.service}\n${as.sourceArn ?? ''}\n${as.sourceAccount ?? ''}`;

function isAccepted({ engine, origin }: Omit<InlineDelivery, 'requests'>, group: readonly DeliveryRequest[]): boolean {
  const { kernel } = engine;
  const { to } = group[0]!;
  const target = kernel.registry.loadedTarget(to.targetArn);
  if (!target?.acceptInWrite) return false;
  const { account, region, trace } = origin;
  const ctx = new Context(engine, deliveryCall(kernel, { id: trace.id, account, region, trace: trace.id }, to));
  if (!acceptsAll(target.acceptInWrite, group, ctx)) return false;
  const { targetArn, about } = to;
  kernel.traces.noteDelivery({ trace: trace.id, targetArn, from: about.resourceArn, atMs: ctx.now(), count: group.length }, 'delivered');
  kernel.log.call({ id: trace.id, depth: 1, level: 'info', text: line(to, group.length) });
  return true;
}

const line =
  ({ targetArn, as }: Destination, count: number): (() => string) =>
  () =>
    `${count === 1 ? 'one' : count} to ${targetArn} by ${principalName(as)} ok`;

/** A failing target must not fail the operation that caused the delivery: its changes are rolled back, and the outbox sends. */
function acceptsAll(accept: NonNullable<Target['acceptInWrite']>, group: readonly DeliveryRequest[], ctx: Context): boolean {
  try {
    return ctx.write((tx) => accept(group, tx, ctx));
  } catch (error) {
    ctx.log.write(INTERNAL_FAILURE, { work: `delivering to ${group[0]!.to.targetArn}`, error });
    return false;
  }
}
