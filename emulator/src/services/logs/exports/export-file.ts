// Puts a file of an export into its bucket, in the name of the service: the bucket's policy decides.
import type { Ctx } from '#core/ctx';
import type { ServicePrincipal } from '#core/principal';
import { inPieces } from '#lib/byte-pieces';
import { groupArn } from '#services/logs/groups/group-arn';
import type { ExportTask } from '#services/logs/state';

/** The prefix of objects for which none is given. */
export const EXPORTED_TO = 'exportedlogs';

export const exporter = (group: string, service: string, ctx: Ctx): ServicePrincipal => ({
  service,
  sourceArn: `${groupArn(ctx, group)}:*`,
  sourceAccount: ctx.account,
});

export async function exportFile(
  { group, bucket, service }: Pick<ExportTask, 'group' | 'bucket' | 'service'>,
  Key: string,
  bytes: Uint8Array,
  ctx: Ctx,
): Promise<void> {
  const object = { Bucket: bucket, Key, Body: inPieces(bytes), ContentLength: bytes.length };
  await ctx.call('s3', 'PutObject', object, { as: exporter(group, service, ctx) });
}
