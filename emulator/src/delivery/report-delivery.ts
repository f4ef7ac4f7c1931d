// Enters a delivery that failed into the ledger of problems, and the success of a later attempt at it.
import { shortName } from '#core/call-resource';
import type { Context } from '#core/context';
import type { Delivery } from '#core/delivery/delivery';
import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { Message } from '#lib/message';

interface FailedAttempt {
  readonly delivery: Frozen<Delivery>;
  readonly problem: Fault;
}

/** Deliveries of one sender to one target within a trace are one attempt: they share their fate. */
const attemptOf = ({ targetArn, about }: Frozen<Delivery>): string => `${about.resourceArn ?? about.resource} → ${targetArn}`;

/** Writes the line to the console, and notes the problem. `outcome`: what becomes of the delivery, behind its refusal. `startedMs`: of the attempt. */
export function reportDelivery<Data extends FailedAttempt>(
  message: Message<Data>,
  data: Data,
  outcome: string,
  startedMs: number,
  ctx: Context,
): void {
  const { delivery, problem } = data;
  const { about, targetArn, trace } = delivery;
  const { log, problems } = ctx.kernel;
  log.in('delivery').write(message, ...([data] as never));
  problems.note({
    ...{ what: 'delivery', trace, depth: ctx.trace.depth, startedMs, atMs: ctx.now(), code: message.code, attempts: [attemptOf(delivery)] },
    ...{ resource: about.resourceArn ?? about.resource, target: targetArn, remedy: problem.options.remedy },
    cause: `${about.resource} → ${shortName(targetArn)}: ${problem.code}: ${problem.message} ${outcome}`,
  });
}

/** A delivery that had failed before has arrived. */
export function reportArrival(delivery: Frozen<Delivery>, ctx: Context): void {
  if (delivery.attempts === 0) return;
  const { about, targetArn, trace } = delivery;
  const text = `${about.resource} → ${shortName(targetArn)}: delivered by attempt ${delivery.attempts + 1}`;
  ctx.kernel.problems.recover({ trace, attempt: attemptOf(delivery), atMs: ctx.now(), text, resource: targetArn });
}
