// Anomaly detectors of log groups. They are kept and told, and find nothing: anomaly detection is not emulated.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { formatArn, parseArn } from '#lib/arn';
import { fault, operation } from '#model/logs';
import { readPattern } from './filter-pattern/read-pattern.ts';
import { findIdentified, invalid } from './groups/find-group.ts';
import { pageOfRecords } from './pages.ts';
import { type AnomalyDetector, anomalyDetectors } from './state.ts';
import { LOG_TAGS } from './tag-rules.ts';

/** Limit: anomaly detectors of a region. */
const MAX_DETECTORS = 500;
/** Days for which an anomaly is shown, where a detector names none. */
const VISIBLE_DAYS = 21;

const detectorArn = (id: string, { account, region }: Ctx): string =>
  formatArn({ service: 'logs', region, account, resource: `anomaly-detector:${id}` });

function find(arn: string, ctx: Ctx): { readonly id: string; readonly detector: Frozen<AnomalyDetector> } {
  const id = /^anomaly-detector:(.+)$/.exec(parseArn(arn)?.resource ?? '')?.[1] ?? '';
  const detector = ctx.records(anomalyDetectors).get([id]);
  if (!detector) throw fault('ResourceNotFoundException', 'The specified anomaly detector does not exist.');
  return { id, detector };
}

export const CreateLogAnomalyDetector = operation('CreateLogAnomalyDetector', (input, ctx) => {
  const { logGroupArnList: groupArns, detectorName: name, evaluationFrequency, filterPattern, kmsKeyId, tags } = input;
  if (groupArns.length !== 1) throw invalid('logGroupArnList must name one log group.');
  findIdentified(groupArns[0]!, ctx);
  if (filterPattern !== undefined) readPattern(filterPattern);
  const records = ctx.records(anomalyDetectors);
  if (records.count() >= MAX_DETECTORS) throw fault('LimitExceededException', 'Resource limit exceeded.');
  const [id, nowMs] = [ctx.id(), ctx.now()];
  const arn = detectorArn(id, ctx);
  const detector: AnomalyDetector = {
    ...{ name, groupArns, evaluationFrequency, filterPattern, kmsKeyId, isEnabled: true, createdMs: nowMs, modifiedMs: nowMs },
    visibleDays: input.anomalyVisibilityTime ?? VISIBLE_DAYS,
    tags: LOG_TAGS.ofNew(tags, ctx, arn),
  };
  ctx.write((tx) => tx.put(records, [id], detector));
  return { anomalyDetectorArn: arn };
});

export const UpdateLogAnomalyDetector = operation('UpdateLogAnomalyDetector', (input, ctx) => {
  const { id, detector: before } = find(input.anomalyDetectorArn, ctx);
  const { evaluationFrequency = before.evaluationFrequency, filterPattern = before.filterPattern } = input;
  const { anomalyVisibilityTime: visibleDays = before.visibleDays, enabled: isEnabled } = input;
  if (filterPattern !== undefined) readPattern(filterPattern);
  const detector = { ...before, evaluationFrequency, filterPattern, visibleDays, isEnabled, modifiedMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(anomalyDetectors), [id], detector));
});

export const GetLogAnomalyDetector = operation('GetLogAnomalyDetector', ({ anomalyDetectorArn }, ctx) =>
  describe(find(anomalyDetectorArn, ctx).detector),
);

export const DeleteLogAnomalyDetector = operation('DeleteLogAnomalyDetector', ({ anomalyDetectorArn }, ctx) => {
  const { id } = find(anomalyDetectorArn, ctx);
  ctx.write((tx) => tx.delete(ctx.records(anomalyDetectors), [id]));
});

export const ListLogAnomalyDetectors = operation('ListLogAnomalyDetectors', ({ filterLogGroupArn: asked, ...page }, ctx) => {
  const { items, nextToken } = pageOfRecords(ctx.records(anomalyDetectors), [], page, {
    keep: ({ groupArns }) => asked === undefined || groupArns.includes(asked),
  });
  return {
    anomalyDetectors: items.map(([[id], detector]) => ({ anomalyDetectorArn: detectorArn(id, ctx), ...describe(detector) })),
    nextToken,
  };
});

/** No detector has anomalies. */
export const UpdateAnomaly = operation('UpdateAnomaly', ({ anomalyDetectorArn, anomalyId, patternId }, ctx) => {
  if ((anomalyId === undefined) === (patternId === undefined)) throw invalid('Exactly one of anomalyId and patternId must be given.');
  find(anomalyDetectorArn, ctx);
  throw fault('ResourceNotFoundException', 'The specified anomaly does not exist.');
});

const describe = (detector: Frozen<AnomalyDetector>) => ({
  detectorName: detector.name,
  logGroupArnList: detector.groupArns,
  evaluationFrequency: detector.evaluationFrequency,
  filterPattern: detector.filterPattern,
  anomalyDetectorStatus: detector.isEnabled ? 'TRAINING' : 'PAUSED',
  kmsKeyId: detector.kmsKeyId,
  creationTimeStamp: detector.createdMs,
  lastModifiedTimeStamp: detector.modifiedMs,
  anomalyVisibilityTime: detector.visibleDays,
});
