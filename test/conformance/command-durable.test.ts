// `emulator durable`: lists and shows durable executions, stops them, answers callbacks.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inProcessCommand } from '../support/in-process-command.ts';
import { callback, type DurableFixture, startDurableFixture, step } from './lambda/use-durable.ts';

let fixture: DurableFixture;
beforeAll(async () => {
  fixture = await startDurableFixture();
  await fixture.createDurable('order', { ExecutionTimeout: 86_400 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const command = (...words: string[]) => inProcessCommand([...words, '--endpoint', fixture.emulator.url]);
const durable = (...words: string[]) => command('durable', ...words);

async function suspended(name: string): Promise<{ arn: string; id: string }> {
  const arn = await fixture.begin('order', { n: 1 }, { DurableExecutionName: name });
  const turn = await fixture.next();
  const operations = await turn.checkpoint([step('s', 'SUCCEED', { Name: 'reserve', Payload: '7' }), callback('c')]);
  turn.pending();
  await fixture.emulator.idle();
  return { arn, id: operations[1]!.CallbackDetails!.CallbackId! };
}

it('lists, shows, stops, and answers callbacks', async () => {
  expect((await durable('list')).stdout).toContain('There are no durable executions in us-east-1');
  const one = await suspended('run-7');
  const two = await suspended('run-8');
  expect((await durable()).stdout.trim().split('\n')).toHaveLength(2);
  expect((await command('status')).stdout).toContain('durable executions: 2 running in us-east-1 (2 of order)');
  expect(JSON.parse((await command('status', '--json')).stdout)).toMatchObject({
    durableExecutions: { running: 2, functions: { order: 2 } },
  });
  expect(JSON.parse((await durable('list', 'order', '--json')).stdout).executions).toHaveLength(2);
  const shown = await durable('show', 'order/run-7');
  expect(shown.stdout).toContain('StepSucceeded  reserve  {"Result":{"Payload":"7"');
  expect(shown.stdout).toContain(one.id);
  expect([shown.code, shown.stdout.trim().split('\n').at(-1)]).toEqual([0, 'RUNNING']);
  expect((await durable('callback', 'succeed', one.id, '"yes"')).stdout).toContain('The callback has succeeded.');
  (await fixture.next()).answer({ Status: 'SUCCEEDED', Result: '"done"' });
  await fixture.emulator.idle();
  expect(JSON.parse((await durable('show', one.arn, '--json')).stdout)).toMatchObject({ Status: 'SUCCEEDED', Result: '"done"' });
  const again = await durable('callback', 'fail', one.id);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('The callback is either timed out or already completed')]);
  expect(JSON.parse((await durable('stop', 'run-8', '--message', 'enough', '--json')).stdout)).toEqual({
    DurableExecutionArn: two.arn,
    Status: 'STOPPED',
  });
  expect(await durable('show', 'run-8')).toMatchObject({ code: 1, stdout: expect.stringContaining('enough') });
  expect((await durable('list', '--status', 'stopped')).stdout).toContain('run-8');
});

it('says what is wrong', async () => {
  expect(await durable('show', 'nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no durable execution nobody.'),
  });
  expect(await durable('list', '--status', 'odd')).toMatchObject({ code: 1, stderr: expect.stringContaining('--status odd') });
});
