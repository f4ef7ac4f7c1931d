// Recorded answers about deployed settings of the cloudformation service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`cloudformation/resources/test_sns.py::${name}`);

export const recorded: RecordedCases = {
  service: 'cloudformation',
  cases: [
    {
      title: 'a template makes a FIFO topic',
      source: test('test_sns_topic_fifo_with_deduplication'),
      recorded: '2023-11',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'stack-1',
            ChangeSetName: 'change-set-2',
            TemplateBody:
              "AWSTemplateFormatVersion: '2010-09-09'\nParameters:\n  TopicName:\n    Type: String\n    Default: topic-name\nResources:\n  topic123:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicName: !Ref TopicName\n      FifoTopic: true\n      ContentBasedDeduplication: true\n    UpdateReplacePolicy: Delete\n    DeletionPolicy: Delete\n",
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType: 'CREATE',
            Parameters: [{ ParameterKey: 'TopicName', ParameterValue: 'topic-3.fifo' }],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName: '{set.Id}' }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName: '{set.Id}' }),
        { wait: '10s' },
        call(
          'sns.GetTopicAttributes',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-3.fifo' },
          {
            contains: {
              Attributes: {
                ContentBasedDeduplication: 'true',
                DisplayName: '',
                FifoTopic: 'true',
                TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-3.fifo',
              },
            },
          },
        ),
      ],
    },
  ],
};
