import { expect, it } from 'vitest';
import { Fault } from '#core/fault';
import { giveUpReason } from './give-up.ts';

const delivery = { createdMs: 1000, retry: { maxRetries: 2, maxAgeMs: 5000 } };
const own = new Fault('InternalFailure', 'no', { blame: 'server' });

it.each([
  ['goes on within both limits', 2, 6000, own, undefined],
  ['ends after the last retry', 3, 2000, own, 'MAX_RETRIES'],
  ['ends where the next attempt would come too late', 1, 6001, own, 'MAX_AGE'],
  ['ends at once with a mistake of the client', 1, 1000, new Fault('ValidationException', 'no'), 'REFUSED'],
  ['goes on after a throttling', 1, 1000, new Fault('ThrottlingException', 'no'), undefined],
  ['goes on after a status of the server', 1, 1000, new Fault('Odd', 'no', { status: 501 }), undefined],
])('%s', (_, attempts, nextMs, problem, reason) => {
  expect(giveUpReason(delivery, attempts, nextMs, problem)).toBe(reason);
});
