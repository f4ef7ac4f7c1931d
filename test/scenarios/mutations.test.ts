// Requests of real clients, each changed somewhere: no exit, no unexplained 5xx, the memory back. `npm test` sends a share of them, which other
// seeds of `npm run fuzz` add to; `.ci/run` sends a hundred thousand (MUTATIONS).
import http from 'node:http';
import { CloudWatchClient, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, CreateLogGroupCommand, FilterLogEventsCommand, PutLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import {
  EventBridgeClient,
  PutEventsCommand,
  PutRuleCommand,
  PutTargetsCommand,
  TestEventPatternCommand,
} from '@aws-sdk/client-eventbridge';
import { CreateRoleCommand, IAMClient, ListRolesCommand, PutRolePolicyCommand } from '@aws-sdk/client-iam';
import { CreateKeyCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  CreateFunctionCommand,
  GetFunctionCommand,
  InvokeCommand,
  LambdaClient,
  ListFunctionsCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { CreateSecretCommand, GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { GetParametersByPathCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CapturedRequest, capture } from '../support/captured.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { createMutator } from '../support/mutate.ts';

const COUNT = Number(process.env['MUTATIONS'] ?? 20_000);
const AT_ONCE = 24;
const role = 'arn:aws:iam::000000000000:role/r';
const QueueUrl = 'http://127.0.0.1:4566/000000000000/q';
const document = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
});

async function requests(): Promise<CapturedRequest[]> {
  const all = await Promise.all([
    capture(SQSClient as never, [
      new CreateQueueCommand({ QueueName: 'q', Attributes: { VisibilityTimeout: '1' }, tags: { a: 'b' } }),
      new SendMessageCommand({ QueueUrl, MessageBody: 'hello', MessageAttributes: { a: { DataType: 'String', StringValue: 'x' } } }),
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: 'a', MessageBody: 'x' },
          { Id: 'b', MessageBody: 'y', DelaySeconds: 1 },
        ],
      }),
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 2, MessageSystemAttributeNames: ['All'] }),
      new SetQueueAttributesCommand({ QueueUrl, Attributes: { DelaySeconds: '0' } }),
    ]),
    capture(EventBridgeClient as never, [
      new PutRuleCommand({ Name: 'r', EventPattern: '{"source":["a"],"detail":{"n":[{"numeric":[">",1]}]}}' }),
      new PutTargetsCommand({ Rule: 'r', Targets: [{ Id: '1', Arn: 'arn:aws:sqs:us-east-1:000000000000:q' }] }),
      new PutEventsCommand({ Entries: [{ Source: 'a', DetailType: 'b', Detail: '{"n":2}', Time: new Date(0) }] }),
      new TestEventPatternCommand({
        EventPattern: '{"source":["a"]}',
        Event: '{"id":"1","account":"1","source":"a","time":"2026-01-01T00:00:00Z","region":"r","detail-type":"d","detail":{}}',
      }),
    ]),
    capture(IAMClient as never, [
      new CreateRoleCommand({ RoleName: 'r', AssumeRolePolicyDocument: document, Tags: [{ Key: 'a', Value: 'b' }] }),
      new PutRolePolicyCommand({ RoleName: 'r', PolicyName: 'p', PolicyDocument: document }),
      new ListRolesCommand({ PathPrefix: '/', MaxItems: 2 }),
    ]),
    capture(STSClient as never, [new GetCallerIdentityCommand({}), new AssumeRoleCommand({ RoleArn: role, RoleSessionName: 's' })]),
    capture(S3Client as never, [
      new CreateBucketCommand({ Bucket: 'bucket' }),
      new PutObjectCommand({ Bucket: 'bucket', Key: 'a/b c.txt', Body: 'text', Metadata: { x: 'y' }, ChecksumAlgorithm: 'CRC32' }),
      new GetObjectCommand({ Bucket: 'bucket', Key: 'a/b c.txt', Range: 'bytes=0-1' }),
      new ListObjectsV2Command({ Bucket: 'bucket', Prefix: 'a/', Delimiter: '/', MaxKeys: 3 }),
      new DeleteObjectsCommand({ Bucket: 'bucket', Delete: { Objects: [{ Key: 'x' }, { Key: 'y' }] } }),
      new PutBucketCorsCommand({
        Bucket: 'bucket',
        CORSConfiguration: { CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }] },
      }),
      new PutBucketNotificationConfigurationCommand({ Bucket: 'bucket', NotificationConfiguration: { EventBridgeConfiguration: {} } }),
    ]),
    capture(LambdaClient as never, [
      new CreateFunctionCommand({
        FunctionName: 'f',
        Runtime: 'nodejs20.x',
        Role: role,
        Handler: 'index.handler',
        Code: { ZipFile: Buffer.from('PK\u0005\u0006'.padEnd(22, '\0')) },
      }),
      new GetFunctionCommand({ FunctionName: 'f' }),
      new ListFunctionsCommand({ MaxItems: 3 }),
      new UpdateFunctionConfigurationCommand({ FunctionName: 'f', Timeout: 5, Environment: { Variables: { A: 'b' } } }),
      new InvokeCommand({ FunctionName: 'nothing', Payload: '{}' }),
    ]),
    capture(CloudWatchLogsClient as never, [
      new CreateLogGroupCommand({ logGroupName: 'g' }),
      new PutLogEventsCommand({ logGroupName: 'g', logStreamName: 's', logEvents: [{ timestamp: 1, message: 'm' }] }),
      new FilterLogEventsCommand({ logGroupName: 'g', filterPattern: '{ $.a = "x" && $.b > 1 }' }),
    ]),
    capture(SSMClient as never, [
      new PutParameterCommand({ Name: '/a/b', Value: 'v', Type: 'String', Overwrite: true }),
      new GetParametersByPathCommand({ Path: '/', Recursive: true }),
    ]),
    capture(SecretsManagerClient as never, [
      new CreateSecretCommand({ Name: 's', SecretString: 'v' }),
      new GetSecretValueCommand({ SecretId: 's' }),
    ]),
    capture(KMSClient as never, [
      new CreateKeyCommand({ Description: 'd' }),
      new EncryptCommand({ KeyId: 'alias/aws/s3', Plaintext: Buffer.from('x') }),
    ]),
    capture(CloudWatchClient as never, [new PutMetricDataCommand({ Namespace: 'n', MetricData: [{ MetricName: 'm', Value: 1 }] })]),
    capture(SNSClient as never, [new CreateTopicCommand({ Name: 't' })]),
  ]);
  return all.flat();
}

let emulator: ChildEmulator;
beforeAll(async () => {
  emulator = await startChild({}, ['--expose-gc', '--import', `data:text/javascript,process.on('SIGUSR2', () => globalThis.gc())`]);
});
afterAll(() => emulator.kill('SIGKILL'));

describe('changed requests', () => {
  it(`never hurt: ${COUNT} of them`, async () => {
    const base = await requests();
    const mutate = createMutator(20261121);
    const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const unexplained: string[] = [];
    const round = async (count: number): Promise<void> => {
      let left = count;
      const caller = async (): Promise<void> => {
        while (left-- > 0 && emulator.exit === undefined) {
          const request = mutate(base);
          const status = await shoot(emulator.url, agent, request);
          if (status >= 500 && status !== 501 && unexplained.length < 20)
            unexplained.push(
              `${status} ${request.name} ${request.method} ${request.path} ${request.body.toString('latin1').slice(0, 300)}`,
            );
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, caller));
    };
    await round(COUNT / 5);
    const before = await settledRss(emulator);
    await round((COUNT * 4) / 5);
    expect(emulator.exit, emulator.log()).toBeUndefined();
    expect(unexplained, emulator.log().slice(-4000)).toEqual([]);
    const after = await settledRss(emulator);
    agent.destroy();
    console.log(
      `memory: ${(before / 2 ** 20).toFixed(0)} MB after ${COUNT / 5} requests, ${(after / 2 ** 20).toFixed(0)} MB after ${COUNT}`,
    );
    expect(after).toBeLessThan(before * 1.2);
  });
});

/** The status, or 0 when the request was cut off (its own framing was changed). */
function shoot(url: string, agent: http.Agent, { method, path, headers, body }: CapturedRequest): Promise<number> {
  return new Promise((resolve) => {
    try {
      const request = http.request(url, { method, path, agent, headers: { ...headers, 'content-length': body.length } }, (answer) => {
        answer
          .on('error', () => resolve(0))
          .on('end', () => resolve(answer.statusCode ?? 0))
          .resume();
      });
      request
        .on('error', () => resolve(0))
        .on('timeout', () => {
          request.destroy();
          resolve(599);
        });
      request.end(body);
    } catch {
      resolve(0); // a header or method that Node itself does not send
    }
  });
}

/** Resident memory once what the requests made is gone and all has come to rest. */
async function settledRss(child: ChildEmulator): Promise<number> {
  expect((await fetch(`${child.url}/_emulator/state/reset`, { method: 'POST' })).status).toBeLessThan(300);
  let least = child.rssBytes();
  for (let i = 0; i < 8; i++) {
    child.process.kill('SIGUSR2'); // collects garbage: V8 gives empty pages back only after several collections
    await new Promise((resolve) => setTimeout(resolve, 500));
    least = Math.min(least, child.rssBytes());
  }
  return least;
}
