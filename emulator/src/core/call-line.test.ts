import { expect, it } from 'vitest';
import type { Call } from './call.ts';
import { callLine } from './call-line.ts';
import { resourceIn, shortName } from './call-resource.ts';
import { createCallers } from './callers.ts';

const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:orders';

it('finds the resource in an input: a member, two of them, the first of a list', () => {
  expect(resourceIn({ QueueUrl: 'q' }, ['QueueUrl', 'QueueName'])).toBe('q');
  expect(resourceIn({ QueueName: 'n' }, ['QueueUrl', 'QueueName'])).toBe('n');
  expect(resourceIn({ Bucket: 'b', Key: 'k/l' }, [['Bucket', 'Key']])).toBe('b/k/l');
  expect(resourceIn({ Bucket: 'b' }, [['Bucket', 'Key']])).toBe('b');
  expect(resourceIn({ Names: ['a', 'b'] }, ['Names'])).toBe('a');
  const entries = { list: 'Entries', member: 'EventBusName', absent: 'default' };
  expect(resourceIn({ Entries: [{ EventBusName: 'shop' }] }, [entries])).toBe('shop');
  expect(resourceIn({ Entries: [{}] }, [entries])).toBe('default');
  expect(resourceIn({ Other: 1 }, ['QueueUrl', ['Bucket', 'Key'], entries])).toBeUndefined();
});

it('shortens ARNs, URLs and long names', () => {
  expect(shortName(QUEUE)).toBe('orders');
  expect(shortName('arn:aws:lambda:us-east-1:000000000000:function:archive:live')).toBe('function:archive:live');
  expect(shortName('arn:aws:s3:::shop')).toBe('shop');
  expect(shortName('http://127.0.0.1:4566/000000000000/orders')).toBe('orders');
  expect(shortName('two\nlines')).toBe('two lines');
  expect(shortName('x'.repeat(2000))).toHaveLength(101);
});

it('names the caller: a service with its resource, a role, a function by its key', () => {
  const callers = createCallers();
  callers.note('ASIA1', 'function writer');
  const lineFor = (principal: Call['principal']): string => {
    const call = { service: 'sqs', operation: 'SendMessage', input: { QueueUrl: QUEUE }, account: '1', region: 'r', principal } as Call;
    return callLine(call, QUEUE, () => 'ok', performance.now(), callers)().replace(/ [0-9.]+ ms$/, '');
  };
  const sourceArn = 'arn:aws:events:r:1:rule/placed';
  expect(lineFor({ kind: 'service', service: 'events.amazonaws.com', account: '1', sourceArn })).toBe(
    'sqs.SendMessage orders by events.amazonaws.com (rule/placed) 1 r ok',
  );
  expect(lineFor({ kind: 'key', account: '1', accessKeyId: undefined, role: 'arn:aws:iam::1:role/x' })).toBe(
    'sqs.SendMessage orders in role/x 1 r ok',
  );
  expect(lineFor({ kind: 'key', account: '1', accessKeyId: 'ASIA1' })).toBe('sqs.SendMessage orders by function writer 1 r ok');
  expect(lineFor({ kind: 'key', account: '1', accessKeyId: 'AKIA' })).toBe('sqs.SendMessage orders 1 r ok');
});

it('remembers the newest thousand callers', () => {
  const callers = createCallers();
  for (let i = 0; i <= 1000; i++) callers.note(`k${i}`, `function ${i}`);
  expect([callers.nameOf('k0'), callers.nameOf('k1'), callers.nameOf('k1000')]).toEqual([undefined, 'function 1', 'function 1000']);
});
