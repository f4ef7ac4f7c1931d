// Functions, as targets and as enrichments: a batch is one invocation, whose payload is a JSON array even of one event.
import { shortName } from '#core/call-resource';
import type { Ctx } from '#core/ctx';
import { parseArn } from '#lib/arn';
import { isJson } from '#lib/json-structure';
import { failedIds } from '#polling/batch-response';
import { type Problem, problemFrom } from './problem.ts';
import { allOf, type InvokeTarget, NONE } from './target-call.ts';

interface FunctionCall {
  readonly arn: string;
  readonly role: string;
  readonly inputs: readonly string[];
  readonly type: 'RequestResponse' | 'Event';
  readonly traceHeader?: string | undefined;
}

interface FunctionAnswer {
  readonly awsRequest: object;
  readonly awsResponse?: unknown;
  /** The function's return value. */
  readonly answer: string;
  readonly problem?: Problem | undefined;
}

/** An input that is no JSON becomes a JSON string. */
export const payloadOf = (inputs: readonly string[]): string =>
  `[${inputs.map((input) => (isJson(input) ? input : JSON.stringify(input))).join(',')}]`;

export async function callFunction({ arn, role, inputs, type, traceHeader }: FunctionCall, ctx: Ctx): Promise<FunctionAnswer> {
  const payload = payloadOf(inputs);
  const awsRequest = { functionName: arn, invocationType: type, payload };
  const { account, region } = parseArn(arn) ?? {};
  try {
    const request = { FunctionName: arn, InvocationType: type, Payload: Buffer.from(payload) };
    const { StatusCode, FunctionError, Payload } = await ctx.call('lambda', 'Invoke', request, {
      withRole: role,
      account,
      region,
      traceHeader,
      mayRest: true,
    });
    const answer = Buffer.from(Payload ?? []).toString();
    const awsResponse = { statusCode: StatusCode, functionError: FunctionError, payload: answer };
    if (FunctionError === undefined) return { awsRequest, awsResponse, answer };
    return { awsRequest, awsResponse, answer, problem: failureOf(arn, answer) };
  } catch (error) {
    return { awsRequest, answer: '', problem: problemFrom(error, 'lambda') };
  }
}

function failureOf(arn: string, answer: string): Problem {
  const { errorType, errorMessage } = (isJson(answer) ? JSON.parse(answer) : {}) as { errorType?: unknown; errorMessage?: unknown };
  const said = [errorType, errorMessage].filter((text) => typeof text === 'string').join(': ');
  const reason = `${shortName(arn)} failed: ${said || answer}`;
  return { status: 200, message: `the function failed: ${answer}`, service: 'lambda', reason };
}

/** A function that is waited for may report which events failed; a function that is not waited for may not. */
export const invokeFunction: InvokeTarget = async ({ events, pipe, traceHeader }, ctx) => {
  const isAwaited = pipe.targetParameters?.LambdaFunctionParameters?.InvocationType !== 'FIRE_AND_FORGET';
  const inputs = events.map(({ input }) => input);
  const type = isAwaited ? 'RequestResponse' : 'Event';
  const { answer, ...result } = await callFunction({ arn: pipe.target, role: pipe.roleArn, inputs, type, traceHeader }, ctx);
  if (result.problem) return { ...result, failed: allOf(events) };
  if (!isAwaited) return { ...result, failed: NONE };
  const failed = failedIn(answer, events);
  const problem = { status: 200, message: `the function reported failures: ${answer}`, service: 'lambda' };
  return { ...result, failed, ...(failed.size > 0 && { problem }) };
};

/** Only an object with `batchItemFailures` reports failures; any other answer is a success. */
export function failedIn(answer: string, events: Parameters<InvokeTarget>[0]['events']): ReadonlySet<number> {
  if (!/^\s*\{/.test(answer) || !answer.includes('"batchItemFailures"')) return NONE;
  const ids = failedIds(Buffer.from(answer), new Set(events.flatMap(({ id }) => id ?? [])));
  if (ids === 'all') return allOf(events);
  return new Set([...events.keys()].filter((at) => ids.has(events[at]?.id ?? '')));
}
