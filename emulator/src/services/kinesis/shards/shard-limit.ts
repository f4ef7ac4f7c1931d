// How many shards an account may have open in a region. https://docs.aws.amazon.com/streams/latest/dev/service-sizes-and-limits.html
import type { Ctx } from '#core/ctx';
import { fault } from '#model/kinesis';
import { streams } from '#services/kinesis/state';

/** Limit: shards of an account in a region. The quota of the largest regions, which accounts may have raised: it keeps a mistake from filling the memory. */
export const MAX_SHARDS = 20_000;

/** Open shards of provisioned streams in this region. @throws LimitExceededException where `more` would be too many */
export function openShardCount(ctx: Ctx, more = 0): number {
  const count = ctx
    .records(streams)
    .range([])
    .reduce((sum, { mode, open }) => sum + (mode === 'PROVISIONED' ? open.length : 0), 0);
  if (more > 0 && count + more > MAX_SHARDS)
    throw fault(
      'LimitExceededException',
      `This request would exceed the shard limit for the account ${ctx.account} in ${ctx.region}. Current shard count for the account: ${count}. Limit: ${MAX_SHARDS}. Number of additional shards that would have resulted from this request: ${more}. Refer to the AWS Service Limits page (http://docs.aws.amazon.com/general/latest/gr/aws_service_limits.html) for current limits and how to request higher limits.`,
    );
  return count;
}
