// An execution of a Standard machine while it makes a turn. Its input and its context object are read where a state asks for them.
import type { Ctx } from '#core/ctx';
import { executionArn } from '#services/states/arns';
import type { Execution, ExecutionState, ExecutionStatus } from '#services/states/language/interpreter/execution';
import type { Json, JsonObject } from '#services/states/language/json';
import { type ExecutionRecord, revisions } from '#services/states/state';
import { executionContext } from './execution-context.ts';

export class KeptExecution implements Execution {
  status: ExecutionStatus;
  output: Json | undefined;
  error: string | undefined;
  cause: string | undefined;
  events: number;
  ids: number;
  readonly #record: ExecutionRecord;
  readonly #ctx: Ctx;
  #input: Json | undefined;
  #context: JsonObject | undefined;

  constructor(record: ExecutionRecord, ctx: Ctx) {
    const { status, output, error, cause, events, ids } = record.state;
    this.status = status;
    this.output = output;
    this.error = error;
    this.cause = cause;
    this.events = events;
    this.ids = ids;
    this.#record = record;
    this.#ctx = ctx;
  }

  get input(): Json {
    this.#input ??= JSON.parse(this.#record.inputText) as Json;
    return this.#input;
  }
  get context(): JsonObject {
    this.#context ??= this.#makeContext();
    return this.#context;
  }
  get region(): string {
    return this.#ctx.region;
  }
  /** The part that its record holds. */
  get state(): ExecutionState {
    const { status, output, error, cause, events, ids } = this;
    return status === 'RUNNING' ? { status, events, ids } : { status, output, error, cause, events, ids };
  }

  #makeContext(): JsonObject {
    const { name, machine, revisionId, startMs, redriveCount, redriveMs } = this.#record;
    const { roleArn } = this.#ctx.records(revisions).get([revisionId])!;
    const arn = executionArn(machine, name, this.#ctx);
    return executionContext({ arn, name, machine, roleArn, startMs, input: this.input, redriveCount, redriveMs }, this.#ctx);
  }
}
