// Makes objects of records: one for each prefix, named and packed as the destination says.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type DatePart, formatDate, parseDatePattern, wallTime } from '#services/firehose/prefix/date-pattern';
import { evaluatePrefix } from '#services/firehose/prefix/prefix';
import type { BucketDestination, BucketSettings, DeliveryStream, ObjectParcel } from '#services/firehose/state';
import type { FailedRecord, PipelineRecord } from '#services/firehose/transform/pipeline-record';
import { formatNamed } from './compress.ts';

const SECONDS = parseDatePattern('yyyy-MM-dd-HH-mm-ss') as readonly DatePart[];
const DEFAULT_ERROR_PREFIX = '!{firehose:error-output-type}/!{timestamp:yyyy/MM/dd/HH}/';
const UTC = 'UTC';

/** Settings that only some buckets have. */
type AnyBucket = BucketSettings & Partial<Pick<BucketDestination, 'FileExtension' | 'CustomTimeZone'>>;

/** A parcel whose bytes are not in the store yet. */
export type NewObject = Omit<ObjectParcel, 'body'> & { readonly body: Uint8Array };

interface ObjectJob {
  readonly stream: Frozen<DeliveryStream>;
  readonly settings: Frozen<AnyBucket>;
  /** Text between two records. */
  readonly delimiter?: string | undefined;
}

/** The records as objects: one for each set of partition keys, or one for all. */
export async function objectsOf(records: readonly PipelineRecord[], job: ObjectJob, ctx: Ctx): Promise<NewObject[]> {
  const groups = new Map<string, PipelineRecord[]>();
  for (const record of records) {
    const id = record.partition ? JSON.stringify(record.partition) : '';
    const group = groups.get(id);
    if (group) group.push(record);
    else groups.set(id, [record]);
  }
  const objects: NewObject[] = [];
  for (const group of groups.values()) objects.push(await dataObject(group, job, ctx));
  return objects;
}

function dataObject(records: readonly PipelineRecord[], job: ObjectJob, ctx: Ctx): Promise<NewObject> {
  const { settings, delimiter } = job;
  const oldestMs = oldest(records);
  const prefix = evaluatePrefix(settings.Prefix, { oldestMs, timeZone: settings.CustomTimeZone ?? UTC, ...records[0]!.partition });
  return newObject(job, prefix, { oldestMs, count: records.length, content: joined(records, delimiter) }, ctx);
}

function joined(records: readonly PipelineRecord[], delimiter: string | undefined): Buffer {
  if (delimiter === undefined) return Buffer.concat(records.map(({ data }) => data));
  const between = Buffer.from(delimiter);
  return Buffer.concat(records.flatMap(({ data }, at) => (at === 0 ? [data] : [between, data])));
}

/** Records that failed, a line of JSON each: one object for each kind of failure. */
export async function errorObjects(failed: readonly FailedRecord[], job: ObjectJob, ctx: Ctx): Promise<NewObject[]> {
  const objects: NewObject[] = [];
  for (const errorType of new Set(failed.map((each) => each.errorType))) {
    const group = failed.filter((each) => each.errorType === errorType);
    const oldestMs = oldest(group.map(({ record }) => record));
    const { ErrorOutputPrefix, Prefix, CustomTimeZone = UTC } = job.settings;
    const prefix = evaluatePrefix(ErrorOutputPrefix || `${Prefix ?? ''}${DEFAULT_ERROR_PREFIX}`, {
      oldestMs,
      timeZone: CustomTimeZone,
      errorType,
    });
    const lines = group.map((each) => errorLine(each, ctx)).join('');
    objects.push(await newObject(job, prefix, { oldestMs, count: group.length, content: Buffer.from(lines) }, ctx));
  }
  return objects;
}

/** https://docs.aws.amazon.com/firehose/latest/dev/data-transformation-failure-handling.html; `lambdaARN` is spelled as captured. */
const errorLine = ({ record, attempts, code, message, functionArn }: FailedRecord, ctx: Ctx): string =>
  `${JSON.stringify({
    attemptsMade: attempts,
    arrivalTimestamp: record.arrivedMs,
    errorCode: code,
    errorMessage: message,
    attemptEndingTimestamp: ctx.now(),
    rawData: Buffer.from(record.raw).toString('base64'),
    ...(functionArn !== undefined && { lambdaARN: functionArn }),
  })}\n`;

const oldest = (records: readonly { readonly arrivedMs: number }[]): number =>
  records.reduce((least, { arrivedMs }) => Math.min(least, arrivedMs), Number.POSITIVE_INFINITY);

async function newObject(
  { stream: { name, version }, settings }: ObjectJob,
  prefix: string,
  { oldestMs, count, content }: { readonly oldestMs: number; readonly count: number; readonly content: Buffer },
  ctx: Ctx,
): Promise<NewObject> {
  const { extension, encoding, pack } = formatNamed(settings.CompressionFormat);
  const second = formatDate(SECONDS, wallTime(oldestMs, UTC));
  return {
    to: 'bucket',
    bucketArn: settings.BucketARN,
    roleArn: settings.RoleARN,
    key: `${prefix}${name}-${version}-${second}-${ctx.id()}${settings.FileExtension ?? extension}`,
    contentEncoding: encoding,
    kmsKeyArn: settings.EncryptionConfiguration.KMSEncryptionConfig?.AWSKMSKeyARN,
    body: await pack(content),
    attempts: 0,
    createdMs: ctx.now(),
    count,
    oldestMs,
  };
}
