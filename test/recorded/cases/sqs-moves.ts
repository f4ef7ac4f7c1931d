// Recorded answers about moves of the queues service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

export const recorded: RecordedCases = {
  service: 'sqs',
  cases: [
    {
      title: 'a FIFO queue keeps its settings when none is given',
      source: localstack('sqs/resource_providers/test_aws_sqs_queue.py::test_update_fifo_queue_remove_all_properties_except_queuename'),
      recorded: '2026-01',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'stack-1',
            ChangeSetName: 'change-set-2',
            TemplateBody:
              "#\n# Define an SQS FIFO Queue with all possible properties set to valid values.\n#\nResources:\n  FifoQueue:\n    Type: 'AWS::SQS::Queue'\n    Properties:\n      QueueName: 'MyFifoQueue.fifo'\n      FifoQueue: true\n      ContentBasedDeduplication: true\n      DeduplicationScope: 'messageGroup'\n      FifoThroughputLimit: 'perMessageGroupId'\n      DelaySeconds: 13\n      MaximumMessageSize: 3232\n      MessageRetentionPeriod: 13425\n      ReceiveMessageWaitTimeSeconds: 15\n      VisibilityTimeout: 42\n      RedrivePolicy:\n        deadLetterTargetArn: !GetAtt DeadLetterQueue.Arn\n        maxReceiveCount: 7\n      SqsManagedSseEnabled: false\n      KmsMasterKeyId: 'alias/aws/sqs'\n      KmsDataKeyReusePeriodSeconds: 200\n      Tags:\n        - Key: 'Environment'\n          Value: 'Production'\n        - Key: 'Department'\n          Value: 'Finance'\n\n  DeadLetterQueue:\n    Type: 'AWS::SQS::Queue'\n    Properties:\n      FifoQueue: true\n      RedriveAllowPolicy:\n        redrivePermission: 'allowAll'\n\nOutputs:\n  QueueUrl:\n    Description: 'URL of the SQS Fifo Queue'\n    Value: !Ref FifoQueue\n  QueueArn:\n    Description: 'ARN of the SQS Fifo Queue'\n    Value: !GetAtt FifoQueue.Arn\n  DeadLetterQueueUrl:\n    Description: 'URL of the Dead Letter Queue'\n    Value: !Ref DeadLetterQueue\n  DeadLetterQueueArn:\n    Description: 'ARN of the Dead Letter Queue'\n    Value: !GetAtt DeadLetterQueue.Arn\n",
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType: 'CREATE',
            Parameters: [],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName: '{set.Id}' }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName: '{set.Id}' }),
        { wait: '10s' },
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks' }),
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'stack-1',
            ChangeSetName: 'change-set-3',
            TemplateBody:
              "#\n# Define an SQS FIFO Queue with only the QueueName attribute set.\n#\nResources:\n  FifoQueue:\n    Type: 'AWS::SQS::Queue'\n    Properties:\n      QueueName: 'MyFifoQueue.fifo'\n      FifoQueue: true\n\nOutputs:\n  QueueUrl:\n    Description: '{stacks.Stacks.0.Outputs.0.Description}'\n    Value: !Ref FifoQueue\n  QueueArn:\n    Description: '{stacks.Stacks.0.Outputs.1.Description}'\n    Value: !GetAtt FifoQueue.Arn\n",
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType: 'UPDATE',
            Parameters: [],
          },
          { as: 'set4' },
        ),
        { wait: '10s' },
        call('cloudformation.ExecuteChangeSet', { ChangeSetName: '{set4.Id}' }),
        { wait: '10s' },
        call(
          'sqs.GetQueueAttributes',
          { QueueUrl: '{endpoint}/{account}/MyFifoQueue.fifo', AttributeNames: ['All'] },
          {
            contains: {
              Attributes: {
                ContentBasedDeduplication: 'false',
                DeduplicationScope: 'messageGroup',
                DelaySeconds: '0',
                FifoQueue: 'true',
                FifoThroughputLimit: 'perMessageGroupId',
                MaximumMessageSize: '262144',
                MessageRetentionPeriod: '345600',
                QueueArn: 'arn:aws:sqs:us-east-1:{account}:MyFifoQueue.fifo',
                ReceiveMessageWaitTimeSeconds: '0',
                SqsManagedSseEnabled: 'false',
                VisibilityTimeout: '30',
              },
            },
          },
        ),
        call('sqs.ListQueueTags', { QueueUrl: '{endpoint}/{account}/MyFifoQueue.fifo' }, { answer: {} }),
      ],
    },
    {
      title: 'messages are moved from dead-letter queues only',
      source: localstack('sqs/test_sqs_move_task.py::test_source_needs_redrive_policy'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'test-queue-1' }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        refused(
          'sqs.StartMessageMoveTask',
          { SourceArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1', DestinationArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-2' },
          'InvalidParameterValue',
          'Source queue must be configured as a Dead Letter Queue.',
        ),
      ],
    },
    {
      title: 'one move of messages runs at a time',
      source: localstack('sqs/test_sqs_move_task.py::test_start_multiple_move_tasks'),
      recorded: '2024-04',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'test-queue-1' }),
        call('sqs.CreateQueue', {
          Attributes: { RedrivePolicy: '{"deadLetterTargetArn": "arn:aws:sqs:us-east-1:{account}:test-queue-1", "maxReceiveCount": 1}' },
          QueueName: 'test-queue-2',
        }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-3' }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageBody: 'message-0' }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageBody: 'message-1' }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageBody: 'message-2' }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageBody: 'message-3' }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageBody: 'message-4' }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageBody: 'message-5' }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageBody: 'message-6' }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageBody: 'message-7' }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageBody: 'message-8' }),
        call('sqs.SendMessage', { QueueUrl: '{endpoint}/{account}/test-queue-2', MessageBody: 'message-9' }),
        call('sqs.StartMessageMoveTask', {
          SourceArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1',
          DestinationArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-3',
          MaxNumberOfMessagesPerSecond: 1,
        }),
        refused(
          'sqs.StartMessageMoveTask',
          {
            SourceArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1',
            DestinationArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-3',
            MaxNumberOfMessagesPerSecond: 1,
          },
          'InvalidParameterValue',
          'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
        ),
      ],
    },
  ],
};
