// Reports asynchronous invocations that failed for good to callers that wait for their effect. Kept in memory, like those callers.
import type { Ctx } from './ctx.ts';
import type { Owned } from './owned.ts';

export interface FailedInvocation {
  /** Why no other attempt follows: `RetriesExhausted`. */
  readonly condition: string;
  /** Number of runs. */
  readonly attempts: number;
  /** Type and message of the last error: `Error: no such table`. Undefined if the function never ran. */
  readonly error: string | undefined;
}

type See = (failure: FailedInvocation) => void;

export const failedInvocationsOf = (ctx: Pick<Ctx, 'own'>): FailedInvocations =>
  ctx.own('failed-invocations', () => new FailedInvocations());

export class FailedInvocations implements Owned {
  readonly #waiting = new Map<string, See>();

  /** Calls `see` if the invocation with this request id fails for good, until the returned function is called. */
  follow(requestId: string, see: See): () => void {
    this.#waiting.set(requestId, see);
    return () => void this.#waiting.delete(requestId);
  }

  tell(requestId: string, failure: FailedInvocation): void {
    this.#waiting.get(requestId)?.(failure);
  }

  stop(): Promise<void> {
    this.#waiting.clear();
    return Promise.resolve();
  }
}
