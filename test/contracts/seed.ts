// One resource of each kind of each service, all named after a mark.

export type Run = (service: string, operation: string, input: object) => Promise<object>;

const trust = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
});
const policy = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] });

const STEPS = (mark: string): [service: string, operation: string, input: object][] => [
  ['sqs', 'CreateQueue', { QueueName: mark }],
  ['kinesis', 'CreateStream', { StreamName: mark, ShardCount: 1 }],
  [
    'kafka',
    'CreateCluster',
    {
      ClusterName: mark,
      KafkaVersion: '3.6.0',
      NumberOfBrokerNodes: 1,
      BrokerNodeGroupInfo: { ClientSubnets: ['subnet-a'], InstanceType: 'kafka.t3.small' },
    },
  ],
  ['kafka', 'CreateConfiguration', { Name: mark, ServerProperties: Buffer.from('num.partitions=2') }],
  [
    'appsync',
    'CreateApi',
    {
      ...{ name: mark, tags: { mark } },
      eventConfig: {
        ...{ authProviders: [{ authType: 'API_KEY' }], connectionAuthModes: [{ authType: 'API_KEY' }] },
        ...{ defaultPublishAuthModes: [{ authType: 'API_KEY' }], defaultSubscribeAuthModes: [{ authType: 'API_KEY' }] },
      },
    },
  ],
  ['appsync', 'CreateGraphqlApi', { name: mark, authenticationType: 'API_KEY', tags: { mark } }],
  ['sns', 'CreateTopic', { Name: mark }],
  ['cloudwatch', 'PutMetricData', { Namespace: mark, MetricData: [{ MetricName: mark, Value: 1 }] }],
  [
    'cloudwatch',
    'PutMetricAlarm',
    {
      ...{ AlarmName: mark, Namespace: mark, MetricName: mark, Statistic: 'Sum', Period: 60, EvaluationPeriods: 1 },
      ...{ Threshold: 1, ComparisonOperator: 'GreaterThanThreshold' },
    },
  ],
  ['cloudwatch', 'PutCompositeAlarm', { AlarmName: `${mark}-composite`, AlarmRule: 'TRUE' }],
  ['xray', 'CreateGroup', { GroupName: mark }],
  [
    'xray',
    'CreateSamplingRule',
    {
      SamplingRule: {
        ...{ RuleName: mark, ResourceARN: '*', Priority: 1, FixedRate: 1, ReservoirSize: 1, ServiceName: '*', ServiceType: '*' },
        ...{ Host: '*', HTTPMethod: '*', URLPath: '*', Version: 1 },
      },
    },
  ],
  ['xray', 'PutResourcePolicy', { PolicyName: mark, PolicyDocument: policy }],
  ['cloudwatch', 'PutDashboard', { DashboardName: mark, DashboardBody: '{}' }],
  ['cloudwatch', 'PutAlarmMuteRule', { Name: mark, Rule: { Schedule: { Expression: 'cron(0 0 * * *)', Duration: 'PT1H' } } }],
  [
    'sns',
    'Subscribe',
    {
      TopicArn: `arn:aws:sns:us-east-1:111111111111:${mark}`,
      Protocol: 'sqs',
      Endpoint: `arn:aws:sqs:us-east-1:111111111111:${mark}`,
    },
  ],
  [
    'firehose',
    'CreateDeliveryStream',
    {
      DeliveryStreamName: mark,
      S3DestinationConfiguration: { RoleARN: `arn:aws:iam::111111111111:role/${mark}`, BucketARN: `arn:aws:s3:::${mark}-bucket` },
    },
  ],
  ['iam', 'CreateRole', { RoleName: mark, AssumeRolePolicyDocument: trust }],
  ['iam', 'CreateUser', { UserName: mark }],
  ['iam', 'CreateGroup', { GroupName: mark }],
  ['iam', 'CreatePolicy', { PolicyName: mark, PolicyDocument: policy }],
  ['iam', 'CreateInstanceProfile', { InstanceProfileName: mark }],
  ['iam', 'CreateAccountAlias', { AccountAlias: mark }],
  ['s3', 'CreateBucket', { Bucket: `${mark}-bucket` }],
  ['logs', 'CreateLogGroup', { logGroupName: mark }],
  ['logs', 'CreateLogStream', { logGroupName: mark, logStreamName: mark }],
  [
    'logs',
    'PutMetricFilter',
    {
      logGroupName: mark,
      filterName: mark,
      filterPattern: '',
      metricTransformations: [{ metricName: mark, metricNamespace: mark, metricValue: '1' }],
    },
  ],
  ['logs', 'PutResourcePolicy', { policyName: mark, policyDocument: policy }],
  ['ssm', 'PutParameter', { Name: `/${mark}/p`, Value: mark, Type: 'String' }],
  ['kms', 'CreateKey', { Description: mark }],
  ['kms', 'CreateAlias', { AliasName: `alias/${mark}`, TargetKeyId: 'key' }],
  ['secretsmanager', 'CreateSecret', { Name: mark, SecretString: mark }],
  ['events', 'CreateEventBus', { Name: mark }],
  ['events', 'PutRule', { Name: mark, EventPattern: '{"source":["a"]}' }],
  [
    'events',
    'CreateConnection',
    { Name: mark, AuthorizationType: 'BASIC', AuthParameters: { BasicAuthParameters: { Username: mark, Password: mark } } },
  ],
  ['events', 'CreateArchive', { ArchiveName: mark, EventSourceArn: 'arn:aws:events:us-east-1:111111111111:event-bus/default' }],
  ['scheduler', 'CreateScheduleGroup', { Name: mark }],
  [
    'scheduler',
    'CreateSchedule',
    {
      Name: mark,
      GroupName: mark,
      ScheduleExpression: 'rate(1 day)',
      State: 'DISABLED',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: `arn:aws:sqs:us-east-1:111111111111:${mark}`, RoleArn: 'arn:aws:iam::111111111111:role/scheduler' },
    },
  ],
  [
    'events',
    'StartReplay',
    {
      ReplayName: mark,
      EventSourceArn: `arn:aws:events:us-east-1:111111111111:archive/${mark}`,
      EventStartTime: new Date(0),
      EventEndTime: new Date(1000),
      Destination: { Arn: 'arn:aws:events:us-east-1:111111111111:event-bus/default' },
    },
  ],
  [
    'pipes',
    'CreatePipe',
    {
      Name: mark,
      DesiredState: 'STOPPED',
      RoleArn: 'arn:aws:iam::111111111111:role/pipes',
      Source: `arn:aws:sqs:us-east-1:111111111111:${mark}`,
      Target: `arn:aws:sqs:us-east-1:111111111111:${mark}`,
    },
  ],
  [
    'dynamodb',
    'CreateTable',
    {
      TableName: mark,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    },
  ],
  [
    'states',
    'CreateStateMachine',
    {
      name: mark,
      definition: '{"StartAt":"A","States":{"A":{"Type":"Wait","Seconds":86400,"End":true}}}',
      roleArn: `arn:aws:iam::111111111111:role/${mark}`,
      publish: true,
    },
  ],
  ['states', 'StartExecution', { stateMachineArn: `arn:aws:states:us-east-1:111111111111:stateMachine:${mark}`, name: mark }],
  ['states', 'CreateActivity', { name: mark }],
  ['apigatewayv2', 'CreateApi', { Name: mark, ProtocolType: 'HTTP' }],
  [
    'apigatewayv2',
    'CreateDomainName',
    {
      DomainName: `${mark}.example.com`,
      DomainNameConfigurations: [{ CertificateArn: `arn:aws:acm:us-east-1:111111111111:certificate/${mark}` }],
    },
  ],
  ['apigatewayv2', 'CreateVpcLink', { Name: mark, SubnetIds: ['subnet-1'] }],
  ['apigateway', 'CreateRestApi', { name: mark }],
  ['apigateway', 'CreateApiKey', { name: mark }],
  ['apigateway', 'CreateUsagePlan', { name: mark }],
  ['apigateway', 'CreateVpcLink', { name: mark, targetArns: [] }],
  ['apigateway', 'GenerateClientCertificate', { description: mark }],
  [
    'apigateway',
    'CreateDomainName',
    { domainName: `${mark}.rest.example.com`, certificateArn: `arn:aws:acm:us-east-1:111111111111:certificate/${mark}` },
  ],
  ['ecr', 'CreateRepository', { repositoryName: mark }],
  ['cognito-idp', 'CreateUserPool', { PoolName: mark }],
  ['cognito-identity', 'CreateIdentityPool', { IdentityPoolName: mark, AllowUnauthenticatedIdentities: false }],
  [
    'cloudformation',
    'CreateStack',
    { StackName: mark, TemplateBody: '{"Resources":{"Handle":{"Type":"AWS::CloudFormation::WaitConditionHandle"}}}' },
  ],
  ['cloudcontrol', 'CreateResource', { TypeName: 'AWS::SQS::Queue', DesiredState: JSON.stringify({ QueueName: `${mark}-alone` }) }],
  [
    'lambda',
    'CreateFunction',
    {
      FunctionName: mark,
      Runtime: 'nodejs20.x',
      Role: `arn:aws:iam::111111111111:role/${mark}`,
      Handler: 'index.handler',
      Code: { ZipFile: EMPTY_MODULE },
    },
  ],
];

/** A zip with an index.js of no bytes. */
const EMPTY_MODULE = Buffer.from(
  'UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAAIAAAAaW5kZXguanNQSwECFAMUAAAAAAAAACEAAAAAAAAAAAAAAAAACAAAAAAAAAAAAAAAgAEAAAAAaW5kZXguanNQSwUGAAAAAAEAAQA2AAAAJgAAAAAA',
  'base64',
);

/** Runs every step of the services that exist; a step that fails fails the seed. */
export async function seed(mark: string, run: Run, services: ReadonlySet<string>): Promise<void> {
  let keyId = '';
  for (const [service, operation, input] of STEPS(mark)) {
    if (!services.has(service)) continue;
    const given = operation === 'CreateAlias' ? { ...input, TargetKeyId: keyId } : input;
    const output = (await run(service, operation, given).catch((cause: Error) => {
      throw new Error(`${service}.${operation}: ${cause.name}: ${cause.message}`, { cause });
    })) as { KeyMetadata?: { KeyId?: string } };
    keyId = output.KeyMetadata?.KeyId ?? keyId;
  }
}
