// The current phase, at most one at a time: it lasts until it is ended or its time is over.

import type { PhaseEnd } from './phase-end.ts';

export class Phase {
  #kind: 'none' | 'init' | 'invoke' = 'none';
  #end: ((end: PhaseEnd) => void) | undefined;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  get kind(): 'none' | 'init' | 'invoke' {
    return this.#kind;
  }

  /** Tells this phase from earlier and later ones. */
  get number(): number {
    return this.#count;
  }

  /** Only the first end counts; without a phase the call has no effect. */
  end(end: PhaseEnd): void {
    this.#end?.(end);
  }

  /** No limit holds for the rest of this phase. */
  lift(): void {
    clearTimeout(this.#timer);
  }

  /** `limitMs` undefined: the phase lasts until it is ended. */
  async run(kind: 'init' | 'invoke', limitMs: number | undefined, begin: () => void): Promise<PhaseEnd> {
    const ended = new Promise<PhaseEnd>((resolve) => {
      this.#end = resolve;
    });
    this.#kind = kind;
    this.#count++;
    if (limitMs !== undefined) this.#timer = setTimeout(() => this.end({ kind: 'timeout' }), Math.max(0, limitMs));
    begin();
    const end = await ended;
    clearTimeout(this.#timer);
    this.#end = undefined;
    this.#kind = 'none';
    return end;
  }
}
