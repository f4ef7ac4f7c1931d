import { expect, it, vi } from 'vitest';
import type { Kernel } from '#core/kernel';
import type { DeliveryRequest, Target } from '#core/outbox';
import { handOver } from './hand-over.ts';

const request = (targetArn: string, payload: string): DeliveryRequest => ({
  to: { targetArn, as: { service: 'events.amazonaws.com' }, retry: { maxRetries: 0, maxAgeMs: 0 }, about: {} },
  payload,
});

function handing(targets: Record<string, NonNullable<Target['take']>>, requests: readonly DeliveryRequest[]) {
  const log = { call: vi.fn(), error: vi.fn(), in: () => log };
  const kernel = {
    ...{ log, epoch: { current: 0 }, origin: () => 'http://here', stopping: new AbortController().signal },
    store: { write: (decide: (tx: object) => unknown) => decide({}) },
    registry: { loadedTarget: (arn: string) => targets[arn] && { take: targets[arn] } },
  } as unknown as Kernel;
  const cause = { account: '000000000000', region: 'us-east-1', trace: { id: 't', depth: 0 } };
  const left = handOver({ kernel, dispatch: vi.fn(), cause, requests });
  return { left: left.map(({ payload }) => payload), errors: log.error.mock.calls.length };
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
  expect(handing(targets, requests)).toEqual({ left: ['refuses 1', 'fails 1', 'unknown 1'], errors: 1 });
  expect(took).toEqual([['takes 1', 'takes 2']]);
});
