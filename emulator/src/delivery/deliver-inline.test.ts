import { expect, it, vi } from 'vitest';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { Target } from '#core/delivery/target';
import type { Engine } from '#core/engine';
import { deliverInline } from './deliver-inline.ts';

const request = (targetArn: string, payload: string): DeliveryRequest => ({
  to: { targetArn, as: { service: 'a.amazonaws.com' }, retry: { maxRetries: 0, maxAgeMs: 0 }, about: { service: 'a', resource: 'r' } },
  payload,
});

function leftOf(targets: Record<string, NonNullable<Target['acceptInWrite']>>, requests: readonly DeliveryRequest[], hasFaults = false) {
  const log = { call: vi.fn(), write: vi.fn(), in: () => log };
  const kernel = {
    ...{ log, epoch: { current: 0 }, origin: 'http://here', stopping: new AbortController().signal },
    store: { write: (decide: (tx: object) => unknown) => decide({}) },
    ...{ clock: { now: () => 0 }, traces: { noteDelivery: () => undefined }, faults: { isEmpty: !hasFaults } },
    registry: { service: () => undefined, loadedTarget: (arn: string) => targets[arn] && { acceptInWrite: targets[arn] } },
  };
  const origin = { account: '000000000000', region: 'us-east-1', trace: { id: 't', depth: 0 } };
  const left = deliverInline({ engine: { kernel } as unknown as Engine, origin, requests });
  return { left: left.map(({ payload }) => payload), errors: log.write.mock.calls.length };
}

it('leaves what no target takes, what one refuses, and what one fails at', () => {
  const took: string[][] = [];
  const targets = {
    takes: (deliveries: readonly DeliveryRequest[]) => took.push(deliveries.map(({ payload }) => payload)) > 0,
    refuses: () => false,
    fails: () => {
      throw new Error('broken');
    },
  };
  const requests = ['takes 1', 'refuses 1', 'takes 2', 'fails 1', 'unknown 1'].map((text) => request(text.split(' ')[0]!, text));
  expect(leftOf(targets, requests)).toEqual({ left: ['refuses 1', 'fails 1', 'unknown 1'], errors: 1 });
  expect(took).toEqual([['takes 1', 'takes 2']]);
  expect(leftOf(targets, [request('takes', 'takes 3')], true)).toEqual({ left: ['takes 3'], errors: 0 }); // a fault may meet the call of the outbox
});
