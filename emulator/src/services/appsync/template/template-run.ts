// One run of a template: what its utilities have raised and set.
import type { RaisedError, RunFacts } from '#services/appsync/code/run-result';

/** Thrown by `$util.error` and its like. */
export class Raised extends Error {
  readonly raised: RaisedError;

  constructor(raised: RaisedError) {
    super(raised.message ?? '');
    this.raised = raised;
  }
}

export class TemplateRun {
  readonly facts: RunFacts;
  readonly errors: RaisedError[] = [];
  readonly logs: string[] = [];
  readonly responseHeaders: Record<string, unknown> = {};
  readonly extensions: { filter?: unknown; invalidationFilter?: unknown; invalidations?: unknown[] } = {};
  #seed: number;

  constructor(facts: RunFacts) {
    this.facts = facts;
    this.#seed = facts.seed;
  }

  readonly now = (): number => this.facts.now;

  /** Splitmix32: 32 bits. */
  readonly random = (): number => {
    this.#seed = (this.#seed + 0x9e3779b9) | 0;
    let mixed = this.#seed ^ (this.#seed >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}
