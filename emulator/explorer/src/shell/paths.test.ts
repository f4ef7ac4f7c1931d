import { expect, it } from 'vitest';
import { pageOfArn } from './arn-page.ts';
import { SECTIONS_OF_ARNS } from './arn-sections.ts';
import { arnParts, pageOf, pathOf, requestsPath } from './paths.ts';

const SCOPE = { account: '000000000000', region: 'eu-west-1' };

it('names that have slashes come back as they were', () => {
  const path = pathOf(SCOPE, 'log-groups', '/aws/lambda/orders');
  expect(path).toBe('/_emulator/ui/000000000000/eu-west-1/log-groups/%2Faws%2Flambda%2Forders');
  expect(pageOf(path)).toEqual({ scope: SCOPE, section: 'log-groups', name: '/aws/lambda/orders' });
});

it('the requests about a resource, of a span of time', () => {
  expect(requestsPath(SCOPE, 'a&b', 60_000, 120_000)).toBe(`${pathOf(SCOPE, 'requests')}?about=a%26b&show=all&from=60000&to=120000`);
});

it('knows lists, home, and what is no page', () => {
  expect(pageOf(pathOf(SCOPE, 'queues'))).toEqual({ scope: SCOPE, section: 'queues', name: undefined });
  expect(pageOf(pathOf(SCOPE))).toEqual({ scope: SCOPE, section: '', name: undefined });
  expect(pageOf('/_emulator/ui/')).toBeUndefined();
  expect(pageOf('/_emulator/ui/1/eu-west-1/')).toBeUndefined();
  expect(pageOf(`${pathOf(SCOPE, 'queues')}/%E0%A4%A`)?.name).toBe('%E0%A4%A');
});

it.each([
  ['arn:aws:lambda:eu-west-1:000000000000:function:orders:3', 'functions', 'orders'],
  ['arn:aws:sqs:eu-west-1:000000000000:orders', 'queues', 'orders'],
  ['arn:aws:dynamodb:eu-west-1:000000000000:table/orders/stream/x', 'tables', 'orders'],
  ['arn:aws:events:eu-west-1:000000000000:event-bus/shop', 'buses', 'shop'],
  ['arn:aws:events:eu-west-1:000000000000:rule/shop/large', 'buses', 'shop'],
  ['arn:aws:s3:::uploads/photos/one.txt', 'buckets', 'uploads'],
  ['arn:aws:iam::000000000000:role/service/worker', 'roles', 'worker'],
])('%s is shown by %s, %s', (arn, section, name) => {
  const { service = '', resource = '' } = arnParts(arn) ?? {};
  expect(SECTIONS_OF_ARNS[service]?.(resource, arn)).toEqual({ section, name });
});

it.each([
  [
    'arn:aws:lambda:eu-west-1:000000000000:function:orders:3/durable-execution/run-7/abc',
    'functions/orders?tab=executions&execution=arn%3Aaws%3Alambda%3Aeu-west-1%3A000000000000%3Afunction%3Aorders%3A3%2Fdurable-execution%2Frun-7%2Fabc',
  ],
  [
    'arn:aws:states:eu-west-1:000000000000:execution:flow:first',
    'state-machines/arn%3Aaws%3Astates%3Aeu-west-1%3A000000000000%3AstateMachine%3Aflow?tab=executions&execution=arn%3Aaws%3Astates%3Aeu-west-1%3A000000000000%3Aexecution%3Aflow%3Afirst',
  ],
  [
    'arn:aws:states:eu-west-1:000000000000:stateMachine:flow:2',
    'state-machines/arn%3Aaws%3Astates%3Aeu-west-1%3A000000000000%3AstateMachine%3Aflow',
  ],
])('%s leads to its part of a page', (arn, path) => {
  expect(pageOfArn(arn, SCOPE)).toBe(`${pathOf(SCOPE)}${path}`);
});
