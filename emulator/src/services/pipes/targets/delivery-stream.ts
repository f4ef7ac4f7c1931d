// Delivery streams as targets: a batch is one request, of which single records may be refused.
import { parseArn } from '#lib/arn';
import { problemFrom } from './problem.ts';
import { allOf, type InvokeTarget } from './target-call.ts';

export const putInDeliveryStream: InvokeTarget = async ({ events, pipe }, ctx) => {
  const { account, region, resource } = parseArn(pipe.target)!;
  const DeliveryStreamName = resource.slice(resource.indexOf('/') + 1);
  const awsRequest = { DeliveryStreamName, Records: events.map(({ input }) => ({ Data: Buffer.from(input) })) };
  try {
    const answer = await ctx.call('firehose', 'PutRecordBatch', awsRequest, { withRole: pipe.roleArn, account, region });
    const { RequestResponses: answers } = answer;
    const failed = new Set([...answers.keys()].filter((at) => answers[at]?.ErrorCode !== undefined));
    const first = answers.find(({ ErrorCode }) => ErrorCode !== undefined);
    const problem = first && { status: 400, message: `${first.ErrorCode}: ${first.ErrorMessage ?? ''}`, service: 'firehose' };
    return { awsRequest, awsResponse: answer, failed, problem };
  } catch (error) {
    return { awsRequest, failed: allOf(events), problem: problemFrom(error, 'firehose') };
  }
};
