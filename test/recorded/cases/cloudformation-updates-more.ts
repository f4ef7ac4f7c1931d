// Recorded answers about updates of the cloudformation service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const StackName = 'stack-1';
const ChangeSetName = '{set.Id}';
const ChangeSetType = 'CREATE';
const TemplateBody = 'Resources:\n  MyTopic:\n    Type: AWS::SNS::Topic\n';

export const recorded: RecordedCases = {
  service: 'cloudformation',
  cases: [
    {
      title: 'a change set without changes fails',
      source: localstack('cloudformation/api/test_changesets.py::test_create_change_set_no_changes'),
      recorded: '2025-09',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody,
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
        call(
          'cloudformation.CreateChangeSet',
          { ChangeSetName: 'cs-3', StackName: '{set2.StackId}', ChangeSetType: 'UPDATE', TemplateBody },
          { as: 'set4' },
        ),
        { wait: '10s' },
        call(
          'cloudformation.DescribeChangeSet',
          { ChangeSetName: '{set4.Id}' },
          {
            contains: {
              Capabilities: [],
              ChangeSetId: '{set4.Id}',
              ChangeSetName: 'cs-3',
              Changes: [],
              ExecutionStatus: 'UNAVAILABLE',
              IncludeNestedStacks: false,
              NotificationARNs: [],
              RollbackConfiguration: {},
              StackId: '{set2.StackId}',
              StackName: 'stack-1',
              Status: 'FAILED',
              StatusReason: "The submitted information didn't contain changes. Submit different information to create a change set.",
            },
          },
        ),
      ],
    },
    {
      title: 'two change sets of a stack are made',
      source: localstack('cloudformation/api/test_changesets.py::test_multiple_create_changeset'),
      recorded: '2023-11',
      steps: [
        call('cloudformation.CreateChangeSet', {
          StackName: 'repeated-stack-1',
          ChangeSetName: 'initial-changeset-2',
          ChangeSetType,
          TemplateBody:
            '\nResources:\n    SimpleParam:\n        Type: AWS::SSM::Parameter\n        Properties:\n            Value: test\n            Type: String\n',
        }),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { StackName: 'repeated-stack-1', ChangeSetName: 'initial-changeset-2' }, { as: 'set2' }),
        call(
          'cloudformation.DescribeChangeSet',
          { ChangeSetName: '{set2.ChangeSetId}' },
          {
            as: 'set3',
            contains: {
              Capabilities: [],
              ChangeSetId: '{set2.ChangeSetId}',
              ChangeSetName: 'initial-changeset-2',
              Changes: [
                {
                  ResourceChange: {
                    Action: 'Add',
                    Details: [],
                    LogicalResourceId: 'SimpleParam',
                    ResourceType: 'AWS::SSM::Parameter',
                    Scope: [],
                  },
                  Type: 'Resource',
                },
              ],
              ExecutionStatus: 'AVAILABLE',
              IncludeNestedStacks: false,
              NotificationARNs: [],
              RollbackConfiguration: {},
              StackId: '{set2.StackId}',
              StackName: 'repeated-stack-1',
              Status: 'CREATE_COMPLETE',
            },
          },
        ),
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'repeated-stack-1',
            ChangeSetName: 'additionalchangeset-3',
            ChangeSetType,
            TemplateBody:
              '\nResources:\n    SimpleParam:\n        Type: AWS::SSM::Parameter\n        Properties:\n            Value: test\n            Type: String\n',
          },
          { contains: { StackId: '{set3.StackId}' } },
        ),
      ],
    },
    {
      title: 'the template of a stack is read (yaml)',
      source: localstack('cloudformation/api/test_stacks.py::TestStacksApi::test_get_template_using_create_stack[yaml]'),
      recorded: '2025-01',
      steps: [
        call('cloudformation.CreateStack', {
          StackName,
          TemplateBody:
            'Resources:\n  topic69831491:\n    Type: AWS::SNS::Topic\nOutputs:\n  TopicName:\n    Value:\n      Fn::GetAtt:\n        - topic69831491\n        - TopicName\n',
        }),
        { wait: '10s' },
        call(
          'cloudformation.GetTemplate',
          { StackName, TemplateStage: 'Original' },
          {
            contains: {
              StagesAvailable: ['Original', 'Processed'],
              TemplateBody:
                'Resources:\n  topic69831491:\n    Type: AWS::SNS::Topic\nOutputs:\n  TopicName:\n    Value:\n      Fn::GetAtt:\n        - topic69831491\n        - TopicName\n',
            },
          },
        ),
        call(
          'cloudformation.GetTemplate',
          { StackName, TemplateStage: 'Processed' },
          {
            contains: {
              StagesAvailable: ['Original', 'Processed'],
              TemplateBody:
                'Resources:\n  topic69831491:\n    Type: AWS::SNS::Topic\nOutputs:\n  TopicName:\n    Value:\n      Fn::GetAtt:\n        - topic69831491\n        - TopicName\n',
            },
          },
        ),
      ],
    },
    {
      title: 'the template of a change set is read (yaml)',
      source: localstack('cloudformation/api/test_stacks.py::TestStacksApi::test_get_template_using_changesets[yaml]'),
      recorded: '2025-01',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Resources:\n  topic69831491:\n    Type: AWS::SNS::Topic\nOutputs:\n  TopicName:\n    Value:\n      Fn::GetAtt:\n        - topic69831491\n        - TopicName\n',
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
        call(
          'cloudformation.GetTemplate',
          { StackName: '{set2.StackId}', TemplateStage: 'Original' },
          {
            contains: {
              StagesAvailable: ['Original', 'Processed'],
              TemplateBody:
                'Resources:\n  topic69831491:\n    Type: AWS::SNS::Topic\nOutputs:\n  TopicName:\n    Value:\n      Fn::GetAtt:\n        - topic69831491\n        - TopicName\n',
            },
          },
        ),
        call(
          'cloudformation.GetTemplate',
          { StackName: '{set2.StackId}', TemplateStage: 'Processed' },
          {
            contains: {
              StagesAvailable: ['Original', 'Processed'],
              TemplateBody:
                'Resources:\n  topic69831491:\n    Type: AWS::SNS::Topic\nOutputs:\n  TopicName:\n    Value:\n      Fn::GetAtt:\n        - topic69831491\n        - TopicName\n',
            },
          },
        ),
      ],
    },
    {
      title: 'a stack is not updated without changes',
      source: localstack('cloudformation/api/test_stacks.py::TestStacksApi::test_update_stack_with_same_template_withoutchange'),
      recorded: '2024-05',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody,
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
        refused('cloudformation.UpdateStack', { StackName, TemplateBody }, 'ValidationError', 'No updates are to be performed.'),
      ],
    },
    {
      title: 'a template is validated with its parameters',
      source: localstack('cloudformation/api/test_templates.py::test_validate_template'),
      recorded: '2024-06',
      steps: [
        call(
          'cloudformation.ValidateTemplate',
          {
            TemplateBody:
              '{\n    "Parameters": {\n      "KeyExample": {\n        "Description": "The EC2 Key Pair to allow SSH access to the instance",\n        "Type": "AWS::EC2::KeyPair::KeyName"\n      }\n    },\n    "Resources": {\n      "Ec2Instance": {\n        "Type": "AWS::EC2::Instance",\n        "Properties": {\n          "SecurityGroups": [\n            {\n              "Ref": "SecurityGroupExample"\n            }\n          ],\n          "KeyName": {\n            "Ref": "KeyExample"\n          },\n          "ImageId": "ami-0e6d2e8684d4ccb3e",\n          "InstanceType": "t2.micro"\n        }\n      },\n      "SecurityGroupExample": {\n        "Type": "AWS::EC2::SecurityGroup",\n        "Properties": {\n          "GroupDescription": "this is an example",\n          "SecurityGroupIngress": [\n            {\n              "IpProtocol": "tcp",\n              "FromPort": "22",\n              "ToPort": "22",\n              "CidrIp": "0.0.0.0/0"\n            }\n          ]\n        }\n      }\n    }\n}\n',
          },
          { contains: { Parameters: [{ NoEcho: false, ParameterKey: 'KeyExample' }] } },
        ),
      ],
    },
  ],
};
