import { expect, it } from 'vitest';
import { proposedFiles } from './file-proposals.ts';

const filesOf = (...operations: string[]): string[] => proposedFiles(operations).map(({ file }) => file);

it('names a file after the resource of several operations, in the plural', () => {
  expect(filesOf('CreateTopic', 'DeleteTopic', 'ListTopics', 'ListTopicsByOwner')).toEqual(['topics.ts']);
  expect(filesOf('PutKeyPolicy', 'ListKeyPolicies')).toEqual(['key-policies.ts']);
  expect(filesOf('CreateAlias', 'ListAliases')).toEqual(['aliases.ts']);
  expect(filesOf('EnableAlarmActions', 'DisableAlarmActions', 'ListMetrics')).toEqual(['alarm-actions.ts', 'metrics.ts']);
});

it('leaves words that are not counted, single resources and single capitals as they are', () => {
  expect(filesOf('GetMetricData', 'PutMetricData')).toEqual(['metric-data.ts']);
  expect(filesOf('StartStreamEncryption', 'StopStreamEncryption')).toEqual(['stream-encryption.ts']);
  expect(filesOf('SetAlarmState', 'DescribeAlarmHistory')).toEqual(['alarm-state.ts', 'alarm-history.ts']);
  expect(filesOf('StartOTelEnrichment', 'StopOTelEnrichment')).toEqual(['otel-enrichments.ts']);
  expect(filesOf('CreateVPCEndpoint')).toEqual(['vpc-endpoint.ts']);
});

it('puts operations of tags into one file, and gives an operation that is a verb its own name', () => {
  expect(filesOf('TagResource', 'UntagResource', 'ListTagsForResource', 'ListResourceTags')).toEqual(['tags.ts']);
  expect(filesOf('Publish', 'Subscribe')).toEqual(['publish.ts', 'subscribe.ts']);
});
