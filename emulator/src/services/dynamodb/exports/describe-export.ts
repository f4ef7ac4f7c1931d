// Exports as the service shows them: never with their type.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import type { ExportDescription } from '#model/dynamodb';
import { tableArn } from '#services/dynamodb/catalog/find-table';
import type { Export } from './state.ts';

export const exportArn = (
  { table, id }: Pick<Frozen<Export>, 'table' | 'id'>,
  { region, account }: Pick<Ctx, 'region' | 'account'>,
): string => formatArn({ service: 'dynamodb', region, account, resource: `table/${table}/export/${id}` });

export function describeExport(job: Frozen<Export>, ctx: Ctx): ExportDescription {
  const { changes, endedMs, failure } = job;
  return {
    ExportArn: exportArn(job, ctx),
    ExportStatus: job.status,
    StartTime: new Date(job.startedMs),
    ...(endedMs !== undefined && { EndTime: new Date(endedMs) }),
    ...(job.manifest !== undefined && { ExportManifest: job.manifest, BilledSizeBytes: job.bytes ?? 0, ItemCount: job.items ?? 0 }),
    TableArn: tableArn(job.table, ctx),
    TableId: job.tableId,
    ClientToken: job.token,
    S3Bucket: job.bucket,
    ...(job.owner !== undefined && { S3BucketOwner: job.owner }),
    ...(job.prefix !== undefined && { S3Prefix: job.prefix }),
    S3SseAlgorithm: job.encryption,
    ...(job.encryptionKey !== undefined && { S3SseKmsKeyId: job.encryptionKey }),
    ExportFormat: job.format,
    ...(failure && { FailureCode: failure.code, FailureMessage: failure.message }),
    ...(changes
      ? {
          IncrementalExportSpecification: {
            ExportFromTime: new Date(changes.fromMs),
            ExportToTime: new Date(changes.toMs),
            ExportViewType: changes.withOldImages ? 'NEW_AND_OLD_IMAGES' : 'NEW_IMAGE',
          },
        }
      : { ExportTime: new Date(job.atMs) }),
  };
}
