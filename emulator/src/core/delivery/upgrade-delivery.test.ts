import { expect, it } from 'vitest';
import { type OldDelivery, upgradeDelivery } from './upgrade-delivery.ts';

const COMMON = {
  id: 'era-0000001',
  account: '000000000000',
  region: 'us-east-1',
  targetArn: 'arn:aws:sqs:us-east-1:000000000000:q.fifo',
  payload: '{}',
  retry: { maxRetries: 2, maxAgeMs: 3000 },
  createdMs: 4,
  attempts: 1,
  trace: 't',
};

it('of a rule keeps group, trace, hops and the ARN that its dead letter carries', () => {
  const ruleArn = 'arn:aws:events:us-east-1:000000000000:rule/orders';
  const as = { service: 'events.amazonaws.com', sourceArn: ruleArn };
  const old: OldDelivery = {
    ...COMMON,
    as,
    parameters: { MessageGroupId: 'g', TraceHeader: 'Root=1' },
    about: { rule: 'orders', ruleArn, target: 'q', event: 'e', hops: '2' },
  };
  expect(upgradeDelivery(old)).toEqual({
    ...COMMON,
    as,
    parameters: { groupId: 'g', traceHeader: 'Root=1', hops: 2 },
    about: { service: 'events', resource: 'rule orders', resourceArn: ruleArn, eventId: 'e' },
  });
});

it('of a bucket keeps its subject', () => {
  const as = { service: 's3.amazonaws.com', sourceArn: 'arn:aws:s3:::b' };
  const old: OldDelivery = {
    ...COMMON,
    as,
    parameters: { Subject: 's' },
    about: { bucket: 'b', key: 'k', event: 'ObjectCreated:Put', configuration: 'c' },
  };
  expect(upgradeDelivery(old)).toEqual({
    ...COMMON,
    as,
    parameters: { subject: 's' },
    about: { service: 's3', resource: 'bucket b', resourceArn: 'arn:aws:s3:::b' },
  });
});
