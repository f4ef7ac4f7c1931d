// Pipes survive the end of the process: what was sent meanwhile, or was under way, is handed over afterwards.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pipes } from '@aws-sdk/client-pipes';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { queueArn, ROLE } from './use-pipes.ts';

it('go on after a restart', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'pipes-durable-'));
  const start = async () => {
    const emulator = await startTestEmulator({ options: { PERSISTENCE: '1', DATA_DIR } });
    const url = (name: string) => `${emulator.url}/000000000000/${name}`;
    return { emulator, pipes: emulator.client(Pipes), sqs: emulator.client(SQS), url };
  };
  let { emulator, pipes, sqs, url } = await start();
  for (const QueueName of ['from', 'to']) await sqs.createQueue({ QueueName });
  const pipe = { RoleArn: ROLE, Source: queueArn('from'), Target: queueArn('to'), TargetParameters: { InputTemplate: '<$.body>' } };
  await pipes.createPipe({ Name: 'kept', ...pipe });
  await pipes.createPipe({ Name: 'waits', ...pipe, DesiredState: 'STOPPED' });
  await emulator.idle();
  const told = await pipes.describePipe({ Name: 'kept' });
  await emulator.stop();
  ({ emulator, pipes, sqs, url } = await start());
  await emulator.idle();
  expect({ ...(await pipes.describePipe({ Name: 'kept' })), $metadata: undefined }).toEqual({ ...told, $metadata: undefined });
  expect(await pipes.describePipe({ Name: 'waits' })).toMatchObject({ CurrentState: 'STOPPED' });
  await sqs.sendMessage({ QueueUrl: url('from'), MessageBody: 'after' });
  await emulator.idle();
  const { Messages = [] } = await sqs.receiveMessage({ QueueUrl: url('to'), WaitTimeSeconds: 5 });
  expect(Messages.map(({ Body }) => Body)).toEqual(['after']);
  // Created, and stopped before it has settled: the transition is made at the next start.
  await pipes.createPipe({ Name: 'begun', ...pipe });
  await emulator.stop();
  ({ emulator, pipes, sqs, url } = await start());
  await emulator.idle();
  expect(await pipes.describePipe({ Name: 'begun' })).toMatchObject({ CurrentState: 'RUNNING' });
  await emulator.stop();
  await rm(DATA_DIR, { recursive: true });
});
