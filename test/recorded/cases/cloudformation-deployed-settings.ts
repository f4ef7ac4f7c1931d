// Recorded answers about deployed settings of the cloudformation service.
import { call, localstack, type RecordedCases } from '../case.ts';

const ChangeSetName = '{set.Id}';
const StackName = 'stack-1';
const ChangeSetType = 'CREATE';

export const recorded: RecordedCases = {
  service: 'cloudformation',
  cases: [
    {
      title: 'a table without a name has one',
      source: localstack('cloudformation/resources/test_dynamodb.py::test_default_name_for_table'),
      recorded: '2025-10',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Resources:\n  Table:\n      Type: AWS::DynamoDB::Table\n      Properties:\n        KeySchema:\n          - AttributeName: keyName\n            KeyType: HASH\n        AttributeDefinitions:\n          - AttributeName: keyName\n            AttributeType: S\n        ProvisionedThroughput:\n          ReadCapacityUnits: 5\n          WriteCapacityUnits: 5\n        Tags:\n          - Key: TagKey1\n            Value: TagValue1\n          - Key: TagKey2\n            Value: TagValue2\n\nOutputs:\n  TableName:\n    Value: !Ref Table\n  TableArn:\n    Value: !GetAtt Table.Arn\n',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks' }),
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks2' }),
        call(
          'dynamodb.DescribeTable',
          { TableName: '{stacks2.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              Table: {
                AttributeDefinitions: [{ AttributeName: 'keyName', AttributeType: 'S' }],
                DeletionProtectionEnabled: false,
                ItemCount: 0,
                KeySchema: [{ AttributeName: 'keyName', KeyType: 'HASH' }],
                ProvisionedThroughput: { NumberOfDecreasesToday: 0, ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
                TableArn: 'arn:aws:dynamodb:us-east-1:{account}:table/{stacks.Stacks.0.Outputs.0.OutputValue}',
                TableName: '{stacks2.Stacks.0.Outputs.0.OutputValue}',
                TableSizeBytes: 0,
                TableStatus: 'ACTIVE',
                WarmThroughput: { ReadUnitsPerSecond: 5, Status: 'ACTIVE', WriteUnitsPerSecond: 5 },
              },
            },
          },
        ),
        call(
          'dynamodb.ListTagsOfResource',
          { ResourceArn: 'arn:aws:dynamodb:us-east-1:{account}:table/{stacks.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              Tags: [
                { Key: 'TagKey1', Value: 'TagValue1' },
                { Key: 'TagKey2', Value: 'TagValue2' },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a global table is made by a template',
      source: localstack('cloudformation/resources/test_dynamodb.py::test_global_table'),
      recorded: '2025-10',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Resources:\n  Table:\n    Type: AWS::DynamoDB::GlobalTable\n    Properties:\n      BillingMode: PAY_PER_REQUEST\n      KeySchema:\n        - AttributeName: keyName\n          KeyType: HASH\n      AttributeDefinitions:\n        - AttributeName: keyName\n          AttributeType: S\n      Replicas:\n        - Region: us-east-1\n\n\nOutputs:\n  TableName:\n    Value: !Ref Table\n',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks' }),
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks2' }),
        call(
          'dynamodb.DescribeTable',
          { TableName: '{stacks2.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              Table: {
                AttributeDefinitions: [{ AttributeName: 'keyName', AttributeType: 'S' }],
                BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
                DeletionProtectionEnabled: false,
                ItemCount: 0,
                KeySchema: [{ AttributeName: 'keyName', KeyType: 'HASH' }],
                ProvisionedThroughput: { NumberOfDecreasesToday: 0, ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
                TableArn: 'arn:aws:dynamodb:us-east-1:{account}:table/{stacks.Stacks.0.Outputs.0.OutputValue}',
                TableName: '{stacks2.Stacks.0.Outputs.0.OutputValue}',
                TableSizeBytes: 0,
                TableStatus: 'ACTIVE',
                WarmThroughput: { ReadUnitsPerSecond: 12000, Status: 'ACTIVE', WriteUnitsPerSecond: 4000 },
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a rule needs no target',
      source: localstack('cloudformation/resources/test_events.py::test_event_rule_creation_without_target'),
      recorded: '2025-01',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              "AWSTemplateFormatVersion: '2010-09-09'\nParameters:\n  EventRuleName:\n    Type: String\nResources:\n  TestRule99A50909:\n    Type: AWS::Events::Rule\n    Properties:\n      Name: \n        Ref: EventRuleName\n      ScheduleExpression: 'cron(0 1 * * ? *)'",
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [{ ParameterKey: 'EventRuleName', ParameterValue: 'event-rule-3' }],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call(
          'events.DescribeRule',
          { Name: 'event-rule-3' },
          {
            contains: {
              Arn: 'arn:aws:events:us-east-1:{account}:rule/event-rule-3',
              CreatedBy: '{account}',
              EventBusName: 'default',
              ScheduleExpression: 'cron(0 1 * * ? *)',
              State: 'ENABLED',
            },
          },
        ),
      ],
    },
    {
      title: 'a stream is made by a template',
      source: localstack('cloudformation/resources/test_kinesis.py::test_stream_creation'),
      recorded: '2022-09',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              '{"Resources": {"TestStream": {"Type": "AWS::Kinesis::Stream", "Properties": {"ShardCount": 1}}}, "Outputs": {"StreamNameFromRef": {"Value": {"Ref": "TestStream"}}, "StreamArnFromAtt": {"Value": {"Fn::GetAtt": "TestStream.Arn"}}}}',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks' }),
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks2' }),
        call(
          'cloudformation.DescribeStackResources',
          { StackName },
          {
            as: 'resources',
            contains: {
              StackResources: [
                {
                  LogicalResourceId: 'TestStream',
                  PhysicalResourceId: '{stacks2.Stacks.0.Outputs.0.OutputValue}',
                  ResourceStatus: 'CREATE_COMPLETE',
                  ResourceType: 'AWS::Kinesis::Stream',
                  StackId: '{set2.StackId}',
                  StackName: 'stack-1',
                },
              ],
            },
          },
        ),
        call(
          'kinesis.DescribeStream',
          { StreamName: '{resources.StackResources.0.PhysicalResourceId}' },
          {
            contains: {
              StreamDescription: {
                EncryptionType: 'NONE',
                EnhancedMonitoring: [{ ShardLevelMetrics: [] }],
                HasMoreShards: false,
                RetentionPeriodHours: 24,
                Shards: [{ HashKeyRange: { StartingHashKey: '0' } }],
                StreamARN: 'arn:aws:kinesis:us-east-1:{account}:stream/{stacks.Stacks.0.Outputs.0.OutputValue}',
                StreamModeDetails: { StreamMode: 'PROVISIONED' },
                StreamName: '{resources.StackResources.0.PhysicalResourceId}',
                StreamStatus: 'ACTIVE',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a table of a template streams to a data stream',
      source: localstack('cloudformation/resources/test_kinesis.py::test_dynamodb_stream_response_with_cf'),
      recorded: '2024-07',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              "AWSTemplateFormatVersion: '2010-09-09'\nParameters:\n  TableName:\n    Type: String\n    Default: EventTable\nResources:\n  EventStream:\n    Type: AWS::Kinesis::Stream\n    Properties:\n      Name: EventStream\n      ShardCount: 1\n  EventTable:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      TableName: !Ref TableName\n      AttributeDefinitions:\n        - AttributeName: pkey\n          AttributeType: S\n      KeySchema:\n        - AttributeName: pkey\n          KeyType: HASH\n      BillingMode: PAY_PER_REQUEST\n      KinesisStreamSpecification:\n        StreamArn: !GetAtt EventStream.Arn\n",
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [{ ParameterKey: 'TableName', ParameterValue: 'table-3' }],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call(
          'dynamodb.DescribeKinesisStreamingDestination',
          { TableName: 'table-3' },
          {
            contains: {
              KinesisDataStreamDestinations: [
                { DestinationStatus: 'ACTIVE', StreamArn: 'arn:aws:kinesis:us-east-1:{account}:stream/EventStream' },
              ],
              TableName: 'table-3',
            },
          },
        ),
      ],
    },
  ],
};
