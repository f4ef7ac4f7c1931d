// Bodies of the largest size that the gateway takes, in the least of values, in each format: answered or refused in time.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '../support/is-missing.ts';
import { zipOf } from './archives.ts';
import { encodeInput } from './encode-input.ts';
import { everyOperation } from './fuzz.ts';
import { problemOf, slowness } from './judge.ts';
import { MAX_BLOCKED_MS, type Watched, WatchedEmulator } from './watched-emulator.ts';

const operations = new Map(everyOperation().map((pair) => [`${pair[0].id}.${pair[1]}`, pair]));
const BYTES = 8 * 2 ** 20 - 10_000;
/** As many as are still read. */
const VALUES = 199_000;

const filled = (part: string, most = Number.POSITIVE_INFINITY): string => part.repeat(Math.min(Math.floor(BYTES / part.length), most));
const numbered = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

const JSON_BODIES: readonly (readonly [name: string, operation: string, body: () => string])[] = [
  ['empty lists', 'sqs.SendMessage', () => `{"QueueUrl":"q","MessageBody":[${filled('[],')}0]}`],
  ['empty maps', 'events.PutEvents', () => `{"Entries":[${filled('{},')}{}]}`],
  ['as many maps as are read', 'events.PutEvents', () => `{"Entries":[${filled('{},', VALUES / 2)}{}]}`],
  ['as many names as are read', 'ssm.GetParameters', () => `{"Names":[${filled('"a",', VALUES)}"a"]}`],
  ['log events', 'logs.PutLogEvents', () => `{"logEvents":[${filled('{"timestamp":1,"message":"m"},', VALUES / 3)}{}]}`],
  ['a text that looks like values', 'sqs.SendMessage', () => `{"QueueUrl":"q","MessageBody":"${filled('a,[{')}"}`],
  ['a text beyond ASCII', 'sqs.SendMessage', () => `{"QueueUrl":"q","MessageBody":"${'é'.repeat(BYTES / 2)}"}`],
  ['a REST body', 'lambda.CreateFunction', () => `{"x":[${filled('{},')}{}]}`],
];

const FORMS: readonly (readonly [name: string, body: () => string])[] = [
  ['pairs', () => filled('a=b&')],
  ['pairs without a value', () => filled('a&')],
  ['separators', () => filled('&')],
  ['as many pairs as are read', () => filled('a&', VALUES)],
  ['escapes', () => `UserName=${filled('%41')}`],
  ['tags', () => numbered(VALUES / 4, (index) => `Tags.member.${index}.Key=k&`)],
  ['long keys', () => numbered(3_300, (index) => `${index}.${'a.'.repeat(58)}b=k&`)],
];

const XML_BODIES: readonly (readonly [name: string, body: () => string])[] = [
  ['elements', () => `<Delete>${filled('<a/>')}</Delete>`],
  ['as many elements as are read', () => `<Delete>${filled('<a/>', 148_000)}</Delete>`],
  ['objects', () => `<Delete>${filled('<Object><Key>a</Key></Object>', 37_000)}</Delete>`],
  ['attributes', () => `<Delete ${numbered(140_000, (index) => `a${index}="b" `)}></Delete>`],
  ['references', () => `<Delete>${filled('&lt;', 149_000)}</Delete>`],
  ['comments', () => `<Delete>${filled('<!---->', 149_000)}</Delete>`],
  ['text', () => `<Delete>${filled('a ')}</Delete>`],
];

const CBOR_BODIES: readonly (readonly [name: string, open: number, fill: number, count: number])[] = [
  ['numbers', 0x9f, 0x00, BYTES],
  ['as many maps as are read', 0x9f, 0xa0, VALUES],
  ['as many pieces of bytes as are read', 0x5f, 0x40, VALUES],
];

const noSchedstat = existsSync('/proc/self/task') ? undefined : 'no /proc on this system';
describe.skipIf(isMissing('a watchdog', noSchedstat))('a body of the largest size', () => {
  let emulator: WatchedEmulator;
  beforeAll(async () => {
    emulator = await WatchedEmulator.start();
    await emulator.send(encodeInput(...operations.get('s3.CreateBucket')!, { Bucket: 'bucket' }));
    const ZipFile = zipOf([{ name: 'i.js', content: Buffer.from('exports.h = async () => "ok"') }]);
    const fn = { FunctionName: 'f', Runtime: 'nodejs20.x', Handler: 'i.h', Role: 'arn:aws:iam::000000000000:role/r', MemorySize: 1024 };
    const created = await emulator.send(encodeInput(...operations.get('lambda.CreateFunction')!, { ...fn, Code: { ZipFile } }));
    expect(created.status, created.text).toBe(201);
  });
  afterAll(() => emulator.stop());

  const sent = async (operation: string, change: object): Promise<void> => {
    const request = { ...encodeInput(...operations.get(operation)!, { FunctionName: 'f', Bucket: 'bucket' }), ...change };
    let answer: Watched = await emulator.send(request);
    for (let again = 0; again < 2 && answer.cpuMs > MAX_BLOCKED_MS && !answer.hung; again++) answer = await emulator.send(request);
    expect(problemOf(answer, emulator, answer.cpuMs > MAX_BLOCKED_MS ? MAX_BLOCKED_MS * slowness() : MAX_BLOCKED_MS)).toBeUndefined();
    expect(answer.status).toBeGreaterThanOrEqual(200);
  };

  it.each(JSON_BODIES)('of JSON: %s', (_name, operation, body) => sent(operation, { body: Buffer.from(body()) }));
  it.each(FORMS)('of a form: %s', (_name, body) => sent('iam.GetUser', { body: Buffer.from(`Action=GetUser&${body()}`) }));
  it.each(XML_BODIES)('of XML: %s', (_name, body) => sent('s3.DeleteObjects', { body: Buffer.from(body()) }));
  it.each(CBOR_BODIES)('of CBOR: %s', (_name, open, fill, count) =>
    sent('sqs.SendMessage', {
      path: '/service/AmazonSQS/operation/SendMessage',
      headers: { 'content-type': 'application/cbor', 'smithy-protocol': 'rpc-v2-cbor' },
      body: Buffer.concat([Buffer.from([0xa1, 0x61, 0x61, open]), Buffer.alloc(count, fill), Buffer.from([0xff])]),
    }),
  );
  it.each(['{},', '[],'])('of a payload: %s', async (part) => {
    for (const end of ['0]', '']) await sent('lambda.Invoke', { body: Buffer.from(`[${part.repeat(2_000_000)}${end}`) });
  });
});
