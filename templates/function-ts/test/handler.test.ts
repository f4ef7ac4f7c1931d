// The function as it is deployed, in an emulator of this test.
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { useEmulator } from 'cloud-emulator/vitest';
import { expect, it } from 'vitest';
import { deploy, FUNCTION } from '../local/deploy.mjs';

const emulator = useEmulator({ setUp: (started) => deploy(started.client(LambdaClient)) });
const lambda = emulator.client(LambdaClient);

it('says what an order costs', async () => {
  const Payload = JSON.stringify({ id: 7, items: [{ price: 20, count: 2 }] });
  const answer = await lambda.send(new InvokeCommand({ FunctionName: FUNCTION, Payload }));
  expect(JSON.parse(answer.Payload!.transformToString())).toEqual({ message: 'order 7 costs 40.00' });
});
