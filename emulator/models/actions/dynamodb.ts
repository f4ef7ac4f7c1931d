// Transactions need the actions of their parts, PartiQL those of its statements (developer guide: "Using IAM with DynamoDB transactions", "… with PartiQL").
import type { ActionFacts } from '../build/action-facts.ts';

const TABLE = 'arn:$p:dynamodb:$r:$a:table/';
const STATEMENT = { action: 'PartiQL{Statement:partiqlVerb}', on: [`${TABLE}{Statement:partiqlTable}`] };
const ofEach = (list: string) => [
  { action: `PartiQL{${list}[].Statement:partiqlVerb}`, on: [`${TABLE}{${list}[].Statement:partiqlTable}`] },
];
const parts = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([part, action]) => ({
    action,
    on: [`${TABLE}{TransactItems[].${part}.TableName}`],
    when: `TransactItems[].${part}`,
  }));

export const facts: ActionFacts = {
  resourceControl: {},
  slots: {
    TableName: [
      'TableName',
      'TargetTableName',
      'TableArn',
      'SourceTableArn',
      'TableCreationParameters.TableName',
      'GlobalTableName',
      'ResourceArn',
      'RequestItems{}',
    ],
    IndexName: ['IndexName'],
    GlobalTableName: ['GlobalTableName'],
    'backup.TableName': ['BackupArn'],
    'backup.BackupName': [],
    'export.TableName': ['ExportArn'],
    'import.TableName': ['ImportArn'],
  },
  types: {
    backup: 'arn:$p:dynamodb:$r:$a:table/${TableName}',
    export: 'arn:$p:dynamodb:$r:$a:table/${TableName}',
    import: 'arn:$p:dynamodb:$r:$a:table/${TableName}',
  },
  unlisted: ['ListBulkOperations'],
  operations: {
    ...Object.fromEntries(
      ['TagResource', 'UntagResource', 'ListTagsOfResource', 'PutResourcePolicy', 'GetResourcePolicy', 'DeleteResourcePolicy'].map(
        (name) => [name, { types: ['table'] }],
      ),
    ),
    // An index is asked for instead of its table
    ...Object.fromEntries(
      ['Query', 'Scan', 'DescribeContributorInsights', 'UpdateContributorInsights', 'SearchVectors'].map((action) => [
        action,
        [{ action, on: [`${TABLE}{TableName}/index/{IndexName}`, `${TABLE}{TableName}`] }],
      ]),
    ),
    ExecuteStatement: [STATEMENT],
    BatchExecuteStatement: ofEach('Statements'),
    ExecuteTransaction: ofEach('TransactStatements'),
    TransactGetItems: parts({ Get: 'GetItem' }),
    TransactWriteItems: parts({ Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem', ConditionCheck: 'ConditionCheckItem' }),
    // No public reference has these three
    DescribeBulkOperation: [{ action: 'DescribeBulkOperation', on: [`${TABLE}{BulkOperationArn}`] }],
    CancelBulkOperation: [{ action: 'CancelBulkOperation', on: [`${TABLE}{BulkOperationArn}`] }],
    RestoreTableFromBackup: [
      { action: 'RestoreTableFromBackup', on: [`${TABLE}{BackupArn}`] },
      { action: 'RestoreTableFromBackup', on: [`${TABLE}{TargetTableName}`] },
    ],
    RestoreTableToPointInTime: [
      { action: 'RestoreTableToPointInTime', on: [`${TABLE}{SourceTableArn|SourceTableName}`] },
      { action: 'RestoreTableToPointInTime', on: [`${TABLE}{TargetTableName}`] },
    ],
  },
  keys: {
    'dynamodb:Select': 'Select',
    'dynamodb:ReturnValues': 'ReturnValues',
    'dynamodb:ReturnConsumedCapacity': 'ReturnConsumedCapacity',
    'dynamodb:Attributes': '$service',
    'dynamodb:LeadingKeys': '$service',
    'dynamodb:EnclosingOperation': '$service',
    'dynamodb:FullTableScan': '$service',
  },
  passes: {
    UpdateTableReplicaAutoScaling: ['ProvisionedWriteCapacityAutoScalingUpdate.AutoScalingRoleArn'],
    UpdateGlobalTableSettings: ['GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate.AutoScalingRoleArn'],
  },
};
