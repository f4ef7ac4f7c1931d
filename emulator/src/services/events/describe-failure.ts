// Attributes of a dead letter from a rule's target: where the event should have gone, and why it was not delivered.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html
import type { DeliverySender, FailedDelivery, GiveUpReason } from '#core/delivery/delivery-sender';
import type { MessageAttribute } from '#core/delivery/destination';
import { textAttribute } from '#core/delivery/text-attribute';
import type { Fault } from '#core/fault';
import { dictionary } from '#lib/table';
import { logAttempt, logOutcome } from './logging/invocation-steps.ts';

/** Undefined if the target refuses every attempt: no condition of the retry policy ended the retries then. */
const EXHAUSTED: Readonly<Record<GiveUpReason, string | undefined>> = {
  MAX_RETRIES: 'MaximumRetryAttempts',
  MAX_AGE: 'MaximumEventAgeInSeconds',
  REFUSED: undefined,
};

/** Error codes of the guide by the code of the target's fault. The first pattern that matches counts. */
const CODES: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/accessdenied|notauthorized|unauthorized/i, 'NO_PERMISSIONS'],
  [/notfound|nonexistent|doesnotexist|no_target/i, 'NO_RESOURCE'],
  [/throttl|toomanyrequests/i, 'THROTTLING'],
  [/resourceconflict/i, 'RESOURCE_MODIFICATION_COLLISION'],
  [/invalidparameter|missingparameter|validation/i, 'INVALID_PARAMETER'],
  [/^SDK_CLIENT_ERROR$/, 'SDK_CLIENT_ERROR'],
  [/internal_failure|internalfailure|internalerror/i, 'INTERNAL_ERROR'],
];

const errorCode = ({ code }: Fault): string => CODES.find(([pattern]) => pattern.test(code))?.[1] ?? 'ERROR_FROM_TARGET';

const describeFailure = (failed: FailedDelivery) => {
  const { delivery, problem, reason, attempts } = failed;
  const texts: Readonly<Record<string, string | undefined>> = {
    RULE_ARN: delivery.about.resourceArn,
    TARGET_ARN: delivery.targetArn,
    ERROR_CODE: errorCode(problem),
    ERROR_MESSAGE: problem.message,
    RETRY_ATTEMPTS: String(attempts - 1),
    EXHAUSTED_RETRY_CONDITION: EXHAUSTED[reason],
  };
  const attributes: Record<string, MessageAttribute> = dictionary();
  // An attribute must not be an empty text.
  for (const [name, value] of Object.entries(texts)) if (value) attributes[name] = textAttribute(value);
  return { payload: delivery.payload, parameters: { attributes } };
};

export const sender: DeliverySender = { describeFailure, reportAttempt: logAttempt, reportOutcome: logOutcome };
