// Recorded answers about updates of the cloudformation service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { ZipFile } from '../functions.ts';

const ChangeSetName = '{set.Id}';

export const recorded: RecordedCases = {
  service: 'cloudformation',
  cases: [
    {
      title: 'the pattern of a rule is as in the template',
      source: localstack('cloudformation/resources/test_events.py::test_rule_pattern_transformation'),
      recorded: '2024-11',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'stack-1',
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Resources:\n  TestLogGroup:\n    Type: AWS::Logs::LogGroup\n    Properties:\n      LogGroupName: !Sub "/aws/events/test-log-group-${AWS::AccountId}"\n\n  TestRule:\n    Type: AWS::Events::Rule\n    Properties:\n      EventPattern:\n        source:\n          - aws.s3\n        detail-type:\n          - Object Created\n        detail:\n          bucket:\n            name:\n              - test-s3-bucket\n          object:\n            key:\n              - suffix: /test.json\n      Targets:\n        - Id: "TestLogGroupTarget"\n          Arn: !GetAtt TestLogGroup.Arn\n\nOutputs:\n  RuleName:\n    Description: Name of the EventBridge Rule\n    Value: !Ref TestRule\n',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType: 'CREATE',
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
          'events.DescribeRule',
          { Name: '{stacks2.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              Arn: 'arn:aws:events:us-east-1:{account}:rule/{stacks.Stacks.0.Outputs.0.OutputValue}',
              CreatedBy: '{account}',
              EventBusName: 'default',
              EventPattern: json({
                source: ['aws.s3'],
                'detail-type': ['Object Created'],
                detail: { bucket: { name: ['test-s3-bucket'] }, object: { key: [{ suffix: '/test.json' }] } },
              }),
              State: 'ENABLED',
            },
          },
        ),
      ],
    },
    {
      title: 'a macro is deployed',
      source: localstack('cloudformation/test_template_engine.py::TestMacros::test_macro_deployment'),
      recorded: '2023-01',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'test_lambda_1',
          Runtime: 'python3.12',
          Handler: 'handler.handler',
          Role: 'arn:aws:iam::{account}:role/any',
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'stack-2',
            ChangeSetName: 'change-set-3',
            TemplateBody:
              'Parameters:\n  FunctionName:\n    Type: String\n  MacroName:\n    Type: String\n\nResources:\n  Macro:\n    Type: AWS::CloudFormation::Macro\n    Properties:\n      Name:\n        Ref: MacroName\n      FunctionName:\n        Ref: FunctionName\n\nOutputs:\n  MacroRef:\n    Value:\n      Ref: Macro\n\n',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType: 'CREATE',
            Parameters: [
              { ParameterKey: 'FunctionName', ParameterValue: 'test_lambda_1' },
              { ParameterKey: 'MacroName', ParameterValue: 'SubstitutionMacro' },
            ],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call(
          'cloudformation.DescribeStackResources',
          { StackName: 'stack-2' },
          {
            contains: {
              StackResources: [
                {
                  LogicalResourceId: 'Macro',
                  PhysicalResourceId: 'SubstitutionMacro',
                  ResourceStatus: 'CREATE_COMPLETE',
                  ResourceType: 'AWS::CloudFormation::Macro',
                  StackId: '{set2.StackId}',
                  StackName: 'stack-2',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'numbers of a template become texts',
      source: localstack('cloudformation/test_template_engine.py::TestTypes::test_implicit_type_conversion'),
      recorded: '2025-08',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'stack-1',
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Resources:\n  blaBE223B94:\n    Type: AWS::SNS::Topic\n  queue276F7297:\n    Type: AWS::SQS::Queue\n    Properties:\n      DelaySeconds: "2"\n      FifoQueue: "true"\n    UpdateReplacePolicy: Delete\n    DeletionPolicy: Delete\nOutputs:\n  QueueName:\n    Value:\n      Fn::GetAtt:\n        - queue276F7297\n        - QueueName\n  QueueUrl:\n    Value:\n      Ref: queue276F7297\n',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType: 'CREATE',
            Parameters: [],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks' }),
        call(
          'sqs.GetQueueAttributes',
          { QueueUrl: '{endpoint}/{account}/{stacks.Stacks.0.Outputs.0.OutputValue}', AttributeNames: ['All'] },
          {
            contains: {
              Attributes: {
                ContentBasedDeduplication: 'false',
                DeduplicationScope: 'queue',
                DelaySeconds: '2',
                FifoQueue: 'true',
                FifoThroughputLimit: 'perQueue',
                MaximumMessageSize: '1048576',
                MessageRetentionPeriod: '345600',
                QueueArn: 'arn:aws:sqs:us-east-1:{account}:{stacks.Stacks.0.Outputs.0.OutputValue}',
                ReceiveMessageWaitTimeSeconds: '0',
                SqsManagedSseEnabled: 'true',
                VisibilityTimeout: '30',
              },
            },
          },
        ),
      ],
    },
  ],
};
