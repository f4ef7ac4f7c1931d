// A log group is asked for with a trailing `:log-stream:` and the stream, or nothing (user guide: "use the ARN with the trailing :*", and messages that users quote:
// logs:DescribeLogGroups on …:log-group::log-stream:).
import type { ActionFacts } from '../build/action-facts.ts';

const tagged = (action: string) => [action, [{ action, on: ['{resourceArn}'] }]] as const;

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
    ],
    LogStreamName: ['logStreamName'],
    DetectorId: ['anomalyDetectorArn'],
    ScheduledQueryId: ['identifier'],
  },
  operations: {
    ...Object.fromEntries(['TagResource', 'UntagResource', 'ListTagsForResource'].map(tagged)),
    PutSubscriptionFilter: { types: ['log-group'] },
    // Both belong to a query, whose groups StartQuery has checked.
    GetLogRecord: [{ action: 'GetLogRecord', on: ['*'] }],
    GetQueryResults: [{ action: 'GetQueryResults', on: ['*'] }],
    DescribeLogGroups: [{ action: 'DescribeLogGroups', on: ['arn:$p:logs:$r:$a:log-group:{logGroupNamePrefix|=}:log-stream:'] }],
  },
  passes: { PutSubscriptionFilter: ['roleArn'] },
};
