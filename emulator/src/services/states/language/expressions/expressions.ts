// Compiles and runs expressions of the query language, each within limits of depth, size and steps. One object per thread keeps the compiled ones.
import { memoize } from '#lib/memoize';
import { TimeLimit, TimeOver } from '#lib/time-limit';
import type { Chance } from '#services/states/language/chance';
import { type Effort, TooMuchWork } from '#services/states/language/effort';
import type { Json } from '#services/states/language/json';
import type { CompiledExpression, ExpressionEngine, ExpressionNode } from './expression-engine.ts';
import { addFunctions } from './expression-functions.ts';
import { isTooLarge, limitOf, MAX_DEPTH, MAX_ELEMENTS, tooDeep, tooLarge, tooLong } from './expression-limits.ts';

export type { EngineFailure } from './expression-engine.ts';

const MAX_COMPILED = 2000;
const MAX_TRIES = 3;
/** Milliseconds of the clock on the wall. */
const MIN_TRY_MS = 10;
/** Characters of an expression that the main thread compiles. */
const MAX_BRIEF_EXPRESSION = 4000;
/** Characters of a text, or elements of a list, that the main thread makes. */
const MAX_BRIEF_TEXT = 100_000;
const MAX_BRIEF_LIST = 20_000;
/** Elements of a list, and characters of a text, that are made in the time of a step. */
const [ELEMENTS_PER_STEP, CHARACTERS_PER_STEP] = [16, 1000];
/** Steps that an expression takes once, when it is compiled. */
const STEPS_PER_CHARACTER = 2;
/** Steps that an expression takes besides those of its parts. */
const STEPS_OF_ITSELF = 4;
/** Expressions without lists, ranges, functions, regular expressions and mappings: a few steps, each of them short. */
const SURELY_SHORT = /^(?:[\w\s$"'+\-&=<>!?:{},@]|\*(?!\*)|\.(?!\s*[.({*])){0,200}$/;
/** Parts that make values; the others hand them on. */
const MAKERS: ReadonlySet<string> = new Set(['function', 'apply', 'binary', 'unary']);

/** Read by the engine before and after each evaluation of a part of an expression, and before it makes a range. */
const ENTRY = Symbol.for('jsonata.__evaluate_entry');
const EXIT = Symbol.for('jsonata.__evaluate_exit');
const RANGE = Symbol.for('jsonata.__range');

export class Expressions {
  readonly #engine: ExpressionEngine;
  readonly #compiled = memoize((text: string) => this.#compile(text), MAX_COMPILED);
  readonly #timeLimit = new TimeLimit(1);
  /** Expressions that were too much for the main thread: it does not try them again. */
  readonly #heavy = new Set<string>();
  #chance!: Chance;
  #isBrief = false;
  #stepsLeft = 0;
  #depth = 0;

  constructor(engine: ExpressionEngine) {
    this.#engine = engine;
  }

  /** Parses the expression (without its delimiters). Throws an EngineFailure where it is none. */
  parse(text: string): ExpressionNode {
    return this.#compiled(text).ast();
  }

  /** The expression turned out to be short after all. */
  forgetHeavy(text: string): void {
    this.#heavy.delete(text);
  }

  /** The expression's value; undefined where it selects nothing. Throws an EngineFailure. Takes its steps from the effort. @throws TooMuchWork */
  run(text: string, bindings: Readonly<Record<string, Json>>, chance: Chance, effort: Effort): unknown {
    if (!effort.isBrief) return this.#evaluate(text, bindings, chance, effort);
    if (text.length > MAX_BRIEF_EXPRESSION || this.#heavy.has(text)) throw new TooMuchWork();
    const evaluate = () => this.#evaluate(text, bindings, chance, effort);
    try {
      return SURELY_SHORT.test(text) ? evaluate() : this.#inTime(evaluate, effort);
    } catch (error) {
      if (error instanceof TooMuchWork) this.#noteHeavy(text);
      throw error;
    }
  }

  #noteHeavy(text: string): void {
    if (this.#heavy.size >= MAX_COMPILED) this.#heavy.clear();
    this.#heavy.add(text);
  }

  #evaluate(text: string, bindings: Readonly<Record<string, Json>>, chance: Chance, effort: Effort): unknown {
    this.#chance = chance;
    this.#isBrief = effort.isBrief;
    this.#stepsLeft = effort.left - STEPS_OF_ITSELF;
    this.#depth = 0;
    try {
      const compiled = this.#compiled(text);
      return compiled.evaluate(undefined, bindings, chance.nowMs);
    } catch (error) {
      throw limitOf(error) ?? error;
    } finally {
      effort.take(effort.left - Math.max(0, this.#stepsLeft));
    }
  }

  /**
   * A step may take long by itself: a regular expression, a function over a long list. On a machine that is busy with other things the time may have
   * gone there: then the expression is tried again. Where it was used, a thread begins anew.
   */
  #inTime(evaluate: () => unknown, effort: Effort): unknown {
    for (let tries = 1; ; tries++) {
      const before = process.cpuUsage();
      try {
        return this.#timeLimit.run(evaluate, Math.max(effort.leftMs, MIN_TRY_MS));
      } catch (error) {
        if (!(error instanceof TimeOver)) throw error;
      } finally {
        const { user, system } = process.cpuUsage(before);
        effort.takeMs((user + system) / 1000);
      }
      if (tries === MAX_TRIES || effort.left === 0) throw new TooMuchWork();
    }
  }

  #takeSteps(steps: number): void {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) throw this.#isBrief ? new TooMuchWork() : tooLong();
  }

  #compile(text: string): CompiledExpression {
    const compiled = this.#engine(text);
    this.#stepsLeft -= text.length * STEPS_PER_CHARACTER;
    compiled.assign(ENTRY, () => {
      this.#takeSteps(1);
      if (++this.#depth > MAX_DEPTH) throw tooDeep();
    });
    compiled.assign(EXIT, (part: ExpressionNode, _input: unknown, _environment: unknown, value: unknown) => {
      this.#depth--;
      if ((typeof value === 'string' || Array.isArray(value)) && MAKERS.has(part.type)) this.#made(value);
    });
    compiled.assign(RANGE, (elements: number) => {
      if (elements > MAX_ELEMENTS) throw tooLarge();
      this.#takeSteps(elements / ELEMENTS_PER_STEP);
    });
    addFunctions(compiled, () => this.#chance);
    return compiled;
  }

  #made(value: string | readonly unknown[]): void {
    if (isTooLarge(value)) throw tooLarge();
    const isText = typeof value === 'string';
    if (this.#isBrief && value.length > (isText ? MAX_BRIEF_TEXT : MAX_BRIEF_LIST)) throw new TooMuchWork();
    this.#takeSteps(Math.floor(value.length / (isText ? CHARACTERS_PER_STEP : ELEMENTS_PER_STEP)));
  }
}
