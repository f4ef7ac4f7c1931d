// A data stream as a target of deliveries: each becomes a record.
import type { Delivery } from '#core/delivery/delivery';
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import { parseStreamArn } from './arns.ts';
import { notFound } from './faults.ts';

/** Limit: characters of the partition key of a delivered event; longer ones are cut. */
const MAX_KEY = 256;

function addressOf(arn: string) {
  const address = parseStreamArn(arn);
  if (!address || address.consumer) throw notFound(`${arn} is not a stream.`);
  return { account: address.account, region: address.region };
}

const recordOf = ({ payload, id, parameters = {} }: Delivery) => ({
  Data: Buffer.from(payload, parameters.isBase64 ? 'base64' : 'utf8'),
  PartitionKey: (parameters.partitionKey ?? id).slice(0, MAX_KEY),
});

export const target: Target = {
  send: async (delivery, ctx) => {
    const { targetArn, parameters } = delivery;
    const options = { ...addressOf(targetArn), traceHeader: parameters?.traceHeader };
    await ctx.call('kinesis', 'PutRecord', { StreamARN: targetArn, ...recordOf(delivery) }, options);
  },
  sendAll: async (deliveries, ctx) => {
    const { targetArn } = deliveries[0]!;
    const { Records } = await ctx.call(
      'kinesis',
      'PutRecords',
      { StreamARN: targetArn, Records: deliveries.map(recordOf) },
      addressOf(targetArn),
    );
    return Records.map(({ ErrorCode, ErrorMessage }) => (ErrorCode === undefined ? undefined : new Fault(ErrorCode, ErrorMessage ?? '')));
  },
};
