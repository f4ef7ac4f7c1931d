// API destinations and APIs, as targets and as enrichments: each event is one HTTP request, within the rate of the destination.
import type { Ctx } from '#core/ctx';
import type { HttpDelivery } from '#core/delivery/destination';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import type { PipeTargetHttpParameters } from '#model/pipes';
import { failedIds } from '#polling/batch-response';
import { pipeArn } from '#services/pipes/arns';
import { dynamicValue } from '#services/pipes/input/dynamic';
import type { Pipe } from '#services/pipes/state';
import { type Problem, problemFrom } from './problem.ts';
import { allOf, type InvokeTarget, NONE } from './target-call.ts';

interface ApiCall {
  readonly arn: string;
  readonly pipe: Pick<Frozen<Pipe>, 'name' | 'roleArn'>;
  readonly parameters: Frozen<PipeTargetHttpParameters> | undefined;
  /** The id of the source's record, where it is known. */
  readonly id: string | undefined;
  /** Dynamic parameters read it. */
  readonly event: string;
  readonly input: string;
}

interface ApiAnswer {
  readonly awsRequest: object;
  readonly awsResponse?: unknown;
  readonly answer: string;
  readonly problem?: Problem | undefined;
}

/** @throws ParameterError */
export async function callHttpTarget({ arn, pipe, parameters, id, event, input }: ApiCall, ctx: Ctx): Promise<ApiAnswer> {
  const http = httpOf(parameters ?? {}, event);
  const service = parseArn(arn)?.service ?? '';
  const awsRequest = { [service === 'events' ? 'apiDestination' : 'api']: arn, ...http, body: input };
  const about = { service: 'pipes', resource: `pipe ${pipe.name}`, resourceArn: pipeArn(ctx, pipe.name) };
  const to = { targetArn: arn, as: { role: pipe.roleArn }, retry: { maxRetries: 0, maxAgeMs: 0 }, parameters: { http }, about };
  try {
    // An event that the rate of the destination puts off keeps its turn until its source hands it out again.
    const answer = await ctx.invokeTarget({ to, payload: input }, `${about.resourceArn}/${id ?? ctx.id()}`);
    return { awsRequest, awsResponse: { body: answer }, answer };
  } catch (error) {
    return { awsRequest, answer: '', problem: problemFrom(error, service) };
  }
}

const valuesIn = (given: Readonly<Record<string, string | undefined>> = {}, event: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, dynamicValue(name, value, event)]])),
  );

const httpOf = (
  { PathParameterValues = [], HeaderParameters, QueryStringParameters }: Frozen<PipeTargetHttpParameters>,
  event: string,
): HttpDelivery => ({
  pathValues: PathParameterValues.map((value) => dynamicValue('PathParameterValues', value, event)),
  headers: valuesIn(HeaderParameters, event),
  query: valuesIn(QueryStringParameters, event),
});

/** Batches have one event: the endpoint takes no more. */
export const invokeHttpTarget: InvokeTarget = async ({ events, pipe }, ctx) => {
  const [{ event, input, id } = { event: '', input: '', id: undefined }] = events;
  const parameters = pipe.targetParameters?.HttpParameters;
  const { answer, ...result } = await callHttpTarget({ arn: pipe.target, pipe, parameters, id, event, input }, ctx);
  if (result.problem) return { ...result, failed: allOf(events) };
  const hasFailed = answer.includes('"batchItemFailures"') && isReported(answer, id);
  const problem = { status: 200, message: `the endpoint reported a failure: ${answer}`, service: parseArn(pipe.target)?.service ?? '' };
  return hasFailed ? { ...result, failed: allOf(events), problem } : { ...result, failed: NONE };
};

/** Whether the answer names the event as failed, or cannot be understood. */
function isReported(answer: string, id: string | undefined): boolean {
  const ids = failedIds(Buffer.from(answer), new Set(id === undefined ? [] : [id]));
  return ids === 'all' || ids.size > 0;
}
