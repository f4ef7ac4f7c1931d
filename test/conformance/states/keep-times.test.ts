// The times of executions: a year at most for Standard machines, five minutes for Express ones, and ninety days until those that ended go.
// https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await useMachines();
});
afterAll(() => machines.emulator.stop());

const wait = (Seconds: number) => ({ W: { Type: 'Wait', Seconds, End: true } });
const DAY_S = 86_400;
const advance = (time: string) => machines.emulator.clock.advance(time);
const namesOf = async (stateMachineArn: string) =>
  (await machines.sfn.listExecutions({ stateMachineArn })).executions!.map(({ name }) => name);

it('ends a Standard execution after a year', async () => {
  const { machine, run, describe, history } = machines;
  const [short, long] = [
    await machine('in-time', wait(364 * DAY_S)),
    await machine('too-long', wait(400 * DAY_S), { TimeoutSeconds: 99_999_998 }),
  ];
  const [inTime, tooLong] = [await run(short), await run(long)];
  await advance('20m');
  const later = await run(long);
  await advance('363d');
  expect(await describe(tooLong.executionArn!)).toMatchObject({ status: 'RUNNING' });
  await advance('49h');
  expect(await describe(inTime.executionArn!)).toMatchObject({ status: 'SUCCEEDED' });
  for (const { executionArn } of [tooLong, later]) {
    const { status, startDate, stopDate } = await describe(executionArn!);
    expect({ status, tookMs: stopDate!.getTime() - startDate!.getTime() }).toEqual({ status: 'TIMED_OUT', tookMs: 365 * DAY_S * 1000 });
  }
  expect((await history(tooLong.executionArn!)).at(-1)).toMatchObject({ type: 'ExecutionTimedOut' });
});

it('ends an Express execution after five minutes', async () => {
  const { machine, sfn } = machines;
  const sync = async (seconds: number) => {
    const stateMachineArn = await machine(`express-${seconds}`, wait(seconds), { type: 'EXPRESS' });
    return sfn.startSyncExecution({ stateMachineArn });
  };
  let isOver = false;
  const both = Promise.all([sync(200), sync(301)]).finally(() => void (isOver = true));
  // The calls may arrive after the first move of the clock.
  while (!isOver) {
    await advance('100s');
    await new Promise((resolve) => setImmediate(resolve));
  }
  const took = (await both).map(({ status, startDate, stopDate }) => [status, (stopDate!.getTime() - startDate!.getTime()) / 1000]);
  expect(took).toEqual([
    ['SUCCEEDED', 200],
    ['TIMED_OUT', 300],
  ]);
});

it('keeps an execution that ended for ninety days, and then lets its name be taken again', async () => {
  const { machine, sfn, describe, history } = machines;
  const stateMachineArn = await machine('kept', {
    C: { Type: 'Choice', Choices: [{ Variable: '$.days', IsPresent: true, Next: 'W' }], Default: 'D' },
    ...waitFor('$.seconds'),
    D: { Type: 'Pass', End: true },
  });
  const start = async (name: string, input: object) =>
    (await sfn.startExecution({ stateMachineArn, name, input: JSON.stringify(input) })).executionArn!;
  const [early, slow] = [await start('early', {}), await start('slow', { days: 10, seconds: 10 * DAY_S })];
  await advance('20d');
  const late = await start('late', {});
  await advance('69d');
  expect(await namesOf(stateMachineArn)).toEqual(['late', 'slow', 'early']);
  await expect(start('early', {})).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  expect(await history(early)).toHaveLength(6);
  await advance('25h');
  expect(await namesOf(stateMachineArn)).toEqual(['late', 'slow']);
  await expect(describe(early)).rejects.toMatchObject({ name: 'ExecutionDoesNotExist', message: `Execution Does Not Exist: '${early}'` });
  await expect(history(early)).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' });
  expect(await start('early', {})).toBe(early);
  expect(await history(early)).toHaveLength(6);
  await advance('10d');
  await expect(describe(slow)).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' });
  await advance('10d');
  await expect(describe(late)).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' });
  expect(await namesOf(stateMachineArn)).toEqual(['early']);
});

function waitFor(SecondsPath: string) {
  return { W: { Type: 'Wait', SecondsPath, End: true } };
}

it('lets map runs go with their execution, and their children', async () => {
  const { machine, run, sfn } = machines;
  const ItemProcessor = {
    ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
    StartAt: 'P',
    States: { P: { Type: 'Pass', End: true } },
  };
  const stateMachineArn = await machine('with-map', { M: { Type: 'Map', ItemProcessor, End: true } });
  const { executionArn } = await run(stateMachineArn, [1, 2]);
  const { mapRunArn } = (await sfn.listMapRuns({ executionArn })).mapRuns![0]!;
  const [child] = (await sfn.listExecutions({ mapRunArn })).executions!;
  await advance('89d');
  expect(await sfn.describeMapRun({ mapRunArn })).toMatchObject({ status: 'SUCCEEDED' });
  await advance('25h');
  await expect(sfn.describeMapRun({ mapRunArn })).rejects.toMatchObject({ name: 'ResourceNotFound' });
  await expect(sfn.describeExecution({ executionArn: child!.executionArn })).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' });
});

it('keeps an execution that was redriven while it runs', async () => {
  const { machine, run, sfn, describe } = machines;
  const { executionArn } = await run(await machine('redriven', wait(60 * DAY_S)));
  await sfn.stopExecution({ executionArn });
  await advance('10d');
  await sfn.redriveExecution({ executionArn: executionArn! });
  await advance('81d');
  const { status, stopDate, redriveDate } = await describe(executionArn!);
  expect({ status, afterMs: stopDate!.getTime() - redriveDate!.getTime() }).toEqual({ status: 'SUCCEEDED', afterMs: 60 * DAY_S * 1000 });
});
