// The loop with a deployer and a watcher that the test moves by hand.

import { expect, it } from 'vitest';
import { type Deployed, type Deployer, DeploymentFailed, type LoopEvent } from './deployer.ts';
import { DevLoop } from './dev-loop.ts';

const DEPLOYED: Deployed = { subject: 'the stack shop', isChanged: true, functions: [], addresses: [], outputs: {} };

/** Each deployment ends when the test says how. */
function start(redeploysAfter = (file: string) => file.endsWith('.yaml')) {
  const events: LoopEvent[] = [];
  const pending: { resolve: (deployed: Deployed) => void; reject: (error: unknown) => void }[] = [];
  let closed = false;
  const deployer: Deployer = {
    folder: '/shop',
    redeploysAfter,
    deploy: () => new Promise((resolve, reject) => pending.push({ resolve, reject })),
    close: async () => {
      closed = true;
      return 'The stack shop stays.';
    },
  };
  let nowMs = 0;
  const loop = new DevLoop(
    deployer,
    (event) => events.push(event),
    () => (nowMs += 5),
  );
  let changed: (files: readonly string[]) => void = () => {};
  const watch = async (options: { settled: (files: readonly string[]) => void }) => {
    changed = options.settled;
    return { polls: false, add: () => {}, close: async () => {} };
  };
  const said = () => events.map((event) => (event.type === 'deploying' ? event.reason : event.type));
  return {
    loop,
    events,
    pending,
    said,
    begun: loop.start(watch as never),
    change: (...files: string[]) => changed(files),
    isClosed: () => closed,
  };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('deploys at the start, and after changes of what is deployed, not of code', async () => {
  const { begun, pending, said, change, events } = start();
  await turn();
  pending.shift()?.resolve(DEPLOYED);
  await begun;
  expect(events).toContainEqual({ type: 'deployed', ms: 5, ...DEPLOYED });
  change('/shop/src/app.ts');
  change('/shop/template.yaml', '/shop/other.yaml');
  expect(said()).toEqual(['start', 'deployed', 'template.yaml and 1 more have changed']);
});

it('does not deploy after a change of a folder, whose entries are reported themselves', async () => {
  const { begun, pending, said, change } = start(() => true);
  await turn();
  pending.shift()?.resolve(DEPLOYED);
  await begun;
  change(import.meta.dirname);
  expect(said()).toEqual(['start', 'deployed']);
  change(import.meta.filename);
  expect(said()).toHaveLength(3);
});

it('deploys once more however often something changed meanwhile', async () => {
  const { begun, pending, said, change } = start();
  await turn();
  for (const name of ['a', 'b', 'c']) change(`/shop/${name}.yaml`);
  expect(pending).toHaveLength(1);
  pending.shift()?.resolve(DEPLOYED);
  await turn();
  expect(said()).toEqual(['start', 'deployed', 'c.yaml has changed']);
  pending.shift()?.resolve(DEPLOYED);
  await begun;
  expect(pending).toHaveLength(0);
});

it('tells what went wrong, and goes on', async () => {
  const { begun, pending, said, change, events } = start();
  await turn();
  pending.shift()?.reject(new DeploymentFailed('The template has no Resources.', 'Add some.'));
  await begun;
  expect(events).toContainEqual({ type: 'failed', text: 'The template has no Resources.', hint: 'Add some.' });
  change('/shop/template.yaml');
  await turn();
  pending.shift()?.resolve(DEPLOYED);
  await turn();
  expect(said()).toEqual(['start', 'failed', 'template.yaml has changed', 'deployed']);
});

it('waits for the deployment under way when it is closed, and starts no other', async () => {
  const { loop, pending, said, change, isClosed } = start();
  await turn();
  change('/shop/template.yaml');
  const closing = loop.close();
  expect(isClosed()).toBe(false);
  pending.shift()?.resolve(DEPLOYED);
  await closing;
  expect(isClosed()).toBe(true);
  expect(said()).toEqual(['start', 'deployed', 'ended']);
});
