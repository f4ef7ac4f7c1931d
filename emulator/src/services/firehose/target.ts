// A delivery stream as a target of deliveries: each becomes a record.
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import { parseStreamArn } from './arns.ts';

export const target: Target = {
  send: async ({ targetArn, payload, parameters }, ctx) => {
    const { name, account, region } = streamAt(targetArn);
    const Data = Buffer.from(payload, parameters?.isBase64 ? 'base64' : 'utf8');
    await ctx.call('firehose', 'PutRecord', { DeliveryStreamName: name, Record: { Data } }, { account, region });
  },
};

function streamAt(arn: string) {
  const address = parseStreamArn(arn);
  if (!address) throw new Fault('ResourceNotFoundException', `${arn} is not the ARN of a delivery stream.`);
  return address;
}
