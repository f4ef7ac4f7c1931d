// Mistakes between services: rules, schedules, topics, notifications, subscriptions, conditions.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { S3 } from '@aws-sdk/client-s3';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { queueArn } from '../../support/use-events.ts';
import { functionArn, type Mistake, ROLE, refused, type Setting } from './mistake.ts';

const schedule = ({ emulator }: Setting, RoleArn: string) =>
  emulator.client(Scheduler).createSchedule({
    ...{
      Name: 'nightly',
      ScheduleExpression: `at(${new Date(emulator.clock.now() + 60_000).toISOString().slice(0, 19)})`,
      FlexibleTimeWindow: { Mode: 'OFF' },
    },
    Target: { Arn: queueArn('jobs'), RoleArn, RetryPolicy: { MaximumRetryAttempts: 0 } },
  });

export const DELIVERY_MISTAKES: readonly Mistake[] = [
  {
    title: 'a rule does not match an event',
    isAsDesigned: true,
    make: async ({ emulator }) => {
      const events = emulator.client(EventBridge);
      await events.putRule({ Name: 'big-orders', EventPattern: '{"source":["shop"],"detail":{"total":[{"numeric":[">",100]}]}}' });
      await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'placed', Detail: '{"total":7}' }] });
    },
    line: /info events event \S+ \(shop, placed\) on bus default: 1 rules? tried, matched none; not big-orders: detail\.total is 7, wanted/,
    cause: /detail\.total is 7, wanted/,
    subjects: ['big-orders', 'default'],
  },
  {
    title: 'a condition does not hold',
    isAsDesigned: true,
    make: async ({ emulator }) => {
      const dynamodb = emulator.client(DynamoDB);
      const key = { AttributeName: 'id', KeyType: 'HASH' } as const;
      const AttributeDefinitions = [{ AttributeName: 'id', AttributeType: 'S' } as const];
      await dynamodb.createTable({ TableName: 'orders', KeySchema: [key], AttributeDefinitions, BillingMode: 'PAY_PER_REQUEST' });
      const put = { TableName: 'orders', Item: { id: { S: '1' } }, ConditionExpression: 'attribute_not_exists(id)' };
      await dynamodb.putItem(put);
      await refused(dynamodb.putItem(put));
    },
    line: /info emulator dynamodb\.PutItem orders .*ConditionalCheckFailedException/,
    cause: /dynamodb\.PutItem.*ConditionalCheckFailedException: The conditional request failed/,
    subjects: ['orders', 'PutItem'],
  },
  {
    title: 'the role of a schedule does not trust the scheduler',
    make: async (place) => {
      const Principal = { Service: 'lambda.amazonaws.com' };
      const AssumeRolePolicyDocument = JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal, Action: 'sts:AssumeRole' }],
      });
      const { Role } = await place.emulator.client(IAM).createRole({ RoleName: 'schedules', AssumeRolePolicyDocument });
      await place.emulator.client(SQS).createQueue({ QueueName: 'jobs' });
      await refused(schedule(place, Role!.Arn!));
    },
    line: /scheduler\.CreateSchedule nightly .*ValidationException: .*assume the role/,
    cause: /scheduler\.CreateSchedule: ValidationException: .*assume the role/,
    subjects: ['nightly', 'CreateSchedule'],
    told: [/aws iam update-assume-role-policy --role-name schedules/],
  },
  {
    title: 'the queue of a schedule was deleted',
    make: async (place) => {
      const sqs = place.emulator.client(SQS);
      const { QueueUrl } = await sqs.createQueue({ QueueName: 'jobs' });
      await schedule(place, ROLE);
      await sqs.deleteQueue({ QueueUrl });
      await place.emulator.clock.advance('61s');
      await place.emulator.idle();
    },
    line: /warn delivery schedule default\/nightly → \S+:jobs was not delivered/,
    cause: /schedule default\/nightly → jobs: .*NonExistentQueue|schedule default\/nightly → jobs: .*QueueDoesNotExist/,
    subjects: ['nightly', 'jobs'],
  },
  {
    title: 'a subscription of a topic leads to a queue without a policy',
    make: async ({ emulator }) => {
      const sns = emulator.client(SNS);
      await emulator.client(SQS).createQueue({ QueueName: 'mails' });
      const { TopicArn } = await sns.createTopic({ Name: 'news' });
      await sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint: queueArn('mails') });
      await sns.publish({ TopicArn, Message: 'hello' });
      await emulator.idle();
    },
    line: /warn delivery topic news → \S+:mails was not delivered/,
    cause: /topic news → mails: AccessDenied/,
    subjects: ['news', 'mails'],
    told: [/To allow it: aws sqs set-queue-attributes/],
  },
  {
    title: 'a bucket may not notify a function',
    make: async (place) => {
      const s3 = place.emulator.client(S3);
      await place.create('thumbnails', 'return 1;');
      await s3.createBucket({ Bucket: 'photos' });
      const LambdaFunctionConfigurations = [{ LambdaFunctionArn: functionArn('thumbnails'), Events: ['s3:ObjectCreated:*' as const] }];
      const NotificationConfiguration = { LambdaFunctionConfigurations };
      await refused(s3.putBucketNotificationConfiguration({ Bucket: 'photos', NotificationConfiguration }));
    },
    line: /s3\.PutBucketNotificationConfiguration photos .*InvalidArgument: Unable to validate the following destination configurations/,
    cause: /s3\.PutBucketNotificationConfiguration: InvalidArgument: Unable to validate the following destination configurations/,
    subjects: ['photos', 'PutBucketNotificationConfiguration'],
    told: [/aws lambda add-permission --function-name thumbnails/],
  },
  {
    title: 'the function of a log subscription throws',
    make: async (place) => {
      const logs = place.emulator.client(CloudWatchLogs);
      const [logGroupName, logStreamName] = ['/app/orders', 'one'];
      await place.create('reader', `throw new Error('no index');`);
      const permission = { StatementId: 'logs', Action: 'lambda:InvokeFunction', Principal: 'logs.amazonaws.com' };
      await place.lambda.addPermission({ FunctionName: 'reader', ...permission });
      await logs.createLogGroup({ logGroupName });
      await logs.createLogStream({ logGroupName, logStreamName });
      await logs.putSubscriptionFilter({ logGroupName, filterName: 'all', filterPattern: '', destinationArn: functionArn('reader') });
      await logs.putLogEvents({ logGroupName, logStreamName, logEvents: [{ timestamp: place.emulator.clock.now(), message: 'x' }] });
      await place.emulator.idle();
    },
    line: /error lambda reader failed: Error: no index/,
    cause: /reader failed: Error: no index/,
    subjects: ['reader', '/app/orders'],
    told: [/logs\.PutLogEvents/],
  },
];
