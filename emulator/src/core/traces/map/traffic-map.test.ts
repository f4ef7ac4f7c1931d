import { expect, it } from 'vitest';
import type { CallStep, DeliveryStep } from '#core/traces/trace';
import { processorMs } from '../../../../../test/support/processor-time.ts';
import { NodeNames } from './node-names.ts';
import { TrafficMapper } from './traffic-map.ts';

/** All that the ring of traces holds. */
const STEPS = 32_768;
const NAMES = 400;

const services = [{ name: 'sqs', operations: [], resourceMembers: [], traffic: { operations: ['SendMessage'], names: /(?<name>[^/]+)$/ } }];

const call = (at: number): CallStep => ({
  kind: 'call',
  trace: 'a',
  atMs: 0,
  order: at,
  requestId: `r${at}`,
  service: 'sqs',
  operation: 'SendMessage',
  resource: `http://127.0.0.1:4566/000000000000/q${(at * 7919) % NAMES}`,
  caller: 'by function a',
  account: '000000000000',
  region: 'us-east-1',
  depth: at % 3,
  tookMs: at % 100,
  failed: false,
  text: undefined,
  remedy: undefined,
});

const delivery = (at: number): DeliveryStep => ({
  kind: 'delivery',
  trace: 'a',
  atMs: 0,
  order: at,
  from: `arn:aws:sqs:us-east-1:000000000000:q${(at * 31) % NAMES}`,
  targetArn: `arn:aws:sqs:us-east-1:000000000000:q${(at * 7919) % NAMES}`,
  outcome: 'delivered',
  count: 1,
  problem: undefined,
  remedy: undefined,
  nextMs: undefined,
});

it('takes one request of all steps that are kept without holding up others', () => {
  const steps = Array.from({ length: STEPS }, (_, at) => (at % 3 === 2 ? delivery(at) : call(at)));
  const mapper = new TrafficMapper(new NodeNames(services), () => []);
  expect(
    processorMs(() => {
      mapper.add({ id: 'a', steps });
      mapper.map();
    }),
  ).toBeLessThan(250);
  expect(mapper.map().nodes.length).toBe(NAMES + 1);
});
