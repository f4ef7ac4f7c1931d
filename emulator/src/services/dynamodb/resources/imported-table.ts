// ImportSourceSpecification: a table that is made by an import.
import type { Ctx } from '#core/ctx';
import type { Properties, Value } from '#core/resources/resource-handlers';
import { list, object, text, texts } from '#core/resources/resource-properties';
import type { TableCreationParameters } from '#model/dynamodb';
import { importSignal } from '#services/dynamodb/imports/state';

const WAIT_MS = 60_000;

function optionsOf(value: Value | undefined) {
  if (value === undefined) return undefined;
  const { Delimiter, HeaderList } = object(object(value).Csv);
  return {
    Csv: { Delimiter: text(Delimiter), ...(HeaderList !== undefined && list(HeaderList).length > 0 && { HeaderList: texts(HeaderList) }) },
  };
}

/** @throws Error with the import's own reason, if not all items are imported */
export async function importTable(source: Properties, TableCreationParameters: TableCreationParameters, ctx: Ctx): Promise<void> {
  const { S3Bucket, S3BucketOwner, S3KeyPrefix } = object(source.S3BucketSource);
  let { ImportTableDescription: job } = await ctx.call('dynamodb', 'ImportTable', {
    S3BucketSource: { S3Bucket: text(S3Bucket) ?? '', S3BucketOwner: text(S3BucketOwner), S3KeyPrefix: text(S3KeyPrefix) },
    InputFormat: text(source.InputFormat) ?? '',
    InputFormatOptions: optionsOf(source.InputFormatOptions),
    InputCompressionType: text(source.InputCompressionType),
    TableCreationParameters,
  });
  const ImportArn = job.ImportArn!;
  const signal = importSignal(ImportArn.split('/import/')[1]!);
  while (job.ImportStatus === 'IN_PROGRESS') {
    await ctx.wait(signal, ctx.now() + WAIT_MS);
    job = (await ctx.call('dynamodb', 'DescribeImport', { ImportArn })).ImportTableDescription;
  }
  if (job.ImportStatus !== 'COMPLETED') throw new Error(`${job.FailureCode}: ${job.FailureMessage}`);
}
