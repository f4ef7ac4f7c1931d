// The values that a state's fields may refer to: input, context object and variables, for paths and for expressions.

import { Effort } from '#services/states/language/effort';
import type { Bindings } from '#services/states/language/expressions/evaluate';
import type { Json, JsonObject } from '#services/states/language/json';
import { parsePath } from '#services/states/language/paths/path-parser';
import { readPath, requirePath } from '#services/states/language/paths/read-path';
import type { Answer, Query, QueryRoots } from '#services/states/language/queries/query';
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
  roots(value: Json): QueryRoots {
    return { $: value, context: () => this.context, variable: (name) => this.#variable(name), variables: () => this.variables };
  }

  /** Variables of expressions: `$states` with further members, and the variables of the machine. */
  bindings(members: JsonObject = {}, context: JsonObject = this.context): Bindings {
    return { ...this.#variables(this.thread), states: { input: this.thread.input, context, ...members } };
  }

  /** Answers a query, in a thread where it takes long. */
  ask(query: Query): Answer {
    return this.turn.ask(this.thread, query);
  }
  evaluate(template: Json, field: string, bindings: Bindings = this.bindings(), type?: string): Json {
    return this.ask({ kind: 'template', template, field, bindings, type })!;
  }
  fill(template: Json, value: Json): Json {
    return this.ask({ kind: 'fill', template, roots: this.roots(value) })!;
  }
  /** The value at a path: undefined where it selects nothing. */
  read(path: string, value: Json): Json | undefined {
    return this.#read(path, value, false);
  }
  /** @throws PathError where the path selects nothing */
  require(path: string, value: Json): Json {
    return this.#read(path, value, true)!;
  }
  /** A definite path is read at once, whatever else the state has done. */
  #read(text: string, value: Json, isRequired: boolean): Answer {
    const path = parsePath(text);
    const roots = this.roots(value);
    if (!path.isDefinite) return this.ask({ kind: 'path', path: text, isRequired, roots });
    const { $, context, variable } = roots;
    return (isRequired ? requirePath : readPath)(path, { $, context, variable, effort: Effort.inThread() });
  }

  /** The value that InputPath or OutputPath selects; null selects an empty object. */
  select(path: string | null | undefined, value: Json): Json {
    if (path === null) return {};
    return path === undefined || path === '$' ? value : this.require(path, value);
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
