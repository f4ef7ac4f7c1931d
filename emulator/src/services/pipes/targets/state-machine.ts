// State machines, as targets and as enrichments: a batch is the input of one execution, a JSON array even of one event.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-event-target.html
import type { Ctx } from '#core/ctx';
import { parseArn } from '#lib/arn';
import { failedIn, payloadOf } from './function.ts';
import { type Problem, problemFrom } from './problem.ts';
import { allOf, type InvokeTarget, NONE } from './target-call.ts';

interface Start {
  readonly arn: string;
  readonly role: string;
  readonly inputs: readonly string[];
  readonly traceHeader?: string | undefined;
}

interface Run {
  readonly awsRequest: object;
  readonly awsResponse?: unknown;
  /** The output of the execution. */
  readonly answer: string;
  readonly problem?: Problem | undefined;
}

/** Waits for the end of an execution, which only Express machines can be asked for. */
export async function runStateMachine({ arn, role, inputs, traceHeader }: Start, ctx: Ctx): Promise<Run> {
  const awsRequest = { stateMachineArn: arn, input: payloadOf(inputs) };
  const { account, region } = parseArn(arn) ?? {};
  try {
    const ended = await ctx.call('states', 'StartSyncExecution', awsRequest, { withRole: role, account, region, traceHeader });
    const { status, output = '', error, cause, executionArn } = ended;
    const awsResponse = { executionArn, status, output, error, cause };
    if (status === 'SUCCEEDED') return { awsRequest, awsResponse, answer: output };
    const message = `the execution ended with ${[status, error, cause].filter(Boolean).join(', ')}`;
    return { awsRequest, awsResponse, answer: '', problem: { status: 200, message, service: 'states' } };
  } catch (error) {
    return { awsRequest, answer: '', problem: problemFrom(error, 'states') };
  }
}

/** An execution that is waited for may report which events failed; an execution that is not waited for may not. */
export const startStateMachine: InvokeTarget = async ({ events, pipe, traceHeader }, ctx) => {
  const start = { arn: pipe.target, role: pipe.roleArn, inputs: events.map(({ input }) => input), traceHeader };
  if (pipe.targetParameters?.StepFunctionStateMachineParameters?.InvocationType === 'FIRE_AND_FORGET') {
    const { problem, ...result } = await startOnly(start, ctx);
    return problem ? { ...result, problem, failed: allOf(events) } : { ...result, failed: NONE };
  }
  const { answer, ...result } = await runStateMachine(start, ctx);
  if (result.problem) return { ...result, failed: allOf(events) };
  const failed = failedIn(answer, events);
  const problem = { status: 200, message: `the execution reported failures: ${answer}`, service: 'states' };
  return { ...result, failed, ...(failed.size > 0 && { problem }) };
};

async function startOnly({ arn, role, inputs, traceHeader }: Start, ctx: Ctx) {
  const awsRequest = { stateMachineArn: arn, input: payloadOf(inputs) };
  const { account, region } = parseArn(arn) ?? {};
  try {
    const awsResponse = await ctx.call('states', 'StartExecution', awsRequest, { withRole: role, account, region, traceHeader });
    return { awsRequest, awsResponse };
  } catch (error) {
    return { awsRequest, problem: problemFrom(error, 'states') };
  }
}
