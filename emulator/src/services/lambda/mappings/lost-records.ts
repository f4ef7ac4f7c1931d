// Sends a record of a batch that is given up to the mapping's destination for failures. Buckets get the batch, too.
// https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { logAttempts, logTrace } from '#polling/batch-trace';
import type { LostBatch } from '#polling/log/log-consumer';
import { STREAM_RECORDS_LOST } from '#services/lambda/execution/messages';
import { functionArn, LATEST } from '#services/lambda/lookup/function-name';
import { MAX_EVENT_AGE_S } from '#services/lambda/lookup/limits';
import { mappingArn } from './describe-mapping.ts';
import { kafkaBatchInfo, kafkaPayload, kafkaRecordInfo } from './kafka-batch.ts';
import { kafkaAddress, TOPIC } from './kafka-settings.ts';
import { type LogInvocation, payloadOf } from './log-batch.ts';
import { sourceName } from './mapping-record.ts';

/** The service does not publish how long it tries. The emulator tries as long as it keeps an event. */
const RETRY = { maxRetries: 100, maxAgeMs: MAX_EVENT_AGE_S * 1000 };

export function deliverLost(tx: Tx, { mapping, role }: LogInvocation, lost: LostBatch, ctx: Ctx): void {
  const { uuid, functionName, qualifier = LATEST, kafka } = mapping;
  const { condition, records, attempts } = lost;
  const targetArn = mapping.log?.onFailure;
  const sourceArn = sourceName(mapping);
  const trace = logTrace(uuid, records, ctx);
  const facts = { sourceArn, name: functionName, count: records.length, condition, attempts, to: targetArn };
  tx.after(() =>
    trace.ctx.report(STREAM_RECORDS_LOST, facts, {
      ...{ what: 'batch', resource: sourceArn, target: targetArn, sentBy: trace.sentBy },
      ...{ requestId: lost.failure?.requestId, attempts: logAttempts(sourceArn, records) },
    }),
  );
  if (targetArn === undefined) return;
  const response = (lost.failure?.response ?? { requestId: ctx.id() }) as { requestId: string; responseContext?: object };
  const invocation = {
    requestContext: {
      requestId: response.requestId,
      // Without a qualifier for the latest code (recorded in November 2025)
      functionArn: functionArn(ctx, functionName, qualifier === LATEST ? undefined : qualifier),
      condition,
      // 1 for records that were too old before they were tried (recorded in November 2025)
      approximateInvokeCount: Math.max(1, attempts),
    },
    ...(response.responseContext && { responseContext: response.responseContext }),
    version: '1.0',
    timestamp: new Date(ctx.now()).toISOString(),
  };
  const about = { service: 'lambda', resource: `event source mapping ${uuid}`, resourceArn: mappingArn(ctx, uuid) };
  const as = { role };
  if (kafka && targetArn.startsWith(TOPIC)) {
    tellTopic(tx, { mapping, role, lost, facts: invocation, about }, ctx);
    return;
  }
  const record = {
    ...invocation,
    ...(kafka ? { KafkaBatchInfo: kafkaBatchInfo(kafka, lost) } : lost.info),
    ...(ctx.targetKind(targetArn) === 'bucket' && { payload: payloadOf(mapping, lost) }),
  };
  const to = { targetArn, as, retry: RETRY, about };
  ctx.deliver(tx, [{ to, payload: JSON.stringify(record), parameters: { objectKey: objectKey(uuid, lost.shard, ctx) } }]);
}

interface TopicTelling extends LogInvocation {
  readonly lost: LostBatch;
  readonly facts: object;
  readonly about: { readonly service: string; readonly resource: string; readonly resourceArn: string };
}

/** A topic of the same cluster gets a record for each lost one, with what it was, under the same key. */
function tellTopic(tx: Tx, { mapping, role, lost, facts, about }: TopicTelling, ctx: Ctx): void {
  const { uuid, kafka, log } = mapping;
  const topic = log!.onFailure!.slice(TOPIC.length);
  const targetArn = kafkaAddress({ ...kafka!, topic }, { start: log!.start, role, uuid });
  const { shard } = lost;
  ctx.deliver(
    tx,
    lost.records.map((record) => ({
      to: { targetArn, as: { role }, retry: RETRY, about },
      payload: JSON.stringify({
        ...facts,
        KafkaBatchInfo: kafkaRecordInfo(kafka!, record, shard),
        payload: JSON.parse(kafkaPayload(kafka!, { shard, records: [record] })) as object,
      }),
      parameters: { partitionKey: record.group },
    })),
  );
}

/** `aws/lambda/<mapping>/<shard>/2026/07/30/2026-07-30T17.05.00-<uuid>` */
function objectKey(uuid: string, shard: string, ctx: Ctx): string {
  const [day = '', time = ''] = new Date(ctx.now()).toISOString().split(/[T.]/);
  return `aws/lambda/${uuid}/${shard}/${day.replaceAll('-', '/')}/${day}T${time.replaceAll(':', '.')}-${ctx.id()}`;
}
