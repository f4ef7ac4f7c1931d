// The shapes of the properties of AWS::Pipes::Pipe.
import { number, text } from '#core/resources/resource-properties';
import { each, must, shape, textMap } from '#core/resources/resource-shape';

const time = (value: unknown): Date | undefined => (value === undefined ? undefined : new Date(text(value as never)!));
const STREAM = {
  StartingPosition: must(text),
  BatchSize: number,
  DeadLetterConfig: shape({ Arn: text }),
  OnPartialBatchItemFailure: text,
  MaximumBatchingWindowInSeconds: number,
  MaximumRecordAgeInSeconds: number,
  MaximumRetryAttempts: number,
  ParallelizationFactor: number,
};
const TOPIC = {
  TopicName: must(text),
  StartingPosition: text,
  BatchSize: number,
  MaximumBatchingWindowInSeconds: number,
  ConsumerGroupID: text,
};
const CREDENTIALS = { SaslScram512Auth: text, ClientCertificateTlsAuth: text };
export const sourceParameters = shape({
  FilterCriteria: shape({ Filters: each(shape({ Pattern: text })) }),
  SqsQueueParameters: shape({ BatchSize: number, MaximumBatchingWindowInSeconds: number }),
  KinesisStreamParameters: shape({ ...STREAM, StartingPositionTimestamp: time }),
  DynamoDBStreamParameters: shape(STREAM),
  ManagedStreamingKafkaParameters: shape({ ...TOPIC, Credentials: shape(CREDENTIALS) }),
  SelfManagedKafkaParameters: shape({
    ...TOPIC,
    AdditionalBootstrapServers: each(must(text)),
    Credentials: shape({ ...CREDENTIALS, BasicAuth: text, SaslScram256Auth: text }),
    ServerRootCaCertificate: text,
    Vpc: shape({ SecurityGroup: each(must(text)), Subnets: each(must(text)) }),
  }),
});
const httpParameters = shape({ PathParameterValues: each(must(text)), HeaderParameters: textMap, QueryStringParameters: textMap });
export const enrichmentParameters = shape({ InputTemplate: text, HttpParameters: httpParameters });
export const targetParameters = shape({
  InputTemplate: text,
  LambdaFunctionParameters: shape({ InvocationType: text }),
  SqsQueueParameters: shape({ MessageGroupId: text, MessageDeduplicationId: text }),
  EventBridgeEventBusParameters: shape({ DetailType: text, EndpointId: text, Source: text, Resources: each(must(text)), Time: text }),
  CloudWatchLogsParameters: shape({ LogStreamName: text, Timestamp: text }),
  KinesisStreamParameters: shape({ PartitionKey: must(text) }),
  StepFunctionStateMachineParameters: shape({ InvocationType: text }),
  HttpParameters: httpParameters,
});
export const logConfiguration = shape({
  Level: text,
  IncludeExecutionData: each(must(text)),
  CloudwatchLogsLogDestination: shape({ LogGroupArn: must(text) }),
  FirehoseLogDestination: shape({ DeliveryStreamArn: must(text) }),
  S3LogDestination: shape({ BucketName: must(text), BucketOwner: must(text), OutputFormat: text, Prefix: text }),
});
