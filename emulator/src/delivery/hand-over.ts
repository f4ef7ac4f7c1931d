// Hands deliveries over in the write that causes them, to targets that can take them at once: such a one needs no outbox and no second write.
import type { Call } from '#core/call';
import { Context } from '#core/context';
import type { Dispatch } from '#core/dispatch';
import type { Kernel } from '#core/kernel';
import type { DeliveryRequest, Destination, Target } from '#core/outbox';
import { sending } from './sending.ts';

export type Cause = Pick<Call, 'account' | 'region' | 'trace'>;

interface HandOver {
  readonly kernel: Kernel;
  readonly dispatch: Dispatch;
  readonly cause: Cause;
  readonly requests: readonly DeliveryRequest[];
}

/** What no target took: it goes by the outbox. */
export function handOver(from: HandOver): readonly DeliveryRequest[] {
  const { requests } = from;
  const [first] = requests;
  if (!first) return requests;
  if (requests.every(({ to }) => to === first.to || together(to, first.to))) return taken(from, requests) ? [] : requests;
  const groups = new Map<string, DeliveryRequest[]>();
  for (const request of requests) {
    const { targetArn, as } = request.to;
    const name = `${targetArn}\n${as.service}\n${as.sourceArn ?? ''}`;
    const group = groups.get(name);
    if (group) group.push(request);
    else groups.set(name, [request]);
  }
  return [...groups.values()].filter((group) => !taken(from, group)).flat();
}

/** To one target, on behalf of one principal. */
export const together = (a: Pick<Destination, 'targetArn' | 'as'>, b: Pick<Destination, 'targetArn' | 'as'>): boolean =>
  a.targetArn === b.targetArn && a.as.sourceArn === b.as.sourceArn && a.as.service === b.as.service;

function taken({ kernel, dispatch, cause }: Omit<HandOver, 'requests'>, group: readonly DeliveryRequest[]): boolean {
  const { to } = group[0]!;
  const target = kernel.registry.loadedTarget(to.targetArn);
  if (!target?.take) return false;
  const { account, region, trace } = cause;
  const ctx = new Context(kernel, dispatch, sending(kernel, { id: trace.id, account, region, trace: trace.id }, to));
  if (!tookAll(target.take, group, ctx)) return false;
  kernel.log.call({ id: trace.id, depth: 1, level: 'info', text: line(to, group.length) });
  return true;
}

const line =
  ({ targetArn, as }: Destination, count: number): (() => string) =>
  () =>
    `${count === 1 ? 'one' : count} to ${targetArn} by ${as.service} ok`;

/** What goes wrong at a target is no business of who caused the delivery: it is undone, and tried by the outbox. */
function tookAll(take: NonNullable<Target['take']>, group: readonly DeliveryRequest[], ctx: Context): boolean {
  try {
    return ctx.write((tx) => take(group, ctx, tx));
  } catch (error) {
    ctx.log.error(`handing over to ${group[0]!.to.targetArn} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return false;
  }
}
