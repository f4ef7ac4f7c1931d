// Manifest of the table service (DynamoDB).
import { operationsIn, service } from '#core/service';

export const dynamodb = service('dynamodb', {
  protects: () => import('./protects.ts'),
  resourceMembers: [
    ...(['TableName', 'TargetTableName', 'GlobalTableName', 'TableArn', 'ResourceArn'] as const),
    ...(['BackupArn', 'ExportArn', 'ImportArn', 'BulkOperationArn', { firstKeyOf: 'RequestItems' }] as const),
    { structure: 'TableCreationParameters', member: 'TableName' },
  ],
  operations: [
    operationsIn(() => import('./tables/create-table.ts'), 'CreateTable', 'DescribeTable', 'ListTables', 'DeleteTable'),
    operationsIn(() => import('./tables/update-table.ts'), 'UpdateTable'),
    operationsIn(() => import('./tables/time-to-live.ts'), 'UpdateTimeToLive', 'DescribeTimeToLive'),
    operationsIn(() => import('./backups/continuous-backups.ts'), 'UpdateContinuousBackups', 'DescribeContinuousBackups'),
    operationsIn(() => import('./backups/backups.ts'), 'CreateBackup', 'DescribeBackup', 'ListBackups', 'DeleteBackup'),
    operationsIn(() => import('./backups/restore.ts'), 'RestoreTableFromBackup', 'RestoreTableToPointInTime'),
    operationsIn(() => import('./exports/exports.ts'), 'ExportTableToPointInTime', 'DescribeExport', 'ListExports'),
    operationsIn(() => import('./imports/imports.ts'), 'ImportTable', 'DescribeImport', 'ListImports'),
    operationsIn(() => import('./tables/tags.ts'), 'TagResource', 'UntagResource', 'ListTagsOfResource'),
    operationsIn(() => import('./tables/policies.ts'), 'PutResourcePolicy', 'GetResourcePolicy', 'DeleteResourcePolicy'),
    operationsIn(() => import('./tables/limits.ts'), 'DescribeLimits', 'DescribeEndpoints'),
    operationsIn(
      () => import('./tables/contributor-insights.ts'),
      'UpdateContributorInsights',
      'DescribeContributorInsights',
      'ListContributorInsights',
    ),
    operationsIn(
      () => import('./destinations/destinations.ts'),
      ...(['EnableKinesisStreamingDestination', 'DisableKinesisStreamingDestination'] as const),
      ...(['UpdateKinesisStreamingDestination', 'DescribeKinesisStreamingDestination'] as const),
    ),
    operationsIn(
      () => import('./tables/older-global-tables.ts'),
      ...(['CreateGlobalTable', 'UpdateGlobalTable', 'DescribeGlobalTable', 'ListGlobalTables'] as const),
      ...(['DescribeGlobalTableSettings', 'UpdateGlobalTableSettings'] as const),
    ),
    operationsIn(
      () => import('./tables/absent-jobs.ts'),
      ...(['ListBulkOperations', 'DescribeBulkOperation', 'CancelBulkOperation'] as const),
    ),
    operationsIn(() => import('./replicas/auto-scaling.ts'), 'DescribeTableReplicaAutoScaling', 'UpdateTableReplicaAutoScaling'),
    operationsIn(() => import('./items/put.ts'), 'PutItem', 'DeleteItem'),
    operationsIn(() => import('./items/update.ts'), 'UpdateItem'),
    operationsIn(() => import('./items/get.ts'), 'GetItem'),
    operationsIn(() => import('./items/query.ts'), 'Query'),
    operationsIn(() => import('./items/scan.ts'), 'Scan'),
    operationsIn(() => import('./vector-search/search-vectors.ts'), 'SearchVectors'),
    operationsIn(() => import('./items/batch.ts'), 'BatchGetItem', 'BatchWriteItem'),
    operationsIn(() => import('./items/transact.ts'), 'TransactWriteItems', 'TransactGetItems'),
    operationsIn(() => import('./partiql/execute-statement.ts'), 'ExecuteStatement'),
    operationsIn(() => import('./partiql/batch-execute-statement.ts'), 'BatchExecuteStatement'),
    operationsIn(() => import('./partiql/execute-transaction.ts'), 'ExecuteTransaction'),
  ],
  refused: {
    StartBulkPutItems:
      'tables that are there are not filled from buckets. Write the items, e.g. with BatchWriteItem, or import a new table.',
  },
  recordsOnly: {
    UpdateContributorInsights: 'no keys are counted: the rules are named and have no report.',
  },
  resources: {
    'AWS::DynamoDB::Table': () => import('./resources/table.ts'),
    'AWS::DynamoDB::GlobalTable': () => import('./resources/global-table.ts'),
  },
  guard: () => import('./guard.ts'),
  routes: { '/_cloud/table/expired': { audience: 'clients', effect: 'changes', load: () => import('./expired-route.ts') } },
  logSources: {
    stream: {
      arn: /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[a-zA-Z0-9_.-]+\/stream\/.+$/,
      load: () => import('./streams/log-source.ts'),
    },
  },
  work: Object.fromEntries(
    [
      'sweep',
      'build-index',
      'drop-index',
      'expire',
      'note-expiries',
      'forget-expiries',
      'trim',
      'remove-stream',
      'restore',
      'trim-history',
      'expire-backup',
      'export',
      'import',
      'replicate',
      'copy-replica',
      'send-changes',
    ].map((name) => [`dynamodb.${name}`, () => import('./work.ts')]),
  ),
});
