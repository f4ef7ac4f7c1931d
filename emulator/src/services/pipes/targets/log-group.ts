// Log groups as targets: each event of a batch becomes a log event. Without `LogStreamName`, they lie in a stream with the pipe's name.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-event-target.html#pipes-targets-specifics-cwl
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { dynamic, dynamicValue, ParameterError } from '#services/pipes/input/dynamic';
import { problemFrom } from './problem.ts';
import { allOf, type InvokeTarget, type TargetEvent } from './target-call.ts';

const BLOCK = 'CloudWatchLogsParameters';
const TOO_OLD_OR_NEW = 'the time of the event is too old or too far ahead for the log group';

interface PlacedEvent {
  readonly at: number;
  readonly timestamp: number;
  readonly message: string;
}

/** In the order of their times, as the log takes them. */
function placed(events: readonly TargetEvent[], path: string | undefined, nowMs: number): PlacedEvent[] {
  const all = events.map(({ event, input }, at) => ({ at, message: input, timestamp: path === undefined ? nowMs : timeAt(path, event) }));
  return all.sort((a, b) => a.timestamp - b.timestamp);
}

/** Milliseconds since 1970, or ISO 8601. */
function timeAt(path: string, event: string): number {
  const text = dynamicValue(`${BLOCK}.Timestamp`, path, event);
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : Date.parse(text);
  if (Number.isNaN(ms)) throw new ParameterError(`${BLOCK}.Timestamp is ${text}, which is no time.`);
  return ms;
}

export const writeToLogGroup: InvokeTarget = async ({ events, pipe }, ctx) => {
  const { account, region, resource } = parseArn(pipe.target)!;
  const logGroupName = resource.split(':')[1] ?? '';
  const { LogStreamName, Timestamp } = pipe.targetParameters?.CloudWatchLogsParameters ?? {};
  const [first] = events;
  const logStreamName = dynamic(`${BLOCK}.LogStreamName`, LogStreamName, first?.event ?? '') ?? pipe.name;
  const all = placed(events, Timestamp, ctx.now());
  const awsRequest = { logGroupName, logStreamName, logEvents: all.map(({ timestamp, message }) => ({ timestamp, message })) };
  const there = { withRole: pipe.roleArn, account, region };
  try {
    if (LogStreamName === undefined) await makeStream(logGroupName, logStreamName, there, ctx);
    const awsResponse = await ctx.call('logs', 'PutLogEvents', awsRequest, there);
    const {
      tooNewLogEventStartIndex: tooNew = all.length,
      tooOldLogEventEndIndex = 0,
      expiredLogEventEndIndex = 0,
    } = awsResponse.rejectedLogEventsInfo ?? {};
    const old = Math.max(tooOldLogEventEndIndex, expiredLogEventEndIndex);
    const failed = new Set(all.filter((_, index) => index < old || index >= tooNew).map(({ at }) => at));
    const problem = failed.size > 0 ? { status: 400, message: TOO_OLD_OR_NEW, service: 'logs' } : undefined;
    return { awsRequest, awsResponse, failed, problem };
  } catch (error) {
    return { awsRequest, failed: allOf(events), problem: problemFrom(error, 'logs') };
  }
};

async function makeStream(logGroupName: string, logStreamName: string, there: object, ctx: Ctx): Promise<void> {
  try {
    await ctx.call('logs', 'CreateLogStream', { logGroupName, logStreamName }, { ...there, isPlumbing: true });
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ResourceAlreadyExistsException') throw error;
  }
}
