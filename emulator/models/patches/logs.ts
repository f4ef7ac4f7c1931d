// Logs: broken constraints are an InvalidParameterException, in the usual words but for names that are too long.
import type { ServicePatch } from '#protocol/patch';

/** The service checks the length of these names itself: localstack/localstack, tests/aws/services/logs/*.snapshot.json (2026-02). */
const GROUP_NAMES = [
  'CreateLogGroup',
  'CreateLogStream',
  'DeleteLogGroup',
  'DeleteLogStream',
  'DeleteMetricFilter',
  'DeleteRetentionPolicy',
  'DescribeMetricFilters',
  'GetLogEvents',
  'PutLogEvents',
  'PutMetricFilter',
  'PutRetentionPolicy',
].map((operation) => `${operation}Request.logGroupName`);

export const patch: ServicePatch = {
  profile: { validation: { code: 'InvalidParameterException' } },
  enums: { OutputFormat: ['w3c', 'raw', 'json', 'plain', 'parquet'] },
  ownChecks: GROUP_NAMES,
  members: Object.fromEntries(GROUP_NAMES.map((member) => [member, { constraint: { len: [1, null], pattern: '[\\.\\-_/#A-Za-z0-9]+' } }])),
};
