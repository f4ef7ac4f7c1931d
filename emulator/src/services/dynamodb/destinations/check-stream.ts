// Whether a table can deliver to a data stream. The service finds out after it has answered; its reasons were probed in October 2026
// (ack-api-quirks, DDB-TABLE-318).
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { actingRole } from './acting-role.ts';

const BELONGS = 'The kinesis Arn used to enable kinesis replication belongs to a stream which is not in';

/** The reason why not; undefined for a stream that is there. */
export async function refusalOf(streamArn: string, ctx: Ctx): Promise<string | undefined> {
  const arn = parseArn(streamArn);
  if (arn && (arn.service === 'firehose' || (arn.service === 'kinesis' && arn.account !== ctx.account))) return `${BELONGS} Active state`;
  if (arn?.service === 'kinesis' && arn.region !== ctx.region) return `${BELONGS} the current region`;
  try {
    await ctx.call('kinesis', 'DescribeStreamSummary', { StreamARN: streamArn }, { withRole: actingRole(ctx), isPlumbing: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return 'User does not have a permission to use kinesis stream';
  }
}
