// Where a delivery ends that could not be made: in its dead-letter queue with the reasons as attributes, else in the log.
import type { Ctx } from '#core/call';
import type { Context } from '#core/context';
import { Fault } from '#core/fault';
import type { Kernel } from '#core/kernel';
import type { Delivery } from '#core/outbox';
import type { Frozen } from '#core/records';
import type { Spent } from './spent.ts';

export interface Lost {
  readonly delivery: Frozen<Delivery>;
  readonly problem: Fault;
  readonly why: Spent;
  readonly attempts: number;
}

/** Never rejects: what even the dead-letter queue refuses is written to the log, whole. */
export async function deadLetter(lost: Lost, ctx: Context): Promise<void> {
  const { delivery, problem, attempts, why } = lost;
  const what = `${delivery.about['rule'] ?? delivery.as.sourceArn ?? delivery.as.service} → ${delivery.targetArn}`;
  const reason = `${problem.code}: ${problem.message}`;
  if (delivery.deadLetterArn === undefined) {
    ctx.log
      .in('delivery')
      .warn(
        `${what} was not delivered after ${attempts} attempt${attempts === 1 ? '' : 's'} (${why}); ${reason}. Lost: ${delivery.payload.slice(0, 1000)}`,
      );
    return;
  }
  try {
    await sendTo(ctx.kernel, delivery.deadLetterArn, lost, ctx);
    ctx.log.in('delivery').warn(`${what} was not delivered (${reason}); it is in ${delivery.deadLetterArn}`);
  } catch (error) {
    const again = error instanceof Fault ? `${error.code}: ${error.message}` : String(error);
    ctx.log
      .in('delivery')
      .error(`${what} was not delivered (${reason}) and ${delivery.deadLetterArn} refused it (${again}). Lost: ${delivery.payload}`);
  }
}

/** Attribute names as the event bus writes them. */
async function sendTo(kernel: Kernel, deadLetterArn: string, { delivery, problem, attempts, why }: Lost, ctx: Ctx): Promise<void> {
  const target = await kernel.registry.target(deadLetterArn);
  if (!target) throw new Fault('NO_TARGET', `nothing here takes ${deadLetterArn}`);
  const attributes: Record<string, string> = {
    ERROR_CODE: problem.code,
    ERROR_MESSAGE: problem.message,
    RETRY_ATTEMPTS: String(attempts - 1),
    EXHAUSTED_RETRY_CONDITION:
      why === 'MAX_RETRIES' ? 'MaximumRetryAttempts' : why === 'MAX_AGE' ? 'MaximumEventAgeInSeconds' : 'NonRetryableError',
    TARGET_ARN: delivery.targetArn,
  };
  if (delivery.about['ruleArn']) attributes['RULE_ARN'] = delivery.about['ruleArn'];
  await target.send({ ...(delivery as Delivery), targetArn: deadLetterArn, parameters: { MessageAttributes: attributes } }, ctx);
}
