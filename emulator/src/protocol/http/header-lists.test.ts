// Lists in headers, and members that are attributes of the root of an answer, with the values of Smithy's protocol tests (smithy-aws-protocol-tests, restJson1 and restXml).
import { expect, it } from 'vitest';
import type { Member, Ref, ServiceIR } from '#protocol/ir';
import { compileService } from '#protocol/models';
import { SAMPLE } from '../../../../test/support/sample-model.ts';

const service = (item: Ref): ServiceIR => ({
  ...SAMPLE,
  protocol: 'restJson1',
  shapes: [
    { kind: 'structure', name: 'ListInput', members: [['Values', 1, { header: 'X-Values' }]] },
    { kind: 'list', name: 'Values', item },
  ],
  operations: { List: { input: 0, output: null, http: { method: 'GET', uri: '/', status: 200 } } },
  errors: {},
});

function valuesOf(item: Ref, header: string): unknown {
  const request = { method: 'GET', path: '/', query: new Map(), headers: { 'x-values': header }, body: new Uint8Array() };
  return (compileService(service(item)).codec('List', 'restJson1').parse(request) as { Values: unknown }).Values;
}

it.each([
  ['a, b , c', ['a', 'b', 'c']],
  ['"b,c", "\\"def\\"", a', ['b,c', '"def"', 'a']],
  ['"back\\\\slash", x\\y', ['back\\slash', 'x\\y']],
  ['"a\\', ['a\\']],
  ['', ['']],
])('splits %s outside of quotes, and takes escapes out of them', (header, values) => {
  expect(valuesOf('string', header)).toEqual(values);
});

it('reads dates that have commas of their own', () => {
  const first = 'Mon, 16 Dec 2019 23:48:18 GMT';
  expect(valuesOf('http-date', `${first}, ${first}`)).toEqual([new Date(first), new Date(first)]);
  expect(valuesOf('timestamp', first)).toEqual([new Date(first)]);
});

it('writes attributes of the root into its tag', () => {
  const members: Member[] = [
    ['Kind', 'string', { attribute: 1, xmlName: 'xsi:kind' }],
    ['Text', 'string'],
  ];
  const { codec } = compileService({
    ...SAMPLE,
    protocol: 'restXml',
    shapes: [{ kind: 'structure', name: 'Answer', members }],
    operations: { Get: { input: null, output: 0, http: { method: 'GET', uri: '/', status: 200 } } },
    errors: {},
  });
  const { body } = codec('Get', 'restXml').write({ Kind: 'a"b', Text: 't' }, 'id');
  expect(body).toContain('<GetResult xmlns="http://example.com/doc/" xsi:kind="a&quot;b"><Text>t</Text></GetResult>');
});
