// The values that a state's fields may refer to: input, context object and variables, for paths and for expressions.

import { type Bindings, evaluateTemplate } from '#services/states/language/expressions/evaluate';
import { StateFailure } from '#services/states/language/faults';
import type { Json, JsonObject } from '#services/states/language/json';
import { parsePath } from '#services/states/language/paths/path-parser';
import { type PathRoots, requirePath } from '#services/states/language/paths/read-path';
import { fillTemplate } from '#services/states/language/template';
import type { InspectedStep } from './commands.ts';
import type { Thread } from './execution.ts';
import type { StateDefinition, Turn } from './turn.ts';

/** Types of states whose context object has a RetryCount (recorded). */
const COUNTS_RETRIES: ReadonlySet<string> = new Set(['Task', 'Map', 'Parallel']);
const HAS_TOKEN = /\.(?:sync(?::2)?|waitForTaskToken)$/;

/** Tells the state in messages of failures; those of a state that is tested leave it out (recorded). */
export const stateAt = ({ state, entered }: Thread, { environment }: Turn): string =>
  environment.tested ? '' : `An error occurred while executing the state '${state}' (entered at the event id #${entered}). `;

export class Scope {
  readonly turn: Turn;
  readonly thread: Thread;
  readonly definition: StateDefinition;
  #context: JsonObject | undefined;

  constructor(turn: Turn, thread: Thread) {
    this.turn = turn;
    this.thread = thread;
    this.definition = turn.definitionOf(thread);
  }

  get context(): JsonObject {
    this.#context ??= this.#makeContext();
    return this.#context;
  }

  /** Shows the value to whoever tests the state. */
  inspected(step: InspectedStep, value: Json): Json {
    this.turn.environment.tested?.inspect(step, value);
    return value;
  }

  /** Roots of paths; `value` is what `$` stands for. */
  roots(value: Json, context?: JsonObject): PathRoots {
    return { $: value, context: () => context ?? this.context, variable: (name) => this.#variable(name), effort: this.turn.effort };
  }

  /** Variables of expressions: `$states` with further members, and the variables of the machine. */
  bindings(members: JsonObject = {}, context: JsonObject = this.context): Bindings {
    return { ...this.#variables(this.thread), states: { input: this.thread.input, context, ...members } };
  }

  evaluate(template: Json, field: string, bindings: Bindings = this.bindings(), type?: string): Json {
    const { expressions } = this.turn.environment;
    if (!expressions) throw new StateFailure('States.Runtime', 'The query language of this state is not available.');
    const { environment: chance, effort } = this.turn;
    return evaluateTemplate(template, field, { expressions, chance, bindings, effort }, type);
  }
  fill(template: Json, value: Json, context?: JsonObject): Json {
    return fillTemplate(template, this.roots(value, context), this.turn.environment);
  }

  /** The value that InputPath or OutputPath selects; null selects an empty object. */
  select(path: string | null | undefined, value: Json): Json {
    if (path === null) return {};
    return path === undefined || path === '$' ? value : requirePath(parsePath(path), this.roots(value));
  }

  /** The variables of the machine that the state can read. */
  get variables(): JsonObject {
    return this.#variables(this.thread);
  }

  #variable(name: string): Json | undefined {
    for (let thread: Thread | undefined = this.thread; thread; thread = this.turn.ownerOf(thread))
      if (Object.hasOwn(thread.variables, name)) return thread.variables[name];
    return undefined;
  }
  #variables(thread: Thread): JsonObject {
    const owner = this.turn.ownerOf(thread);
    return owner ? { ...this.#variables(owner), ...thread.variables } : thread.variables;
  }

  #makeContext(): JsonObject {
    const { thread, turn } = this;
    const given = turn.environment.tested?.context;
    if (given) return given;
    const { state } = this.definition;
    const entered = { Name: thread.state, EnteredTime: new Date(thread.enteredMs).toISOString() };
    const item = this.#item();
    const hasToken = thread.phase === 'task' && HAS_TOKEN.test(state.Resource!);
    return {
      ...turn.data.execution.context,
      State: COUNTS_RETRIES.has(state.Type) ? { ...entered, RetryCount: thread.retryCount } : entered,
      ...(item && { Map: { Item: item } }),
      ...(hasToken && { Task: { Token: turn.environment.taskToken(thread.id, thread.attempt) } }),
    };
  }
  /** The item of the innermost Map state around the thread. */
  #item(): JsonObject | undefined {
    const { data } = this.turn;
    for (let thread: Thread | undefined = this.thread; thread?.frame !== undefined; thread = this.turn.ownerOf(thread)) {
      const frame = data.frame(thread.frame);
      if (frame.kind === 'map') return { Index: thread.index!, Value: data.itemsOf(frame.id).items[thread.index!]! };
    }
    return undefined;
  }
}
