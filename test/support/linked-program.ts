// A program of all kinds of settings that lead from one resource to another, as a template: nothing in it has to run.
const PLACE = 'us-east-1:000000000000';
const ROLE = 'arn:aws:iam::000000000000:role/any';
const att = (name: string) => ({ 'Fn::GetAtt': [name, 'Arn'] });
const ref = (name: string) => ({ Ref: name });
const queue = (QueueName: string, more = {}) => ({ Type: 'AWS::SQS::Queue', Properties: { QueueName, ...more } });
const alarm = (AlarmName: string, Namespace: string, MetricName: string, Name: string, Value: string) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    ...{
      AlarmName,
      Namespace,
      MetricName,
      Dimensions: [{ Name, Value }],
      Statistic: 'Sum',
      Period: 60,
      EvaluationPeriods: 1,
      Threshold: 1,
    },
    ...{ ComparisonOperator: 'GreaterThanThreshold', AlarmActions: [ref('Topic')] },
  },
});
const open = (type: string, member: string, names: readonly string[], Action: string) => ({
  Type: `AWS::${type}`,
  Properties: {
    [member]: names.map(ref),
    PolicyDocument: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: '*', Action, Resource: '*' }] },
  },
});
const task = (Resource: string, Parameters: object) => ({ Type: 'Task', Resource: `arn:aws:states:::${Resource}`, Parameters, End: true });
const DEFINITION = {
  StartAt: 'All',
  States: {
    All: {
      Type: 'Parallel',
      End: true,
      Branches: [
        task('lambda:invoke', { FunctionName: `arn:aws:lambda:${PLACE}:function:work` }),
        task('sqs:sendMessage', { QueueUrl: 'http://sqs.us-east-1.amazonaws.com/000000000000/jobs', MessageBody: 'x' }),
        task('dynamodb:putItem', { TableName: 'items', Item: {} }),
        task('aws-sdk:sns:publish', { 'TopicArn.$': '$.topic', Message: 'x' }),
        task('events:putEvents', { Entries: [{ EventBusName: 'shop', Source: 'x', DetailType: 'x', Detail: {} }] }),
      ].map((only, at) => ({ StartAt: `Task${at}`, States: { [`Task${at}`]: only } })),
    },
  },
};
const FORM = "Action=SendMessage&MessageBody=$util.urlEncode($input.body)&QueueUrl=$util.urlEncode('http://x/000000000000/jobs')";

/** The resources of a template. */
export const LINKED_PROGRAM = {
  Lost: queue('lost'),
  Jobs: queue('jobs', { RedrivePolicy: { deadLetterTargetArn: att('Lost'), maxReceiveCount: 3 } }),
  QueuePolicy: open('SQS::QueuePolicy', 'Queues', ['Jobs', 'Lost'], 'sqs:*'),
  Topic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'news' } },
  TopicPolicy: open('SNS::TopicPolicy', 'Topics', ['Topic'], 'sns:Publish'),
  ToQueue: {
    Type: 'AWS::SNS::Subscription',
    Properties: { TopicArn: ref('Topic'), Protocol: 'sqs', Endpoint: att('Jobs'), RedrivePolicy: { deadLetterTargetArn: att('Lost') } },
  },
  Work: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      ...{ FunctionName: 'work', Runtime: 'nodejs20.x', Handler: 'index.handler', Role: ROLE, Timeout: 3 },
      Code: { ZipFile: 'exports.handler = async () => {};' },
      DeadLetterConfig: { TargetArn: att('Lost') },
    },
  },
  MayCall: { Type: 'AWS::Lambda::Permission', Properties: { FunctionName: ref('Work'), Action: 'lambda:InvokeFunction', Principal: '*' } },
  Outcomes: {
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: { FunctionName: ref('Work'), Qualifier: '$LATEST', DestinationConfig: { OnSuccess: { Destination: ref('Topic') } } },
  },
  Mapping: { Type: 'AWS::Lambda::EventSourceMapping', Properties: { EventSourceArn: att('Jobs'), FunctionName: ref('Work') } },
  Table: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      ...{ TableName: 'items', BillingMode: 'PAY_PER_REQUEST', StreamSpecification: { StreamViewType: 'NEW_IMAGE' } },
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      KinesisStreamSpecification: { StreamArn: att('Clicks') },
    },
  },
  Clicks: { Type: 'AWS::Kinesis::Stream', Properties: { Name: 'clicks', ShardCount: 1 } },
  Files: {
    Type: 'AWS::S3::Bucket',
    DependsOn: ['QueuePolicy'],
    Properties: {
      BucketName: 'files',
      NotificationConfiguration: {
        QueueConfigurations: [{ Event: 's3:ObjectCreated:*', Queue: att('Jobs') }],
        EventBridgeConfiguration: { EventBridgeEnabled: true },
      },
    },
  },
  Store: {
    Type: 'AWS::KinesisFirehose::DeliveryStream',
    Properties: {
      ...{ DeliveryStreamName: 'store', DeliveryStreamType: 'KinesisStreamAsSource' },
      KinesisStreamSourceConfiguration: { KinesisStreamARN: att('Clicks'), RoleARN: ROLE },
      ExtendedS3DestinationConfiguration: { BucketARN: att('Files'), RoleARN: ROLE },
    },
  },
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'shop' } },
  Archive: { Type: 'AWS::Events::Archive', Properties: { ArchiveName: 'kept', SourceArn: att('Bus') } },
  Connection: {
    Type: 'AWS::Events::Connection',
    Properties: {
      ...{ Name: 'partner', AuthorizationType: 'API_KEY' },
      AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: 'x', ApiKeyValue: 'y' } },
    },
  },
  Partner: {
    Type: 'AWS::Events::ApiDestination',
    Properties: {
      ...{
        Name: 'partner',
        ConnectionArn: att('Connection'),
        HttpMethod: 'POST',
        InvocationEndpoint: 'https://partner.example.com/orders',
      },
    },
  },
  Bought: {
    Type: 'AWS::Events::Rule',
    Properties: {
      ...{ Name: 'bought', EventBusName: ref('Bus'), EventPattern: { source: ['shop'] } },
      Targets: [
        { Id: 'queue', Arn: att('Jobs'), DeadLetterConfig: { Arn: att('Lost') } },
        { Id: 'partner', Arn: att('Partner'), RoleArn: ROLE },
      ],
    },
  },
  Tick: {
    Type: 'AWS::Events::Rule',
    Properties: { Name: 'tick', ScheduleExpression: 'rate(1 day)', Targets: [{ Id: 'topic', Arn: ref('Topic') }] },
  },
  Pipe: {
    Type: 'AWS::Pipes::Pipe',
    Properties: {
      ...{ Name: 'changes', RoleArn: ROLE, DesiredState: 'STOPPED', Enrichment: att('Work'), Target: att('Bus') },
      ...{ Source: { 'Fn::GetAtt': ['Table', 'StreamArn'] } },
      SourceParameters: { DynamoDBStreamParameters: { StartingPosition: 'LATEST', DeadLetterConfig: { Arn: att('Lost') } } },
    },
  },
  Nightly: {
    Type: 'AWS::Scheduler::Schedule',
    Properties: {
      ...{ Name: 'nightly', ScheduleExpression: 'cron(0 3 * * ? *)', FlexibleTimeWindow: { Mode: 'OFF' } },
      Target: { Arn: att('Machine'), RoleArn: ROLE },
    },
  },
  Weekly: {
    Type: 'AWS::Scheduler::Schedule',
    Properties: {
      ...{ Name: 'weekly', ScheduleExpression: 'rate(7 days)', FlexibleTimeWindow: { Mode: 'OFF' } },
      Target: { Arn: 'arn:aws:scheduler:::aws-sdk:sqs:purgeQueue', RoleArn: ROLE, Input: { 'Fn::Sub': '{"QueueUrl":"${Lost}"}' } },
    },
  },
  Machine: {
    Type: 'AWS::StepFunctions::StateMachine',
    Properties: { StateMachineName: 'orders', RoleArn: ROLE, DefinitionString: JSON.stringify(DEFINITION) },
  },
  Group: { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: '/shop/orders' } },
  Filter: {
    Type: 'AWS::Logs::SubscriptionFilter',
    DependsOn: ['MayCall'],
    Properties: { LogGroupName: ref('Group'), FilterPattern: '', DestinationArn: att('Work') },
  },
  Errors: alarm('errors', 'AWS/Lambda', 'Errors', 'FunctionName', 'work'),
  Full: alarm('full', 'AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'QueueName', 'lost'),
  Any: {
    Type: 'AWS::CloudWatch::CompositeAlarm',
    Properties: { AlarmName: 'any', AlarmRule: { 'Fn::Sub': 'ALARM(${Errors}) OR ALARM(${Full})' } },
  },
  Users: {
    Type: 'AWS::Cognito::UserPool',
    Properties: { UserPoolName: 'users', LambdaConfig: { PreSignUp: att('Work') } },
  },
  Slow: alarm('slow', 'AWS/ApiGateway', 'Latency', 'ApiName', 'rest'),
  Rest: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'rest' } },
  Post: {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      ...{
        RestApiId: ref('Rest'),
        ResourceId: { 'Fn::GetAtt': ['Rest', 'RootResourceId'] },
        HttpMethod: 'POST',
        AuthorizationType: 'NONE',
      },
      Integration: {
        ...{ Type: 'AWS', IntegrationHttpMethod: 'POST', Credentials: ROLE, Uri: 'arn:aws:apigateway:us-east-1:sqs:action/SendMessage' },
        RequestTemplates: { 'application/json': FORM },
      },
    },
  },
  Proxy: {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      ...{ RestApiId: ref('Rest'), ResourceId: { 'Fn::GetAtt': ['Rest', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE' },
      Integration: {
        ...{ Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST' },
        Uri: { 'Fn::Sub': 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${Work.Arn}/invocations' },
      },
    },
  },
  Http: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'http', ProtocolType: 'HTTP' } },
  Put: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      ...{ ApiId: ref('Http'), IntegrationType: 'AWS_PROXY', IntegrationSubtype: 'EventBridge-PutEvents', PayloadFormatVersion: '1.0' },
      ...{ CredentialsArn: ROLE },
      RequestParameters: { Detail: '$request.body', DetailType: 'x', Source: 'x', EventBusName: 'shop' },
    },
  },
  Jwt: {
    Type: 'AWS::ApiGatewayV2::Authorizer',
    Properties: {
      ...{ ApiId: ref('Http'), Name: 'jwt', AuthorizerType: 'JWT', IdentitySource: ['$request.header.Authorization'] },
      JwtConfiguration: {
        Audience: ['x'],
        Issuer: { 'Fn::Sub': 'https://cognito-idp.us-east-1.amazonaws.com/${Users}' },
      },
    },
  },
  Graph: { Type: 'AWS::AppSync::GraphQLApi', Properties: { Name: 'graph', AuthenticationType: 'API_KEY' } },
  Items: {
    Type: 'AWS::AppSync::DataSource',
    Properties: {
      ...{ ApiId: { 'Fn::GetAtt': ['Graph', 'ApiId'] }, Name: 'items', Type: 'AMAZON_DYNAMODB', ServiceRoleArn: ROLE },
      DynamoDBConfig: { AwsRegion: 'us-east-1', TableName: ref('Table') },
    },
  },
};
