// Checks the dead-letter queue of a bus or a target.
import type { Ctx } from '#core/ctx';
import { parseArn } from '#lib/arn';
import type { DeadLetterConfig } from '#model/events';
import { invalid } from './faults.ts';

/** @throws ValidationException unless it is a standard queue of the same region */
export function checkDeadLetterQueue(config: DeadLetterConfig | undefined, ctx: Ctx): void {
  if (config?.Arn === undefined) return;
  const arn = parseArn(config.Arn);
  if (!arn) throw invalid(`Parameter ${config.Arn} is not valid. Reason: Provided Arn is not in correct format.`);
  if (arn.service !== 'sqs') throw invalid(`${arn.service} is not supported as a dead letter resource.`);
  if (arn.resource.endsWith('.fifo')) throw invalid('SQS FIFO is not supported by Dead Letter Queues.');
  if (arn.region !== ctx.region)
    throw invalid(`Parameter DeadLetterConfig is not valid. Reason: The queue ${config.Arn} is not in the region ${ctx.region}.`);
}
