// The map of what calls what: from requests that were made, by the endpoint and by the command.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CloudFormation, waitUntilStackCreateComplete } from '@aws-sdk/client-cloudformation';
import { SNS } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mermaidText } from '../../emulator/src/cli/map/mermaid.ts';
import { svgText } from '../../emulator/src/cli/map/svg.ts';
import type { DrawnMap } from '../../emulator/src/gateway/management/drawn-map.ts';
import { commandWords } from '../support/command.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { untilPasses, WAITER } from '../support/until-passes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TOPIC = 'arn:aws:sns:us-east-1:000000000000:news';

const WORKER = `
const { DynamoDBClient, PutItemCommand } = require('@aws-sdk/client-dynamodb');
const { EventBridgeClient, PutEventsCommand } = require('@aws-sdk/client-eventbridge');
exports.handler = async () => {
  await new DynamoDBClient({}).send(new PutItemCommand({ TableName: 'items', Item: { id: { S: 'a' } } }));
  await new EventBridgeClient({}).send(new PutEventsCommand({ Entries: [{ Source: 'shop', DetailType: 'bought', Detail: '{}' }] }));
};`;
const fn = (FunctionName: string, ZipFile: string) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    FunctionName,
    Runtime: 'nodejs20.x',
    Handler: 'index.handler',
    Role: 'arn:aws:iam::000000000000:role/x',
    Timeout: 30,
    Code: { ZipFile },
  },
});
const att = (...path: string[]) => ({ 'Fn::GetAtt': path });
const TEMPLATE = {
  Resources: {
    Topic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'news' } },
    Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'orders', VisibilityTimeout: 60 } },
    Policy: {
      Type: 'AWS::SQS::QueuePolicy',
      Properties: {
        Queues: [{ Ref: 'Queue' }],
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: '*' }],
        },
      },
    },
    Subscription: {
      Type: 'AWS::SNS::Subscription',
      Properties: { TopicArn: { Ref: 'Topic' }, Protocol: 'sqs', Endpoint: att('Queue', 'Arn') },
    },
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        TableName: 'items',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      },
    },
    Worker: fn('worker', WORKER),
    Mailer: fn('mailer', 'exports.handler = async () => { throw new Error("no mail"); };'),
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { EventSourceArn: att('Queue', 'Arn'), FunctionName: { Ref: 'Worker' } },
    },
    Rule: {
      Type: 'AWS::Events::Rule',
      Properties: { Name: 'bought', EventPattern: { source: ['shop'] }, Targets: [{ Id: '1', Arn: att('Mailer', 'Arn') }] },
    },
    Permission: {
      Type: 'AWS::Lambda::Permission',
      Properties: { FunctionName: { Ref: 'Mailer' }, Action: 'lambda:InvokeFunction', Principal: 'events.amazonaws.com' },
    },
  },
};

let emulator: TestEmulator;
const read = async (query = ''): Promise<DrawnMap> => (await fetch(`${emulator.url}/_emulator/map${query}`)).json() as Promise<DrawnMap>;
const short = (id: string): string => id.replace(/^(\w+)\/.*\/([^/]+)$/, '$1 $2');

beforeAll(async () => {
  emulator = await startTestEmulator();
  const cloudformation = emulator.client(CloudFormation);
  await cloudformation.createStack({ StackName: 'shop', TemplateBody: JSON.stringify(TEMPLATE) });
  await waitUntilStackCreateComplete({ client: cloudformation, ...WAITER }, { StackName: 'shop' });
  const sns = emulator.client(SNS);
  for (let at = 0; at < 2; at++) await sns.publish({ TopicArn: TOPIC, Message: 'x' });
  await sns.createTopic({ Name: 'other' });
  await sns.publish({ TopicArn: TOPIC.replace('news', 'other'), Message: 'x' });
  await untilPasses(async () => expect((await read()).nodes.find(({ name }) => name === 'mailer')?.failed).toBeGreaterThan(0));
});
afterAll(() => emulator.stop());

it('has an edge for each way that requests took, and none for the deployment', async () => {
  const { nodes, edges, left } = await read();
  expect(left).toBe(0);
  expect(edges.map(({ from, to }) => `${short(from)} → ${short(to)}`).sort()).toEqual([
    'client → sns news',
    'client → sns other',
    'events bought → lambda mailer',
    'events default → events bought',
    'lambda worker → dynamodb items',
    'lambda worker → events default',
    'sns news → sqs orders',
    'sqs orders → lambda worker',
  ]);
  const edge = (from: string, to: string) => edges.find((each) => short(each.from) === from && short(each.to) === to);
  expect(edge('client', 'sns news')).toMatchObject({ count: 2, failed: 0, operations: ['Publish'], p50Ms: expect.any(Number) });
  expect(edge('sns news', 'sqs orders')).toMatchObject({ count: 2, failed: 0, traces: [expect.any(String), expect.any(String)] });
  expect(edge('lambda worker', 'dynamodb items')).toMatchObject({ operations: ['PutItem'] });
  const columns = new Map(nodes.map(({ id, x }) => [short(id), x]));
  const way = ['client', 'sns news', 'sqs orders', 'lambda worker', 'events default', 'events bought', 'lambda mailer'];
  const xs = way.map((name) => columns.get(name)!);
  expect(xs).toEqual([...new Set(xs)].sort((a, b) => a - b));
});

it('shows one request, a region, or a span of time', async () => {
  await emulator.idle();
  const whole = await read();
  const [other] = whole.edges.find(({ to }) => short(to) === 'sns other')!.traces;
  expect((await read(`?trace=${other}`)).edges.map(({ to }) => short(to))).toEqual(['sns other']);
  expect(await read('?region=eu-west-1')).toMatchObject({ nodes: [], edges: [], left: 0 });
  expect(await read('?region=us-east-1&account=000000000000')).toEqual(whole);
  expect(await read(`?only=traffic&since=${emulator.clock.now() + 1000}`)).toMatchObject({ nodes: [], edges: [], left: 0 });
  expect((await fetch(`${emulator.url}/_emulator/map?trace=nonsense`)).status).toBe(404);
});

async function command(...words: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1' };
  const all = [...(await commandWords()), 'map', ...words, '--endpoint', emulator.url];
  return new Promise<string>((resolve, reject) =>
    execFile(process.execPath, all, { cwd: ROOT, env }, (error, out, err) => (error ? reject(new Error(err)) : resolve(out))),
  );
}

it('is drawn for the terminal, as Mermaid and as SVG, for a stack, too', async () => {
  const text = await command('--stack', 'shop');
  expect(text).toMatch(/^client\n {2}→ sns news +2 · /);
  expect(text).toContain('events rule bought\n  → lambda mailer');
  expect(text).not.toContain('other');
  await expect(command('--format', 'png')).rejects.toThrow(/text, json, mermaid, svg/);
  const whole = await read();
  const mermaid = mermaidText(whole);
  expect(mermaid).toMatch(/^flowchart LR\n/);
  expect(mermaid).toMatch(/n\d\["sqs orders"\]/);
  expect(mermaid).toMatch(/class n\d failing/);
  const svg = svgText(whole);
  expect(svg).toMatch(/^<svg [^>]+>[\s\S]+<\/svg>$/);
  expect(svg.match(/<path d="M/g)).toHaveLength(8);
});
