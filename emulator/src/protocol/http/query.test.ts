import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compileService, createModels } from '#protocol/models';
import { SAMPLE } from '../../../../test/support/sample-model.ts';

const codec = compileService(SAMPLE).codec('PutThing', 'awsQuery');
const request = (text: string) => ({ method: 'POST', path: '/', query: new Map(), headers: {}, body: Buffer.from(text) });
const parse = (text: string): unknown => codec.parse(request(text));

describe('query input', () => {
  test('reads dotted keys', () => {
    const form =
      'Action=PutThing&Name=a+b%26c&Size=3&Colors.member.2=green&Colors.member.1=red&Tags.entry.1.key=k&Tags.entry.1.value=v&Tree.Left.Left.Leaf.Text=x';
    expect(parse(form)).toEqual({
      Name: 'a b&c',
      Size: 3,
      Colors: ['red', 'green'],
      Tags: Object.assign(Object.create(null), { k: 'v' }),
      Tree: { Left: { Left: { Leaf: { Text: 'x' } } } },
    });
  });

  test('ten comes after two', () => {
    const form = Array.from({ length: 11 }, (_, index) => `Colors.member.${index + 1}=c${index + 1}`).reverse();
    expect(parse(form.join('&'))).toMatchObject({ Colors: form.map((pair) => pair.split('=')[1]).reverse() });
  });

  test('a compressed form', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect(await codec.parse({ ...request(''), headers, body: gzipSync('Name=a') })).toEqual({ Name: 'a' });
    await expect(codec.parse({ ...request('Name=a'), headers })).rejects.toMatchObject({ code: 'SerializationException' });
  });

  test('an empty value is an empty list', () => {
    expect(parse('Colors=')).toEqual({ Colors: [] });
  });

  test('text that is no number', () => {
    expect(() => parse('Size=ten')).toThrow(expect.objectContaining({ code: 'MalformedInput', message: 'For input string: "ten"' }));
    expect(() => parse('Name.x=ten')).toThrow(expect.objectContaining({ code: 'MalformedInput' }));
  });

  test('keys have a bounded number of parts', () => {
    expect(() => parse(`${'Tree.'.repeat(1_000_000)}Left=1`)).toThrow(expect.objectContaining({ code: 'MalformedQueryString' }));
  });

  test('__proto__ names nothing', () => {
    expect(parse('__proto__.Name=x&Name=a&Tree.__proto__.Left=1')).toEqual({ Name: 'a', Tree: {} });
    expect(({} as { Name?: string }).Name).toBeUndefined();
  });

  test('answers in the documented frame', () => {
    expect(codec.write({ Name: '<&>', Colors: ['red'], When: new Date(0) }, 'id').body).toBe(
      '<PutThingResponse xmlns="http://example.com/doc/"><PutThingResult><Name>&lt;&amp;&gt;</Name><Colors><member>red</member></Colors>' +
        '<When>1970-01-01T00:00:00Z</When></PutThingResult><ResponseMetadata><RequestId>id</RequestId></ResponseMetadata></PutThingResponse>',
    );
  });
});

describe('queues over the query protocol', () => {
  const sqs = createModels().service('sqs');

  test('attributes, and the URL that was called', () => {
    const form = 'Action=ReceiveMessage&AttributeName.1=All&MessageSystemAttributeName.1=SentTimestamp';
    const input = sqs
      .codec('ReceiveMessage', 'awsQuery')
      .parse({ ...request(form), path: '/000000000000/q', headers: { host: 'localhost:4566' } });
    expect(input).toEqual({
      QueueUrl: 'http://localhost:4566/000000000000/q',
      AttributeNames: ['All'],
      MessageSystemAttributeNames: ['SentTimestamp'],
    });
  });
});
