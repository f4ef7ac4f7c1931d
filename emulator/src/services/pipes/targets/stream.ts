// Data streams as targets: a batch is one request, of which single records may be refused.
import { parseArn } from '#lib/arn';
import { dynamic } from '#services/pipes/input/dynamic';
import { problemFrom } from './problem.ts';
import { allOf, type InvokeTarget } from './target-call.ts';

export const putInStream: InvokeTarget = async ({ events, pipe }, ctx) => {
  const { account, region } = parseArn(pipe.target)!;
  const { PartitionKey: key } = pipe.targetParameters?.KinesisStreamParameters ?? {};
  const Records = events.map(({ event, input }) => ({
    Data: Buffer.from(input),
    PartitionKey: dynamic('KinesisStreamParameters.PartitionKey', key, event) ?? '',
  }));
  const awsRequest = { StreamARN: pipe.target, Records };
  try {
    const answer = await ctx.call('kinesis', 'PutRecords', awsRequest, { withRole: pipe.roleArn, account, region });
    const failed = new Set([...answer.Records.keys()].filter((at) => answer.Records[at]?.ErrorCode !== undefined));
    const first = answer.Records.find(({ ErrorCode }) => ErrorCode !== undefined);
    const problem = first && { status: 400, message: `${first.ErrorCode}: ${first.ErrorMessage ?? ''}`, service: 'kinesis' };
    return { awsRequest, awsResponse: answer, failed, problem };
  } catch (error) {
    return { awsRequest, failed: allOf(events), problem: problemFrom(error, 'kinesis') };
  }
};
