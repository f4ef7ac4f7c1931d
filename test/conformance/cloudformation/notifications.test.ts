// Topics of stacks: every event is published to them.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
let topic: string;
let QueueUrl: string;
const template = (more: object = {}) =>
  JSON.stringify({
    Resources: { Q: { Type: 'AWS::SQS::Queue' }, ...more },
    Outputs: { Topics: { Value: { 'Fn::Join': [',', { Ref: 'AWS::NotificationARNs' }] } } },
  });

beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  const sns = emulator.client(SNS);
  const sqs = emulator.client(SQS);
  topic = (await sns.createTopic({ Name: 'stacks' })).TopicArn!;
  const Endpoint = 'arn:aws:sqs:us-east-1:000000000000:events';
  const Policy = JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: Endpoint }] });
  QueueUrl = (await sqs.createQueue({ QueueName: 'events', Attributes: { Policy } })).QueueUrl!;
  await sns.subscribe({ TopicArn: topic, Protocol: 'sqs', Endpoint });
});
afterAll(() => emulator.stop());

/** The messages since the last look: subject and facts. */
async function published(): Promise<{ subject: string; facts: Record<string, string> }[]> {
  await emulator.idle();
  const sqs = emulator.client(SQS);
  const all: { subject: string; facts: Record<string, string> }[] = [];
  for (;;) {
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 });
    if (Messages.length === 0) return all;
    for (const { Body, ReceiptHandle } of Messages) {
      const { Subject, Message } = JSON.parse(Body!) as { Subject: string; Message: string };
      const facts = Object.fromEntries([...Message.matchAll(/^(\w+)='([^']*)'$/gm)].map(([, name, value]) => [name, value]));
      all.push({ subject: Subject, facts });
      await sqs.deleteMessage({ QueueUrl, ReceiptHandle });
    }
  }
}
const statuses = async () => (await published()).map(({ facts }) => `${facts['LogicalResourceId']} ${facts['ResourceStatus']}`);

it('every event of a stack is published to its topics, one fact a line', async () => {
  const { StackId } = await cfn.createStack({
    StackName: 'told',
    TemplateBody: template(),
    NotificationARNs: [topic],
    ClientRequestToken: 't1',
  });
  const messages = await published();
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName: 'told' });
  expect(messages.map(({ facts }) => facts['EventId']).sort()).toEqual(StackEvents.map(({ EventId }) => EventId).sort());
  const last = messages.find(({ facts }) => facts['ResourceStatus'] === 'CREATE_COMPLETE' && facts['LogicalResourceId'] === 'told');
  expect(last).toEqual({
    subject: 'AWS CloudFormation Notification',
    facts: {
      StackId,
      Timestamp: StackEvents[0]!.Timestamp!.toISOString(),
      EventId: StackEvents[0]!.EventId,
      LogicalResourceId: 'told',
      Namespace: '000000000000',
      PhysicalResourceId: StackId,
      PrincipalId: '000000000000',
      ResourceProperties: 'null',
      ResourceStatus: 'CREATE_COMPLETE',
      ResourceStatusReason: '',
      ResourceType: 'AWS::CloudFormation::Stack',
      StackName: 'told',
      ClientRequestToken: 't1',
    },
  });
  const [stack] = (await cfn.describeStacks({ StackName: 'told' })).Stacks!;
  expect(stack).toMatchObject({ NotificationARNs: [topic], Outputs: [{ OutputValue: topic }] });
});

it('an update keeps the topics unless it names others, and an empty list removes them', async () => {
  await cfn.updateStack({ StackName: 'told', TemplateBody: template({ R: { Type: 'AWS::SQS::Queue' } }) });
  expect(await statuses()).toEqual(expect.arrayContaining(['told UPDATE_IN_PROGRESS', 'R CREATE_COMPLETE', 'told UPDATE_COMPLETE']));
  await cfn.updateStack({ StackName: 'told', UsePreviousTemplate: true, NotificationARNs: [] });
  expect(await statuses()).toEqual([]);
  expect((await cfn.describeStacks({ StackName: 'told' })).Stacks![0]).toMatchObject({ NotificationARNs: [] });
  await cfn.deleteStack({ StackName: 'told' });
  expect(await statuses()).toEqual([]);
});

it('a change set shows the topics, and its execution publishes', async () => {
  const names = { StackName: 'planned', ChangeSetName: 'first' };
  await cfn.createChangeSet({ ...names, ChangeSetType: 'CREATE', TemplateBody: template(), NotificationARNs: [topic] });
  expect(await cfn.describeChangeSet(names)).toMatchObject({ NotificationARNs: [topic] });
  await cfn.executeChangeSet(names);
  expect(await statuses()).toEqual(expect.arrayContaining(['planned CREATE_IN_PROGRESS', 'Q CREATE_COMPLETE', 'planned CREATE_COMPLETE']));
  await cfn.deleteStack({ StackName: 'planned' });
  expect(await statuses()).toContain('planned DELETE_COMPLETE');
});

it('a nested stack publishes to the topics that its resource names', async () => {
  const s3 = emulator.client(S3);
  await s3.createBucket({ Bucket: 'templates' });
  await s3.putObject({ Bucket: 'templates', Key: 'inner.json', Body: template() });
  const Inner = {
    Type: 'AWS::CloudFormation::Stack',
    Properties: { TemplateURL: 'https://templates.s3.amazonaws.com/inner.json', NotificationARNs: [topic] },
  };
  await cfn.createStack({ StackName: 'outer', TemplateBody: JSON.stringify({ Resources: { Inner } }) });
  const seen = await published();
  expect(new Set(seen.map(({ facts }) => facts['StackName']!.slice(0, 12)))).toEqual(new Set(['outer-Inner-']));
  expect(seen.map(({ facts }) => facts['ResourceStatus'])).toContain('CREATE_COMPLETE');
});

it('a topic that is not there is refused with its own error', async () => {
  const missing = (arn: string) => cfn.createStack({ StackName: 'untold', TemplateBody: template(), NotificationARNs: [arn] });
  await expect(missing(`${topic}-not`)).rejects.toMatchObject({
    name: 'ValidationError',
    message: expect.stringMatching(/^Topic does not exist \(Service: AmazonSNS; Status Code: 404; Error Code: NotFound; Request ID: .+\)$/),
  });
  await expect(missing('stacks')).rejects.toThrow(
    /^Invalid parameter: .*Service: AmazonSNS; Status Code: 400; Error Code: InvalidParameter/,
  );
});
