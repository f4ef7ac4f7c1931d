// Messages about deliveries that failed.
import type { Delivery } from '#core/delivery/delivery';
import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { defineMessage } from '#lib/message';

/** Characters of a payload that the log keeps of a delivery without a dead-letter queue. */
const MAX_LOGGED_CHARACTERS = 1000;

interface Failure {
  readonly delivery: Frozen<Delivery>;
  readonly problem: Fault;
}

const route = ({ delivery: { about, targetArn } }: Failure): string => `${about.resource} → ${targetArn}`;
const refusal = ({ problem: { code, message } }: Failure): string => `${code}: ${message}`;

export const DELIVERY_LOST = defineMessage({
  code: 'DELIVERY_LOST',
  level: 'warn',
  description: 'An event could not be delivered to its target, which has no dead-letter queue. The line ends with the payload.',
  hint: 'Mend the cause, or give the target a dead-letter queue.',
  text: (failure: Failure & { attempts: number; reason: string }) =>
    `${route(failure)} was not delivered after ${failure.attempts} attempt${failure.attempts === 1 ? '' : 's'} (${failure.reason}); ${refusal(failure)}. Lost: ${failure.delivery.payload.slice(0, MAX_LOGGED_CHARACTERS)}`,
});

export const DELIVERY_DEAD_LETTERED = defineMessage({
  code: 'DELIVERY_DEAD_LETTERED',
  level: 'warn',
  description: 'An event could not be delivered to its target and is in the dead-letter queue.',
  hint: 'Mend the cause, and send the messages of the dead-letter queue again.',
  text: (failure: Failure & { deadLetterArn: string }) =>
    `${route(failure)} was not delivered (${refusal(failure)}); it is in ${failure.deadLetterArn}`,
});

export const DEAD_LETTER_REFUSED = defineMessage({
  code: 'DEAD_LETTER_REFUSED',
  level: 'error',
  description: 'An event could be delivered neither to its target nor to the dead-letter queue. The line ends with the whole payload.',
  hint: 'The line says why the dead-letter queue refused it: usually the queue is missing, or its policy does not allow the sender.',
  text: (failure: Failure & { deadLetterArn: string; again: string }) =>
    `${route(failure)} was not delivered (${refusal(failure)}) and ${failure.deadLetterArn} refused it (${failure.again}). Lost: ${failure.delivery.payload}`,
});

/** Deliveries of one batch to one target that failed alike. */
export interface Retried extends Failure {
  count: number;
  /** Attempts made so far. */
  readonly attempts: number;
  /** Seconds until the next one. */
  readonly inS: number;
}

export const DELIVERY_RETRIED = defineMessage({
  code: 'DELIVERY_RETRIED',
  level: 'info',
  tone: 'notice',
  description: 'A target refused events, or failed, in a way that may pass: they are sent again.',
  text: (retried: Retried) => {
    const { delivery, count, attempts, inS } = retried;
    const events = count === 1 ? '' : ` for ${count} events`;
    return `${route(retried)} failed${events}: ${refusal(retried)} (attempt ${attempts} of ${delivery.retry.maxRetries + 1}, again in ${inS} s)`;
  },
});
