// Bad input, over every protocol, gets the real service's code at once, and the emulator goes on.

import { buffer } from 'node:stream/consumers';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { STS } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { processorMsOf } from '../support/processor-time.ts';
import { WAITER } from '../support/until-passes.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

const signed = (service: string, key = 'test'): string =>
  `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
}

async function ask(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Answer> {
  const answer = await fetch(`${emulator.url}${path}`, { method: 'POST', ...init });
  const text = await answer.text();
  const json = /^\{/.test(text) ? (JSON.parse(text) as { __type?: string }) : undefined;
  const code = answer.headers.get('x-amzn-errortype') ?? json?.__type?.split('#').at(-1) ?? /<Code>([^<]*)<\/Code>/.exec(text)?.[1];
  return { status: answer.status, code, text };
}
const json = (target: string, service: string, body: string, version = '1.1'): Promise<Answer> =>
  ask('/', {
    headers: { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': target, authorization: signed(service) },
    body,
  });
const form = (service: string, body: string): Promise<Answer> =>
  ask('/', { headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: signed(service) }, body });

describe('JSON', () => {
  it.each([
    ['half a document', '{"LogGroupName":'],
    ['text behind it', '{} {}'],
    ['no object', '[]'],
    ['a string', '"x"'],
    ['a wrong type', '{"logGroupName":5}'],
    ['a wrong type inside', '{"logGroupName":"g","tags":["x"]}'],
    ['a million levels', '{"tags":'.concat('['.repeat(1_000_000))],
  ])('%s', async (_what, body) => {
    const answer = json('Logs_20140328.CreateLogGroup', 'logs', body);
    expect(await processorMsOf(answer)).toBeLessThan(3000);
    expect(await answer).toMatchObject({ status: 400, code: 'SerializationException' });
  });

  it('a missing member', async () => {
    const answer = await json('Logs_20140328.CreateLogGroup', 'logs', '{}');
    expect(answer).toMatchObject({ status: 400, code: 'InvalidParameterException' });
    expect(answer.text).toContain(
      "1 validation error detected: Value null at 'logGroupName' failed to satisfy constraint: Member must not be null",
    );
  });

  it('an unknown member is passed over, as by the real services', async () => {
    expect(await json('Logs_20140328.CreateLogGroup', 'logs', '{"logGroupName":"g","surprise":1}')).toMatchObject({ status: 200 });
  });

  it('a member called __proto__ changes nothing', async () => {
    await json('Logs_20140328.CreateLogGroup', 'logs', '{"logGroupName":"h","__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('query', () => {
  it('an unknown action', async () => {
    expect(await form('iam', 'Action=Dance&Version=2010-05-08')).toMatchObject({ status: 400, code: 'InvalidAction' });
  });
  it('a missing parameter', async () => {
    const answer = await form('iam', 'Action=CreateRole&Version=2010-05-08&RoleName=r');
    expect(answer).toMatchObject({ status: 400, code: 'ValidationError' });
    expect(answer.text).toContain('Member must not be null');
  });
  it('a number that is none', async () => {
    expect((await form('iam', 'Action=ListRoles&Version=2010-05-08&MaxItems=many')).code).toMatch(/MalformedInput|ValidationError/);
  });
});

describe('XML', () => {
  const put = (body: string): Promise<Answer> =>
    ask('/bucket-of-bad-input?tagging', {
      method: 'PUT',
      headers: { authorization: signed('s3'), 'content-type': 'application/xml' },
      body,
    });
  beforeAll(() => ask('/bucket-of-bad-input', { method: 'PUT', headers: { authorization: signed('s3') } }));
  it.each([
    ['half a document', '<Tagging><TagSet>'],
    ['tags that cross', '<Tagging><TagSet></Tagging></TagSet>'],
    ['another root', '<Dance/>'],
    ['an entity', '<!DOCTYPE a [<!ENTITY b "c">]><Tagging><TagSet><Tag><Key>&b;</Key><Value>v</Value></Tag></TagSet></Tagging>'],
    [
      'an entity from outside',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Tagging><TagSet><Tag><Key>&b;</Key><Value>v</Value></Tag></TagSet></Tagging>',
    ],
    ['a million levels', '<a>'.repeat(1_000_000)],
  ])('%s', async (_what, body) => {
    const answer = await put(body);
    expect(answer).toMatchObject({ status: 400, code: 'MalformedXML' });
    expect(answer.text).not.toContain('root:');
  });
});

describe('CBOR', () => {
  const cbor = (body: Uint8Array): Promise<Answer> =>
    ask('/service/GraniteServiceVersion20100801/operation/PutMetricData', {
      headers: { 'smithy-protocol': 'rpc-v2-cbor', 'content-type': 'application/cbor', authorization: signed('monitoring') },
      body,
    });
  it.each([
    ['half a map', Buffer.from([0xbf, 0x61])],
    ['a text as the document', Buffer.from([0x61, 0x61])],
    ['a length beyond the end', Buffer.from([0x5b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
    ['a million levels', Buffer.alloc(1_000_000, 0x81)],
  ])('%s', async (_what, body) => expect((await cbor(body)).status).toBe(400));
});

describe('what is not here', () => {
  it('an operation that the model does not know', async () => {
    expect(await json('AWSEvents.Dance', 'events', '{}')).toMatchObject({
      status: 400,
      code: expect.stringMatching(/UnknownOperation/),
      text: expect.stringContaining('Dance'),
    });
  });
  it('an operation that is not emulated', async () => {
    expect(await json('AmazonSSM.ListDocuments', 'ssm', '{}')).toMatchObject({
      status: 501,
      text: expect.stringContaining('ListDocuments'),
    });
  });
  it('a service that nobody knows', async () => {
    expect(await json('Dancing_2020.Dance', 'dancing', '{}')).toMatchObject({ status: 501, text: expect.stringContaining('dancing') });
  });
  it('a path that no operation has', async () => {
    expect((await ask('/2015-03-31/dances', { headers: { authorization: signed('lambda') } })).status).toBe(404);
  });
  it('an account of another form is the default one', async () => {
    for (const accessKeyId of ['x', '12345', 'AKIAIOSFODNN7EXAMPLE', '1234567890123']) {
      const sts = emulator.client(STS, { credentials: { accessKeyId, secretAccessKey: 'x' } });
      expect((await sts.getCallerIdentity()).Account).toBe('000000000000');
    }
  });
});

describe('functions', () => {
  const create = (ZipFile: Uint8Array, over: object = {}) =>
    emulator.client(Lambda).createFunction({
      FunctionName: 'bad',
      Runtime: 'nodejs20.x',
      Handler: 'index.handler',
      Role: 'arn:aws:iam::000000000000:role/r',
      Code: { ZipFile },
      ...over,
    });
  const zip = async (fill: (file: yazl.ZipFile) => void): Promise<Buffer> => {
    const file = new yazl.ZipFile();
    fill(file);
    file.end();
    return buffer(file.outputStream);
  };
  const good = (): Promise<Buffer> => zip((file) => file.addBuffer(Buffer.from('exports.handler = async () => 1'), 'index.js'));

  it('a zip that is none', async () => {
    await expect(create(Buffer.from('no zip'))).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: 'Could not unzip uploaded file. Please check your file, then try to upload again.',
    });
  });
  it('a zip that leaves its folder', async () => {
    const bytes = await zip((file) => file.addBuffer(Buffer.from('x'), 'aa/aa/evil.js'));
    const evil = Buffer.from(bytes.toString('latin1').replaceAll('aa/aa/evil.js', '../../evil.js'), 'latin1');
    await expect(create(evil)).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
  });
  it('a link out of the folder', async () => {
    const bytes = await zip((file) => file.addBuffer(Buffer.from('/etc/passwd'), 'index.js', { mode: 0o120777 }));
    await expect(create(bytes)).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
  });
  it('a zip that unpacks to the limit, which it must stay below', async () => {
    const bytes = await zip((file) => file.addBuffer(Buffer.alloc(262_144_000), 'big.bin'));
    await expect(create(bytes)).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining('Unzipped size must be smaller than 262144000 bytes'),
    });
  });
  it('a role that is no role', async () => {
    await expect(create(await good(), { Role: 'arn:aws:iam::1:role/r' })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining("at 'role' failed to satisfy constraint: Member must satisfy regular expression pattern:"),
    });
  });
  it('a payload over 6 MB', async () => {
    await create(await good(), { FunctionName: 'payload' });
    await waitUntilFunctionActiveV2({ client: emulator.client(Lambda), ...WAITER }, { FunctionName: 'payload' });
    const invoke = emulator.client(Lambda).invoke({ FunctionName: 'payload', Payload: `"${'x'.repeat(6 * 2 ** 20 + 1)}"` });
    await expect(invoke).rejects.toMatchObject({ name: 'RequestTooLargeException', $metadata: { httpStatusCode: 413 } });
  });
  it('a body over every limit', async () => {
    const answer = await ask('/2015-03-31/functions', {
      headers: { authorization: signed('lambda') },
      body: `{"x":"${'x'.repeat(80 * 2 ** 20)}"}`,
    }).catch((error: Error) => ({ status: 0, code: error.name, text: '' }));
    expect([413, 0]).toContain(answer.status);
  });
});

it('and after all that it still answers', async () => {
  expect((await fetch(`${emulator.url}/_emulator/health`)).status).toBe(200);
});
