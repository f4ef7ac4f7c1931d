import { expect, it } from 'vitest';
import { nodeId, nodeOfArn, nodeOfCall, nodeOfCaller } from './node-name.ts';

const PLACE = { account: '000000000000', region: 'us-east-1' };
const arn = (service: string, resource: string) => nodeOfArn(`arn:aws:${service}:us-east-1:000000000000:${resource}`);

it.each([
  ['lambda', 'function:orders', 'orders'],
  ['lambda', 'function:orders:prod', 'orders:prod'],
  ['dynamodb', 'table/items', 'items'],
  ['dynamodb', 'table/items/stream/2026', 'items'],
  ['sqs', 'orders', 'http://127.0.0.1:4566/000000000000/orders'],
  ['states', 'stateMachine:work', 'arn:aws:states:us-east-1:000000000000:stateMachine:work'],
  ['states', 'execution:work:1', 'work'],
  ['logs', 'log-group:/aws/lambda/x:*', '/aws/lambda/x'],
  ['ssm', 'parameter/app/db', '/app/db'],
  ['events', 'event-bus/shop', 'shop'],
  ['kinesis', 'stream/clicks', 'clicks'],
])('%s %s is what calls name %s', (service, resource, called) => {
  expect(nodeId(arn(service, resource)!)).toBe(nodeId(nodeOfCall(service, called, PLACE)));
});

it('names a bucket without its key, and a rule with its bus', () => {
  expect(nodeOfCall('s3', 'uploads/a/b.txt', PLACE).name).toBe('uploads');
  expect(arn('events', 'rule/bought')).toMatchObject({ kind: 'rule', name: 'bought' });
  expect(arn('events', 'rule/shop/bought')).toMatchObject({ kind: 'rule', name: 'shop/bought' });
  expect(nodeId(arn('events', 'rule/shop')!)).not.toBe(nodeId(arn('events', 'event-bus/shop')!));
});

it('finds callers', () => {
  expect(nodeOfCaller('by function worker', PLACE)).toMatchObject({ service: 'lambda', name: 'worker' });
  expect(nodeOfCaller('by events.amazonaws.com (rule/bought)', PLACE)).toMatchObject({ service: 'events', kind: 'rule', name: 'bought' });
  expect(nodeOfCaller('in role/x', PLACE)).toBeUndefined();
  expect(nodeOfCaller(undefined, PLACE)).toBeUndefined();
});
