// Event buses as targets: each event of a batch becomes the detail of an event, of which single ones may be refused.
import { followPath, parseInputPath } from '#lib/input-path';
import { isJson } from '#lib/json-structure';
import { dynamic, ParameterError } from '#services/pipes/input/dynamic';
import { problemFrom } from './problem.ts';
import { allOf, type InvokeTarget } from './target-call.ts';

const BLOCK = 'EventBridgeEventBusParameters';
const EVENT_SOURCE = parseInputPath('$.eventSource') ?? [];

/** `Event from aws:sqs`, as events of pipes in public repositories have it. */
function defaultDetailType(event: string): string {
  const source = isJson(event) ? followPath(event, EVENT_SOURCE) : undefined;
  return `Event from ${source?.startsWith('"') ? (JSON.parse(source) as string) : 'pipe'}`;
}

/** Epoch seconds or milliseconds, or ISO 8601. */
function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  const date = new Date(Number.isFinite(number) ? (number < MAX_EPOCH_SECONDS ? number * 1000 : number) : text);
  if (Number.isNaN(date.getTime())) throw new ParameterError(`${BLOCK}.Time is ${text}, which is no time.`);
  return date;
}

const MAX_EPOCH_SECONDS = 100_000_000_000;

export const putOnBus: InvokeTarget = async ({ events, pipe }, ctx) => {
  const { DetailType, Source, Resources, Time, EndpointId } = pipe.targetParameters?.EventBridgeEventBusParameters ?? {};
  const Entries = events.map(({ event, input }) => ({
    EventBusName: pipe.target,
    Source: dynamic(`${BLOCK}.Source`, Source, event) ?? `Pipe ${pipe.name}`,
    DetailType: dynamic(`${BLOCK}.DetailType`, DetailType, event) ?? defaultDetailType(event),
    Detail: input,
    Resources: Resources?.map((each) => dynamic(`${BLOCK}.Resources`, each, event) ?? each),
    Time: timeOf(dynamic(`${BLOCK}.Time`, Time, event)),
  }));
  const awsRequest = { Entries, EndpointId };
  try {
    const answer = await ctx.call('events', 'PutEvents', awsRequest, { withRole: pipe.roleArn });
    const answers = answer.Entries ?? [];
    const failed = new Set([...answers.keys()].filter((at) => answers[at]?.ErrorCode !== undefined));
    const first = answers.find(({ ErrorCode }) => ErrorCode !== undefined);
    const problem = first && { status: 400, message: `${first.ErrorCode}: ${first.ErrorMessage ?? ''}`, service: 'events' };
    return { awsRequest, awsResponse: answer, failed, problem };
  } catch (error) {
    return { awsRequest, failed: allOf(events), problem: problemFrom(error, 'events') };
  }
};
