// Ends a failed delivery: in its dead-letter queue, in the form that its sender describes, else in the log.
import { shortName } from '#core/call-resource';
import type { Context } from '#core/context';
import type { Delivery } from '#core/delivery/delivery';
import type { DestinationMessage, FailedDelivery } from '#core/delivery/delivery-sender';
import { Fault } from '#core/fault';
import { isNoRoom } from '#core/no-room';
import { countDelivery } from './count-delivery.ts';
import { DEAD_LETTER_REFUSED, DELIVERY_DEAD_LETTERED, DELIVERY_LOST } from './messages.ts';
import { reportDelivery } from './report-delivery.ts';
import { traceStep } from './trace-step.ts';

/**
 * A message that the dead-letter queue refuses, too, is written to the log in full. False where the disk has no room for it: it has to be tried
 * again. Never rejects.
 */
export async function deadLetter(failed: FailedDelivery, startedMs: number, ctx: Context): Promise<boolean> {
  const { deadLetterArn } = failed.delivery;
  const end = (how: 'dead-lettered' | 'lost'): void => {
    ctx.kernel.events.giveUp(failed.delivery, how);
    countDelivery(failed.delivery, how, ctx);
    ctx.kernel.traces.noteDelivery(traceStep(failed.delivery, failed.problem, ctx), how);
  };
  if (deadLetterArn === undefined) {
    end('lost');
    reportDelivery(DELIVERY_LOST, failed, '(lost: the target has no dead-letter queue)', startedMs, ctx);
    return true;
  }
  try {
    await sendTo(deadLetterArn, failed, ctx);
    end('dead-lettered');
    const to = `(it is in the dead-letter queue ${shortName(deadLetterArn)})`;
    reportDelivery(DELIVERY_DEAD_LETTERED, { ...failed, deadLetterArn }, to, startedMs, ctx);
  } catch (error) {
    if (isNoRoom(error)) return false;
    end('lost');
    const again = error instanceof Fault ? `${error.code}: ${error.message}` : String(error);
    const refused = `(lost: the dead-letter queue ${shortName(deadLetterArn)} refused it, too: ${again})`;
    reportDelivery(DEAD_LETTER_REFUSED, { ...failed, deadLetterArn, again }, refused, startedMs, ctx);
  }
  return true;
}

async function sendTo(deadLetterArn: string, failed: FailedDelivery, ctx: Context): Promise<void> {
  const { registry } = ctx.kernel;
  const target = await registry.target(deadLetterArn);
  if (!target) throw new Fault('NO_TARGET', `nothing here takes ${deadLetterArn}`);
  const delivery = failed.delivery as Delivery;
  const sender = await registry.sender(delivery.about.service);
  const { payload, parameters }: DestinationMessage = sender?.describeFailure?.(failed) ?? delivery;
  await target.send({ ...delivery, targetArn: deadLetterArn, payload, parameters }, ctx);
}
