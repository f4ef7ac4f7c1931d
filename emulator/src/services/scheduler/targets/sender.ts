// Makes the attempts at invoking targets, and describes attempts that failed for good to the dead-letter queue.
// https://docs.aws.amazon.com/scheduler/latest/UserGuide/configuring-schedule-dlq.html

import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import type { DeliverySender, FailedDelivery, GiveUpReason } from '#core/delivery/delivery-sender';
import type { MessageAttribute } from '#core/delivery/destination';
import { textAttribute } from '#core/delivery/text-attribute';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { isoSeconds } from '#lib/iso-seconds';
import { dictionary } from '#lib/table';
import { callApiAction, isApiActionArn } from './api-action.ts';
import { type Attempt, executionId, inputOf } from './context-attributes.ts';
import { assumeRole } from './execution-role.ts';
import { readInvocation } from './invocation.ts';
import { callTemplated } from './templated.ts';

/** Limit: bytes of a dead letter; longer ones are cut. */
const MAX_DEAD_LETTER_BYTES = 256 * 1024;

function attemptOf({ id, payload, account, region, about }: Frozen<Delivery>, attempt: number): Attempt {
  const scheduleArn = about.resourceArn ?? '';
  return { invocation: readInvocation(payload), scheduleArn, executionId: executionId(id, attempt), attempt, account, region };
}

/** `schedule/<group>/<name>` */
const groupIn = (scheduleArn: string): string => parseArn(scheduleArn)?.resource.split('/')[1] ?? '';

async function send(delivery: Delivery, ctx: Ctx): Promise<void> {
  const { targetArn, as, attempts } = delivery;
  const attempt = attemptOf(delivery, attempts + 1);
  const { invocation, scheduleArn } = attempt;
  if ('role' in as) await assumeRole(as.role, groupIn(scheduleArn), ctx);
  const input = inputOf(attempt);
  if (isApiActionArn(targetArn)) await callApiAction(targetArn, input, ctx);
  else await callTemplated({ targetArn, input, invocation, scheduleArn }, ctx);
}

/** Absent if the target refuses every attempt. */
const EXHAUSTED: Readonly<Record<GiveUpReason, string | undefined>> = {
  MAX_RETRIES: 'MaximumRetryAttempts',
  MAX_AGE: 'MaximumEventAgeInSeconds',
  REFUSED: undefined,
};

function describeFailure({ delivery, problem, reason, attempts }: FailedDelivery) {
  const attempt = attemptOf(delivery, attempts);
  const { text: payload, isTruncated } = truncated(inputOf(attempt));
  const texts: Readonly<Record<string, string | undefined>> = {
    ERROR_CODE: problem.code,
    ERROR_MESSAGE: problem.message,
    EXECUTION_ID: attempt.executionId,
    EXHAUSTED_RETRY_CONDITION: EXHAUSTED[reason],
    IS_PAYLOAD_TRUNCATED: String(isTruncated),
    RETRY_ATTEMPTS: String(attempts - 1),
    SCHEDULED_TIME: isoSeconds(attempt.invocation.scheduledMs),
    SCHEDULE_ARN: attempt.scheduleArn,
    TARGET_ARN: delivery.targetArn,
  };
  const attributes: Record<string, MessageAttribute> = dictionary();
  // An attribute must not be an empty text.
  for (const [name, value] of Object.entries(texts)) if (value) attributes[name] = textAttribute(value);
  return { payload, parameters: { attributes } };
}

function truncated(text: string): { readonly text: string; readonly isTruncated: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_DEAD_LETTER_BYTES) return { text, isTruncated: false };
  // A character that is cut in two is left out.
  return {
    text: bytes
      .subarray(0, MAX_DEAD_LETTER_BYTES)
      .toString()
      .replace(/\uFFFD$/, ''),
    isTruncated: true,
  };
}

export const sender: DeliverySender = { describeFailure, send };
