// The log of one execution: its steps are collected, and written to the pipe's log group at once when it ends.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-logs-schema.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { pipeArn } from '#services/pipes/arns';
import { PIPE_LOG_REFUSED } from '#services/pipes/messages';
import type { Pipe } from '#services/pipes/state';
import { isLogged, STEP_LEVELS, type Step, WITH_PAYLOAD } from './execution-steps.ts';
import type { Problem } from './problem.ts';

interface StepData {
  /** The events, each as JSON or text. */
  readonly events?: readonly string[] | undefined;
  readonly awsRequest?: object | undefined;
  readonly awsResponse?: unknown;
  readonly problem?: Problem | undefined;
}

interface LogEvent {
  readonly timestamp: number;
  readonly message: string;
}

const MAX_BATCH_BYTES = 1_048_576;
/** Bytes that a log group counts for each event in addition to its message. */
const OVERHEAD_BYTES = 26;
/** Size of a record; longer ones are cut. */
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

  /** Writes what was collected. A log that cannot be written does not fail the execution. */
  async write(): Promise<void> {
    const arn = this.#pipe.logConfiguration?.CloudwatchLogsLogDestination?.LogGroupArn;
    const logGroupName = /^log-group:([^:]+)/.exec(parseArn(arn ?? '')?.resource ?? '')?.[1];
    if (this.#events.length === 0 || logGroupName === undefined) return;
    const { account, region } = parseArn(arn!)!;
    const there = { account, region, isPlumbing: true };
    const logStreamName = this.#pipe.name;
    try {
      await this.#ctx.call('logs', 'CreateLogStream', { logGroupName, logStreamName }, there).catch((error: unknown) => {
        if (!(error instanceof Fault) || error.code !== 'ResourceAlreadyExistsException') throw error;
      });
      for (const logEvents of inBatches(this.#events))
        await this.#ctx.call('logs', 'PutLogEvents', { logGroupName, logStreamName, logEvents }, there);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#ctx.log.write(PIPE_LOG_REFUSED, { name: this.#pipe.name, logGroup: logGroupName, reason: error.message });
    }
  }
}

/** Batches of a size that a log group takes. */
function inBatches(events: readonly LogEvent[]): LogEvent[][] {
  const batches: LogEvent[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const event of events) {
    const size = Buffer.byteLength(event.message) + OVERHEAD_BYTES;
    if (bytes + size > MAX_BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)!.push(event);
    bytes += size;
  }
  return batches;
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
