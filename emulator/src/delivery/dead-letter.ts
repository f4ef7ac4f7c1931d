// Ends a failed delivery: in its dead-letter queue, in the form that its sender describes, else in the log.
import type { Context } from '#core/context';
import type { Delivery } from '#core/delivery/delivery';
import type { DestinationMessage, FailedDelivery } from '#core/delivery/delivery-sender';
import { Fault } from '#core/fault';
import { isNoRoom } from '#core/no-room';
import { DEAD_LETTER_REFUSED, DELIVERY_DEAD_LETTERED, DELIVERY_LOST } from './messages.ts';
import { traceStep } from './trace-step.ts';

/**
 * A message that the dead-letter queue refuses, too, is written to the log in full. False where the disk has no room for it: it has to be tried
 * again. Never rejects.
 */
export async function deadLetter(failed: FailedDelivery, ctx: Context): Promise<boolean> {
  const log = ctx.log.in('delivery');
  const { deadLetterArn } = failed.delivery;
  const end = (how: 'dead-lettered' | 'lost'): void => {
    ctx.kernel.events.giveUp(failed.delivery, how);
    ctx.kernel.traces.noteDelivery(traceStep(failed.delivery, failed.problem, ctx), how);
  };
  if (deadLetterArn === undefined) {
    end('lost');
    log.write(DELIVERY_LOST, failed);
    return true;
  }
  try {
    await sendTo(deadLetterArn, failed, ctx);
    end('dead-lettered');
    log.write(DELIVERY_DEAD_LETTERED, { ...failed, deadLetterArn });
  } catch (error) {
    if (isNoRoom(error)) return false;
    end('lost');
    const again = error instanceof Fault ? `${error.code}: ${error.message}` : String(error);
    log.write(DEAD_LETTER_REFUSED, { ...failed, deadLetterArn, again });
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
