import { expect, it } from 'vitest';
import { type Service, service } from '#core/service';
import { NodeNames } from './node-names.ts';

const PLACE = { account: '000000000000', region: 'us-east-1' };
const SERVICES: readonly Service[] = [
  service('runs', {
    operations: [],
    resourceMembers: [],
    traffic: {
      operations: ['Invoke'],
      arns: [/^function:(?<name>[^:]+)/],
      names: /^(?<name>[^:]+)/,
      arnServices: ['run-api'],
      caller: 'function',
    },
  }),
  service('events', { operations: [], resourceMembers: [], traffic: { operations: [], arns: [/^(?<kind>rule)\/(?<name>.+)$/] } }),
];
const names = new NodeNames(SERVICES);
const arn = (named: string, resource: string) => names.ofArn(`arn:aws:${named}:us-east-1:000000000000:${resource}`);

it('reads ARNs by the forms of the manifest', () => {
  expect(arn('runs', 'function:orders:prod')).toEqual({
    id: 'runs/000000000000/us-east-1//orders',
    service: 'runs',
    kind: '',
    name: 'orders',
    ...PLACE,
  });
  expect(arn('run-api', 'function:orders')).toMatchObject({ service: 'runs', name: 'orders' });
  expect(arn('events', 'rule/shop/bought')).toMatchObject({ kind: 'rule', name: 'shop/bought' });
});

it('takes the first parts of other ARNs for kind and name', () => {
  expect(arn('runs', 'layer:tools:1')).toMatchObject({ kind: 'layer', name: 'tools' });
  expect(arn('unknown', 'orders')).toMatchObject({ service: 'unknown', kind: '', name: 'orders' });
  expect(names.ofArn('no ARN')).toBeUndefined();
});

it('reads what calls name', () => {
  expect(names.ofCall('runs', 'orders:prod', PLACE).id).toBe(arn('runs', 'function:orders')!.id);
  expect(names.ofCall('unknown', 'a/b', PLACE).name).toBe('a/b');
  expect(names.ofCall('runs', undefined, PLACE).name).toBe('');
});

it('finds callers', () => {
  expect(names.ofCaller('by function worker', PLACE)).toMatchObject({ service: 'runs', name: 'worker' });
  expect(names.ofCaller('by events.amazonaws.com (rule/bought)', PLACE)).toMatchObject({ service: 'events', kind: 'rule', name: 'bought' });
  expect(names.ofCaller('in role/x', PLACE)).toBeUndefined();
  expect(names.ofCaller(undefined, PLACE)).toBeUndefined();
});

it('knows which calls are traffic', () => {
  expect([names.isTraffic('runs', 'Invoke'), names.isTraffic('runs', 'ListFunctions'), names.isTraffic('x', 'Invoke')]).toEqual([
    true,
    false,
    false,
  ]);
});
