import { describe, expect, test } from 'vitest';
import { compileService } from '#protocol/models';
import { processorMs } from '../../../../test/support/processor-time.ts';
import { SAMPLE } from '../../../../test/support/sample-model.ts';

const codec = compileService(SAMPLE).codec('PutThing', 'awsJson1_0');
const parse = (text: string): unknown => codec.parse({ method: 'POST', path: '/', query: new Map(), headers: {}, body: Buffer.from(text) });
const refused = (message: string) => expect.objectContaining({ code: 'SerializationException', message });

describe('JSON input', () => {
  test('reads what the model knows and leaves out the rest', () => {
    const input = parse('{"Name":"a","Data":"aGk=","When":1.5,"Unknown":{"x":1},"Size":null,"Colors":["red",null]}');
    expect(input).toEqual({ Name: 'a', Data: Buffer.from('hi'), When: new Date(1500), Colors: ['red'] });
  });

  test('leaves out what is unknown or null wherever it stands, and nothing else', () => {
    const part = (extra: object) => ({ Id: 'a', ...extra });
    const given = {
      Parts: [part({}), part({ More: 1 }), null, part({ Id: null }), part({})],
      Name: 'n',
      Colors: [null, 'red', null, 'blue'],
    };
    expect(parse(JSON.stringify(given))).toEqual({
      Parts: [{ Id: 'a' }, { Id: 'a' }, {}, { Id: 'a' }],
      Name: 'n',
      Colors: ['red', 'blue'],
    });
    const clean = { Name: 'n', Parts: [{ Id: 'a' }], Colors: ['red'] };
    expect(parse(JSON.stringify(clean))).toEqual(clean);
    expect(parse(JSON.stringify({ ...clean, Last: true }))).toEqual(clean);
    expect(parse(JSON.stringify({ First: true, ...clean }))).toEqual(clean);
  });

  // Wording as recorded from real services.
  test.each([
    ['{"Size":"1"}', 'STRING_VALUE can not be converted to an Integer'],
    ['{"Size":true}', 'TRUE_VALUE can not be converted to an Integer'],
    ['{"Size":[1]}', 'Start of list found where not expected'],
    ['{"Size":{}}', 'Start of structure or map found where not expected.'],
    ['{"Name":1}', 'NUMBER_VALUE can not be converted to a String'],
    ['{"Name":false}', 'FALSE_VALUE can not be converted to a String'],
    ['{"Colors":"x"}', 'Expected list or null'],
    ['{"Colors":{}}', 'Start of structure or map found where not expected.'],
    ['{"Tags":5}', 'Expected map or null'],
    ['{"Tags":[]}', 'Start of list found where not expected'],
    ['{"Tree":"x"}', 'Expected null'],
    ['{"Public":1}', 'NUMBER_VALUE can not be converted to a Boolean'],
    ['{"When":"soon"}', 'STRING_VALUE can not be converted to milliseconds since epoch'],
    ['{"Tree":{"Leaf":{"Text":"a","Number":1}}}', 'Unions must have exactly one member set'],
    ['[]', 'Start of list found where not expected'],
  ])('%s', (text, message) => {
    expect(() => parse(text)).toThrow(refused(message));
  });

  test.each(['{', 'nope', '{"Name":1,}', '\u0000'])('no JSON: %j', (text) => {
    expect(() => parse(text)).toThrow(refused(''));
  });

  test('a million levels are refused at once', () => {
    for (const text of [`{"Name":${'['.repeat(1_000_000)}`, '{"Tree":'.repeat(1_000_000)]) {
      expect(processorMs(() => expect(() => parse(text)).toThrow(refused('')))).toBeLessThan(500);
    }
  });

  test('many brackets beside each other are no depth', () => {
    const colors = Array.from({ length: 2000 }, () => 'red[{');
    expect(parse(JSON.stringify({ Colors: colors, Parts: colors.map(() => ({ Id: '"]}' })) }))).toMatchObject({ Colors: colors });
  });

  test('__proto__ is a key like any other, and no way in', () => {
    const input = parse('{"__proto__":{"Name":"x"},"Tags":{"__proto__":"v","constructor":"c"}}') as { Name?: string; Tags: object };
    expect(input.Name).toBeUndefined();
    expect(Object.entries(input.Tags)).toEqual([
      ['__proto__', 'v'],
      ['constructor', 'c'],
    ]);
    expect(({} as { Name?: string }).Name).toBeUndefined();
  });
});

describe('JSON output', () => {
  test('writes what the model knows', () => {
    const output = { Name: 'a', Data: Buffer.from('hi'), When: new Date(1500), Secret: undefined, Extra: 1 };
    expect(codec.write(output, 'id')).toEqual({
      status: 200,
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': 'id' },
      body: '{"Name":"a","Data":"aGk=","When":1.5}',
    });
  });

  test('leaves out what is unknown or absent wherever it stands, and takes any list', () => {
    const output = { Parts: [{ Id: 'a' }, { More: 1, Id: 'b' }, { Id: undefined }], Colors: new Set(['red', 'blue']), Name: null };
    expect(codec.write(output, 'id').body).toBe('{"Parts":[{"Id":"a"},{"Id":"b"},{}],"Colors":["red","blue"]}');
    expect(codec.write({ Colors: ['red'], Parts: [{ Id: 'a' }] }, 'id').body).toBe('{"Colors":["red"],"Parts":[{"Id":"a"}]}');
    expect(codec.write({ Extra: 1, Colors: ['red', null, undefined] }, 'id').body).toBe('{"Colors":["red",null,null]}');
  });
});
