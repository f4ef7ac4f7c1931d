// A log group is asked for with a trailing `:log-stream:` and the stream, or nothing (user guide: "use the ARN with the trailing :*", and messages that users quote:
// logs:DescribeLogGroups on …:log-group::log-stream:).
import type { ActionFacts } from '../build/action-facts.ts';

const tagged = (action: string) => [action, [{ action, on: ['{resourceArn}'] }]] as const;

const onDestination = (action: string) => [action, [{ action, on: ['arn:$p:logs:$r:$a:destination:{destinationName}'] }]] as const;
const onDelivery = (action: string) => [action, [{ action, on: ['arn:$p:logs:$r:$a:delivery:{id}'] }]] as const;
const onDeliverySource = (action: string) => [action, [{ action, on: ['arn:$p:logs:$r:$a:delivery-source:{name}'] }]] as const;
const onDeliveryDestination = (action: string) => [action, [{ action, on: ['arn:$p:logs:$r:$a:delivery-destination:{name}'] }]] as const;
const onDeliveryPolicy = (action: string) =>
  [action, [{ action, on: ['arn:$p:logs:$r:$a:delivery-destination:{deliveryDestinationName}'] }]] as const;

const onDetector = (action: string) => [action, [{ action, on: ['{anomalyDetectorArn}'] }]] as const;
const onLookupTable = (action: string) => [action, [{ action, on: ['{lookupTableArn}'] }]] as const;

export const facts: ActionFacts = {
  resourceControl: {},
  types: {
    'log-group': 'arn:$p:logs:$r:$a:log-group:${LogGroupName}:log-stream:',
    'log-stream': 'arn:$p:logs:$r:$a:log-group:${LogGroupName}:log-stream:${LogStreamName}',
    destination: 'arn:$p:logs:$r:$a:destination:${DestinationName}',
    'anomaly-detector': 'arn:$p:logs:$r:$a:anomaly-detector:${DetectorId}',
    'scheduled-query': 'arn:$p:logs:$r:$a:scheduled-query:${ScheduledQueryId}',
  },
  slots: {
    LogGroupName: [
      'logGroupName',
      'logGroupIdentifier:logGroup',
      'logGroupIdentifiers[]:logGroup',
      'resourceIdentifier:logGroup',
      'logGroupIds[]:logGroup',
      'logGroupNames[]',
      'logGroupArnList[]:logGroup',
    ],
    LogStreamName: ['logStreamName'],
    DetectorId: ['anomalyDetectorArn'],
    ScheduledQueryId: ['identifier'],
  },
  operations: {
    ...Object.fromEntries(['TagResource', 'UntagResource', 'ListTagsForResource'].map(tagged)),
    ...Object.fromEntries(['PutDestination', 'PutDestinationPolicy', 'DeleteDestination'].map(onDestination)),
    ...Object.fromEntries(['GetDelivery', 'DeleteDelivery', 'UpdateDeliveryConfiguration'].map(onDelivery)),
    ...Object.fromEntries(['PutDeliverySource', 'GetDeliverySource', 'DeleteDeliverySource'].map(onDeliverySource)),
    ...Object.fromEntries(['PutDeliveryDestination', 'GetDeliveryDestination', 'DeleteDeliveryDestination'].map(onDeliveryDestination)),
    ...Object.fromEntries(
      ['PutDeliveryDestinationPolicy', 'GetDeliveryDestinationPolicy', 'DeleteDeliveryDestinationPolicy'].map(onDeliveryPolicy),
    ),
    CreateDelivery: [
      { action: 'CreateDelivery', on: ['arn:$p:logs:$r:$a:delivery-source:{deliverySourceName}', '{deliveryDestinationArn}'] },
    ],
    ...Object.fromEntries(
      ['GetLogAnomalyDetector', 'UpdateLogAnomalyDetector', 'DeleteLogAnomalyDetector', 'UpdateAnomaly'].map(onDetector),
    ),
    ...Object.fromEntries(['GetLookupTable', 'UpdateLookupTable', 'DeleteLookupTable'].map(onLookupTable)),
    CreateLookupTable: [{ action: 'CreateLookupTable', on: ['arn:$p:logs:$r:$a:lookup-table:{lookupTableName}'] }],
    CreateLogAnomalyDetector: { types: ['log-group'] },
    CreateScheduledQuery: [{ action: 'CreateScheduledQuery', on: ['arn:$p:logs:$r:$a:scheduled-query:{name}'] }],
    PutSubscriptionFilter: { types: ['log-group'] },
    // Both belong to a query, whose groups StartQuery has checked.
    GetLogRecord: [{ action: 'GetLogRecord', on: ['*'] }],
    GetQueryResults: [{ action: 'GetQueryResults', on: ['*'] }],
    DescribeLogGroups: [{ action: 'DescribeLogGroups', on: ['arn:$p:logs:$r:$a:log-group:{logGroupNamePrefix|=}:log-stream:'] }],
  },
  passes: {
    PutDestination: ['roleArn'],
    PutSubscriptionFilter: ['roleArn'],
    CreateScheduledQuery: ['executionRoleArn'],
    UpdateScheduledQuery: ['executionRoleArn'],
  },
};
