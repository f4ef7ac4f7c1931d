// The log of one execution: its steps are collected, and written to the destinations of the pipe at once when it ends.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-logs-schema.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { pipeArn } from '#services/pipes/arns';
import type { Pipe } from '#services/pipes/state';
import type { Problem } from '#services/pipes/targets/problem';
import { isLogged, STEP_LEVELS, type Step, WITH_PAYLOAD } from './execution-steps.ts';
import { type LogEvent, writeLog } from './log-destinations.ts';

interface StepData {
  /** The events, each as JSON or text. */
  readonly events?: readonly string[] | undefined;
  readonly awsRequest?: object | undefined;
  readonly awsResponse?: unknown;
  readonly problem?: Problem | undefined;
}

/** Limit: bytes of a record of a pipe's log; longer ones are cut. */
const MAX_RECORD_BYTES = 262_144;
/** In the order in which they are cut. */
const EXECUTION_DATA = ['payload', 'awsRequest', 'awsResponse'] as const;
type LogRecord = { [name in (typeof EXECUTION_DATA)[number]]?: string } & { truncatedFields?: string[] };

export class ExecutionLog {
  readonly #pipe: Frozen<Pipe>;
  readonly #ctx: Ctx;
  readonly #executionId: string;
  readonly #events: LogEvent[] = [];

  constructor(pipe: Frozen<Pipe>, ctx: Ctx) {
    this.#pipe = pipe;
    this.#ctx = ctx;
    this.#executionId = ctx.id();
  }

  step(messageType: Step, { events, awsRequest, awsResponse, problem }: StepData = {}): void {
    const { logConfiguration: log, name } = this.#pipe;
    if (!isLogged(messageType, log?.Level)) return;
    const includesData = log?.IncludeExecutionData?.includes('ALL') ?? false;
    const timestamp = this.#ctx.now();
    const record: LogRecord & Record<string, unknown> = {
      executionId: this.#executionId,
      timestamp,
      messageType,
      resourceArn: pipeArn(this.#ctx, name),
      logLevel: STEP_LEVELS[messageType],
      ...(includesData && {
        ...(events && WITH_PAYLOAD.has(messageType) && { payload: `[${events.join(',')}]` }),
        ...(awsRequest && { awsRequest: JSON.stringify(awsRequest) }),
        ...(awsResponse !== undefined && { awsResponse: JSON.stringify(awsResponse) }),
      }),
      ...(problem && { error: errorOf(problem, this.#ctx) }),
    };
    this.#events.push({ timestamp, message: fitting(record) });
  }

  /** Writes what was collected. */
  async write(): Promise<void> {
    if (this.#events.length > 0) await writeLog(this.#pipe, { executionId: this.#executionId, events: this.#events }, this.#ctx);
  }
}

const errorOf = ({ status, message, service }: Problem, { requestId }: Ctx) => ({
  httpStatusCode: status,
  message,
  details: '',
  awsService: service,
  requestId,
});

function fitting(record: LogRecord & Record<string, unknown>): string {
  let text = JSON.stringify(record);
  for (const field of EXECUTION_DATA) {
    const excess = Buffer.byteLength(text) - MAX_RECORD_BYTES;
    if (excess <= 0) break;
    const value = record[field];
    if (value === undefined) continue;
    record.truncatedFields = [...(record.truncatedFields ?? []), field];
    // A few characters more, for the name of the field itself.
    record[field] = value.slice(0, Math.max(0, value.length - excess - 64));
    text = JSON.stringify(record);
  }
  return text;
}
