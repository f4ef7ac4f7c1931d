// When a delivery is given up.
import type { Fault } from '#core/fault';
import type { Delivery } from '#core/outbox';
import type { Frozen } from '#core/records';

export type Spent = 'MAX_RETRIES' | 'MAX_AGE' | 'REFUSED';

/** A client's mistake is not cured by trying again: throttling and the service's own failures are. */
const curable = ({ code, options }: Fault): boolean =>
  options.blame === 'server' || (options.status ?? 400) >= 500 || /throttl|toomanyrequests|resourceconflict|notready/i.test(code);

/** Why there is no further attempt, or undefined when there is. `attempts` counts the one that just failed. */
export function spent(
  delivery: Pick<Frozen<Delivery>, 'retry' | 'createdMs'>,
  attempts: number,
  nextMs: number,
  problem: Fault,
): Spent | undefined {
  if (!curable(problem)) return 'REFUSED';
  if (attempts > delivery.retry.maxRetries) return 'MAX_RETRIES';
  if (nextMs > delivery.createdMs + delivery.retry.maxAgeMs) return 'MAX_AGE';
  return undefined;
}
