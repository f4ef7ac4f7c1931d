import { expect, it } from 'vitest';
import type { Ctx } from '#core/ctx';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import { guard } from './guard.ts';

const RULE = 'arn:aws:events:us-east-1:000000000000:rule/nightly';

function caller(policy: string | undefined): Ctx {
  const ctx = {
    account: '000000000000',
    region: 'us-east-1',
    origin: 'http://127.0.0.1:4566',
    principal: { kind: 'service', service: 'events.amazonaws.com', account: '000000000000', sourceArn: RULE },
    records: () => ({ get: () => ({ name: 'orders', settings: policy === undefined ? {} : { Policy: policy } }) }),
    in: () => ctx,
  } as unknown as Ctx;
  return ctx;
}

const policyIn = (command: string): string => {
  const [, attributes] = /--attributes '(.*)'$/.exec(command)!;
  return (JSON.parse(attributes!.replaceAll("'\\''", "'")) as { Policy: string }).Policy;
};
const isLetIn = (policy: string): boolean =>
  decide(
    {
      principal: { kind: 'service', service: 'events.amazonaws.com' },
      action: 'sqs:SendMessage',
      resource: 'arn:aws:sqs:us-east-1:000000000000:orders',
      context: { 'aws:SourceArn': RULE },
    },
    { resource: parsePolicy(policy) },
  ).allowed;

it('guards sending only', () => {
  const input = { QueueUrl: 'orders' };
  expect(guard('ReceiveMessage', input, caller(undefined))).toBeUndefined();
  expect(guard('SendMessageBatch', input, caller(undefined))).toMatchObject({
    action: 'sqs:SendMessage',
    resource: 'arn:aws:sqs:us-east-1:000000000000:orders',
    policy: undefined,
  });
});

it('spells out the command that would let the caller in', () => {
  const { grant } = guard('SendMessage', { QueueUrl: 'orders' }, caller(undefined))!;
  expect(grant).toMatch(/^aws sqs set-queue-attributes --queue-url http:\/\/127\.0\.0\.1:4566\/000000000000\/orders --attributes '/);
  expect(isLetIn(policyIn(grant))).toBe(true);
});

it('keeps what the policy says already', () => {
  const before =
    '{"Version":"2012-10-17","Statement":{"Sid":"it\'s","Effect":"Allow","Principal":{"AWS":"*"},"Action":"sqs:ReceiveMessage","Resource":"*"}}';
  const after = policyIn(guard('SendMessage', { QueueUrl: 'orders' }, caller(before))!.grant);
  expect(isLetIn(after)).toBe(true);
  expect(JSON.parse(after).Statement[0].Sid).toBe("it's");
});
