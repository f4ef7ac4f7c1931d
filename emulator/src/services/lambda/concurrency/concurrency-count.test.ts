import { expect, it } from 'vitest';
import { ConcurrencyCount } from './concurrency-count.ts';

const place = { account: '000000000000', region: 'us-east-1' };
const asking = (name: string, more: { reserved?: number; scaled?: { version: number; most: number } } = {}) => ({
  ...{ place, name, reserved: undefined, reservedInAll: 998 },
  ...more,
});
const over = (Reason: string) =>
  expect.objectContaining({ code: 'TooManyRequestsException', options: { members: { Type: 'User', Reason } } });

it('counts functions without a reservation together, up to what reservations leave', () => {
  const count = new ConcurrencyCount();
  const leave = count.enter(asking('a'));
  count.enter(asking('b'));
  expect(() => count.enter(asking('c'))).toThrow(over('ConcurrentInvocationLimitExceeded'));
  leave();
  count.enter(asking('c'));
  count.enter({ ...asking('c'), place: { ...place, region: 'eu-west-1' } });
});

it('counts functions with a reservation by themselves', () => {
  const count = new ConcurrencyCount();
  const leave = count.enter(asking('a', { reserved: 1 }));
  expect(() => count.enter(asking('a', { reserved: 1 }))).toThrow(over('ReservedFunctionConcurrentInvocationLimitExceeded'));
  expect(() => count.enter(asking('never', { reserved: 0 }))).toThrow(over('ReservedFunctionConcurrentInvocationLimitExceeded'));
  count.enter(asking('b'));
  leave();
  count.enter(asking('a', { reserved: 1 }));
});

it('counts nothing that is refused', () => {
  const count = new ConcurrencyCount();
  const scaled = { version: 1, most: 1 };
  const leave = count.enter(asking('a', { scaled }));
  for (let again = 0; again < 5; again++)
    expect(() => count.enter(asking('a', { scaled }))).toThrow(over('ConcurrentInvocationLimitExceeded'));
  leave();
  count.enter(asking('a', { scaled }));
  count.enter(asking('b'));
});

it('gives versions what is provisioned for them, and the rest of the reservation to all', () => {
  const count = new ConcurrencyCount();
  const reserved = { ...asking('a'), reserved: 3 };
  const latest = { ...reserved, provisioned: { version: 0, ofVersion: 0, inAll: 2 } };
  const first = { ...reserved, provisioned: { version: 1, ofVersion: 2, inAll: 2 } };
  count.enter(latest);
  expect(() => count.enter(latest)).toThrow(over('ReservedFunctionConcurrentInvocationLimitExceeded'));
  const leave = count.enter(first);
  count.enter(first);
  expect(() => count.enter(first)).toThrow(over('ReservedFunctionConcurrentInvocationLimitExceeded'));
  leave();
  count.enter(first);
});
