// The current phase, at most one at a time: it lasts until it is ended or its time is over.

import type { PhaseEnd } from './phase-end.ts';

export class Phase {
  #kind: 'none' | 'init' | 'invoke' = 'none';
  #end: ((end: PhaseEnd) => void) | undefined;
  #count = 0;

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

  async run(kind: 'init' | 'invoke', limitMs: number, begin: () => void): Promise<PhaseEnd> {
    const ended = new Promise<PhaseEnd>((resolve) => {
      this.#end = resolve;
    });
    this.#kind = kind;
    this.#count++;
    const timer = setTimeout(() => this.end({ kind: 'timeout' }), Math.max(0, limitMs));
    begin();
    const end = await ended;
    clearTimeout(timer);
    this.#end = undefined;
    this.#kind = 'none';
    return end;
  }
}
