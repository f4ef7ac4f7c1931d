// Runs a resolver: its request, its data source, its answer; or a pipeline of them.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Turns } from '#lib/next-turn';
import type { RaisedError, RunExtensions, RunFacts, RunResult } from '#services/appsync/code/run-result';
import { askSource } from '#services/appsync/sources/ask-source';
import type { FunctionBatches } from '#services/appsync/sources/function-batches';
import type { SourceAnswer } from '#services/appsync/sources/source-request';
import type { DataSource } from '#services/appsync/state';
import type { Handler } from './handler.ts';
import type { CompiledResolver, SourceStep } from './program.ts';
import { ResolverError, resolverError } from './resolver-error.ts';

/** The input of a resolver, besides the parts of its context that change from step to step. */
export interface ResolverInput {
  /** `arguments`, `identity`, `source`, `request`, `info`, `env`. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly authType: string;
  readonly batches: FunctionBatches;
  /** The resolvers of the operation share it: a query may have thousands. */
  readonly turns: Turns;
  /** Adds `util.appendError`'s errors to the answer. */
  append(errors: readonly RaisedError[]): void;
  addHeaders(headers: Readonly<Record<string, unknown>>): void;
  extend(extensions: RunExtensions): void;
  log(lines: readonly string[]): void;
  /** Says in the trace what a data source was asked for. */
  noteStep(source: Frozen<DataSource>, step: SourceStep, startedMs: number, error: string | undefined): void;
}

type End = { readonly ends: 'resolver' | 'step'; readonly value: unknown };

export async function runResolver(resolver: CompiledResolver, input: ResolverInput, ctx: Ctx): Promise<unknown> {
  return new ResolverRun(resolver, input, ctx).run();
}

class ResolverRun {
  readonly #resolver: CompiledResolver;
  readonly #input: ResolverInput;
  readonly #ctx: Ctx;
  #stash: unknown = {};

  constructor(resolver: CompiledResolver, input: ResolverInput, ctx: Ctx) {
    this.#resolver = resolver;
    this.#input = input;
    this.#ctx = ctx;
  }

  async run(): Promise<unknown> {
    const { kind, steps } = this.#resolver;
    if (kind === 'UNIT') return (await this.#step(steps[0]!, null)).value;
    return this.#pipeline();
  }

  async #pipeline(): Promise<unknown> {
    const { before, after, steps } = this.#resolver;
    const begun = before && (await this.#handle(before, { prev: null, result: null, error: null }));
    let value: unknown = begun ? begun.value : {};
    if (begun?.ends !== 'resolver' && !begun?.isEarly)
      for (const step of steps) {
        const end = await this.#step(step, value);
        value = end.value;
        if (end.ends === 'resolver') break;
      }
    if (!after) return value;
    return (await this.#handle(after, { prev: { result: value }, result: value, error: null })).value;
  }

  async #step(step: SourceStep, previous: unknown): Promise<End> {
    const prev = previous === null ? null : { result: previous };
    const { source, request, response } = step;
    if (!source) throw resolverError('Code', `The data source of ${step.name} is gone.`);
    if (!request && source.type !== 'AWS_LAMBDA') throw resolverError('MappingTemplate', 'The resolver has no request.');
    let document: unknown;
    if (request) {
      const made = await this.#handle(request, { prev, result: null, error: null });
      if (made.isEarly) return { ends: made.ends, value: made.value };
      document = made.value;
    }
    const answer = await this.#ask(step, source, document, prev);
    const stopsAtErrors = (document as { version?: unknown } | undefined)?.version === '2017-02-28';
    if (answer.error && (stopsAtErrors || !response))
      throw new ResolverError({ ...answer.error, data: answer.result ?? null, errorInfo: answer.error.errorInfo ?? null });
    if (!response) return { ends: 'step', value: answer.result };
    const error = answer.error ? { message: answer.error.message, type: answer.error.errorType } : null;
    const end = await this.#handle(response, { prev, result: answer.result ?? null, error });
    return { ends: end.ends, value: end.value };
  }

  async #ask(step: SourceStep, source: Frozen<DataSource>, document: unknown, prev: object | null): Promise<SourceAnswer> {
    const startedMs = performance.now();
    const direct = document === undefined ? this.#context({ prev }) : undefined;
    const { batches } = this.#input;
    const answer = await askSource(
      {
        source,
        document,
        direct,
        maxBatchSize: step.maxBatchSize,
        batches,
        batchKey: `${this.#resolver.typeName}.${this.#resolver.fieldName}/${step.name}`,
      },
      this.#ctx,
    );
    this.#input.noteStep(source, step, startedMs, answer.error?.message ?? undefined);
    return answer;
  }

  #context(changing: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return { ...this.#input.context, stash: this.#stash, ...changing };
  }

  /** @throws ResolverError where the handler raises one */
  async #handle(handler: Handler, changing: Readonly<Record<string, unknown>>): Promise<End & { readonly isEarly: boolean }> {
    await this.#input.turns.next();
    const run = handler.run(this.#context({ outErrors: [], ...changing }), this.#facts());
    // Code without a handler hands on what it would have been given.
    if (!run) return { ends: 'step', value: changing['result'], isEarly: false };
    return this.#taken(run);
  }

  #taken(run: RunResult): End & { readonly isEarly: boolean } {
    const { append, addHeaders, extend, log } = this.#input;
    this.#stash = run.stash;
    append(run.errors);
    addHeaders(run.responseHeaders);
    extend(run.extensions);
    log(run.logs);
    if (run.error) {
      const { typeName, fieldName } = this.#resolver;
      if (run.error.isUnauthorized) throw resolverError('Unauthorized', `Not Authorized to access ${fieldName} on type ${typeName}`);
      throw new ResolverError(run.error);
    }
    if (run.early) return { ends: run.early.skipTo === 'END' ? 'resolver' : 'step', value: run.early.value, isEarly: true };
    return { ends: 'step', value: run.result, isEarly: false };
  }

  #facts(): RunFacts {
    return { now: this.#ctx.now(), seed: Number.parseInt(this.#ctx.random(8), 16), authType: this.#input.authType };
  }
}
