// Compiles and runs expressions of the query language, each within a budget of steps, depth and time. One object per emulator keeps the compiled ones.
import { memoize } from '#lib/memoize';
import { TimeLimit, TimeOver } from '#lib/time-limit';
import { type Chance, seededRandom } from '#services/states/language/chance';
import { type Effort, MAX_MS, MAX_STEPS } from '#services/states/language/effort';
import { hashOf, partitionOf, rangeOf } from '#services/states/language/intrinsics/functions';
import type { Json } from '#services/states/language/json';
import { readJson } from '#services/states/language/read-json';
import type { CompiledExpression, ExpressionEngine, ExpressionNode } from './expression-engine.ts';

const MAX_DEPTH = 500;
const MAX_COMPILED = 2000;
/** Characters of any text on the way to the value. */
const MAX_TEXT = 1_000_000;
const MAX_TRIES = 4;
/** Milliseconds without which no further try is made. */
const MIN_TRY_MS = MAX_MS / 2;
/** Steps that an expression takes besides those of its parts. */
const STEPS_OF_ITSELF = 4;
/** Expressions without lists, ranges, functions, regular expressions and mappings: a few steps, each of them short. */
const SURELY_SHORT = /^(?:[\w\s$"'+\-&=<>!?:{},@]|\*(?!\*)|\.(?!\s*[.({*])){0,200}$/;

/** Read by the engine before and after each evaluation of a part of an expression. */
const ENTRY = Symbol.for('jsonata.__evaluate_entry');
const EXIT = Symbol.for('jsonata.__evaluate_exit');

/** A failure of the engine: `code` is its own (`T2001`), where it has one. */
export interface EngineFailure {
  readonly code?: string | undefined;
  readonly message: string;
}

const overTime = (): EngineFailure => failure('U1001', `the expression takes more than ${MAX_MS} ms`);

export class Expressions {
  readonly #engine: ExpressionEngine;
  readonly #compiled = memoize((text: string) => this.#compile(text), MAX_COMPILED);
  readonly #timeLimit = new TimeLimit(MAX_MS);
  #chance!: Chance;
  #stepsLeft = 0;
  #depth = 0;

  constructor(engine: ExpressionEngine) {
    this.#engine = engine;
  }

  /** Parses the expression (without its delimiters). Throws an EngineFailure where it is none. */
  parse(text: string): ExpressionNode {
    return this.#compiled(text).ast();
  }

  /** The expression's value; undefined where it selects nothing. Throws an EngineFailure. Takes its steps from the effort. */
  run(text: string, bindings: Readonly<Record<string, Json>>, chance: Chance, effort: Effort): unknown {
    const compiled = this.#compiled(text);
    this.#chance = chance;
    const evaluate = (): unknown => {
      this.#stepsLeft = effort.left - STEPS_OF_ITSELF;
      this.#depth = 0;
      try {
        return compiled.evaluate(undefined, bindings);
      } finally {
        effort.take(effort.left - Math.max(0, this.#stepsLeft));
      }
    };
    return SURELY_SHORT.test(text) ? evaluate() : this.#inTime(evaluate, effort);
  }

  /**
   * A step may take long by itself: a regular expression, a function over a long list. On a machine that is busy with other things the time may have
   * gone there: then the expression is tried again, in the processor time that is left.
   */
  #inTime(evaluate: () => unknown, effort: Effort): unknown {
    for (let tries = 1; ; tries++) {
      const before = process.cpuUsage();
      try {
        return this.#timeLimit.run(evaluate, effort.leftMs);
      } catch (error) {
        if (!(error instanceof TimeOver)) throw error;
      } finally {
        const { user, system } = process.cpuUsage(before);
        effort.takeMs((user + system) / 1000);
      }
      if (tries === MAX_TRIES || effort.leftMs < MIN_TRY_MS) throw overTime();
    }
  }

  #compile(text: string): CompiledExpression {
    const compiled = this.#engine(text);
    compiled.assign(ENTRY, () => {
      if (--this.#stepsLeft < 0) throw failure('U1001', `the expression takes more than ${MAX_STEPS} steps`);
      if (++this.#depth > MAX_DEPTH) throw failure('U1001', `the expression is nested more than ${MAX_DEPTH} levels deep`);
    });
    compiled.assign(EXIT, (_part: unknown, _input: unknown, _environment: unknown, value: unknown) => {
      this.#depth--;
      if (typeof value === 'string' && value.length > MAX_TEXT)
        throw failure('U1001', `the expression makes a text of more than ${MAX_TEXT} characters`);
    });
    this.#addFunctions(compiled);
    return compiled;
  }

  /** The functions that the service adds to the query language, and those that read the clock or draw numbers. */
  #addFunctions(compiled: CompiledExpression): void {
    compiled.registerFunction('partition', (list: Json[] | undefined, size: number) => list && partitionOf(list, size), '<a-n:a>');
    // A sequence of one is its only value, as everywhere in the query language (recorded: `$range(1,1,1)` is 1).
    compiled.registerFunction('range', (...bounds: [number, number, number]) => collapsed(rangeOf(...bounds)), '<nnn:x>');
    compiled.registerFunction(
      'hash',
      (data: Json | undefined, name: string) => (data === undefined ? undefined : hashOf(data, name)),
      '<xs:s>',
    );
    compiled.registerFunction('random', (seed?: number) => (seed === undefined ? this.#chance.random() : seededRandom(seed)), '<n?:n>');
    compiled.registerFunction('uuid', () => this.#chance.uuid(), '<:s>');
    compiled.registerFunction('parse', (text: string | undefined) => (text === undefined ? undefined : readJson(text)), '<s-:x>');
    compiled.registerFunction('millis', () => this.#chance.nowMs, '<:n>');
    // The service has no such function: a call is one of nothing (measured: https://github.com/floci-io/floci/issues/2737, August 2026).
    compiled.assign('eval', undefined);
  }
}

const failure = (code: string, message: string): EngineFailure => ({ code, message });
const collapsed = (values: readonly number[]): unknown => (values.length === 1 ? values[0] : values);
