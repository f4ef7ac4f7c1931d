import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OptionValues } from '#config/options';
import type { Activity } from '#core/activity';
import type { Ctx } from '#core/ctx';
import type { Delivery, DeliveryRequest } from '#core/delivery/delivery';
import type { Target } from '#core/delivery/target';
import type { Deliverer, Engine, Scheduler } from '#core/engine';
import { Fault } from '#core/fault';
import { createKernel } from '#core/kernel';
import { createLog } from '#core/log';
import type { Key, Store } from '#core/records';
import type { Registry } from '#core/registry';
import { createManualClock } from '#core/time/clock';
import { openStore } from '#store/open-store';
import { RETRY_WORK } from './backoff.ts';
import { createDeliverer } from './deliverer.ts';

const PLACE = { account: '000000000000', region: 'us-east-1' };

let store: Store;
let activity: Activity;
let deliverer: Deliverer;
/** Payloads that reached the target, in order. */
let sent: string[];
/** Errors with which the target refuses deliveries, by payload. */
let refused: Map<string, Fault>;
/** Keys of the retries that are due. */
let due: Key[];

const target: Target = {
  send: async ({ payload }: Delivery) => {
    const problem = refused.get(payload);
    if (problem) throw problem;
    sent.push(payload);
  },
};
const inline: Target = { ...target, acceptInWrite: (deliveries) => sent.push(...deliveries.map(({ payload }) => `${payload} inline`)) > 0 };

function engineOf(): Engine {
  const registry = {
    service: () => undefined,
    target: async (arn: string) => (arn === 'inline' ? inline : target),
    loadedTarget: (arn: string) => (arn === 'inline' ? inline : target),
    sender: async () => undefined,
  };
  const kernel = createKernel({
    ...{ store, clock: createManualClock(0), registry: registry as Partial<Registry> as Registry, options: {} as OptionValues },
    ...{ log: createLog(() => {}, '', Date.now), origin: 'http://here', stopping: new AbortController().signal },
    ...{
      validate: () => {},
      known: () => false,
      actionTable: () => {
        throw new Error('nobody is judged here');
      },
      readRequest: () => ({ input: {}, missing: [], unknown: [] }),
      answerApiRequest: async () => undefined,
      serviceAt: () => undefined,
      writeAnswer: () => ({}),
      readAnswer: () => ({ output: {}, unknown: [] }),
      answerProblem: () => undefined,
      requestMembers: () => [],
      faultFacts: (_, { code }) => ({ status: 400, wireCode: code, isModelled: true }),
    },
  });
  const schedule: Scheduler['schedule'] = (_tx, _work, _account, _region, key) => void due.push(key);
  const engine: Engine = {
    kernel,
    dispatch: () => Promise.reject(new Error('no calls here')),
    scheduler: { schedule } as Partial<Scheduler> as Scheduler,
    deliverer: createDeliverer(kernel, () => engine),
  };
  return engine;
}

beforeEach(async () => {
  store = await openStore({ checked: true });
  [sent, refused, due] = [[], new Map(), []];
  const engine = engineOf();
  ({ deliverer } = engine);
  ({ activity } = engine.kernel);
});
afterEach(() => store.close());

async function post(...texts: readonly string[]): Promise<void> {
  const requests = texts.map((payload): DeliveryRequest => {
    const [line = ''] = payload;
    const to = { targetArn: payload.includes('i') ? 'inline' : 'plain', as: { service: 'a.amazonaws.com' } };
    return { to: { ...to, retry: { maxRetries: 5, maxAgeMs: 1e9 }, about: { service: 'a', resource: 'r' } }, payload, line };
  });
  store.write((tx) => deliverer.post(tx, { ...PLACE, trace: { id: 't', depth: 0 } }, requests));
  await activity.idle();
}

async function retry(): Promise<void> {
  for (const key of due.splice(0)) await deliverer.work[RETRY_WORK]!(key, PLACE as Ctx);
  await activity.idle();
}

it('a line is sent in its order, and its failing head holds no other line', async () => {
  refused.set('a1', new Fault('Throttling', 'slower'));
  await post('a1', 'b1', 'a2', 'b2', 'a3', 'c1');
  expect(sent).toEqual(['b1', 'c1', 'b2']);
  await post('a4', 'b3');
  expect(sent).toEqual(['b1', 'c1', 'b2', 'b3']);
  refused.clear();
  await retry();
  expect(sent.slice(4)).toEqual(['a1', 'a2', 'a3', 'a4']);
});

it('a line goes on behind a head that is given up', async () => {
  refused.set('a1', new Fault('ValidationException', 'never'));
  await post('a1', 'a2');
  expect(sent).toEqual(['a2']);
});

it('nothing overtakes a line inline', async () => {
  refused.set('a1', new Fault('Throttling', 'slower'));
  await post('a1');
  await post('ai2', 'bi1');
  expect(sent).toEqual(['bi1 inline']);
  refused.clear();
  await retry();
  await post('ai3');
  expect(sent).toEqual(['bi1 inline', 'a1', 'ai2', 'ai3 inline']);
});

it('a line is where it was after the records were read anew', async () => {
  refused.set('a1', new Fault('Throttling', 'slower'));
  await post('a1', 'a2', 'a3');
  deliverer.refresh();
  await activity.idle();
  expect(sent).toEqual([]);
  refused.clear();
  await retry();
  expect(sent).toEqual(['a1', 'a2', 'a3']);
});
