// Inputs made by hand to hold the emulator up, each under the watchdog: templates, archives, patterns, documents, compressed bodies, nested stacks.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '../support/is-missing.ts';
import { hostileArchives, zipOf } from './archives.ts';
import { encodeInput } from './encode-input.ts';
import { everyOperation } from './fuzz.ts';
import type { WireValue } from './generate-input.ts';
import { problemOf, slowness } from './judge.ts';
import { DOCUMENTS, PATTERNS, TEMPLATES } from './odd-values.ts';
import { MAX_BLOCKED_MS, type Watched, WatchedEmulator } from './watched-emulator.ts';

const operations = new Map(everyOperation().map((pair) => [`${pair[0].id}.${pair[1]}`, pair]));
const noSchedstat = existsSync('/proc/self/task') ? undefined : 'no /proc on this system';

describe.skipIf(isMissing('a watchdog', noSchedstat))('hostile', () => {
  let emulator: WatchedEmulator;
  beforeAll(async () => {
    emulator = await WatchedEmulator.start();
    await call('s3.CreateBucket', { Bucket: 'bucket' });
    await call('logs.CreateLogGroup', { logGroupName: 'g' });
  });
  afterAll(() => emulator.stop());

  const call = (name: string, input: { [member: string]: WireValue }, headers: Record<string, string> = {}): Promise<Watched> => {
    const request = encodeInput(...operations.get(name)!, input);
    const body = headers['content-encoding'] === 'gzip' ? gzipSync(request.body) : request.body;
    return emulator.send({ ...request, headers: { ...request.headers, ...headers }, body });
  };
  /** The first of a kind loads and compiles what it needs: what is slow is slow three times. */
  const judged = async (send: () => Promise<Watched>): Promise<void> => {
    let answer = await send();
    for (let again = 0; again < 2 && answer.cpuMs > MAX_BLOCKED_MS && !answer.hung; again++) {
      const next = await send();
      if (next.cpuMs < answer.cpuMs) answer = next;
    }
    expect(problemOf(answer, emulator, answer.cpuMs > MAX_BLOCKED_MS ? MAX_BLOCKED_MS * slowness() : MAX_BLOCKED_MS)).toBeUndefined();
  };

  /** Inputs of a megabyte and more are read in many turns of the loop, in which others run: only one turn may not take longer. */
  const judgedByTurns = (send: () => Promise<Watched>): Promise<void> => {
    const inTurns = async (): Promise<Watched> => {
      let answer: Watched | undefined;
      const cpuMs = await emulator.longestTurn(async () => (answer = await send()));
      return { ...answer!, cpuMs };
    };
    return judged(inTurns);
  };

  const putEvent = async (logGroupName: string, message: string): Promise<Watched> => {
    await call('logs.CreateLogGroup', { logGroupName });
    await call('logs.CreateLogStream', { logGroupName, logStreamName: 's' });
    const put = await call('logs.PutLogEvents', { logGroupName, logStreamName: 's', logEvents: [{ timestamp: Date.now(), message }] });
    expect(put.status, put.text).toBe(200);
    return put;
  };

  it.each(TEMPLATES.map((text, index) => [index, text.slice(0, 60), text] as const))(
    'template %i: %s',
    async (index, _start, TemplateBody) => {
      await judged(() => call('cloudformation.ValidateTemplate', { TemplateBody }));
      await judged(() =>
        call('cloudformation.CreateStack', { StackName: `t${index}`, TemplateBody, Capabilities: ['CAPABILITY_AUTO_EXPAND'] }),
      );
      // The same as an object of up to a megabyte.
      await call('s3.PutObject', { Bucket: 'bucket', Key: 'template', Body: Buffer.from(TemplateBody) });
      await judged(() => call('cloudformation.ValidateTemplate', { TemplateURL: 'https://bucket.s3.amazonaws.com/template' }));
    },
  );

  it.each(hostileArchives())('archive: %s', async (_name, ZipFile) => {
    const input = { FunctionName: 'f', Runtime: 'nodejs20.x', Handler: 'i.h', Role: 'arn:aws:iam::000000000000:role/r' };
    await judged(() => call('lambda.CreateFunction', { ...input, Code: { ZipFile } }));
  });

  it.each(PATTERNS.map((text) => [text.slice(0, 40), text] as const))('pattern: %s', async (_start, pattern) => {
    const Value = `${'a'.repeat(4_000)}!`;
    await judged(() =>
      call('ssm.PutParameter', { Name: 'p', Value, Type: 'String', AllowedPattern: pattern.slice(0, 1_024), Overwrite: true }),
    );
    await judged(() => call('logs.FilterLogEvents', { logGroupName: 'g', filterPattern: pattern.slice(0, 1_024) }));
    const logEventMessages = Array<string>(50).fill(Value);
    await judged(() => call('logs.TestMetricFilter', { filterPattern: pattern.slice(0, 1_024), logEventMessages }));
  });

  it.each(DOCUMENTS.map((text) => [text.slice(0, 50), text] as const))('document: %s', async (_start, document) => {
    const event = JSON.stringify({
      id: '1',
      account: '1',
      source: 'a'.repeat(2_000),
      time: '2026-01-01T00:00:00Z',
      region: 'r',
      resources: [],
      'detail-type': 'd',
      detail: {},
    });
    await judged(() => call('events.TestEventPattern', { EventPattern: document, Event: event }));
    await judged(() => call('events.PutRule', { Name: 'r', EventPattern: document }));
    await judged(() => call('s3.PutBucketPolicy', { Bucket: 'bucket', Policy: document }));
    await judged(() => call('iam.CreateRole', { RoleName: 'r', AssumeRolePolicyDocument: document }));
    await judged(() => call('iam.SimulateCustomPolicy', { PolicyInputList: [document], ActionNames: ['a'.repeat(100)] }));
    await judged(() => call('cloudcontrol.CreateResource', { TypeName: 'AWS::SQS::Queue', DesiredState: document }));
  });

  it('a body that inflates to more than the largest', async () => {
    const request = encodeInput(...operations.get('sqs.ListQueues')!, {});
    const headers = { ...request.headers, 'content-encoding': 'gzip' };
    for (const body of [gzipSync(Buffer.alloc(200 * 2 ** 20)), gzipSync('['.repeat(5 * 2 ** 20)), Buffer.from('no gzip')])
      await judged(() => emulator.send({ ...request, headers, body }));
  });

  it('a body of the largest size in the least of values', async () => {
    const request = encodeInput(...operations.get('events.PutEvents')!, {});
    for (const part of ['[],', '{},', '0,', '"a",']) {
      const body = Buffer.from(`{"Entries":[${part.repeat(Math.floor((2 * 2 ** 20) / part.length))}null]}`);
      await judged(() => emulator.send({ ...request, body }));
    }
  });

  const UPLOAD = { Runtime: 'nodejs20.x', Handler: 'i.h', Role: 'arn:aws:iam::000000000000:role/r' };
  it('a function of 50 MB, packed as tightly as can be', async () => {
    const ZipFile = zipOf([{ name: 'big', content: randomBytes(49 * 2 ** 20), method: 0 }]);
    let count = 0;
    await judgedByTurns(() => call('lambda.CreateFunction', { ...UPLOAD, FunctionName: `big${count++}`, Code: { ZipFile } }));
    await judgedByTurns(() => call('lambda.PublishLayerVersion', { LayerName: 'big', Content: { ZipFile } }));
  });
  it.each([
    ['a text', `{"FunctionName":"${'é'.repeat(30 * 2 ** 20)}"}`],
    ['a list', `{"Layers":[${'"a",'.repeat(15 * 2 ** 20)}"a"]}`],
    ['a map', `{"Tags":{${'"a":"",'.repeat(9 * 2 ** 20)}"a":""}}`],
    ['spaces', ' '.repeat(66 * 2 ** 20)],
  ])('a function of 60 MB of %s', async (_name, body) => {
    const request = encodeInput(...operations.get('lambda.CreateFunction')!, {});
    await judgedByTurns(() => emulator.send({ ...request, body: Buffer.from(body) }));
  });

  const QUEUE = 'Resources: {Q: {Type: AWS::SQS::Queue}}\n';
  it.each([
    ['many keys', `${QUEUE}Metadata:\n${Array.from({ length: 60_000 }, (_, index) => `  key${index}: v\n`).join('')}`],
    ['many values', `${QUEUE}Metadata: [${'1,'.repeat(190_000)}1]\n`],
    ['too many values', `${QUEUE}Metadata: [${'1,'.repeat(450_000)}1]\n`],
    ['many functions', `${QUEUE}Metadata:\n${'  - !Sub "x"\n'.repeat(60_000)}`],
    ['escapes', `${QUEUE}Metadata: "${'\\u0041'.repeat(160_000)}"\n`],
    ['aliases of a long text', `${QUEUE}A: &a "${'x'.repeat(300_000)}"\nMetadata: [${'*a, '.repeat(150_000)}*a]\n`],
    ['JSON', JSON.stringify({ Resources: { Q: { Type: 'AWS::SQS::Queue' } }, Metadata: Array(450_000).fill(1) })],
  ])('a template of a megabyte of %s', async (_name, text) => {
    expect(text.length).toBeLessThan(1_000_000);
    await call('s3.PutObject', { Bucket: 'bucket', Key: 'large', Body: Buffer.from(text) });
    const TemplateURL = 'https://bucket.s3.amazonaws.com/large';
    await judgedByTurns(() => call('cloudformation.ValidateTemplate', { TemplateURL }));
    await judgedByTurns(() => call('cloudformation.CreateStack', { StackName: 'large', TemplateURL }));
    await call('cloudformation.DeleteStack', { StackName: 'large' });
  });

  it.each([
    ['null bytes', '\0'.repeat(2 ** 20)],
    ['empty lines before a fault', `${'\n'.repeat(4 * 2 ** 20)}{`],
    ['values', `openapi: 3.0.1\nx-values:\n${'- 1\n'.repeat(400_000)}`],
    ['keys', `openapi: 3.0.1\nx-keys:\n${Array.from({ length: 100_000 }, (_, index) => `  key${index}: v\n`).join('')}`],
  ])('an API definition in YAML of many %s', async (_name, text) => {
    await judgedByTurns(() => call('apigateway.ImportRestApi', { body: Buffer.from(text) }));
    await judgedByTurns(() => call('apigatewayv2.ImportApi', { Body: text }));
  });

  it('a simulation of thousands of statements with hundreds of stars', async () => {
    const [Action, Resource] = [`s3:${'*a'.repeat(30)}`, `arn:aws:s3:::${'*b'.repeat(200)}c`];
    const policy = JSON.stringify({ Version: '2012-10-17', Statement: Array(100).fill({ Effect: 'Allow', Action, Resource }) });
    const ActionNames = Array<string>(10).fill(`s3:Get${'a'.repeat(60)}`);
    const ResourceArns = Array<string>(10).fill(`arn:aws:s3:::${'b'.repeat(1_000)}`);
    await judgedByTurns(() => call('iam.SimulateCustomPolicy', { PolicyInputList: Array(20).fill(policy), ActionNames, ResourceArns }));
  });

  it('a message of the longest to a hundred queues', async () => {
    await call('sns.CreateTopic', { Name: 'news' });
    const TopicArn = 'arn:aws:sns:us-east-1:000000000000:news';
    const Policy = JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:*', Resource: '*' }] });
    for (let at = 0; at < 100; at++) {
      await call('sqs.CreateQueue', { QueueName: `news-${at}`, Attributes: { Policy } });
      await call('sns.Subscribe', { TopicArn, Protocol: 'sqs', Endpoint: `arn:aws:sqs:us-east-1:000000000000:news-${at}` });
    }
    const publish = async (): Promise<Watched> => {
      const answer = await call('sns.Publish', { TopicArn, Message: '"'.repeat(120_000) });
      // The queues get it after the answer.
      await emulator.untilIdle();
      return answer;
    };
    await judgedByTurns(publish);
  });

  it.each([
    ['brackets that nothing closes', '[ '.repeat(500_000)],
    ['one quote after the other', `"\\${'" "\\'.repeat(200_000)}`],
  ])('a log event of %s, for an insight rule that reads lines', async (_what, message) => {
    const Contribution = { Keys: ['1'], Filters: [] };
    const Schema = { Name: 'CloudWatchLogRule', Version: 1 };
    const RuleDefinition = JSON.stringify({ Schema, LogGroupNames: ['lines'], LogFormat: 'CLF', Contribution, AggregateOn: 'Count' });
    await call('cloudwatch.PutInsightRule', { RuleName: 'lines', RuleDefinition });
    await putEvent('lines', message);
    const span = { StartTime: new Date(Date.now() - 3_600_000), EndTime: new Date(Date.now() + 60_000), Period: 60 };
    await judgedByTurns(async () => {
      const report = await call('cloudwatch.GetInsightRuleReport', { RuleName: 'lines', ...span });
      expect(report.status, report.text).toBe(200);
      return report;
    });
  });

  const identifiers =
    'EmailAddress IpAddress CreditCardNumber CreditCardSecurityCode AwsSecretKey PkcsPrivateKey PuttyPrivateKey DateOfBirth Ssn-US';
  it.each([
    ['codes', 'cvv 123 '.repeat(60_000)],
    ['keys that do not end', '-----BEGIN RSA PRIVATE KEY-----\nPuTTY-User-Key-File-1:'.repeat(15_000)],
    ['addresses', `${'a.'.repeat(120)}@`.repeat(1_000)],
    ['digits', '1 '.repeat(100_000)],
  ])('a log event of %s, of which sensitive data is masked', async (_what, message) => {
    const CustomDataIdentifier = Array.from({ length: 10 }, (_, at) => ({ Name: `c${at}`, Regex: '(?:[a-c1]|[b-d]){1,20}[x-z]{1,9}' }));
    const DataIdentifier = [
      ...identifiers.split(' ').map((name) => `arn:aws:dataprotection::aws:data-identifier/${name}`),
      ...CustomDataIdentifier.map(({ Name }) => Name),
    ];
    const Statement = [{ Audit: { FindingsDestination: {} } }, { Deidentify: { MaskConfig: {} } }].map((Operation) => ({
      DataIdentifier,
      Operation,
    }));
    const policyDocument = JSON.stringify({ Name: 'n', Version: '2021-06-01', Configuration: { CustomDataIdentifier }, Statement });
    await call('logs.CreateLogGroup', { logGroupName: 'masked' });
    expect((await call('logs.PutDataProtectionPolicy', { logGroupIdentifier: 'masked', policyDocument })).status).toBe(200);
    await judgedByTurns(() => putEvent('masked', message));
  });

  const M = 1_000_000;
  it.each([
    ['JSON', 'of empty lists', `[${'[],'.repeat(4 * M)}1]`],
    ['JSON', 'of one list in another', `[[${'1,'.repeat(4 * M)}1]]`],
    ['JSONL', 'in one line', `[${'1,'.repeat(4 * M)}1]`],
    ['CSV', 'in one row', `a\n${','.repeat(8 * M)}`],
    ['CSV', 'of short rows', `a\n${'1\n'.repeat(4 * M)}`],
  ])('a %s file %s for a map run', async (InputType, how, text) => {
    await call('s3.PutObject', { Bucket: 'bucket', Key: 'items', Body: Buffer.from(text) });
    const ItemReader = {
      Resource: 'arn:aws:states:::s3:getObject',
      ReaderConfig: { InputType, ...(InputType === 'CSV' && { CSVHeaderLocation: 'FIRST_ROW' }) },
      Parameters: { Bucket: 'bucket', Key: 'items' },
    };
    const ItemProcessor = {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'EXPRESS' },
      StartAt: 'F',
      States: { F: { Type: 'Fail' } },
    };
    const definition = JSON.stringify({ StartAt: 'M', States: { M: { Type: 'Map', End: true, ItemReader, ItemProcessor } } });
    const name = `items-${InputType}-${how.replaceAll(' ', '-')}`;
    await call('states.CreateStateMachine', { name, definition, roleArn: 'arn:aws:iam::000000000000:role/r' });
    await judgedByTurns(async () => {
      const answer = await call('states.StartExecution', {
        stateMachineArn: `arn:aws:states:us-east-1:000000000000:stateMachine:${name}`,
      });
      await emulator.untilIdle();
      return answer;
    });
  });

  it('a stack that nests itself ends', async () => {
    const TemplateURL = 'https://bucket.s3.amazonaws.com/self';
    const template = JSON.stringify({ Resources: { Self: { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL } } } });
    await call('s3.PutObject', { Bucket: 'bucket', Key: 'self', Body: Buffer.from(template) });
    const created = await call('cloudformation.CreateStack', { StackName: 'self', TemplateURL });
    expect(created.status).toBe(200);
    const status = async () => /<StackStatus>(\w+)/.exec((await call('cloudformation.DescribeStacks', { StackName: 'self' })).text)?.[1];
    // CreateStack waits five seconds at most for the end: a busy machine needs longer.
    await expect.poll(status).toBe('ROLLBACK_COMPLETE');
    const stacks = await call('cloudformation.ListStacks', {});
    expect(stacks.text.match(/<StackName>self/g)?.length).toBeLessThan(30);
  });
});
