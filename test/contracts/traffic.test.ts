// The facts of the manifests for the map of traffic: their operations are there, and an ARN leads to the node of what calls name.
import { expect, it } from 'vitest';
import { NodeNames } from '#core/traces/map/node-names';
import { SERVICES } from '../../emulator/src/service-list.ts';

const PLACE = { account: '000000000000', region: 'us-east-1' };
const names = new NodeNames(SERVICES);
const idOf = (service: string, resource: string): string => names.ofArn(`arn:aws:${service}:us-east-1:000000000000:${resource}`)!.id;

it('names operations that are there', () => {
  for (const { name, traffic, operations } of SERVICES) {
    const known = operations.flatMap((file) => file.names);
    expect(traffic?.operations.filter((each) => !known.includes(each)) ?? [], name).toEqual([]);
  }
});

/** Services that take deliveries or feed others, and whose resources no call uses. */
const WITHOUT_CALLS = ['appsync', 'kafka'];

it('has operations of each service that takes deliveries, or whose records feed others', () => {
  const parts = SERVICES.filter(({ targets, sources, logSources }) => targets ?? sources ?? logSources);
  const silent = parts.filter(({ traffic }) => (traffic?.operations ?? []).length === 0).map(({ name }) => name);
  expect(silent, 'add `traffic` to the manifest').toEqual(WITHOUT_CALLS);
});

/** The resource in an ARN, and what calls name it by. */
const RESOURCES: Readonly<Record<string, readonly (readonly [resource: string, ...called: string[]])[]>> = {
  apigateway: [
    ['/restapis/a1b2c3d4e5', 'a1b2c3d4e5'],
    ['/apis/a1b2c3d4e5/routes/x', 'a1b2c3d4e5'],
  ],
  appsync: [
    ['apis/abc/types/Query', 'abc'],
    ['endpoints/graphql-api/abc', 'abc'],
  ],
  'cognito-identity': [['identitypool/us-east-1:1', 'us-east-1:1']],
  'cognito-idp': [['userpool/us-east-1_a', 'us-east-1_a']],
  dynamodb: [
    ['table/items', 'items'],
    ['table/items/stream/2026-01-01T00:00:00.000', 'items'],
  ],
  events: [
    ['event-bus/shop', 'shop'],
    ['event-bus/aws.partner/shop/x', 'aws.partner/shop/x'],
  ],
  firehose: [['deliverystream/clicks', 'clicks']],
  kafka: [['cluster/shop/1-2', 'shop']],
  kinesis: [
    ['stream/clicks', 'clicks'],
    ['stream/clicks/consumer/c:1', 'clicks'],
  ],
  kms: [
    ['key/1-2', '1-2'],
    ['alias/shop', 'alias/shop'],
  ],
  lambda: [
    ['function:orders', 'orders', 'orders:prod', 'function:orders', '000000000000:function:orders'],
    ['function:orders:prod', 'orders'],
  ],
  logs: [
    ['log-group:/aws/lambda/x:*', '/aws/lambda/x'],
    ['log-group:shop/app', 'shop/app'],
    ['log-group:a:log-stream:b', 'a'],
  ],
  pipes: [['pipe/orders', 'orders']],
  s3: [
    ['uploads', 'uploads', 'uploads/a/b.txt'],
    ['uploads/a/b.txt', 'uploads'],
  ],
  secretsmanager: [['secret:prod/db-Ab12Cd', 'prod/db']],
  sns: [
    ['news', 'arn:aws:sns:us-east-1:000000000000:news'],
    ['news:1-2', 'arn:aws:sns:us-east-1:000000000000:news'],
  ],
  sqs: [['orders', 'orders', 'http://127.0.0.1:4566/000000000000/orders']],
  ssm: [
    ['parameter/app/db', '/app/db'],
    ['parameter/app', 'app', '/app'],
  ],
  states: [
    ['stateMachine:work', 'work'],
    ['execution:work:1', 'work'],
    ['express:work:1:2', 'work'],
  ],
};

it('has a case for each service whose manifest has forms of names', () => {
  const withForms = SERVICES.filter(({ traffic }) => traffic?.names ?? traffic?.arns?.some((form) => !form.source.includes('?<kind>')));
  expect(withForms.map(({ name }) => name).sort()).toEqual(Object.keys(RESOURCES).sort());
});

it.each(Object.entries(RESOURCES))('ARNs of %s lead to what calls name', (service, resources) => {
  for (const [resource, ...called] of resources)
    for (const each of called) expect(names.ofCall(service, each, PLACE).id, each).toBe(idOf(service, resource));
});

it('tells resources of one name apart by their kinds', () => {
  expect(idOf('events', 'rule/shop')).not.toBe(idOf('events', 'event-bus/shop'));
  expect(idOf('events', 'rule/shop/bought')).not.toBe(idOf('events', 'rule/shop/sold'));
  expect(idOf('scheduler', 'schedule/default/a')).not.toBe(idOf('scheduler', 'schedule/default/b'));
  expect(idOf('execute-api', 'a1b2c3d4e5/dev/GET/x')).toBe(idOf('apigateway', '/restapis/a1b2c3d4e5'));
});
