// When a delivery is given up.

import type { Delivery } from '#core/delivery/delivery';
import type { GiveUpReason } from '#core/delivery/delivery-sender';
import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';

/** Another attempt helps against throttling and against failures of the service, not against a client's mistake. */
export const isRetryable = ({ code, options }: Fault): boolean =>
  options.blame === 'server' || (options.status ?? 400) >= 500 || /throttl|toomanyrequests|resourceconflict|notready/i.test(code);

/**
 * Why there is no further attempt, or undefined when there is one.
 * @param attempts attempts made so far, including the attempt that just failed
 * @param nextMs when the next one would begin
 */
export function giveUpReason(
  { retry, createdMs }: Pick<Frozen<Delivery>, 'retry' | 'createdMs'>,
  attempts: number,
  nextMs: number,
  problem: Fault,
): GiveUpReason | undefined {
  const { isPostponed, retryAfterMs = 0 } = problem.options;
  if (!isRetryable(problem) || retryAfterMs < 0) return 'REFUSED';
  if (attempts > retry.maxRetries && !isPostponed) return 'MAX_RETRIES';
  if (nextMs > createdMs + retry.maxAgeMs) return 'MAX_AGE';
  return undefined;
}
