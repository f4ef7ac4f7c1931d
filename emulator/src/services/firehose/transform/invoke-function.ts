// Hands records to the function that transforms them, in batches, and sorts what it returns.
// https://docs.aws.amazon.com/firehose/latest/dev/data-transformation-status-model.html; codes and texts of failures as recorded in
// https://github.com/floci-io/floci (FirehoseLambdaTransformer) and in the notes of captured behaviour beside it.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { inBatches } from '#lib/in-batches';
import { table } from '#lib/table';
import { streamArn } from '#services/firehose/arns';
import type { DeliveryStream } from '#services/firehose/state';
import type { FailedRecord, PipelineRecord, Processed } from './pipeline-record.ts';
import type { FunctionProcessor } from './processors.ts';

const ERRORS = {
  'Lambda.FunctionError': 'The Lambda function was successfully invoked but it returned an error result.',
  'Lambda.InvokeAccessDenied': 'Access was denied. Ensure that the access policy allows access to the Lambda function.',
  'Lambda.JsonProcessingException':
    'There was an error parsing returned records from the Lambda function. Ensure that the returned records follow the status model required by Firehose.',
  'Lambda.MissingRecordId': 'One or more record Ids were not returned. Ensure that the Lambda function returns all received record Ids.',
  'Lambda.DuplicatedRecordId':
    'Multiple records were returned with the same record Id. Ensure that the Lambda function returns a unique record Id for each record.',
  'Lambda.ProcessingFailedStatus': 'ProcessingFailed status set for record',
  'Lambda.InvalidReturnFormat':
    'The data field cannot be null when the SourceType is DirectPut or KinesisStreamAsSource and processing result is Ok. The value field cannot be null when the SourceType is MSKAsSource and processing result is Ok.',
} as const;
const INVALID_OUTPUT =
  'Check your function and make sure the output is in required format. In addition to that, make sure the processed records contain valid result status of Dropped, Ok, or ProcessingFailed';
const CODES: Readonly<Record<string, string>> = table({
  AccessDeniedException: 'Lambda.InvokeAccessDenied',
  TooManyRequestsException: 'Lambda.InvokeLimitExceeded',
  ResourceNotFoundException: 'Lambda.ResourceNotFound',
});
const RESULTS = new Set(['Ok', 'Dropped', 'ProcessingFailed']);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

type Failure = Pick<FailedRecord, 'code' | 'message'>;
const failure = (code: keyof typeof ERRORS): Failure => ({ code, message: ERRORS[code] });

interface Returned {
  readonly result: string;
  readonly data: string | undefined;
  readonly partitionKeys: Readonly<Record<string, string>> | undefined;
}

export interface TransformJob {
  readonly stream: Frozen<DeliveryStream>;
  readonly processor: FunctionProcessor;
  /** The role of the destination, for processors without one. */
  readonly roleArn: string | undefined;
}

export async function transform(records: readonly PipelineRecord[], job: TransformJob, ctx: Ctx): Promise<Processed> {
  const kept: PipelineRecord[] = [];
  const failed: FailedRecord[] = [];
  for (const batch of inBatches(records, ({ data }) => data.length, { bytes: job.processor.maxBytes })) {
    const done = await transformBatch(batch, job, ctx);
    kept.push(...done.records);
    failed.push(...done.failed);
  }
  return { records: kept, failed };
}

async function transformBatch(records: readonly PipelineRecord[], job: TransformJob, ctx: Ctx): Promise<Processed> {
  const ids = records.map(() => ctx.id());
  const { attempts, returned, problem } = await invokeRepeatedly(records, ids, job, ctx);
  const failed: FailedRecord[] = [];
  const kept: PipelineRecord[] = [];
  const fail = (record: PipelineRecord, why: Failure): void =>
    void failed.push({ record, errorType: 'processing-failed', attempts, functionArn: job.processor.arn, ...why });
  for (const [at, record] of records.entries()) {
    const answer = returned.get(ids[at]!);
    if (problem) fail(record, problem);
    else if (answer === undefined) fail(record, failure('Lambda.MissingRecordId'));
    else if (answer === 'twice') fail(record, failure('Lambda.DuplicatedRecordId'));
    else if (answer.result === 'ProcessingFailed') fail(record, failure('Lambda.ProcessingFailedStatus'));
    else if (answer.result === 'Ok' && answer.data === undefined) fail(record, failure('Lambda.InvalidReturnFormat'));
    else if (answer.result === 'Ok')
      kept.push({ ...record, data: Buffer.from(answer.data!, 'base64'), functionKeys: answer.partitionKeys });
  }
  return { records: kept, failed };
}

interface Answered {
  readonly attempts: number;
  readonly returned: ReadonlyMap<string, Returned | 'twice'>;
  readonly problem?: Failure | undefined;
}

/** Errors of the function are tried again at once; what it returns is final. */
async function invokeRepeatedly(
  records: readonly PipelineRecord[],
  ids: readonly string[],
  job: TransformJob,
  ctx: Ctx,
): Promise<Answered> {
  const { processor, roleArn } = job;
  for (let attempts = 1; ; attempts++) {
    const Payload = Buffer.from(JSON.stringify(eventOf(records, ids, job, ctx)));
    let problem: Failure;
    try {
      const answer = await ctx.call(
        'lambda',
        'Invoke',
        { FunctionName: processor.arn, Payload },
        { withRole: processor.roleArn ?? roleArn },
      );
      if (answer.FunctionError === undefined) return { attempts, ...readAnswer(Buffer.from(answer.Payload ?? []).toString()) };
      problem = failure('Lambda.FunctionError');
    } catch (error) {
      if (!(error instanceof Fault) || ctx.signal.aborted) throw error;
      const code = CODES[error.code] ?? `Lambda.${error.code}`;
      problem = code === 'Lambda.InvokeAccessDenied' ? failure(code) : { code, message: error.message };
    }
    if (attempts > processor.retries) return { attempts, returned: new Map(), problem };
  }
}

const eventOf = (records: readonly PipelineRecord[], ids: readonly string[], { stream }: TransformJob, ctx: Ctx): object => ({
  invocationId: ctx.id(),
  deliveryStreamArn: streamArn(ctx, stream.name),
  region: ctx.region,
  ...(stream.source && { sourceKinesisStreamArn: stream.source.arn }),
  records: records.map(({ data, arrivedMs, origin }, at) => ({
    recordId: ids[at],
    approximateArrivalTimestamp: arrivedMs,
    data: Buffer.from(data).toString('base64'),
    ...(origin && {
      kinesisRecordMetadata: {
        shardId: origin.shard,
        partitionKey: origin.partitionKey,
        sequenceNumber: origin.sequenceNumber,
        subsequenceNumber: 0,
        approximateArrivalTimestamp: arrivedMs,
      },
    }),
  })),
});

function readAnswer(text: string): Pick<Answered, 'returned' | 'problem'> {
  const returned = new Map<string, Returned | 'twice'>();
  let list: unknown;
  try {
    list = (JSON.parse(text) as { records?: unknown } | null)?.records;
  } catch {
    return { returned, problem: failure('Lambda.JsonProcessingException') };
  }
  for (const each of Array.isArray(list) ? (list as unknown[]) : []) {
    const { recordId, result, data, metadata } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof recordId !== 'string') continue;
    const isValid = typeof result === 'string' && RESULTS.has(result) && (typeof data !== 'string' || BASE64.test(data));
    if (!isValid) return { returned, problem: { code: 'Lambda.FunctionError', message: INVALID_OUTPUT } };
    const one = { result: result as string, data: typeof data === 'string' ? data : undefined, partitionKeys: keysOf(metadata) };
    returned.set(recordId, returned.has(recordId) ? 'twice' : one);
  }
  return { returned };
}

function keysOf(metadata: unknown): Readonly<Record<string, string>> | undefined {
  const keys = (metadata as { partitionKeys?: unknown } | null | undefined)?.partitionKeys;
  if (typeof keys !== 'object' || keys === null) return undefined;
  return Object.fromEntries(
    Object.entries(keys).flatMap(([key, value]) => (typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [])),
  );
}
