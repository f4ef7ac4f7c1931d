// Ends a failed delivery: in its dead-letter queue, in the form that its sender describes, else in the log.
import type { Context } from '#core/context';
import type { Delivery } from '#core/delivery/delivery';
import type { DestinationMessage, FailedDelivery } from '#core/delivery/delivery-sender';
import { Fault } from '#core/fault';

/** Characters of a payload that the log keeps where there is no dead-letter queue. */
const MAX_LOGGED_CHARACTERS = 1000;

/** Never rejects: a message that the dead-letter queue refuses, too, is written to the log in full. */
export async function deadLetter(failed: FailedDelivery, ctx: Context): Promise<void> {
  const { delivery, problem, attempts, reason } = failed;
  const log = ctx.log.in('delivery');
  const route = `${delivery.about.resource} → ${delivery.targetArn}`;
  const refusal = `${problem.code}: ${problem.message}`;
  const { deadLetterArn } = delivery;
  if (deadLetterArn === undefined) {
    const tried = `${attempts} attempt${attempts === 1 ? '' : 's'} (${reason})`;
    log.warn(`${route} was not delivered after ${tried}; ${refusal}. Lost: ${delivery.payload.slice(0, MAX_LOGGED_CHARACTERS)}`);
    return;
  }
  try {
    await sendTo(deadLetterArn, failed, ctx);
    log.warn(`${route} was not delivered (${refusal}); it is in ${deadLetterArn}`);
  } catch (error) {
    const again = error instanceof Fault ? `${error.code}: ${error.message}` : String(error);
    log.error(`${route} was not delivered (${refusal}) and ${deadLetterArn} refused it (${again}). Lost: ${delivery.payload}`);
  }
}

async function sendTo(deadLetterArn: string, failed: FailedDelivery, ctx: Context): Promise<void> {
  const { registry } = ctx.kernel;
  const target = await registry.target(deadLetterArn);
  if (!target) throw new Fault('NO_TARGET', `nothing here takes ${deadLetterArn}`);
  const delivery = failed.delivery as Delivery;
  const sender = await registry.sender(delivery.about.service);
  const { payload, parameters }: DestinationMessage = sender ? sender.describeFailure(failed) : delivery;
  await target.send({ ...delivery, targetArn: deadLetterArn, payload, parameters }, ctx);
}
