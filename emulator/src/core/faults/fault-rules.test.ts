// Faults meet the calls that they name, at their rate, as often as they were asked to.
import { describe, expect, it } from 'vitest';
import type { Call } from '#core/call';
import { FaultRules, type InjectedFault } from './fault-rules.ts';

const call = (service: string, operation: string): Call =>
  ({ service, operation, caller: { signal: new AbortController().signal } }) as unknown as Call;
const send = call('sqs', 'SendMessage');
const outcome = async (rules: FaultRules, met = send, resource?: string): Promise<string> =>
  rules.meet(met, resource).then(
    () => 'ran',
    (error: InjectedFault) => `${error.code} ${error.options.status} ${error.options.blame}`,
  );

describe('a fault', () => {
  it('meets the calls of its service, its operation and its resource', async () => {
    const rules = new FaultRules();
    expect(rules.isEmpty).toBe(true);
    rules.add({ service: 'sqs', operation: 'SendMessage', resource: 'orders', error: 'Busy' });
    expect(await outcome(rules, send, 'http://127.0.0.1:4566/000000000000/orders')).toBe('Busy 400 client');
    expect(await outcome(rules, send, 'arn:aws:sqs:us-east-1:000000000000:orders')).toBe('Busy 400 client');
    expect(await outcome(rules, send, 'old-orders')).toBe('ran');
    expect(await outcome(rules)).toBe('ran');
    expect(await outcome(rules, call('sqs', 'ReceiveMessage'), 'orders')).toBe('ran');
    rules.add({ service: '*', error: 'Down', status: 503 });
    expect(await outcome(rules, call('sns', 'Publish'))).toBe('Down 503 server');
    expect(rules.list.map(({ id, met }) => [id, met])).toEqual([
      ['fault-1', 2],
      ['fault-2', 1],
    ]);
  });

  it('ends after as many calls as it was asked for, or when it is removed', async () => {
    const rules = new FaultRules();
    rules.add({ service: 'sqs', error: 'Busy', times: 2 });
    expect([await outcome(rules), await outcome(rules), await outcome(rules)]).toEqual(['Busy 400 client', 'Busy 400 client', 'ran']);
    const { id } = rules.add({ service: 'sqs', error: 'Busy' });
    expect([rules.remove(id), rules.remove(id), await outcome(rules)]).toEqual([true, false, 'ran']);
  });

  it('meets the share of calls that it was asked for', async () => {
    const numbers = [0.1, 0.5, 0.49, 0.9];
    const rules = new FaultRules(() => numbers.shift()!);
    rules.add({ service: 'sqs', error: 'Busy', rate: 0.5 });
    expect([await outcome(rules), await outcome(rules), await outcome(rules), await outcome(rules)]).toEqual([
      'Busy 400 client',
      'ran',
      'Busy 400 client',
      'ran',
    ]);
  });

  it('lets calls wait, not longer than their client', async () => {
    const rules = new FaultRules();
    rules.add({ service: 'sqs', delayMs: 600_000 });
    const client = new AbortController();
    const waiting = rules.meet({ ...send, caller: { signal: client.signal } }, undefined);
    client.abort();
    await waiting;
    rules.clear();
    rules.add({ service: 'sqs', delayMs: 20, error: 'Busy' });
    const startedMs = performance.now();
    expect(await outcome(rules)).toBe('Busy 400 client');
    expect(performance.now() - startedMs).toBeGreaterThan(18);
  });
});
