// Callers that wait for the end of a durable execution: state machines, function URLs; and those that do not.
import { SFN } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DurableFixture, startDurableFixture, wait } from './use-durable.ts';

let fixture: DurableFixture;
let lambda: DurableFixture['lambda'];
beforeAll(async () => {
  fixture = await startDurableFixture();
  lambda = fixture.lambda;
  await fixture.createDurable('short', { ExecutionTimeout: 600 }, { Publish: true });
  await fixture.emulator.idle();
});
afterAll(() => fixture[Symbol.asyncDispose]());

it('a state machine waits, and does not hold up the clock', async () => {
  const sfn = fixture.emulator.client(SFN);
  const States = {
    Run: { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Parameters: { FunctionName: 'short:1', 'Payload.$': '$' }, End: true },
  };
  const machine = {
    name: 'waits',
    roleArn: 'arn:aws:iam::000000000000:role/machines',
    definition: JSON.stringify({ StartAt: 'Run', States }),
  };
  const { stateMachineArn } = await sfn.createStateMachine(machine);
  const { executionArn } = await sfn.startExecution({ stateMachineArn, input: '{"n":1}' });
  const turn = await fixture.next();
  await turn.checkpoint([wait('w', 300)]);
  turn.pending();
  await fixture.emulator.idle();
  const moved = fixture.emulator.clock.advance('5m');
  (await fixture.next()).answer({ Status: 'SUCCEEDED', Result: '{"n":2}' });
  await moved;
  await fixture.emulator.idle();
  const { status, output } = await sfn.describeExecution({ executionArn });
  expect([status, JSON.parse(output!)]).toMatchObject(['SUCCEEDED', { Payload: { n: 2 }, ExecutedVersion: '1' }]);
});

it('a function URL answers with the result', async () => {
  await lambda.createAlias({ FunctionName: 'short', Name: 'live', FunctionVersion: '1' });
  const url = { FunctionName: 'short', Qualifier: 'live' };
  await lambda.addPermission({
    ...url,
    ...{ StatementId: 'all', Action: 'lambda:InvokeFunctionUrl', Principal: '*', FunctionUrlAuthType: 'NONE' },
  });
  const { FunctionUrl } = await lambda.createFunctionUrlConfig({ ...url, AuthType: 'NONE' });
  const id = new URL(FunctionUrl!).hostname.split('.')[0]!;
  const asking = fetch(`${fixture.emulator.url}/_function-url/${id}/orders`);
  (await fixture.next()).answer({ Status: 'SUCCEEDED', Result: '{"statusCode":201,"body":"made"}' });
  const answer = await asking;
  expect([answer.status, await answer.text()]).toEqual([201, 'made']);
});

it('the older asynchronous operation begins an execution, and streams are refused', async () => {
  const { Status } = await lambda.invokeAsync({ FunctionName: 'short:1', InvokeArgs: Buffer.from('{"n":3}') });
  expect(Status).toBe(202);
  const turn = await fixture.next();
  expect(turn.event.InitialExecutionState.Operations[0]).toMatchObject({ ExecutionDetails: { InputPayload: '{"n":3}' } });
  turn.answer({ Status: 'SUCCEEDED' });
  await fixture.emulator.idle();
  await expect(lambda.invokeWithResponseStream({ FunctionName: 'short:1' })).rejects.toMatchObject({
    ...{ name: 'NotImplementedException', message: expect.stringContaining('A streamed answer of a durable function is refused') },
  });
});
