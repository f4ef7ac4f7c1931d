// How much the paths, intrinsic functions and expressions of a state may do: a little on the main thread, for which others wait, and the rest in a
// thread of its own. The main thread gives up early, and never judges: the outcome of a state does not depend on where it was worked out.
import { PathError } from './faults.ts';

/** A step is the evaluation of one part of an expression: about a microsecond of processor time. */
const STEPS_PER_MS = 1000;
/** Steps that the start of a branch or an iteration counts as. */
const STEPS_PER_THREAD = 40;
/** Characters, elements and members that a path or an intrinsic function handles in the time of a step. */
const VALUES_PER_STEP = 4;
/** Steps of the main thread for a state. */
const MAX_BRIEF_STEPS = 20_000;
/** Steps after which a turn of the main thread lets others have theirs. */
const LONG_TURN_STEPS = 40_000;
/** Limit: steps of an expression, where the cloud gives it a second. Paths and intrinsic functions of a field have as many together. */
export const MAX_STEPS = 2_000_000;

/** The main thread cannot do this: it is for a thread. */
export class TooMuchWork extends Error {}

export class Effort {
  /** It is made on the main thread. */
  readonly isBrief: boolean;
  readonly #begun: Int32Array | undefined;
  #left: number;
  #spent = 0;

  private constructor(isBrief: boolean, begun?: Int32Array) {
    this.isBrief = isBrief;
    this.#begun = begun;
    this.#left = isBrief ? MAX_BRIEF_STEPS : MAX_STEPS;
  }
  static onMainThread(): Effort {
    return new Effort(true);
  }
  /** `begun[0]` counts the expressions that have begun, for whoever ends a thread that does not come back. */
  static inThread(begun?: Int32Array): Effort {
    return new Effort(false, begun);
  }

  /** Steps that are left: on the main thread for the state, in a thread for the expression. */
  get left(): number {
    return this.#left;
  }
  get leftMs(): number {
    return this.#left / STEPS_PER_MS;
  }
  /** Steps so far. */
  get spent(): number {
    return this.#spent;
  }
  /** Whether the states so far have done much. */
  get isLong(): boolean {
    return this.#spent > LONG_TURN_STEPS;
  }

  beginState(): void {
    if (this.isBrief) this.#left = MAX_BRIEF_STEPS;
  }
  beginExpression(): void {
    if (this.isBrief) return;
    this.#left = MAX_STEPS;
    if (this.#begun) this.#begun[0]!++;
  }
  take(steps: number): void {
    this.#left = Math.max(0, this.#left - steps);
    this.#spent += steps;
  }
  /** A branch or an iteration begins, which costs about as much as `STEPS_PER_THREAD` steps until it is kept. */
  beginThread(): void {
    this.#spent += STEPS_PER_THREAD;
  }
  takeMs(ms: number): void {
    this.take(ms * STEPS_PER_MS);
  }
  /** Counts characters or elements that are about to be handled. @throws TooMuchWork, PathError */
  handle(values: number): void {
    if (this.#left * VALUES_PER_STEP < values) {
      if (this.isBrief) throw new TooMuchWork();
      throw new PathError(tooManyValues());
    }
    this.take(values / VALUES_PER_STEP);
  }
}

/** Our own words: the cloud documents no limit of paths. */
export const tooManyValues = (): string =>
  `The paths and intrinsic functions of the field handle more than ${(MAX_STEPS * VALUES_PER_STEP).toLocaleString('en')} values`;
