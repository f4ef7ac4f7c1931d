// The ways between resources that their settings lay down: a program of all kinds of them is deployed, and nothing is sent.
import { CloudFormation, waitUntilStackCreateComplete } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NodeNames } from '../../emulator/src/core/traces/map/node-names.ts';
import type { DrawnMap } from '../../emulator/src/gateway/management/drawn-map.ts';
import { SERVICES } from '../../emulator/src/service-list.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { LINKED_PROGRAM } from '../support/linked-program.ts';
import { WAITER } from '../support/until-passes.ts';

/** All ways of the template, by hand: from, to, the setting. The REST, HTTP and GraphQL APIs and the pool go by their logical ids. */
const WAYS = [
  'Graph → dynamodb items: data source',
  'Http → Users: authorizer',
  'Http → events shop: integration',
  'Rest → cloudwatch alarm slow: metric',
  'Rest → lambda work: integration',
  'Rest → sqs jobs: integration',
  'Users → lambda work: trigger',
  'cloudwatch alarm errors → cloudwatch alarm any: rule',
  'cloudwatch alarm errors → sns news: alarm action',
  'cloudwatch alarm full → cloudwatch alarm any: rule',
  'cloudwatch alarm full → sns news: alarm action',
  'cloudwatch alarm slow → sns news: alarm action',
  'dynamodb items → kinesis clicks: changes',
  'dynamodb items → pipes changes: source',
  'events api-destination partner → http partner.example.com/orders: endpoint',
  'events rule shop/bought → events api-destination partner: target',
  'events rule shop/bought → sqs jobs: target',
  'events rule shop/bought → sqs lost: dead letters',
  'events rule tick → sns news: target',
  'events shop → events archive kept: archive',
  'events shop → events rule shop/bought: rule',
  'firehose store → s3 files: destination',
  'kinesis clicks → firehose store: source',
  'lambda work → cloudwatch alarm errors: metric',
  'lambda work → sns news: on success',
  'lambda work → sqs lost: dead letters',
  'logs /shop/orders → lambda work: subscription',
  'pipes changes → events shop: target',
  'pipes changes → lambda work: enrichment',
  'pipes changes → sqs lost: dead letters',
  's3 files → events default: notification',
  's3 files → sqs jobs: notification',
  'scheduler schedule default/nightly → states orders: target',
  'scheduler schedule default/weekly → sqs lost: target',
  'sns news → sqs jobs: subscription',
  'sns news → sqs lost: dead letters',
  'sqs jobs → lambda work: event source',
  'sqs jobs → sqs lost: dead letters',
  'sqs lost → cloudwatch alarm full: metric',
  'states orders → dynamodb items: task',
  'states orders → events shop: task',
  'states orders → lambda work: task',
  'states orders → sqs jobs: task',
];

let emulator: TestEmulator;
const logical = new Map<string, string>();
const read = async (query = ''): Promise<DrawnMap> => (await fetch(`${emulator.url}/_emulator/map${query}`)).json() as Promise<DrawnMap>;

beforeAll(async () => {
  emulator = await startTestEmulator();
  const client = emulator.client(CloudFormation);
  await client.createStack({ StackName: 'shop', TemplateBody: JSON.stringify({ Resources: LINKED_PROGRAM }) });
  await waitUntilStackCreateComplete({ client, ...WAITER }, { StackName: 'shop' });
  const { StackResources = [] } = await client.describeStackResources({ StackName: 'shop' });
  for (const { LogicalResourceId: id = '', PhysicalResourceId = '' } of StackResources)
    if (['Rest', 'Http', 'Users', 'Graph'].includes(id)) logical.set(PhysicalResourceId.split('/').at(-1)!, id);
});
afterAll(() => emulator.stop());

it('stand on the map before a request takes them', async () => {
  const { nodes, edges } = await read();
  const titles = new Map(nodes.map(({ id, title, name }) => [id, logical.get(name) ?? title]));
  const ways = edges
    .filter(({ from, count }) => from !== 'client' && count === 0)
    .map(({ from, to, label }) => `${titles.get(from)} → ${titles.get(to)}: ${label}`);
  expect(ways.sort()).toEqual(WAYS);
});

it('are left out where only requests are asked for, and of one request', async () => {
  expect((await read('?only=traffic')).edges.filter(({ count }) => count === 0)).toEqual([]);
});

it('tell no password of an address', () => {
  expect(new NodeNames([]).ofEnd('https://me:secret@example.com/hook?key=1')?.name).toBe('example.com/hook');
});

/** Services whose resources are senders by settings of other services alone, or by calls. */
const WITHOUT_LINKS = ['cloudcontrol', 'ecr', 'iam', 'kinesis', 'kms', 'secretsmanager', 'ssm', 'sts', 'xray'];

it('are told by each service that has some', () => {
  const silent = SERVICES.filter(({ links, operations }) => !links && operations.length > 0).map(({ name }) => name);
  expect(WITHOUT_LINKS.filter((name) => !silent.includes(name))).toEqual([]);
});
