// Integrations of HTTP APIs with services: which operation each calls, and the parameters that it takes.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-aws-services-reference.html
import { table } from '#lib/table';

export interface Subtype {
  readonly service: string;
  readonly operation: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const of = (service: string, operation: string, required: string, optional = ''): Subtype => ({
  ...{ service, operation },
  required: required.split(' '),
  optional: optional.split(' ').filter(Boolean),
});

export const SUBTYPES: Readonly<Record<string, Subtype>> = table({
  'EventBridge-PutEvents': of('events', 'PutEvents', 'Detail DetailType Source', 'Time EventBusName Resources TraceHeader'),
  'SQS-SendMessage': of(
    ...(['sqs', 'SendMessage', 'QueueUrl MessageBody'] as const),
    'DelaySeconds MessageAttributes MessageDeduplicationId MessageGroupId MessageSystemAttributes',
  ),
  'SQS-ReceiveMessage': of(
    ...(['sqs', 'ReceiveMessage', 'QueueUrl'] as const),
    'AttributeNames MaxNumberOfMessages MessageAttributeNames ReceiveRequestAttemptId VisibilityTimeout WaitTimeSeconds',
  ),
  'SQS-DeleteMessage': of('sqs', 'DeleteMessage', 'ReceiptHandle QueueUrl'),
  'SQS-PurgeQueue': of('sqs', 'PurgeQueue', 'QueueUrl'),
  'AppConfig-GetConfiguration': of(
    'appconfig',
    'GetConfiguration',
    'Application Environment Configuration ClientId',
    'ClientConfigurationVersion',
  ),
  'Kinesis-PutRecord': of('kinesis', 'PutRecord', 'StreamName Data PartitionKey', 'SequenceNumberForOrdering ExplicitHashKey'),
  'StepFunctions-StartExecution': of('states', 'StartExecution', 'StateMachineArn', 'Name Input'),
  'StepFunctions-StartSyncExecution': of('states', 'StartSyncExecution', 'StateMachineArn', 'Name Input TraceHeader'),
  'StepFunctions-StopExecution': of('states', 'StopExecution', 'ExecutionArn', 'Cause Error'),
});
