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
 * `waiter`: an invocation waits for it. `spare`: it is started in advance for the first invocation. `ahead`: it
 * will wait for an invocation that finds no other one free. `provisioned`: it is always kept ready.
 */
export type StartRequest =
  | (Start & { readonly kind: 'waiter' })
  | (Start & { readonly kind: 'spare' | 'ahead' | 'provisioned'; readonly outcome: StartOutcome });

const outcomeOf = (request: StartRequest): StartOutcome | undefined => (request.kind === 'waiter' ? undefined : request.outcome);

/** Resolves a request for a spare or provisioned environment: it exists, or is not needed any more. */
export const finish = (request: StartRequest): void => outcomeOf(request)?.done();

export const fail = (request: StartRequest, error: unknown): void => outcomeOf(request)?.failed(error);

export class StartQueue {
  readonly #isNeeded: (request: StartRequest) => boolean;
  readonly #requests: StartRequest[] = [];
  /** Requests for which all others come first. */
  readonly #ahead: StartRequest[] = [];

  constructor(isNeeded: (request: StartRequest) => boolean) {
    this.#isNeeded = isNeeded;
  }

  add(request: StartRequest): void {
    this.#of(request).push(request);
  }

  /** The first request that is still needed. Finishes the requests before it. `isQuiet`: there is time for those of the kind `ahead`. */
  next(isQuiet: boolean): StartRequest | undefined {
    return this.#first(this.#requests) ?? (isQuiet ? this.#first(this.#ahead) : undefined);
  }

  /** Removes the request that `next` returned: its environment is being made. */
  take(request: StartRequest): void {
    this.#of(request).shift();
  }

  /** Finishes all requests: no further environment is made. */
  clear(): void {
    for (const request of [...this.#requests.splice(0), ...this.#ahead.splice(0)]) finish(request);
  }

  #of({ kind }: StartRequest): StartRequest[] {
    return kind === 'ahead' ? this.#ahead : this.#requests;
  }

  #first(requests: StartRequest[]): StartRequest | undefined {
    for (let [request] = requests; request; [request] = requests) {
      if (this.#isNeeded(request)) return request;
      requests.shift();
      finish(request);
    }
    return undefined;
  }
}
