// Mistakes of a new user in the first hour, against a started command: the console says why, by name, without being asked.

import { execFileSync } from 'node:child_process';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creation, handler, zipOf } from '../conformance/lambda/fixture.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { WAITER } from '../support/until-passes.ts';

const ACCOUNT = '000000000000';
const queueArn = (name: string): string => `arn:aws:sqs:us-east-1:${ACCOUNT}:${name}`;
const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:${ACCOUNT}:function:${name}`;

function whyNoPython(): string | undefined {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'needs python3 in PATH';
  }
}

let emulator: ChildEmulator;
let clients: ReturnType<typeof clientsOf>;
let lambda: Lambda;
let events: EventBridge;
let sqs: SQS;
beforeAll(async () => {
  emulator = await startChild({ CONTAINER_RUNTIME: 'auto', DOCKER_HOST: 'unix:///nowhere/docker.sock' }, [], [], []);
  clients = clientsOf(emulator.url);
  [lambda, events, sqs] = [clients.client(Lambda), clients.client(EventBridge), clients.client(SQS)];
});
afterAll(async () => {
  clients.destroy();
  await emulator.kill('SIGTERM');
});

async function create(name: string, code: Uint8Array | string, more: Parameters<typeof creation>[2] = {}): Promise<void> {
  await lambda.createFunction(creation(name, typeof code === 'string' ? handler(code) : code, more));
  await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: name });
}

/** The line that the break causes on the console. */
async function told(breaks: () => Promise<unknown>, pattern: RegExp): Promise<string> {
  const from = emulator.log().length;
  const [line] = await Promise.all([emulator.line(pattern, from), breaks()]);
  return line;
}

const invoke = (FunctionName: string) => () => lambda.invoke({ FunctionName });

describe('a function', () => {
  it('that times out', async () => {
    await create('thr', 'await new Promise(() => setTimeout(() => {}, 60000));', { Timeout: 1 });
    await told(invoke('thr'), /error lambda: thr timed out after 1 s \(request [0-9a-f-]{36}\)$/);
    await told(invoke('thr'), /lambda\.Invoke thr 000000000000 us-east-1 the function failed \(Sandbox\.Timedout\): timed out after /);
  });

  it('that throws', async () => {
    await create('archive', 'throw new TypeError("no such order\\nand more");', { Timeout: 3 });
    await told(invoke('archive'), /error lambda: archive failed: TypeError: no such order \(request /);
  });

  it('that exits', async () => {
    await create('leaver', 'process.exit(3);');
    await told(invoke('leaver'), /error lambda: leaver ended before it answered: Runtime exited with error: exit status 3 \(request /);
  });

  it('that uses too much memory', async () => {
    await create('hungry', 'const all = []; for (;;) { all.push(Buffer.alloc(1e7, 1)); await new Promise(setImmediate); }', {
      MemorySize: 128,
      Timeout: 20,
    });
    await told(invoke('hungry'), /error lambda: hungry was ended because it used more than its 128 MB of memory/);
  });

  it('whose handler or module is missing', async () => {
    await create('misnamed', 'return 1;', { Handler: 'index.handlr' });
    await told(invoke('misnamed'), /error lambda: misnamed failed: Runtime\.HandlerNotFound: index\.handlr is undefined or not exported/);
    await create('lacking', zipOf({ 'index.mjs': "import 'nanoid'; export const handler = () => 1;" }));
    await told(invoke('lacking'), /error lambda: lacking failed: [A-Za-z.]*Error: Cannot find package 'nanoid'/);
  });

  it.skipIf(isMissing('wrong handlers of Python', whyNoPython()))('in Python, whose handler or module is missing', async () => {
    const python = { Runtime: 'python3.12', Handler: 'app.main' } as const;
    await create('misnamed-py', zipOf({ 'app.py': 'def handler(event, context): return 1' }), python);
    await told(
      invoke('misnamed-py'),
      /error lambda: misnamed-py failed: Runtime\.HandlerNotFound: Handler 'main' missing on module 'app' \(request /,
    );
    await create('lacking-py', zipOf({ 'app.py': 'import requestz' }), python);
    await told(
      invoke('lacking-py'),
      /error lambda: lacking-py failed: Runtime\.ImportModuleError: .*No module named 'requestz' \(request /,
    );
  });

  it('whose file is TypeScript, or has another name: with what to do', async () => {
    await create('typed', zipOf({ 'index.ts': 'export const handler = (): number => 1;' }));
    await told(
      invoke('typed'),
      /error lambda: typed failed: Runtime\.ImportModuleError: Error: Cannot find module 'index'\. index\.ts is here; functions run JavaScript: bundle it /,
    );
    await create('renamed', zipOf({ 'app.mjs': 'export const handler = () => 1;' }));
    await told(invoke('renamed'), /error lambda: renamed failed: .*\. None of index\.js, .* is here; the code has app\.mjs\./);
  });

  it('whose role is missing', async () => {
    await told(
      () => create('roleless', 'return 1;', { Role: `arn:aws:iam::${ACCOUNT}:role/forgot` }),
      /warn sts: arn:aws:iam::000000000000:role\/forgot does not exist here/,
    );
  });

  it('whose role does not trust it: with a policy that would', async () => {
    const AssumeRolePolicyDocument = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' }],
    });
    const { Role } = await clients.client(IAM).createRole({ RoleName: 'wary', AssumeRolePolicyDocument });
    const line = await told(() => create('mistrusted', 'return 1;', { Role: Role!.Arn }), /update-assume-role-policy --role-name wary/);
    expect(line).toMatch(/--policy-document '\{.*"ec2\.amazonaws\.com".*\{"Service":"lambda\.amazonaws\.com"\}.*\}'$/);
  });

  it('in another region', async () => {
    const elsewhere = clients.client(Lambda, { region: 'eu-west-1' });
    await told(
      () => elsewhere.invoke({ FunctionName: 'archive' }).catch(() => undefined),
      /lambda\.Invoke archive 000000000000 eu-west-1 ResourceNotFoundException: .*eu-west-1/,
    );
  });
});

describe('an event', () => {
  const put = (Source: string, EventBusName?: string) => () =>
    events.putEvents({ Entries: [{ Source, DetailType: 'Placed', Detail: '{"total":1}', EventBusName }] });

  it('that no rule takes: with the reason of the nearest', async () => {
    await events.putRule({ Name: 'placed', EventPattern: '{"source":["shop.order"],"detail":{"total":[1]}}' });
    const line = await told(put('shop.orders'), /events: event .* matched none/);
    expect(line).toMatch(/on bus default: 1 rule tried, matched none; not placed: source is "shop\.orders", wanted "shop\.order"$/);
    await told(put('shop.orders'), /events\.PutEvents default 000000000000 us-east-1 ok, but no rule took the event /);
  });

  it('on a bus without rules, and on one that is not there', async () => {
    await events.createEventBus({ Name: 'empty' });
    await told(put('shop', 'empty'), /event .* \(shop, Placed\) on bus empty went nowhere: the bus has no rule with a pattern/);
    const elsewhere = clients.client(EventBridge, { region: 'eu-west-1' });
    await told(
      () => elsewhere.putEvents({ Entries: [{ Source: 'shop', DetailType: 'Placed', Detail: '{}', EventBusName: 'empty' }] }),
      /is lost: there is no event bus empty in 000000000000 eu-west-1/,
    );
  });

  it('whose rule has a key that no event has', async () => {
    await told(
      () => events.putRule({ Name: 'misspelt', EventPattern: '{"sources":["shop"]}' }),
      /warn events: The pattern of rule misspelt has the key "sources", which no event has: .* Was "source" meant\?/,
    );
  });

  it('whose target refuses it: with the command that allows it', async () => {
    await create('closed', 'return 1;');
    await sqs.createQueue({ QueueName: 'closed' });
    await events.putRule({ Name: 'to-closed', EventPattern: '{"source":["closed"]}' });
    const Targets = [
      { Id: 'f', Arn: functionArn('closed') },
      { Id: 'q', Arn: queueArn('closed') },
    ];
    await events.putTargets({ Rule: 'to-closed', Targets });
    await told(put('closed'), /To allow it: aws lambda add-permission --function-name closed /);
    await told(put('closed'), /To allow it: aws sqs set-queue-attributes .*rule\/to-closed/);
  });

  it('at which a function fails: when it is tried again', async () => {
    await events.putRule({ Name: 'to-archive', EventPattern: '{"source":["fails"]}' });
    const { RuleArn } = await events.describeRule({ Name: 'to-archive' }).then(({ Arn }) => ({ RuleArn: Arn }));
    await lambda.addPermission({
      FunctionName: 'archive',
      StatementId: 'events',
      Action: 'lambda:InvokeFunction',
      Principal: 'events.amazonaws.com',
      SourceArn: RuleArn,
    });
    await events.putTargets({ Rule: 'to-archive', Targets: [{ Id: 'f', Arn: functionArn('archive') }] });
    await told(put('fails'), /The event .* for archive failed \(attempt 1 of 3\), again in 60 s/);
    expect(emulator.log()).toMatch(
      /function archive takes 1 delivery by events\.amazonaws\.com \(rule to-archive\) 000000000000 us-east-1 ok/,
    );
  });
});

describe('a message', () => {
  it('at which a function fails: when it returns, and that it goes to the dead-letter queue', async () => {
    const dead = await sqs.createQueue({ QueueName: 'orders-dead' });
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: queueArn('orders-dead'), maxReceiveCount: 1 });
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders', Attributes: { VisibilityTimeout: '3', RedrivePolicy } });
    await lambda.createEventSourceMapping({ FunctionName: 'archive', EventSourceArn: queueArn('orders') });
    await told(
      () => sqs.sendMessage({ QueueUrl, MessageBody: 'one' }),
      /1 of 1 message returns to orders in [0-9.]+ s, because archive did not process it/,
    );
    await told(
      async () => undefined,
      /warn sqs: message [0-9a-f-]{36} of orders goes to the dead-letter queue orders-dead: received 1 time and not deleted/,
    );
    expect((await sqs.receiveMessage({ QueueUrl: dead.QueueUrl, WaitTimeSeconds: 1 })).Messages).toHaveLength(1);
  });

  it('to a queue that is in another region: the line names the queue', async () => {
    const elsewhere = clients.client(SQS, { region: 'eu-west-1' });
    const QueueUrl = `${emulator.url}/${ACCOUNT}/orders`;
    await told(
      () => elsewhere.sendMessage({ QueueUrl, MessageBody: 'one' }).catch(() => undefined),
      /sqs\.SendMessage orders 000000000000 eu-west-1 QueueDoesNotExist: /,
    );
  });
});

it('calls of a function name it, and the object', async () => {
  await clients.client(S3).createBucket({ Bucket: 'placed' });
  await create(
    'writer',
    `const { request } = require('node:http');
    const { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID } = process.env;
    const authorization = 'AWS4-HMAC-SHA256 Credential=' + AWS_ACCESS_KEY_ID + '/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0';
    return new Promise((resolve, reject) => request(AWS_ENDPOINT_URL + '/placed/a.txt', { method: 'PUT', headers: { authorization } }, (answer) => resolve(answer.statusCode)).on('error', reject).end('a'));`,
  );
  await told(invoke('writer'), /s3\.PutObject placed\/a\.txt by function writer 000000000000 us-east-1 ok/);
});

it('the machinery is silent: log groups, log writes, the sockets at which an engine was looked for', () => {
  expect(emulator.log()).not.toMatch(/logs\.(CreateLogStream|CreateLogGroup|PutLogEvents)|sts\.AssumeRole/);
  expect(emulator.log()).not.toMatch(/looked at|\(not there\)/);
  expect(emulator.log()).toMatch(/Functions of nodejs20\.x run embedded, .*There is no container engine\./);
});
