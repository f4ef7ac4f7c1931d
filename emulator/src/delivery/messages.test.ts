import { expect, it } from 'vitest';
import type { Delivery } from '#core/delivery/delivery';
import { Fault } from '#core/fault';
import { DELIVERY_RETRIED } from './messages.ts';

it('says what is sent again, why, and when', () => {
  const delivery = { targetArn: 'arn:t', about: { resource: 'rule placed' }, retry: { maxRetries: 185 } } as unknown as Delivery;
  const retried = { delivery, problem: new Fault('ThrottlingException', 'Rate exceeded'), attempts: 1, inS: 1, count: 1 };
  const end = 'ThrottlingException: Rate exceeded (attempt 1 of 186, again in 1 s)';
  expect(DELIVERY_RETRIED.text(retried)).toBe(`rule placed → arn:t failed: ${end}`);
  expect(DELIVERY_RETRIED.text({ ...retried, count: 3 })).toBe(`rule placed → arn:t failed for 3 events: ${end}`);
});
