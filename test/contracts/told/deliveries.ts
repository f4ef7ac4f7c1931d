// Senders, each with something that it sends to a queue or to the function `orders`; and what functions themselves are asked for.
import { CloudControl } from '@aws-sdk/client-cloudcontrol';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Pipes } from '@aws-sdk/client-pipes';
import { S3 } from '@aws-sdk/client-s3';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SFN } from '@aws-sdk/client-sfn';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import { ROLE } from '../../scenarios/why/mistake.ts';
import { queueArn } from '../../support/use-events.ts';
import { FUNCTION, type Place, type Way } from './way.ts';

const ARRIVED = { kind: 'delivery', targetArn: queueArn('jobs'), outcome: 'delivered' };
const RAN = { kind: 'run', what: 'function', resource: FUNCTION, failed: false };

/** A queue that takes whatever a service sends. */
async function jobs({ emulator }: Place): Promise<string> {
  const Statement = [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: '*' }];
  const Attributes = { Policy: JSON.stringify({ Version: '2012-10-17', Statement }) };
  return (await emulator.client(SQS).createQueue({ QueueName: 'jobs', Attributes })).QueueUrl!;
}

const allow = ({ lambda }: Place, service: string) =>
  lambda.addPermission({
    FunctionName: 'orders',
    StatementId: 'way',
    Action: 'lambda:InvokeFunction',
    Principal: `${service}.amazonaws.com`,
  });

async function topicOf(place: Place): Promise<{ sns: SNS; TopicArn: string }> {
  const sns = place.emulator.client(SNS);
  const { TopicArn = '' } = await sns.createTopic({ Name: 'news' });
  await jobs(place);
  await sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint: queueArn('jobs') });
  return { sns, TopicArn };
}

export const DELIVERY_WAYS: readonly Way[] = [
  {
    title: 'a message of a queue',
    entries: ['sqs source queue', 'work lambda.poll'],
    go: async (place) => {
      const sqs = place.emulator.client(SQS);
      const QueueUrl = await jobs(place);
      await place.lambda.createEventSourceMapping({ FunctionName: 'orders', EventSourceArn: queueArn('jobs') });
      await place.emulator.idle();
      return (await sqs.sendMessage({ QueueUrl, MessageBody: 'a' })).$metadata.requestId;
    },
    step: { kind: 'run', what: 'batch', name: '1 message → orders', failed: false },
  },
  {
    title: 'a message through a pipe',
    entries: ['work pipes.poll'],
    go: async (place) => {
      const sqs = place.emulator.client(SQS);
      const { QueueUrl } = await sqs.createQueue({ QueueName: 'in' });
      await jobs(place);
      await place.emulator.client(Pipes).createPipe({ Name: 'pipe', RoleArn: ROLE, Source: queueArn('in'), Target: queueArn('jobs') });
      await place.emulator.idle();
      return (await sqs.sendMessage({ QueueUrl, MessageBody: 'a' })).$metadata.requestId;
    },
    step: { kind: 'call', service: 'sqs', operation: 'SendMessageBatch', resource: expect.stringMatching(/jobs$/), failed: false },
  },
  {
    title: 'an event that a rule takes',
    entries: ['events sender'],
    go: async (place) => {
      await jobs(place);
      const events = place.emulator.client(EventBridge);
      await events.putRule({ Name: 'all', EventPattern: '{"source":["shop"]}' });
      await events.putTargets({ Rule: 'all', Targets: [{ Id: 'q', Arn: queueArn('jobs') }] });
      return (await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'd', Detail: '{}' }] })).$metadata.requestId;
    },
    step: ARRIVED,
  },
  {
    title: 'a rule with a schedule that is triggered',
    entries: ['events route /_cloud/event/rules/'],
    go: async (place) => {
      await jobs(place);
      const events = place.emulator.client(EventBridge);
      const { RuleArn = '' } = await events.putRule({ Name: 'hourly', ScheduleExpression: 'rate(1 hour)' });
      await events.putTargets({ Rule: 'hourly', Targets: [{ Id: 'q', Arn: queueArn('jobs') }] });
      await fetch(`${place.emulator.url}/_cloud/event/rules/${encodeURIComponent(RuleArn)}/trigger`);
      return undefined;
    },
    step: ARRIVED,
  },
  {
    title: 'a rule whose time has come',
    entries: ['work events.schedule'],
    go: async (place) => {
      const events = place.emulator.client(EventBridge);
      await jobs(place);
      await events.putRule({ Name: 'often', ScheduleExpression: 'rate(1 minute)' });
      await events.putTargets({ Rule: 'often', Targets: [{ Id: 'jobs', Arn: queueArn('jobs') }] });
      await place.emulator.clock.advance('2m');
      return undefined;
    },
    step: ARRIVED,
  },
  {
    title: 'an object whose time is over',
    entries: ['work s3.lifecycle'],
    go: async (place) => {
      const s3 = place.emulator.client(S3);
      await jobs(place);
      await s3.createBucket({ Bucket: 'files' });
      const QueueConfigurations = [{ QueueArn: queueArn('jobs'), Events: ['s3:LifecycleExpiration:*' as const] }];
      await s3.putBucketNotificationConfiguration({ Bucket: 'files', NotificationConfiguration: { QueueConfigurations } });
      const Rules = [{ ID: 'old', Status: 'Enabled' as const, Filter: { Prefix: '' }, Expiration: { Days: 1 } }];
      await s3.putBucketLifecycleConfiguration({ Bucket: 'files', LifecycleConfiguration: { Rules } });
      await s3.putObject({ Bucket: 'files', Key: 'a', Body: 'a' });
      await place.emulator.clock.advance('4d');
      return undefined;
    },
    step: ARRIVED,
  },
  {
    title: 'a connection whose credentials are refused',
    entries: ['work events.authorize-connection'],
    go: async ({ emulator }) => {
      const OAuthParameters = {
        ClientParameters: { ClientID: 'i', ClientSecret: 's' },
        AuthorizationEndpoint: `${emulator.url}/no-such-bucket/token`,
        HttpMethod: 'POST' as const,
      };
      const connection = { Name: 'shop', AuthorizationType: 'OAUTH_CLIENT_CREDENTIALS' as const, AuthParameters: { OAuthParameters } };
      return (await emulator.client(EventBridge).createConnection(connection)).$metadata.requestId;
    },
    step: { kind: 'run', what: 'problem', failed: true, text: expect.stringContaining('shop is not authorized') },
  },
  {
    title: 'a schedule',
    entries: ['scheduler sender', 'work scheduler.run', 'work scheduler.invoke'],
    go: async (place) => {
      await jobs(place);
      const Target = { Arn: queueArn('jobs'), RoleArn: ROLE };
      const schedule = { Name: 'often', ScheduleExpression: 'rate(1 minute)', FlexibleTimeWindow: { Mode: 'OFF' as const }, Target };
      await place.emulator.client(Scheduler).createSchedule(schedule);
      await place.emulator.clock.advance('1m');
      return undefined;
    },
    step: ARRIVED,
  },
  {
    title: 'a message of a topic',
    entries: ['sns sender'],
    go: async (place) => {
      const { sns, TopicArn } = await topicOf(place);
      return (await sns.publish({ TopicArn, Message: 'a' })).$metadata.requestId;
    },
    step: ARRIVED,
  },
  {
    title: 'an alarm',
    entries: ['cloudwatch sender', 'work cloudwatch.evaluate'],
    go: async (place) => {
      const { TopicArn } = await topicOf(place);
      const cloudwatch = place.emulator.client(CloudWatch);
      const metric = { Namespace: 'n', MetricName: 'm', Statistic: 'Sum' as const, Period: 60, EvaluationPeriods: 1, Threshold: 1 };
      const ComparisonOperator = 'GreaterThanThreshold';
      await cloudwatch.putMetricAlarm({ AlarmName: 'a', AlarmActions: [TopicArn], ComparisonOperator, ...metric });
      const state = { AlarmName: 'a', StateValue: 'ALARM' as const, StateReason: 'by hand' };
      return (await cloudwatch.setAlarmState(state)).$metadata.requestId;
    },
    step: ARRIVED,
  },
  {
    title: 'an object of a bucket with notifications',
    go: async (place) => {
      await jobs(place);
      const s3 = place.emulator.client(S3);
      await s3.createBucket({ Bucket: 'files' });
      const QueueConfigurations = [{ QueueArn: queueArn('jobs'), Events: ['s3:ObjectCreated:*' as const] }];
      await s3.putBucketNotificationConfiguration({ Bucket: 'files', NotificationConfiguration: { QueueConfigurations } });
      return (await s3.putObject({ Bucket: 'files', Key: 'k', Body: 'a' })).$metadata.requestId;
    },
    step: ARRIVED,
  },
  {
    title: 'a log with a subscription',
    go: async (place) => {
      await allow(place, 'logs');
      const logs = place.emulator.client(CloudWatchLogs);
      const log = { logGroupName: 'app', logStreamName: 's' };
      await logs.createLogGroup(log);
      await logs.createLogStream(log);
      await logs.putSubscriptionFilter({ ...log, filterName: 'all', filterPattern: '', destinationArn: FUNCTION });
      const logEvents = [{ timestamp: place.emulator.clock.now(), message: 'a' }];
      return (await logs.putLogEvents({ ...log, logEvents })).$metadata.requestId;
    },
    step: RAN,
  },
  {
    title: 'an execution of a state machine',
    entries: ['work states.call'],
    go: async ({ emulator }) => {
      const sfn = emulator.client(SFN);
      const definition = JSON.stringify({ StartAt: 'Work', States: { Work: { Type: 'Task', Resource: FUNCTION, End: true } } });
      const { stateMachineArn } = await sfn.createStateMachine({ name: 'flow', roleArn: ROLE, definition });
      return (await sfn.startExecution({ stateMachineArn })).$metadata.requestId;
    },
    step: { kind: 'run', what: 'state', name: 'Work', failed: false },
  },
  {
    title: 'an asynchronous invocation',
    entries: ['work lambda.event'],
    go: async ({ lambda }) => (await lambda.invoke({ FunctionName: 'orders', InvocationType: 'Event' })).$metadata.requestId,
    step: RAN,
  },
  {
    title: 'an invocation for which no concurrency is left',
    go: async ({ lambda }) => {
      await lambda.putFunctionConcurrency({ FunctionName: 'orders', ReservedConcurrentExecutions: 0 });
      return lambda.invoke({ FunctionName: 'orders' }).then(
        () => undefined,
        ({ $metadata }) => $metadata.requestId,
      );
    },
    step: { kind: 'call', operation: 'Invoke', failed: true, text: expect.stringMatching(/^TooManyRequestsException: /) },
  },
  {
    title: 'a call that a fault meets',
    go: async ({ emulator }) => {
      emulator.faults.add({ service: 'sqs', operation: 'ListQueues', error: 'ServiceUnavailable', status: 503 });
      return emulator
        .client(SQS)
        .listQueues()
        .then(
          () => undefined,
          ({ $metadata }) => $metadata.requestId,
        );
    },
    step: { kind: 'call', operation: 'ListQueues', failed: true, text: expect.stringMatching(/^ServiceUnavailable/) },
  },
  {
    title: 'items of a table that expire',
    entries: ['dynamodb route /_cloud/table/expired', 'work dynamodb.expire'],
    go: async ({ emulator, lambda }) => {
      const dynamodb = emulator.client(DynamoDB);
      const { TableDescription } = await dynamodb.createTable({
        TableName: 'orders',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      });
      await dynamodb.updateTimeToLive({ TableName: 'orders', TimeToLiveSpecification: { AttributeName: 'ends', Enabled: true } });
      const mapping = { EventSourceArn: TableDescription!.LatestStreamArn, StartingPosition: 'TRIM_HORIZON' as const };
      const FilterCriteria = { Filters: [{ Pattern: '{"eventName":["REMOVE"]}' }] };
      await lambda.createEventSourceMapping({ FunctionName: 'orders', FilterCriteria, ...mapping });
      // Its time has come: it is deleted from now on, at the latest by the request.
      await dynamodb.putItem({ TableName: 'orders', Item: { id: { S: '1' }, ends: { N: '1700000000' } } });
      await fetch(`${emulator.url}/_cloud/table/expired`, { method: 'DELETE' });
      return undefined;
    },
    step: RAN,
  },
  {
    title: 'a resource that is made through Cloud Control',
    entries: ['work cloudcontrol.run'],
    go: async ({ emulator }) => {
      const resource = { TypeName: 'AWS::SQS::Queue', DesiredState: '{"QueueName":"made"}' };
      return (await emulator.client(CloudControl).createResource(resource)).$metadata.requestId;
    },
    step: { kind: 'call', service: 'sqs', operation: 'CreateQueue', failed: false },
  },
  {
    title: 'a stack',
    entries: ['work cloudformation.run'],
    go: async ({ emulator }) => {
      const TemplateBody = JSON.stringify({ Resources: { Queue: { Type: 'AWS::SQS::Queue' } } });
      return (await emulator.client(CloudFormation).createStack({ StackName: 'shop', TemplateBody })).$metadata.requestId;
    },
    step: { kind: 'run', what: 'deployment', name: 'stack shop CREATE_COMPLETE', resource: 'stack shop', failed: false },
  },
];
