// Topics as targets: a batch is one request, of which single messages may be refused. Pipes have no parameters for topics, so that
// topics in order, which need a message group, refuse what pipes send.
import { parseArn } from '#lib/arn';
import { problemFrom } from './problem.ts';
import { allOf, type InvokeTarget } from './target-call.ts';

export const publishToTopic: InvokeTarget = async ({ events, pipe }, ctx) => {
  const { account, region } = parseArn(pipe.target)!;
  const PublishBatchRequestEntries = events.map(({ input }, at) => ({ Id: String(at), Message: input }));
  const awsRequest = { TopicArn: pipe.target, PublishBatchRequestEntries };
  try {
    const answer = await ctx.call('sns', 'PublishBatch', awsRequest, { withRole: pipe.roleArn, account, region });
    const { Failed = [] } = answer;
    const [first] = Failed;
    const problem = first && { status: 400, message: `${first.Code}: ${first.Message ?? ''}`, service: 'sns' };
    return { awsRequest, awsResponse: answer, failed: new Set(Failed.map(({ Id }) => Number(Id))), problem };
  } catch (error) {
    return { awsRequest, failed: allOf(events), problem: problemFrom(error, 'sns') };
  }
};
