// Requests for environments that are not being made yet, in order.
import type { Fleet } from './fleet.ts';

interface StartOutcome {
  done(): void;
  failed(error: unknown): void;
}

interface Start {
  readonly fleet: Fleet;
  readonly turn: number;
}

/**
 * A request for another environment. It is dropped if nobody needs it any more when its turn comes.
 * `waiter`: an invocation waits for it. `spare`: it is started in advance for the first invocation. `provisioned`: it is always kept ready.
 */
export type StartRequest =
  | (Start & { readonly kind: 'waiter' })
  | (Start & { readonly kind: 'spare' | 'provisioned'; readonly outcome: StartOutcome });

const outcomeOf = (request: StartRequest): StartOutcome | undefined => (request.kind === 'waiter' ? undefined : request.outcome);

/** Resolves a request for a spare or provisioned environment: it exists, or is not needed any more. */
export const finish = (request: StartRequest): void => outcomeOf(request)?.done();

export const fail = (request: StartRequest, error: unknown): void => outcomeOf(request)?.failed(error);

export class StartQueue {
  readonly #isNeeded: (request: StartRequest) => boolean;
  readonly #requests: StartRequest[] = [];

  constructor(isNeeded: (request: StartRequest) => boolean) {
    this.#isNeeded = isNeeded;
  }

  add(request: StartRequest): void {
    this.#requests.push(request);
  }

  /** The first request that is still needed. Finishes the requests before it. */
  next(): StartRequest | undefined {
    for (let [request] = this.#requests; request; [request] = this.#requests) {
      if (this.#isNeeded(request)) return request;
      this.#requests.shift();
      finish(request);
    }
    return undefined;
  }

  /** Removes the request that `next` returned: its environment is being made. */
  take(): void {
    this.#requests.shift();
  }

  /** Finishes all requests: no further environment is made. */
  clear(): void {
    for (const request of this.#requests.splice(0)) finish(request);
  }
}
