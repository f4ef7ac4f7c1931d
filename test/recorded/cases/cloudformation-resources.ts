// Recorded answers of CloudFormation about what becomes of resources: properties that a template removes, fragments that it includes.
import { json, localstack, type RecordedCases, type Step } from '../case.ts';

const queue = (Properties: object): string => JSON.stringify({ Resources: { Q: { Type: 'AWS::SQS::Queue', Properties } } });
const NAMED = { QueueName: 'kept' };
const update = (TemplateBody: string): Step[] => [
  { call: 'cloudformation.UpdateStack', input: { StackName: 'queues', TemplateBody } },
  { wait: '6s' },
];
const attributes = (Attributes: object): Step => ({
  call: 'sqs.GetQueueAttributes',
  input: { QueueUrl: '{queue.QueueUrl}', AttributeNames: ['All'] },
  contains: { Attributes },
});
const ORDINARY = { MessageRetentionPeriod: '345600', ReceiveMessageWaitTimeSeconds: '0', SqsManagedSseEnabled: 'true' };

/** A parameter whose value, or which itself, is a fragment of the bucket. */
const including = (resource: object, fragment: string): Step[] => [
  { call: 's3.CreateBucket', input: { Bucket: 'fragments-{id}' } },
  { call: 's3.PutObject', input: { Bucket: 'fragments-{id}', Key: 'data.yaml', Body: fragment } },
  {
    call: 'cloudformation.CreateStack',
    input: {
      StackName: 'including',
      Capabilities: ['CAPABILITY_AUTO_EXPAND'],
      Parameters: [{ ParameterKey: 'BucketName', ParameterValue: 'fragments-{id}' }],
      TemplateBody: JSON.stringify({
        Parameters: { BucketName: { Type: 'String' } },
        Resources: { Made: resource },
        Outputs: { Name: { Value: { Ref: 'Made' } } },
      }),
    },
  },
  { wait: '6s' },
  { call: 'cloudformation.DescribeStacks', input: { StackName: 'including' }, contains: { Stacks: [{ StackStatus: 'CREATE_COMPLETE' }] } },
];
const INCLUDE = { 'Fn::Transform': { Name: 'AWS::Include', Parameters: { Location: { 'Fn::Sub': 's3://${BucketName}/data.yaml' } } } };
const transformers = (name: string): string => localstack(`cloudformation/api/test_transformers.py::${name}`);

export const recorded: RecordedCases = {
  service: 'cloudformation',
  cases: [
    {
      title: 'a queue whose properties the template removes has their defaults, and the longest message of old queues',
      source: localstack('cloudformation/test_change_sets.py::TestCaptureUpdateProcess::test_queue_update'),
      recorded: '2025-12',
      steps: [
        { call: 'cloudformation.CreateStack', input: { StackName: 'queues', TemplateBody: queue(NAMED) } },
        { wait: '6s' },
        { call: 'sqs.GetQueueUrl', input: NAMED, as: 'queue' },
        attributes({ MaximumMessageSize: '1048576', ...ORDINARY }),
        ...update(queue({ ...NAMED, MaximumMessageSize: 4321, MessageRetentionPeriod: 17539, ReceiveMessageWaitTimeSeconds: 17 })),
        attributes({ MaximumMessageSize: '4321', MessageRetentionPeriod: '17539', ReceiveMessageWaitTimeSeconds: '17' }),
        ...update(queue(NAMED)),
        attributes({ MaximumMessageSize: '262144', ...ORDINARY }),
      ],
    },
    {
      title: 'a fragment lies where a function of the parameters says, and stands beside properties',
      source: transformers('test_transformer_property_level'),
      recorded: 'before 2026-03',
      steps: [
        ...including(
          { Type: 'AWS::SSM::Parameter', Properties: { Description: 'hello', Type: 'String', ...INCLUDE } },
          'Value: from_transformation\n',
        ),
        {
          call: 'cloudformation.GetTemplate',
          input: { StackName: 'including', TemplateStage: 'Processed' },
          contains: {
            TemplateBody: json({
              Parameters: { BucketName: { Type: 'String' } },
              Resources: {
                Made: {
                  Type: 'AWS::SSM::Parameter',
                  Properties: { Description: 'hello', Type: 'String', Value: 'from_transformation' },
                },
              },
              Outputs: { Name: { Value: { Ref: 'Made' } } },
            }),
          },
        },
      ],
    },
    {
      title: 'a fragment may be a whole resource',
      source: transformers('test_transformer_individual_resource_level'),
      recorded: 'before 2026-03',
      steps: including(INCLUDE, 'Type: AWS::SNS::Topic\n'),
    },
  ],
};
