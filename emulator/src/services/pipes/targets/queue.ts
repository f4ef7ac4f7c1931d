// Queues as targets: a batch is one request, of which single messages may be refused.
import { parseArn } from '#lib/arn';
import { dynamic } from '#services/pipes/input/dynamic';
import { problemFrom } from './problem.ts';
import { allOf, type InvokeTarget } from './target-call.ts';

const BLOCK = 'SqsQueueParameters';

export const sendToQueue: InvokeTarget = async ({ events, pipe }, ctx) => {
  const { account, region, resource } = parseArn(pipe.target)!;
  const { MessageGroupId, MessageDeduplicationId } = pipe.targetParameters?.SqsQueueParameters ?? {};
  const Entries = events.map(({ event, input }, at) => ({
    Id: String(at),
    MessageBody: input,
    MessageGroupId: dynamic(`${BLOCK}.MessageGroupId`, MessageGroupId, event),
    MessageDeduplicationId: dynamic(`${BLOCK}.MessageDeduplicationId`, MessageDeduplicationId, event),
  }));
  const awsRequest = { QueueUrl: `${ctx.origin}/${account}/${resource}`, Entries };
  try {
    const answer = await ctx.call('sqs', 'SendMessageBatch', awsRequest, { withRole: pipe.roleArn, account, region });
    const { Failed = [] } = answer;
    const [first] = Failed;
    const problem = first && { status: 400, message: `${first.Code}: ${first.Message ?? ''}`, service: 'sqs' };
    return { awsRequest, awsResponse: answer, failed: new Set(Failed.map(({ Id }) => Number(Id))), problem };
  } catch (error) {
    return { awsRequest, failed: allOf(events), problem: problemFrom(error, 'sqs') };
  }
};
