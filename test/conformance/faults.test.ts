// Faults as applications meet them: SDK clients retry what is throttled, deliveries are retried, delays are felt; over HTTP and by the command.
import { execFile } from 'node:child_process';
import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { queueArn, useEvents } from '../support/use-events.ts';

const fixture = useEvents();
const { makeQueue, makeRule, put, bodies } = fixture;
afterEach(() => fixture.emulator.faults.clear());

async function fault(...words: string[]): Promise<{ code: number; text: string }> {
  const all = [...(await commandWords()), 'fault', ...words];
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', AWS_ENDPOINT_URL: fixture.emulator.url };
  return new Promise((resolve) =>
    execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    ),
  );
}

describe('a fault', () => {
  it('is answered to clients, whose SDK tries again', async () => {
    const QueueUrl = await makeQueue('orders');
    const { faults, url: endpoint } = fixture.emulator;
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const retrying = new SQS({ endpoint, region: 'us-east-1', credentials, maxAttempts: 3 });
    faults.add({
      service: 'sqs',
      operation: 'SendMessage',
      resource: 'orders',
      error: 'ThrottlingException',
      message: 'Rate exceeded',
      times: 2,
    });
    const { $metadata } = await retrying.sendMessage({ QueueUrl, MessageBody: 'x' });
    retrying.destroy();
    expect($metadata.attempts).toBe(3);
    faults.add({ service: 'sqs', error: 'AccessDenied', message: 'Not today.', status: 403 });
    await expect(fixture.sqs.sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toMatchObject({
      name: 'AccessDenied',
      message: 'Not today.',
      $metadata: { httpStatusCode: 403 },
    });
    expect(faults.list()).toMatchObject([{ id: 'fault-2', met: 1 }]);
  });

  it('is named in the log and in the trace of the call', async () => {
    fixture.emulator.faults.add({ service: 'sqs', operation: 'ListQueues', error: 'Busy' });
    await expect(fixture.sqs.listQueues({})).rejects.toThrow('This call was made to fail by the fault fault-1 of the emulator.');
    expect(fixture.emulator.lines.some((line) => line.includes('Busy: This call was made to fail by the fault fault-1'))).toBe(true);
  });

  it('meets deliveries, which are tried again', async () => {
    const url = await makeQueue('orders');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }]);
    fixture.emulator.faults.add({ service: 'sqs', operation: 'SendMessage', error: 'ServiceUnavailable', status: 503, times: 1 });
    await put();
    expect(await bodies(url)).toEqual([]);
    await fixture.emulator.clock.advance('5m');
    expect(await bodies(url)).toHaveLength(1);
  });

  it('that makes no sense is refused, and ends with the state', async () => {
    const { faults, reset } = fixture.emulator;
    for (const [wrong, message] of [
      [{ service: 'sqz', error: 'x' }, 'There is no service "sqz" here.'],
      [{ service: 'sqs', operation: 'Send', error: 'x' }, 'The service sqs has no operation "Send".'],
      [{ service: 'sqs' }, 'A fault needs an error or a delay.'],
      [{ service: 'sqs', error: 'x\r\nset-cookie: a=b' }, 'The error "x\\r\\nset-cookie: a=b" is no code: ThrottlingException is one.'],
      [{ service: 'sqs', error: 'x', status: 200 }, 'The status of a fault is a whole number from 400 to 599.'],
      [{ service: 'sqs', delayMs: Number.POSITIVE_INFINITY }, 'The delay of a fault has 0 to 900,000 milliseconds.'],
      [{ service: 'sqs', error: 'x', rate: 0 }, 'The rate of a fault is above 0 and at most 1.'],
      [{ service: 'sqs', error: 'x', times: 0.5 }, 'A fault meets a whole number of calls, at least one.'],
    ] as const)
      expect(() => faults.add(wrong)).toThrow(message);
    faults.add({ service: '*', delayMs: 1 });
    await reset();
    expect(faults.list()).toEqual([]);
  });
});

it('the command adds, lists and clears faults', async () => {
  const added = await fault(
    'add',
    'sqs.SendMessage',
    '--error',
    'Busy',
    '--delay',
    '20ms',
    '--rate',
    '0.5',
    '--times',
    '3',
    '--resource',
    'orders',
  );
  expect(added).toEqual({ code: 0, text: 'fault-1: 50 % of sqs.SendMessage orders → wait 20 ms, then Busy, 3 times\n' });
  expect((await fault('list')).text).toBe('fault-1: 50 % of sqs.SendMessage orders → wait 20 ms, then Busy, 3 times, 0 calls so far\n');
  expect(await fault('clear', 'fault-7')).toMatchObject({
    code: 1,
    text: expect.stringContaining('FAULT_MISSING: There is no fault fault-7.'),
  });
  expect(await fault('clear')).toEqual({ code: 0, text: 'fault-1 has ended.\n' });
  expect(await fault('add', 'sqs', '--delay', 'long')).toMatchObject({
    code: 1,
    text: expect.stringContaining('--delay long is not a duration.'),
  });
});
