// Events on their way: members that arrive unchanged, verdicts of rules and deliveries, answers that stream, logs that come fast; layers.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { zipOf } from '../../../emulator/explorer/src/resources/functions/zip.ts';
import { ROLE } from '../../support/explorer-data.ts';
import type { ExplorerSession } from '../../support/explorer-session.ts';
import { WAITER } from '../../support/until-passes.ts';

const queueArn = (name: string): string => `arn:aws:sqs:us-east-1:000000000000:${name}`;
const open = (name: string): string =>
  JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: queueArn(name) }] });

/** An endpoint of buses in two regions; its id. */
async function makeEndpoint({ client }: ExplorerSession): Promise<string> {
  const Name = 'everywhere';
  const buses = await Promise.all(
    ['us-east-1', 'us-west-2'].map(async (region) => (await client(EventBridge, { region }).createEventBus({ Name })).EventBusArn),
  );
  const { EndpointId = '' } = await client(EventBridge)
    .createEndpoint({
      Name,
      RoutingConfig: {
        FailoverConfig: { Primary: { HealthCheck: 'arn:aws:route53:::healthcheck/one' }, Secondary: { Route: 'us-west-2' } },
      },
      ReplicationConfig: { State: 'DISABLED' },
      EventBuses: buses.map((EventBusArn) => ({ EventBusArn })),
    })
    .then(() => client(EventBridge).describeEndpoint({ Name }));
  return EndpointId;
}

export function deliveriesTests(session: ExplorerSession): void {
  const follow = (name: string): Promise<void> => session.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

  it('publishes a layer, lists its versions, and deletes one', async () => {
    const lambda = session.client(Lambda);
    await session.open('layers');
    await session.press('Publish layer');
    await session.fill('Name', 'tools');
    const zip = session.page.getByRole('dialog').locator('input[type=file]');
    await zip.setInputFiles({ name: 'tools.zip', mimeType: 'application/zip', buffer: Buffer.from(zipOf('tools.mjs', 'export {}')) });
    await session.submit('Publish version');
    await session.page.getByRole('cell', { name: 'arn:aws:lambda:us-east-1:000000000000:layer:tools:1' }).waitFor();
    await lambda.publishLayerVersion({ LayerName: 'tools', Content: { ZipFile: zipOf('tools.mjs', 'export {}') } });
    await session.page.getByRole('cell', { name: /layer:tools:2/ }).waitFor();
    await session.press('Delete version 1');
    await session.press('Delete version 1?');
    await session.page.getByRole('cell', { name: /layer:tools:1/ }).waitFor({ state: 'detached' });
    expect((await lambda.listLayerVersions({ LayerName: 'tools' })).LayerVersions?.map(({ Version }) => Version)).toEqual([2]);
  });

  it('sends Resources, TraceHeader and Endpoint Id unchanged', async () => {
    const sqs = session.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'witness', Attributes: { Policy: open('witness') } });
    const events = session.client(EventBridge);
    await events.putRule({ Name: 'witness', EventPattern: '{"source":["witness"]}' });
    await events.putTargets({ Rule: 'witness', Targets: [{ Id: 'q', Arn: queueArn('witness') }] });
    await session.open('buses/default?tab=send');
    const trace = 'Root=1-5f84c7a1-0123456789abcdef01234567;Parent=53995c3f42cd8ad8;Sampled=1';
    const resources = ['arn:aws:s3:::one', 'arn:aws:s3:::two/and more'.replace(' ', '%20')];
    await session.page.getByLabel('Source', { exact: true }).fill('witness');
    await session.page.getByLabel('Resources', { exact: true }).fill(resources.join(' '));
    await session.page.getByLabel('TraceHeader', { exact: true }).fill(trace);
    await session.press('Send event');
    await session.page.getByRole('link', { name: /Open the trace of/ }).waitFor();
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 10, MessageSystemAttributeNames: ['AWSTraceHeader'] });
    expect((JSON.parse(Messages[0]!.Body!) as { resources: string[] }).resources).toEqual(resources);
    expect(Messages[0]!.Attributes).toEqual({ AWSTraceHeader: trace });
    await session.page.getByLabel('Endpoint Id').fill('abcde.veo');
    await session.press('Send event');
    await session.page.getByRole('alert').waitFor();
    await session.page.getByLabel('EventBusName').fill('everywhere');
    await session.page.getByLabel('Endpoint Id').fill(await makeEndpoint(session));
    await session.press('Send event');
    await session.page.getByRole('link', { name: /Open the trace of/ }).waitFor();
    expect(await session.page.getByRole('alert').count()).toBe(0);
  });

  it('tells two clicks from home why a rule did not fire: disabled, another value, denied, dead-lettered', async () => {
    const [sqs, events] = [session.client(SQS), session.client(EventBridge)];
    await sqs.createQueue({ QueueName: 'closed' });
    await sqs.createQueue({ QueueName: 'dead', Attributes: { Policy: open('dead') } });
    await events.createEventBus({ Name: 'verdicts' });
    const target = { Id: 'q', Arn: queueArn('closed'), RetryPolicy: { MaximumRetryAttempts: 0 } };
    const rules = [
      { Name: 'off', State: 'DISABLED' as const, Target: target },
      { Name: 'denied', Target: target },
      { Name: 'silent', EventPattern: '{"source":["V"]}', Target: target },
      { Name: 'dead', Target: { ...target, DeadLetterConfig: { Arn: queueArn('dead') } } },
    ];
    for (const { Name, State, EventPattern = '{"source":["v"]}', Target } of rules) {
      await events.putRule({ EventBusName: 'verdicts', Name, EventPattern, ...(State && { State }) });
      await events.putTargets({ EventBusName: 'verdicts', Rule: Name, Targets: [Target] });
    }
    const entry = { EventBusName: 'verdicts', Source: 'v', DetailType: 'd', Detail: '{}' };
    await events.putEvents({ Entries: [entry] });
    await session.open('');
    await follow('Event traces');
    await session.page.getByRole('row').filter({ hasText: 'verdicts' }).getByRole('link').click();
    const verdict = (name: string) =>
      session.page.locator('.verdict').filter({ has: session.page.getByRole('link', { name, exact: true }) });
    await verdict('off').getByText('disabled', { exact: true }).waitFor();
    await verdict('silent').getByText('did not match').waitFor();
    await verdict('silent').getByRole('row').filter({ hasText: 'source' }).getByText('case').waitFor();
    await verdict('denied').getByText('lost', { exact: true }).waitFor();
    await verdict('denied')
      .getByText(/AccessDenied|NO_PERMISSIONS|not authorized/)
      .first()
      .waitFor();
    await verdict('dead').getByText('dead-lettered', { exact: true }).waitFor();
  });

  it('tells two clicks from home that a rule with a schedule is disabled', async () => {
    await session.client(EventBridge).putRule({ Name: 'weekly', ScheduleExpression: 'rate(7 days)', State: 'DISABLED' });
    await session.open('');
    await follow('Event buses');
    await session.link('default').click();
    await session.page.getByRole('row').filter({ hasText: 'rate(7 days)' }).getByText('DISABLED').waitFor();
  });

  it('tells a click from home that a filter of a mapping dropped a message, and three clicks from there which filter', async () => {
    const [sqs, lambda] = [session.client(SQS), session.client(Lambda)];
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'filtered' });
    const Filters = [{ Pattern: '{"body":{"kind":["a"]}}' }];
    const mapping = { FunctionName: 'process-order', EventSourceArn: queueArn('filtered'), FilterCriteria: { Filters } };
    const { UUID } = await lambda.createEventSourceMapping(mapping);
    await sqs.sendMessage({ QueueUrl, MessageBody: '{"kind":"b"}' });
    await session.open('');
    await follow('Calls');
    await session.page.getByText(`1 record of ${queueArn('filtered')} for process-order matched no filter and is dropped`).waitFor();
    await follow('Functions');
    await session.link('process-order').click();
    await session.page.getByRole('tab', { name: 'Triggers' }).click();
    await session.page.getByText('only {"body":{"kind":["a"]}}').waitFor();
    await lambda.deleteEventSourceMapping({ UUID });
  });

  it('shows the first part of a streamed answer before its end', async () => {
    let arrive = (_: http.ServerResponse): void => {};
    const arrived = new Promise<http.ServerResponse>((resolve) => (arrive = resolve));
    const gate = http.createServer((_, response) => arrive(response));
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}/`;
    const code = `export const handler = awslambda.streamifyResponse(async (_, stream) => {
      stream.write('the first part, ');
      await fetch(${JSON.stringify(url)});
      stream.end('and the last');
    });`;
    const lambda = session.client(Lambda);
    const FunctionName = 'streams';
    const Code = { ZipFile: zipOf('index.mjs', code) };
    await lambda.createFunction({ FunctionName, Runtime: 'nodejs20.x', Handler: 'index.handler', Role: ROLE, Code, Timeout: 60 });
    await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName });
    await session.open(`functions/${FunctionName}`);
    await session.page.getByLabel('How to invoke').selectOption('streamed');
    await session.press('Invoke');
    const payload = session.page.getByRole('region', { name: 'Payload' });
    await payload.getByText('the first part,').waitFor();
    expect(await payload.innerText()).not.toContain('the last');
    (await arrived).end('go on');
    await payload.getByText('the first part, and the last').waitFor();
    gate.close();
  });

  it('follows a log of a thousand lines a second, pauses when somebody scrolls up, and resumes', async () => {
    const logs = session.client(CloudWatchLogs);
    const where = { logGroupName: '/fast', logStreamName: 'one' };
    await logs.createLogGroup({ logGroupName: where.logGroupName });
    await logs.createLogStream(where);
    const put = (from: number) =>
      logs.putLogEvents({
        ...where,
        logEvents: Array.from({ length: 1_000 }, (_, i) => ({ timestamp: Date.now(), message: `line ${from + i}` })),
      });
    await put(0);
    await session.open(`logs?group=${encodeURIComponent(where.logGroupName)}`);
    const lines = session.page.getByRole('log', { name: 'Log lines' });
    await session.page.getByText('1000 lines').waitFor();
    for (const from of [1_000, 2_000, 3_000]) await put(from);
    await session.page.getByText('4000 lines').waitFor();
    await lines.getByText('line 3999', { exact: true }).waitFor();
    await lines.evaluate((box) => box.scrollTo(0, 0));
    await session.page.getByRole('button', { name: 'Follow' }).waitFor();
    await put(4_000);
    await session.page.getByText('5000 lines').waitFor();
    expect(await lines.evaluate((box) => box.scrollTop)).toBe(0);
    await session.press('Follow');
    const atEnd = '(box) => box.scrollHeight - box.scrollTop - box.clientHeight < 24';
    await session.page.waitForFunction(`(${atEnd})(document.querySelector('.log-lines'))`);
  });
}
