// How much the paths, intrinsic functions and expressions of a state may do together: each may be short, and a definition has room for thousands.
import { PathError } from './faults.ts';

/** Steps of expressions; they take about a quarter of a second of processor time. */
export const MAX_STEPS = 200_000;
/** Milliseconds, for what takes long in one step: the request around it may take 250 together with it. */
export const MAX_MS = 200;
const STEPS_PER_MS = MAX_STEPS / MAX_MS;
/** Characters and elements that a path or an intrinsic function handles in the time of a step. */
const VALUES_PER_STEP = 10;
/** A turn that has taken this share of the steps lets others have theirs. */
const LONG_SHARE = 0.2;

export class Effort {
  #left = MAX_STEPS;
  #spent = 0;

  /** Steps that are left for the state. */
  get left(): number {
    return this.#left;
  }
  /** Milliseconds that are left for the state. */
  get leftMs(): number {
    return this.#left / STEPS_PER_MS;
  }
  /** Whether the states so far have done much. */
  get isLong(): boolean {
    return this.#spent > MAX_STEPS * LONG_SHARE;
  }

  /** A state begins. */
  begin(): void {
    this.#left = MAX_STEPS;
  }
  take(steps: number): void {
    this.#left = Math.max(0, this.#left - steps);
    this.#spent += steps;
  }
  takeMs(ms: number): void {
    this.take(ms * STEPS_PER_MS);
  }
  /** Counts characters or elements that are about to be handled. @throws PathError */
  handle(values: number): void {
    if (this.#left * VALUES_PER_STEP < values)
      throw new PathError(`The paths and intrinsic functions of the state take more than ${MAX_MS} ms together`);
    this.take(values / VALUES_PER_STEP);
  }
}
