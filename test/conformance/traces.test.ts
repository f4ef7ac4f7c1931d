// The emulator's traces of requests: the calls, events and deliveries that followed from each; over HTTP and by `emulator why`.
import { execFile, spawn } from 'node:child_process';
import { request } from 'node:http';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { S3 } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { untilPasses } from '../support/until-passes.ts';
import { queueArn, useEvents } from '../support/use-events.ts';

const fixture = useEvents();
const { makeQueue, makeRule, put } = fixture;

const get = async (path: string) => fetch(`${fixture.emulator.url}/_emulator/traces${path}`);
const linesOf = async (query: string): Promise<Record<string, unknown>[]> =>
  (await (await get(`?${query}`)).text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function why(...words: string[]): Promise<{ code: number; text: string }> {
  const all = [...(await commandWords()), 'why', ...words];
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', AWS_ENDPOINT_URL: fixture.emulator.url };
  return new Promise((resolve) =>
    execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    ),
  );
}

describe('a request', () => {
  it('is explained by the event that it published, the rules that took it, and its deliveries', async () => {
    await makeQueue('orders');
    await makeQueue('closed', { open: false });
    await makeRule('yes', [
      { Id: 'q', Arn: queueArn('orders') },
      { Id: 'c', Arn: queueArn('closed') },
    ]);
    await makeRule('no', [{ Id: 'q', Arn: queueArn('orders') }], { pattern: { source: ['other'] } });
    const { $metadata, Entries } = await put();
    await fixture.emulator.idle();
    const answer = await get(`/${$metadata.requestId}`);
    expect(await answer.json()).toEqual({
      id: $metadata.requestId,
      steps: expect.arrayContaining([
        expect.objectContaining({ kind: 'call', service: 'events', operation: 'PutEvents', resource: 'default', depth: 0, failed: false }),
        expect.objectContaining({ kind: 'event', eventId: Entries?.[0]?.EventId }),
        expect.objectContaining({ kind: 'delivery', targetArn: queueArn('orders'), outcome: 'delivered', count: 1 }),
        expect.objectContaining({
          kind: 'delivery',
          targetArn: queueArn('closed'),
          outcome: 'lost',
          problem: expect.stringContaining('sqs:SendMessage'),
        }),
      ]),
      problems: [
        expect.objectContaining({
          code: 'DELIVERY_LOST',
          cause: expect.stringMatching(/^rule yes → closed: AccessDenied.*sqs:SendMessage.*\(lost: the target has no dead-letter queue\)$/),
          target: queueArn('closed'),
          remedy: expect.stringContaining('To allow it: aws sqs set-queue-attributes'),
        }),
      ],
      events: [
        expect.objectContaining({
          id: Entries?.[0]?.EventId,
          publications: [
            expect.objectContaining({ missed: [expect.objectContaining({ rule: 'no', reason: 'source is "shop", wanted "other"' })] }),
          ],
        }),
      ],
    });
    expect(await (await get(`/${Entries?.[0]?.EventId}`)).json()).toMatchObject({ id: $metadata.requestId });
    expect(await linesOf('about=yes&problems=1')).toMatchObject([
      {
        id: $metadata.requestId,
        call: 'events.PutEvents',
        resource: 'default',
        problem: expect.stringMatching(/^sqs.SendMessage: AccessDenied/),
      },
    ]);
    expect(await linesOf('about=PutRule')).toHaveLength(2);
  });

  it('that failed says why; of those that are not kept nothing is known', async () => {
    const { sqs } = fixture;
    const send = new SendMessageCommand({ QueueUrl: `${fixture.emulator.url}/000000000000/none`, MessageBody: 'x' });
    const error = await sqs.send(send).then(
      () => undefined,
      (problem: { $metadata: { requestId: string } }) => problem,
    );
    expect(await (await get(`/${error?.$metadata.requestId}`)).json()).toMatchObject({
      steps: [{ service: 'sqs', operation: 'SendMessage', failed: true, text: expect.stringContaining('QueueDoesNotExist') }],
      events: [],
    });
    const missing = await get('/none');
    expect([missing.status, await missing.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'TRACE_MISSING', message: 'No request none is kept.' }),
    ]);
  });

  it('is written to those who follow, once for what follows from it at once', async () => {
    const url = await makeQueue('orders');
    const line = await new Promise<string>((resolve, reject) => {
      const call = request(`${fixture.emulator.url}/_emulator/traces?lines=0&follow=1&about=orders`, (answer) => {
        answer.once('data', (bytes: Buffer) => {
          resolve(String(bytes));
          call.destroy();
        });
        fixture.sqs.send(new GetQueueAttributesCommand({ QueueUrl: url })).catch(reject);
      });
      call.on('error', (error) => call.destroyed || reject(error));
      call.end();
    });
    expect(JSON.parse(line)).toMatchObject({ call: 'sqs.GetQueueAttributes', resource: 'orders', steps: 1 });
  });

  it('is forgotten when the state is reset', async () => {
    await makeQueue('orders');
    expect(await linesOf('about=orders')).not.toEqual([]);
    await fetch(`${fixture.emulator.url}/_emulator/state/reset`, { method: 'POST' });
    expect(await linesOf('lines=100')).toEqual([]);
  });
});

describe('the command', () => {
  it('tells what failed last, what became of a request or a resource, and why a rule did not fire', async () => {
    await makeQueue('closed', { open: false });
    await makeRule('refused', [{ Id: 'c', Arn: queueArn('closed') }]);
    await makeRule('silent', [{ Id: 'c', Arn: queueArn('closed') }], { pattern: { source: ['other'] } });
    const { $metadata } = await put();
    await fixture.emulator.idle();
    const last = await why();
    expect(last.text).toContain($metadata.requestId);
    expect(last.text).toMatch(/refused → arn:aws:sqs:us-east-1:000000000000:closed lost: .*sqs:SendMessage/);
    expect((await why('closed')).text).toContain('events.PutEvents default ok');
    expect((await why('silent')).text).toMatch(/^silent did not take an event:\n {2}· source is "shop", wanted "other"/);
    expect(JSON.parse((await why('--json', $metadata.requestId!)).text)).toMatchObject({ trace: { id: $metadata.requestId } });
    expect(await why('nobody')).toMatchObject({
      code: 1,
      text: expect.stringContaining('TRACE_MISSING: Nothing is known about "nobody".'),
    });
  });

  it('has exit codes for scripts, and leaves out what is older than asked', async () => {
    expect(await why()).toEqual({ code: 0, text: 'Nothing has failed among the last requests.\n' });
    await makeQueue('closed', { open: false });
    await makeRule('refused', [{ Id: 'c', Arn: queueArn('closed') }]);
    expect(await why('closed')).toMatchObject({ code: 0, text: expect.stringContaining('sqs.CreateQueue closed ok') });
    await put();
    expect(await why()).toMatchObject({ code: 1, text: expect.stringMatching(/^✗ rule refused → closed: AccessDenied/) });
    await fixture.emulator.clock.advance('10m');
    expect(await why('--since', '5m')).toEqual({ code: 0, text: 'Nothing has failed among the last requests.\n' });
    expect((await why('--since', '15m')).code).toBe(1);
    expect(await why('--since', 'soon')).toMatchObject({ code: 1, text: expect.stringContaining('OPTION_INVALID: --since soon') });
    expect((await why('--help')).text).toMatch(/Examples:[\s\S]*Exit codes: 0 /);
  });

  it('shows problems as they occur', async () => {
    await makeQueue('closed', { open: false });
    await makeRule('refused', [{ Id: 'c', Arn: queueArn('closed') }]);
    const words = [...(await commandWords()), 'why', '--follow', '--endpoint', fixture.emulator.url];
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1' };
    const child = spawn(process.execPath, words, { env });
    let shown = '';
    child.stdout.on('data', (bytes: Buffer) => {
      shown += String(bytes);
    });
    // It follows once its request is there: what fails before is not shown.
    await untilPasses(async () => {
      await put();
      expect(shown).toMatch(/^\S+ ✗ rule refused → closed: AccessDenied/);
    });
    child.kill();
  });

  it('names the command that allows what a policy refused, as the log does', async () => {
    const logs = fixture.emulator.client(CloudWatchLogs);
    await logs.createLogGroup({ logGroupName: '/events/kept' });
    const arn = 'arn:aws:logs:us-east-1:000000000000:log-group:/events/kept';
    await makeRule('kept', [{ Id: 'l', Arn: arn }]);
    await put();
    const line = fixture.emulator.lines.find((text) => text.includes('To allow it: aws logs put-resource-policy'))!;
    const remedy = line.slice(line.indexOf('To allow it: '));
    const ofGroup = await why('/events/kept');
    expect(ofGroup.text).toContain('logs.CreateLogStream');
    expect(ofGroup.text).toContain(remedy);
    expect((await why(arn)).text).toContain(remedy);
    const policyDocument = /--policy-document '([^']+)'/.exec(remedy)![1]!;
    await logs.putResourcePolicy({ policyName: 'kept', policyDocument });
    const { $metadata } = await put();
    expect((await why($metadata.requestId!)).text).toContain('logs.PutLogEvents');
    expect((await why($metadata.requestId!)).text).not.toContain('To allow it');
  });

  it('says which entries of a batch failed although its answer is good, and what allows those that a policy refused', async () => {
    const refusedIn = async (sent: Promise<{ $metadata: { requestId?: string | undefined } }>) =>
      (await why((await sent).$metadata.requestId!)).text;
    const EventBusName = 'arn:aws:events:us-east-1:111122223333:event-bus/default';
    const entry = { Source: 'a', DetailType: 'b', Detail: '{}' };
    expect(await refusedIn(fixture.events.putEvents({ Entries: [entry, { ...entry, Detail: '{' }, { ...entry, Detail: '[' }] }))).toContain(
      'events.PutEvents default 2 of 3 entries failed, the first one with MalformedDetail: Detail is malformed.',
    );
    const foreign = await refusedIn(fixture.events.putEvents({ Entries: [{ ...entry, EventBusName }] }));
    expect(foreign).toContain('the entry failed with AccessDeniedException: ');
    expect(foreign).toContain('To allow it, in account 111122223333: aws events put-permission --event-bus-name default');
    const { QueueUrl } = await fixture.sqs.createQueue({ QueueName: 'batches' });
    const Entries = [
      { Id: 'a', MessageBody: 'a' },
      { Id: 'b', MessageBody: '\u0000' },
    ];
    expect(await refusedIn(fixture.sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries })))).toContain(
      'sqs.SendMessageBatch batches 1 of 2 entries failed with InvalidMessageContents: ',
    );
  });

  it('says why a bucket refused, which its answer does not, and the commands that open it', async () => {
    const s3 = fixture.emulator.client(S3, { forcePathStyle: true });
    await s3.createBucket({ Bucket: 'closed' });
    await s3.putObject({ Bucket: 'closed', Key: 'a', Body: 'text' });
    const ask = () => fetch(`${fixture.emulator.url}/closed/a`);
    const refused = await ask();
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('<Message>Access Denied</Message>')]);
    const { text } = await why(refused.headers.get('x-amz-request-id')!);
    expect(text).toContain('an anonymous caller is not authorized to perform: s3:GetObject on resource: arn:aws:s3:::closed/a because');
    expect(text).toContain('aws s3api delete-public-access-block --bucket closed && aws s3api put-bucket-policy --bucket closed --policy ');
    await s3.deletePublicAccessBlock({ Bucket: 'closed' });
    await s3.putBucketPolicy({ Bucket: 'closed', Policy: /--policy '([^']+)'/.exec(text)![1]! });
    expect(await (await ask()).text()).toBe('text');
  });
});
