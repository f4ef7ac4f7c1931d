// The real CDK's constructs for events (aws-events and its targets, aws-scheduler and its targets, aws-pipes): deployed, fired, destroyed.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Pipes } from '@aws-sdk/client-pipes';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CdkApp, openApp, whyNoCdk } from '../support/cdk.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';

const APP = fileURLToPath(new URL('./cdk-events', import.meta.url));
const WAIT_S = 5;
const HOUR_MS = 3_600_000;

describe.skipIf(isMissing('constructs of events of the CDK', whyNoLongScenario() ?? whyNoCdk()))("the CDK's constructs of events", () => {
  let emulator: TestEmulator;
  let app: CdkApp;
  let server: Server;
  let outputs: Record<string, string>;
  let context: readonly string[];
  /** When the schedules run: long after the deployment, soon for a clock that is moved. */
  const at = new Date(Math.floor(Date.now() / 1000) * 1000 + HOUR_MS).toISOString();
  /** Requests that the API destination received: key and body. */
  const received: { key: unknown; body: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push({ key: request.headers['x-key'], body });
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    emulator = await startTestEmulator({ environment: { CONTAINER_RUNTIME: 'embedded' } });
    app = openApp(APP, emulator.url);
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
    context = ['-c', `endpoint=${endpoint}`, '-c', `at=${at}`];
    await app.cdk('bootstrap', 'aws://000000000000/us-east-1', ...context);
    await app.cdk('deploy', '--require-approval', 'never', ...context);
    const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName: 'Events' });
    outputs = Object.fromEntries((Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
  });
  afterAll(async () => {
    await emulator?.stop();
    server?.close();
    app?.[Symbol.dispose]();
  });

  const bodies = async (queue: string, count: number): Promise<(string | undefined)[]> => {
    const sqs = emulator.client(SQS);
    const found: (string | undefined)[] = [];
    for (let tries = 0; found.length < count && tries < count; tries++) {
      const QueueUrl = outputs[`${queue}Url`];
      const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: WAIT_S, MaxNumberOfMessages: 10 });
      for (const { Body, ReceiptHandle } of Messages) {
        found.push(Body);
        await sqs.deleteMessage({ QueueUrl, ReceiptHandle });
      }
    }
    return found;
  };
  const linesIn = async (logGroupName: string): Promise<string> => {
    const { events = [] } = await emulator.client(CloudWatchLogs).filterLogEvents({ logGroupName });
    return events.map(({ message }) => message).join('\n');
  };

  it('send an event to every target of the rule', async () => {
    const entry = { EventBusName: outputs['BusName'], Source: 'shop', DetailType: 'Order' };
    const Entries = [3, 7].map((total) => ({ ...entry, Detail: JSON.stringify({ id: 7, total }) }));
    await emulator.client(EventBridge).putEvents({ Entries });
    await emulator.idle();
    const [text, event, ...others] = (await bodies('Orders', 2)).sort();
    expect(text).toBe('"order 7"');
    expect([event, ...others].map((body) => JSON.parse(body!).detail.total).sort()).toEqual([7]);
    expect(await linesIn(`/aws/lambda/${outputs['FunctionName']}`)).toContain('"total":7');
    expect(await linesIn('/aws/events/orders')).toContain('"total":7');
    expect(received.map(({ key, body }) => [key, JSON.parse(body).detail.total])).toEqual([['k', 7]]);
    const { Archives = [] } = await emulator.client(EventBridge).listArchives({});
    expect(Archives).toMatchObject([{ EventCount: 2 }]);
  });

  it('admit the account that the bus’s policy names', async () => {
    const { Policy } = await emulator.client(EventBridge).describeEventBus({ Name: outputs['BusName'] });
    expect(Policy).toContain('111111111111');
  });

  it('fire rules with schedules, whose events a pipe passes on', async () => {
    await emulator.clock.advance('5m');
    expect(await bodies('Piped', 1)).toEqual(['{"tick": "Scheduled Event"}']);
  });

  it('fire the scheduler’s schedules, at their time', async () => {
    const { Schedules = [] } = await emulator.client(Scheduler).listSchedules({});
    expect(Schedules).toHaveLength(4);
    await emulator.clock.advance('1h');
    await emulator.idle();
    expect((await bodies('Planned', 2)).sort()).toEqual(['planned', 'universal']);
    expect(await linesIn(`/aws/lambda/${outputs['FunctionName']}`)).toContain('"planned":true');
    expect(await bodies('Orders', 2)).toContain('"order 8"');
  });

  it('are destroyed without a trace', async () => {
    await app.cdk('destroy', '--force', ...context);
    expect((await emulator.client(Pipes).listPipes({})).Pipes).toEqual([]);
    expect((await emulator.client(Scheduler).listSchedules({})).Schedules).toEqual([]);
    const { EventBuses = [] } = await emulator.client(EventBridge).listEventBuses({});
    expect(EventBuses.map(({ Name }) => Name)).toEqual(['default']);
  });
});
