// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have such placeholders.
import { describe, expect, it } from 'vitest';
import { readTemplate } from './template-document.ts';

const YAML = `# orders
Resources:
  Handler: # the function
    Type: AWS::Lambda::Function
    Properties:
      Code: ./src
      Description: !Sub "\${Name} of 012345678901"
      MemorySize: 0128
      Layers: !If [HasLayer, [!Ref Layer], !Ref "AWS::NoValue"]
    Metadata:
      Account: 012345678901
      Api:
        !Transform {Name: AWS::Include, Parameters: {Location: ./api.yaml}}
`;

describe('a template in YAML', () => {
  it('has functions in their long form', () => {
    const { content } = readTemplate(YAML, 't.yaml');
    expect(content).toMatchObject({
      Resources: {
        Handler: {
          Properties: {
            Description: { 'Fn::Sub': '${Name} of 012345678901' },
            Layers: { 'Fn::If': ['HasLayer', [{ Ref: 'Layer' }], { Ref: 'AWS::NoValue' }] },
          },
          Metadata: { Account: '012345678901', Api: { 'Fn::Transform': { Name: 'AWS::Include', Parameters: { Location: './api.yaml' } } } },
        },
      },
    });
  });

  it('stays as it was written where nothing is set', () => {
    expect(readTemplate(YAML, 't.yaml').text()).toBe(YAML);
  });

  // A published template for a streaming function has an output twice.
  it('may have a key twice: the last one counts, also where something is set', () => {
    const twice =
      'Resources:\n  A:\n    Type: first\n  B: {Type: b}\n  A:\n    Type: AWS::Lambda::Function\n    Properties: {Code: ./src}\n';
    const document = readTemplate(twice, 't.yaml');
    expect(document.content).toEqual({
      Resources: { A: { Type: 'AWS::Lambda::Function', Properties: { Code: './src' } }, B: { Type: 'b' } },
    });
    expect(document.text()).toBe(twice);
    document.set(['Resources', 'A', 'Properties', 'Code'], 's3://x');
    expect(document.text()).toContain('s3://x');
  });

  it('keeps comments, short forms and numbers as they were written around what is set', () => {
    const document = readTemplate(YAML, 't.yaml');
    document.set(['Resources', 'Handler', 'Properties', 'Code'], { S3Bucket: 'b', S3Key: 'k' });
    document.set(['Resources', 'Handler', 'Metadata', 'Api', 'Fn::Transform', 'Parameters', 'Location'], 's3://b/k');
    const text = document.text();
    for (const kept of ['# orders', '# the function', '!Sub "${Name} of 012345678901"', 'MemorySize: 0128', 'Account: 012345678901'])
      expect(text).toContain(kept);
    expect(readTemplate(text, 't.yaml').content).toMatchObject({
      Resources: {
        Handler: {
          Properties: {
            Code: { S3Bucket: 'b', S3Key: 'k' },
            Layers: { 'Fn::If': ['HasLayer', [{ Ref: 'Layer' }], { Ref: 'AWS::NoValue' }] },
          },
          Metadata: { Api: { 'Fn::Transform': { Parameters: { Location: 's3://b/k' } } } },
        },
      },
    });
  });

  it('sets what an anchor names', () => {
    const document = readTemplate('A: &a {Code: ./x}\nB: *a\n', 't.yaml');
    document.set(['B', 'Code'], 'y');
    expect(document.text()).toContain('Code: y');
  });

  it('is refused with the line that is wrong', () => {
    expect(() => readTemplate('Resources:\n  A: {Type: x\n', 't.yaml')).toThrow(/^t\.yaml is no YAML \(line \d+, column \d+\): /);
    expect(() => readTemplate('just text', 't.yaml')).toThrow('t.yaml holds no template');
  });

  it('may hold lines within brackets and quotation marks that begin anywhere', () => {
    const text = 'Resources:\n  A:\n    Policy: [{\n    "x": 1\n  }]\n    Text: \'{\n"y": 2\n    }\'\n    Code: src\n';
    const document = readTemplate(text, 't.yaml');
    const content = { Resources: { A: { Policy: [{ x: 1 }], Text: '{ "y": 2 }', Code: 'src' } } };
    expect(document.content).toEqual(content);
    expect(document.text()).toBe(text);
    document.set(['Resources', 'A', 'Code'], 'new');
    expect(readTemplate(document.text(), 't.yaml').content).toEqual({ Resources: { A: { ...content.Resources.A, Code: 'new' } } });
  });

  it('that repeats itself without end is refused', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `l${i + 1}: &l${i + 1} [*l${i}, *l${i}]`);
    expect(() => readTemplate(['l0: &l0 x', ...lines].join('\n'), 't.yaml')).toThrow('too many values');
  });
});

it('a template in JSON stays JSON', () => {
  const text = '{"Resources":{"A":{"Type":"AWS::Lambda::Function","Properties":{"Code":"src"}}}}';
  const document = readTemplate(text, 't.json');
  expect(document.text()).toBe(text);
  document.set(['Resources', 'A', 'Properties', 'Code'], { S3Bucket: 'b', S3Key: 'k' });
  expect(JSON.parse(document.text())).toMatchObject({ Resources: { A: { Properties: { Code: { S3Bucket: 'b', S3Key: 'k' } } } } });
});
