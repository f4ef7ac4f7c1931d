// Functions, their code, and invocations that were accepted survive the end of the process.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../../support/child.ts';
import { WAITER } from '../../support/until-passes.ts';
import { creation, handler, textOf } from './fixture.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

describe('with PERSISTENCE=1', () => {
  let directory: string;
  let child: ChildEmulator | undefined;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lambda-durable-'));
  });
  afterEach(async () => {
    await child?.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });
  const start = async (): Promise<Lambda> => {
    child = await startChild({ PERSISTENCE: '1', DATA_DIR: directory });
    return new Lambda({ endpoint: child.url, region: 'us-east-1', credentials, maxAttempts: 1 });
  };

  const ran = async (): Promise<string[]> => {
    const logs = new CloudWatchLogs({ endpoint: child!.url, region: 'us-east-1', credentials });
    const { events = [] } = await logs.filterLogEvents({ logGroupName: '/aws/lambda/kept', filterPattern: 'ran' });
    return [...new Set(events.map(({ message }) => message!.trim().split('\t').at(-1)!))].sort();
  };

  it('keeps functions and accepted invocations through kill -9', async () => {
    const code = handler('await new Promise((resolve) => setTimeout(resolve, 700)); console.log("ran", event.n); return "kept";');
    let lambda = await start();
    await lambda.createFunction(creation('kept', code));
    await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'kept' });
    const event = (n: number) => ({ FunctionName: 'kept', InvocationType: 'Event' as const, Payload: Buffer.from(JSON.stringify({ n })) });
    await Promise.all([1, 2, 3].map((n) => lambda.invoke(event(n))));
    await child!.kill('SIGKILL');
    lambda = await start();
    const { Configuration } = await lambda.getFunction({ FunctionName: 'kept' });
    expect(Configuration).toMatchObject({ State: 'Active', LastUpdateStatus: 'Successful' });
    const { Payload } = await lambda.invoke({ FunctionName: 'kept', Payload: Buffer.from('{"n":4}') });
    expect(textOf(Payload)).toBe('"kept"');
    await expect.poll(() => ran(), { interval: 100 }).toEqual(['ran 1', 'ran 2', 'ran 3', 'ran 4']);
  });
});
