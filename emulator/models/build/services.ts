// Every service that has a model, by its id here: one line each. The tests and `npm run new-service` read this list, too.

interface ServiceModel {
  /** The SDK client package that carries the model: `@aws-sdk/client-<package>`. */
  readonly package: string;
  /** The namespace of its CloudFormation types (`AWS::<namespace>::…`), where it has any. */
  readonly namespace?: string;
}

export const SERVICE_MODELS: Readonly<Record<string, ServiceModel>> = {
  lambda: { package: 'lambda', namespace: 'Lambda' },
  events: { package: 'eventbridge', namespace: 'Events' },
  sqs: { package: 'sqs', namespace: 'SQS' },
  dynamodb: { package: 'dynamodb', namespace: 'DynamoDB' },
  dynamodbstreams: { package: 'dynamodb-streams' },
  s3: { package: 's3', namespace: 'S3' },
  cloudformation: { package: 'cloudformation', namespace: 'CloudFormation' },
  cloudcontrol: { package: 'cloudcontrol' },
  sns: { package: 'sns', namespace: 'SNS' },
  kinesis: { package: 'kinesis', namespace: 'Kinesis' },
  iam: { package: 'iam', namespace: 'IAM' },
  sts: { package: 'sts' },
  logs: { package: 'cloudwatch-logs', namespace: 'Logs' },
  ssm: { package: 'ssm', namespace: 'SSM' },
  states: { package: 'sfn', namespace: 'StepFunctions' },
  firehose: { package: 'firehose', namespace: 'KinesisFirehose' },
  secretsmanager: { package: 'secrets-manager', namespace: 'SecretsManager' },
  kms: { package: 'kms', namespace: 'KMS' },
  ecr: { package: 'ecr', namespace: 'ECR' },
  cloudwatch: { package: 'cloudwatch', namespace: 'CloudWatch' },
  xray: { package: 'xray', namespace: 'XRay' },
  appsync: { package: 'appsync', namespace: 'AppSync' },
  apigateway: { package: 'api-gateway', namespace: 'ApiGateway' },
  apigatewayv2: { package: 'apigatewayv2', namespace: 'ApiGatewayV2' },
  apigatewaymanagementapi: { package: 'apigatewaymanagementapi' },
  scheduler: { package: 'scheduler', namespace: 'Scheduler' },
  pipes: { package: 'pipes', namespace: 'Pipes' },
  kafka: { package: 'kafka', namespace: 'MSK' },
  'cognito-idp': { package: 'cognito-identity-provider', namespace: 'Cognito' },
  'cognito-identity': { package: 'cognito-identity', namespace: 'Cognito' },
};
