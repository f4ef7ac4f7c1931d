// The function as it is deployed, in an emulator of this test.
import assert from 'node:assert/strict';
import * as hooks from 'node:test';
import { test } from 'node:test';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { useEmulator } from 'cloud-emulator/testing';
import { deploy, FUNCTION } from '../local/deploy.mjs';

const emulator = useEmulator(hooks, { setUp: (started) => deploy(started.client(LambdaClient)) });
const lambda = emulator.client(LambdaClient);

test('says what an order costs', async () => {
  const Payload = JSON.stringify({ id: 7, items: [{ price: 20, count: 2 }] });
  const answer = await lambda.send(new InvokeCommand({ FunctionName: FUNCTION, Payload }));
  assert.deepEqual(JSON.parse(answer.Payload.transformToString()), { message: 'order 7 costs 40.00' });
});
