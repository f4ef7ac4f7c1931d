// AWS::Logs::LogAnomalyDetector
import { crudType } from '#core/resources/crud-type';
import { changed, number, text, texts } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { uncapitalized } from '#core/resources/uncapitalized';

export const resource: ResourceType = crudType({
  id: 'AnomalyDetectorArn',
  gone: ['ResourceNotFoundException'],
  // No operation changes these.
  replaces: (properties, previous) => changed(['KmsKeyId', 'DetectorName', 'LogGroupArnList'], properties, previous),
  properties: { EvaluationFrequency: text, FilterPattern: text, AnomalyVisibilityTime: number },
  create: (_arn, given, { KmsKeyId, DetectorName, LogGroupArnList }, ctx) =>
    ctx.call('logs', 'CreateLogAnomalyDetector', {
      ...uncapitalized(given),
      ...{ logGroupArnList: texts(LogGroupArnList) ?? [], detectorName: text(DetectorName), kmsKeyId: text(KmsKeyId) },
    }),
  idOf: ({ anomalyDetectorArn }) => anomalyDetectorArn!,
  update: (anomalyDetectorArn, given, _change, ctx) =>
    ctx.call('logs', 'UpdateLogAnomalyDetector', { anomalyDetectorArn, enabled: true, ...uncapitalized(given) }),
  delete: (anomalyDetectorArn, _properties, ctx) => ctx.call('logs', 'DeleteLogAnomalyDetector', { anomalyDetectorArn }),
  find: (anomalyDetectorArn, _properties, ctx) => ctx.call('logs', 'GetLogAnomalyDetector', { anomalyDetectorArn }),
  attributes: ({ creationTimeStamp, lastModifiedTimeStamp, anomalyDetectorStatus: AnomalyDetectorStatus }) => ({
    ...{ AnomalyDetectorStatus, CreationTimeStamp: creationTimeStamp, LastModifiedTimeStamp: lastModifiedTimeStamp },
  }),
  shown: (found, _given, _arn, { account: AccountId }) => ({
    AccountId,
    DetectorName: found.detectorName,
    KmsKeyId: found.kmsKeyId,
    LogGroupArnList: found.logGroupArnList,
    EvaluationFrequency: found.evaluationFrequency,
    FilterPattern: found.filterPattern,
    AnomalyVisibilityTime: found.anomalyVisibilityTime,
  }),
  list: (nextToken, _filter, ctx) => ctx.call('logs', 'ListLogAnomalyDetectors', { nextToken }),
  listed: ({ anomalyDetectors }) => anomalyDetectors?.map(({ anomalyDetectorArn }) => anomalyDetectorArn),
});
