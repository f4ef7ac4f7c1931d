// How many invocations run at once, per function with a reservation and for all others together: what is over the limit is refused.
import type { Fault } from '#core/fault';
import { fault } from '#model/lambda';
import { ACCOUNT_CONCURRENCY } from '#services/lambda/limits';

interface Asking {
  readonly place: { readonly account: string; readonly region: string };
  readonly name: string;
  readonly reserved: number | undefined;
  /** Of all functions together. */
  readonly reservedInAll: number;
}

const throttled = (Reason: string): Fault => fault('TooManyRequestsException', 'Rate Exceeded.', { Type: 'User', Reason });

export class ConcurrencyCount {
  readonly #running = new Map<string, number>();

  /** Answers what gives the place back. @throws Fault TooManyRequestsException */
  enter({ place: { account, region }, name, reserved, reservedInAll }: Asking): () => void {
    const key = `${account}/${region}/${reserved === undefined ? '' : name}`;
    const running = this.#running.get(key) ?? 0;
    if (running >= (reserved ?? ACCOUNT_CONCURRENCY - reservedInAll))
      throw throttled(reserved === undefined ? 'ConcurrentInvocationLimitExceeded' : 'ReservedFunctionConcurrentInvocationLimitExceeded');
    this.#running.set(key, running + 1);
    return () => {
      const left = this.#running.get(key)! - 1;
      if (left === 0) this.#running.delete(key);
      else this.#running.set(key, left);
    };
  }
}
