// The errors, headers and lines of a template's run. Its utilities are made once for all runs, each of which ends before the next one begins.
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
  facts: RunFacts = { now: 0, seed: 0, authType: '' };
  errors: RaisedError[] = [];
  logs: string[] = [];
  responseHeaders: Record<string, unknown> = {};
  extensions: { filter?: unknown; invalidationFilter?: unknown; invalidations?: unknown[]; evictions?: unknown[][] } = {};
  #seed = 0;

  begin(facts: RunFacts): void {
    this.facts = facts;
    this.errors = [];
    this.logs = [];
    this.responseHeaders = {};
    this.extensions = {};
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
