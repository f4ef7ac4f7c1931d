// Text to template: JSON, YAML with short forms, and what is refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isList, type Json } from '#resources/json';
import { processorMs } from '../../../../../test/support/processor-time.ts';
import { expandForEach } from './for-each.ts';
import { parseText, readTemplate } from './template.ts';
import { checkStructure } from './validate.ts';

describe('YAML', () => {
  it('knows the short forms of functions', () => {
    const value = parseText(`
A: !Ref B
C: !GetAtt D.E.F
G: !GetAtt [H, I]
J: !Sub '\${K}-x'
L: !Join ['-', [!Ref M, n]]
N: !If [O, !Ref P, !Ref AWS::NoValue]
Q: !Base64
  Fn::Sub: r
`);
    expect(value).toEqual({
      A: { Ref: 'B' },
      C: { 'Fn::GetAtt': ['D', 'E.F'] },
      G: { 'Fn::GetAtt': ['H', 'I'] },
      J: { 'Fn::Sub': `\${K}-x` },
      L: { 'Fn::Join': ['-', [{ Ref: 'M' }, 'n']] },
      N: { 'Fn::If': ['O', { Ref: 'P' }, { Ref: 'AWS::NoValue' }] },
      Q: { 'Fn::Base64': { 'Fn::Sub': 'r' } },
    });
  });

  it('keeps what looks like a number and is none', () => {
    expect(parseText('a: 012345678901\nb: 1.10\nc: 12345678901234567890\nd: 2012-10-17\ne: 7\nf: true\ng: "8"')).toEqual({
      a: '012345678901',
      b: '1.10',
      c: '12345678901234567890',
      d: '2012-10-17',
      e: 7,
      f: true,
      g: '8',
    });
  });

  // A published template for a streaming function has an output twice.
  it('takes the last of equal keys, as JSON does', () => {
    expect(parseText('a: 1\nb: {c: 2, c: 3}\na: !Ref d')).toEqual({ a: { Ref: 'd' }, b: { c: 3 } });
    expect(parseText('{"a": 1, "a": 2}')).toEqual({ a: 2 });
  });

  it('bounds nesting, and says where it is not well-formed', () => {
    expect(() => parseText(`a: ${'['.repeat(200)}${']'.repeat(200)}`)).toThrow(/too deeply/);
    expect(() => parseText(`{"a": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).toThrow(/too deeply/);
    expect(() => parseText('a: [1\nb: 2')).toThrow(/YAML not well-formed. \(line \d+, column \d+\)/);
    expect(() => parseText('{"a": [1,\n "b" }')).toThrow(/JSON not well-formed. \(line 2/);
    expect(() => parseText('a: !Nope! b')).toThrow(/not well-formed/);
    expect(() => parseText('just text')).toThrow('unsupported structure');
  });

  it('counts what aliases repeat before anything walks it', () => {
    const doubled = Array.from({ length: 25 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`);
    expect(
      processorMs(() => {
        expect(() => parseText(['a0: &a0 [1, 1]', ...doubled].join('\n'))).toThrow('expands to too many values');
        expect(() => parseText('a: &a [*a]')).toThrow('names nothing');
        expect(parseText('a: &x {b: 1}\nc: [*x, *x]')).toEqual({ a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] });
      }),
    ).toBeLessThan(500);
  });

  // As SnakeYAML, which the cloud uses, and PyYAML read them.
  it('lets lines within brackets and quotation marks begin anywhere', () => {
    const pasted = 'A:\n  B: [{\n  "x": 1\n}]\n  C: \'{\n"y": [\n  2]\n  }\'\nD: last\n';
    expect(parseText(pasted)).toEqual({ A: { B: [{ x: 1 }], C: '{ "y": [ 2] }' }, D: 'last' });
    const lines = Array.from({ length: 5_000 }, () => '1,').join('\n');
    expect(() => parseText(`A:\n  B: [\n${lines}\n]`)).toThrow('(line 3, column 1)');
  });

  it('gives a short form with nothing behind it an empty text', () => {
    expect(parseText('A: !Select [0, !GetAZs ]\nB: !GetAZs\nC:\n')).toEqual({
      A: { 'Fn::Select': [0, { 'Fn::GetAZs': '' }] },
      B: { 'Fn::GetAZs': '' },
      C: null,
    });
  });

  it('refuses two documents', () => {
    expect(() => parseText('a: 1\n---\nb: 2')).toThrow('one document');
  });

  it('reads any JSON as JSON does', () => {
    const plain = fc.object({ key: fc.string(), values: [fc.string(), fc.integer(), fc.boolean()] });
    fc.assert(
      fc.property(plain, (value) => {
        expect(parseText(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('the structure', () => {
  const problems = (root: object) => checkStructure(readTemplate(root as never));
  const queue = (Properties: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties });

  it('is refused with everything that is wrong with it', () => {
    expect(() => readTemplate({ Nope: 1, Resources: { 'a-b': queue() as never } })).toThrow(/\[Nope\][\s\S]*non alphanumeric/);
    for (const empty of ['Parameters', 'Mappings', 'Conditions', 'Outputs', 'Rules', 'Description', 'Metadata'])
      expect(() => readTemplate({ Resources: { A: queue() as never }, [empty]: null })).toThrow(
        expect.objectContaining({ message: `[/${empty}] 'null' values are not allowed in templates` }),
      );
    expect(() => readTemplate({ Resources: { A: queue({ B: null }) as never } })).toThrow(
      "[/Resources/A/Properties/B] 'null' values are not allowed",
    );
  });

  it('holds no dangling references and no cycles', () => {
    const dangling = { Resources: { A: queue({ X: { 'Fn::Sub': `\${B.Arn} \${C} \${!D}` } }) }, Outputs: { O: { Value: { Ref: 'E' } } } };
    expect(problems(dangling)).toEqual([
      'Template error: instance of Fn::GetAtt references undefined resource B',
      'Template format error: Unresolved resource dependencies [C] in the Resources block of the template',
      'Template format error: Unresolved resource dependencies [E] in the Outputs block of the template',
    ]);
    expect(problems({ Resources: { A: queue({ X: { Ref: 'B' } }), B: queue({ X: { 'Fn::GetAtt': ['A', 'Arn'] } }) } })).toEqual([
      'Circular dependency between resources: [A, B]',
    ]);
  });
});

describe('Fn::ForEach', () => {
  const lists = (value: Json) => (isList(value) ? value.map(String) : undefined);
  it('repeats fragments, nested too', () => {
    const expanded = expandForEach(
      {
        Resources: {
          'Fn::ForEach::Outer': [
            'X',
            ['a', 'b'],
            {
              'Fn::ForEach::Inner': [
                'Y',
                ['1', '2'],
                { [`Q\${X}\${Y}`]: { Type: 'T', Properties: { Name: `\${X}-\${Y}`, Ref: { Ref: 'X' } } } },
              ],
            },
          ],
        },
      },
      lists,
    );
    expect(Object.keys(expanded.Resources as object)).toEqual(['Qa1', 'Qa2', 'Qb1', 'Qb2']);
    expect((expanded.Resources as Record<string, Json>).Qb1).toEqual({ Type: 'T', Properties: { Name: 'b-1', Ref: 'b' } });
  });
  it('needs a collection that is known', () => {
    expect(() => expandForEach({ 'Fn::ForEach::L': ['X', { Ref: 'Unknown' }, {}] }, lists)).toThrow(/must be a list of values known/);
  });
});

it('Fn::ForEach makes no more than a template may hold', () => {
  const values = Array.from({ length: 1_000 }, (_, index) => `v${index}`);
  const inner = { 'Fn::ForEach::B': ['B', values, { '${A}${B}': 'x' }] };
  expect(() => expandForEach({ Resources: { 'Fn::ForEach::A': ['A', values, inner] } }, listed)).toThrow('too many members');
  const long = { '${A}': '${A}'.repeat(10_000) };
  expect(() => expandForEach({ Resources: { 'Fn::ForEach::A': ['A', ['x'.repeat(4_000)], long] } }, listed)).toThrow('too many members');
});

const listed = (value: Json): readonly string[] | undefined => (isList(value) ? value.map(String) : undefined);
