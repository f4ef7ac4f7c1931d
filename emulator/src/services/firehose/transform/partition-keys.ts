// Finds the partition keys of records: the keys that the query extracts, and the keys that the function returned.
// https://docs.aws.amazon.com/firehose/latest/dev/dynamic-partitioning-partitioning-keys.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import { parsePrefix } from '#services/firehose/prefix/prefix';
import type { BucketDestination } from '#services/firehose/state';
import { type Extraction, jqOf } from './jq/jq.ts';
import type { FailedRecord, PipelineRecord, Processed } from './pipeline-record.ts';

const CODE = 'DynamicPartitioning.MetadataExtractionFailed';
const NO_JSON = 'Non JSON record provided';
const EMPTY = 'partitionKeys values must not be null or empty';

export async function partition(
  records: readonly PipelineRecord[],
  { Prefix = '' }: Frozen<BucketDestination>,
  query: string | undefined,
  ctx: Ctx,
): Promise<Processed> {
  const { queryKeys, functionKeys } = parsePrefix(Prefix, 'Prefix');
  const extracted = query === undefined ? undefined : await extract(records, query, ctx);
  const kept: PipelineRecord[] = [];
  const failed: FailedRecord[] = [];
  for (const [at, record] of records.entries()) {
    const extraction = extracted?.[at] ?? { keys: {} };
    const keys =
      'keys' in extraction
        ? { queryKeys: chosen(queryKeys, extraction.keys), functionKeys: chosen(functionKeys, record.functionKeys) }
        : undefined;
    const message = 'problem' in extraction ? extraction.problem : EMPTY;
    if (keys?.queryKeys && keys.functionKeys)
      kept.push({ ...record, partition: { queryKeys: keys.queryKeys, functionKeys: keys.functionKeys } });
    else failed.push({ record, errorType: 'metadata-extraction-failed', code: CODE, message, attempts: 1 });
  }
  return { records: kept, failed };
}

type Keys = Readonly<Record<string, string>>;

/** The keys of these names; undefined where one is missing or empty. */
const chosen = (names: readonly string[], keys: Keys = {}): Keys | undefined =>
  names.every((name) => own(keys, name)) ? Object.fromEntries(names.map((name) => [name, keys[name]!])) : undefined;

async function extract(records: readonly PipelineRecord[], query: string, ctx: Ctx): Promise<readonly Extraction[]> {
  const texts = records.map(({ data }) => jsonText(data));
  const found = await jqOf(ctx).extract(
    query,
    texts.filter((text) => text !== undefined),
  );
  let next = 0;
  return texts.map((text) => (text === undefined ? { problem: NO_JSON } : found[next++]!));
}

function jsonText(data: Uint8Array): string | undefined {
  const text = Buffer.from(data).toString();
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}
