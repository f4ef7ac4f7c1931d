// Tasks that call functions: by their ARN, and by lambda:invoke.
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WAITER } from '../../support/until-passes.ts';
import { creation, handler } from '../lambda/fixture.ts';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
let functionArn: string;
beforeAll(async () => {
  machines = await useMachines();
  const lambda = machines.emulator.client(Lambda);
  const body = "if (event.bad) { const error = new Error('no'); error.name = 'Refused'; throw error; } return { got: event };";
  functionArn = (await lambda.createFunction(creation('work', handler(body)))).FunctionArn!;
  await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'work' });
});
afterAll(() => machines.emulator.stop());

it('answers with the payload alone where the function is the resource', async () => {
  const { machine, run, history } = machines;
  const { executionArn, output, cause } = await run(await machine('bare', { A: { Type: 'Task', Resource: functionArn, End: true } }), {
    a: 1,
  });
  expect({ cause, output }).toEqual({ cause: undefined, output: '{"got":{"a":1}}' });
  const events = await history(executionArn!);
  expect(events.map(({ type }) => type).slice(2, 5)).toEqual([
    'LambdaFunctionScheduled',
    'LambdaFunctionStarted',
    'LambdaFunctionSucceeded',
  ]);
});

it('answers with payload and facts by lambda:invoke', async () => {
  const { machine, run } = machines;
  const states = {
    A: { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Parameters: { FunctionName: 'work', 'Payload.$': '$' }, End: true },
  };
  expect(JSON.parse((await run(await machine('invoke', states), { a: 2 })).output!)).toMatchObject({
    ...{ ExecutedVersion: '$LATEST', Payload: { got: { a: 2 } }, StatusCode: 200, SdkHttpMetadata: { HttpStatusCode: 200 } },
  });
});

it('fails with the name of the function’s error, which a catcher names', async () => {
  const { machine, run } = machines;
  const Catch = [{ ErrorEquals: ['Refused'], ResultPath: '$.failed', Next: 'B' }];
  const states = { A: { Type: 'Task', Resource: functionArn, Catch, End: true }, B: { Type: 'Pass', End: true } };
  const { failed } = JSON.parse((await run(await machine('caught', states), { bad: true })).output!) as {
    failed: { Error: string; Cause: string };
  };
  expect(failed.Error).toBe('Refused');
  expect(JSON.parse(failed.Cause)).toMatchObject({ errorType: 'Refused', errorMessage: 'no' });
});

it('names a function that is not there as the service does', async () => {
  const { machine, run } = machines;
  const states = { A: { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Parameters: { FunctionName: 'gone' }, End: true } };
  const { error, cause } = await run(await machine('gone', states));
  expect(error).toBe('Lambda.ResourceNotFoundException');
  expect(cause).toMatch(
    /^Function not found: arn:aws:lambda:us-east-1:000000000000:function:gone(?::\$LATEST)? \(Service: AWSLambda; Status Code: 404; Error Code: ResourceNotFoundException; Request ID: [^;]+; Proxy: null\)$/,
  );
});
