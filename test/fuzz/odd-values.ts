// Texts and numbers that are well-formed and odd: boundaries, other scripts, names of prototypes, and bombs for every little language that a member may hold.
import { gzipSync } from 'node:zlib';
import { hostileArchives } from './archives.ts';

const repeat = (part: string, times: number): string => part.repeat(times);

export const PLAIN_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  '\ud83d',
  'é😀\u202e',
  '__proto__',
  'constructor',
  'toString',
  'null',
  '-1',
  '0',
  '1e308',
  '9007199254740993',
  '../../etc/passwd',
  '%00%zz',
  '*',
  '?',
  '\r\nx-injected: 1',
  repeat('a', 256),
  repeat('a', 5_000),
  repeat('a', 100_000),
  repeat('é', 30_000),
  `${repeat('a-', 20_000)}!`,
  `arn:aws:lambda:us-east-1:000000000000:function:${repeat(':', 3_000)}`,
  repeat(' ', 50_000),
  repeat('/', 50_000),
  repeat('.', 50_000),
  `${repeat('0', 50_000)}x`,
  'arn:aws:sqs:us-east-1:000000000000:q',
  'rate(99999999999 days)',
  'cron(0/1 * ? * * 99999)',
  'http://127.0.0.1:1/',
];

const doublings = Array.from({ length: 25 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`).join('\n');
const queue = (properties: unknown, more: object = {}) =>
  JSON.stringify({ ...more, Resources: { Q: { Type: 'AWS::SQS::Queue', Properties: properties } } });

const sam = (resources: object, more: object = {}) =>
  JSON.stringify({ Transform: 'AWS::Serverless-2016-10-31', ...more, Resources: resources });
const lambda = (properties: object) => ({
  Type: 'AWS::Serverless::Function',
  Properties: { Handler: 'i.h', Runtime: 'nodejs20.x', InlineCode: 'x', ...properties },
});
const events = (length: number, Type: string, properties: (index: number) => object) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`E${index}`, { Type, Properties: properties(index) }]));
const functions = (length: number, properties: object) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`F${index}`, lambda(properties)]));
const many = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`K${index}`, 'v']));

/** Odd templates. Most fit the limit of a body. */
export const TEMPLATES: readonly string[] = [
  sam({ F: lambda({ Events: events(490, 'Api', (index) => ({ Path: `/a/${index}`, Method: 'get' })) }) }),
  sam({ F: lambda({ Events: events(490, 'HttpApi', (index) => ({ Path: `/{a}/${index}`, Method: 'any' })) }) }),
  sam(
    { F: lambda({ Events: events(400, 'Api', (index) => ({ Path: `/${index}`, Method: 'get' })) }) },
    {
      Globals: {
        Api: { Cors: "'*'", Auth: { DefaultAuthorizer: 'AWS_IAM', ResourcePolicy: { IpRangeWhitelist: Array(3_000).fill('1') } } },
      },
    },
  ),
  sam({
    F: lambda({ Events: events(400, 'S3', (index) => ({ Bucket: { Ref: 'B' }, Events: `s3:${index}` })) }),
    B: { Type: 'AWS::S3::Bucket' },
  }),
  sam({ F: lambda({ Policies: Array.from({ length: 6_000 }, (_, index) => `p${index}`) }) }),
  sam(functions(400, { AutoPublishAlias: 'live' }), { Globals: { Function: { Tags: many(2_000), PropagateTags: true } } }),
  sam({ M: { Type: 'AWS::Serverless::StateMachine', Properties: { Definition: { A: Array(3_000).fill({ Ref: 'M' }) } } } }),
  sam(
    { F: lambda({ Events: [{}], Policies: { 'Fn::If': 1 }, Tags: 'x', Environment: { Variables: [] } }) },
    { Globals: [], Mappings: { A: 1 } },
  ),
  queue({ QueueName: 'fine' }),
  `Resources: {Q: {Type: 'AWS::SQS::Queue'}}\na0: &a0 [1]\n${doublings}`,
  queue({ QueueName: { 'Fn::Sub': repeat('${', 20_000) } }),
  queue({ QueueName: { 'Fn::Sub': repeat('${A}', 8_000) } }, { Parameters: { A: { Type: 'String', Default: repeat('x', 4_000) } } }),
  queue({ QueueName: { 'Fn::Sub': ['${A}', { A: { 'Fn::Join': [repeat('x', 9_000), Array(4_000).fill('')] } }] } }),
  queue({}, { Parameters: { P: { Type: 'String', Default: `${repeat('a', 4_000)}!`, AllowedPattern: '(a+)+$' } } }),
  queue(
    {},
    { Parameters: { P: { Type: 'CommaDelimitedList', Default: repeat('aaaaaaaaaaaaaaaaa!,', 2_000), AllowedPattern: '((a+)+)\\2b' } } },
  ),
  queue({
    QueueName: Array(20)
      .fill(0)
      .reduce<unknown>((inner) => ({ 'Fn::Join': ['', [inner, inner]] }), 'x'),
  }),
  queue(
    {
      QueueName: Array(95)
        .fill(0)
        .reduce<unknown>((inner) => ({ 'Fn::If': ['C', inner, 'x'] }), 'x'),
    },
    { Conditions: { C: { 'Fn::Equals': ['1', '1'] } } },
  ),
  JSON.stringify({
    Transform: 'AWS::LanguageExtensions',
    Resources: {
      'Fn::ForEach::A': [
        'A',
        Array(1_000).fill('a'),
        { 'Fn::ForEach::B': ['B', Array(1_000).fill('b'), { '${A}${B}': { Type: 'AWS::SQS::Queue' } }] },
      ],
    },
  }),
  JSON.stringify({ Resources: Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`R${i}`, { Type: 'AWS::SQS::Queue' }])) }),
  JSON.stringify({
    Resources: Object.fromEntries(
      Array.from({ length: 450 }, (_, i) => [`R${i}`, { Type: 'AWS::SQS::Queue', DependsOn: [`R${(i + 1) % 450}`] }]),
    ),
  }),
  JSON.stringify({
    Conditions: Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`C${i}`, { 'Fn::Or': Array(10).fill({ Condition: `C${i + 1}` }) }]),
    ),
    Resources: {},
  }),
  '{"Resources":{"__proto__":{"Type":"AWS::SQS::Queue"},"constructor":{"Type":"AWS::SQS::Queue"}},"Parameters":{"P":{"Type":"String"}},"Outputs":{"O":{"Value":{"Ref":"__proto__"}}}}',
  `Resources: ${repeat('[', 20_000)}`,
  `{"Resources": ${repeat('[', 20_000)}`,
  repeat('? ', 20_000),
  repeat('"', 50_000),
  repeat('- ', 25_000),
  repeat('k: &a *a\n', 5_000),
  `Resources:\n${Array.from({ length: 3_000 }, (_, i) => ` k${i}: 1`).join('\n')}`,
  `Rules: {R: {Assertions: [{Assert: {'Fn::EachMemberIn': [[${repeat('a,', 8_000)}a], [${repeat('b,', 8_000)}b]]}}]}}\nResources: {Q: {Type: 'AWS::SQS::Queue'}}`,
  queue({ QueueName: `{{resolve:ssm:${repeat('{x}', 10_000)}` }),
  queue({ QueueName: repeat('{{resolve:ssm:', 3_000) }),
  queue({ Tags: Array(8_000).fill({}) }),
  JSON.stringify({
    Resources: Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`R${i}`, { Type: `AWS::Nothing::OfTheKind${i}${repeat('x', 60)}` }]),
    ),
  }),
  JSON.stringify({ Resources: { R: { Type: repeat('x', 40_000) } } }),
];

export const PATTERNS: readonly string[] = [
  '(a+)+$',
  '((a+)+)\\2b',
  '(.*a){20}',
  '[',
  '(?<=a{1,999}b)c',
  `${repeat('(a?)', 60)}${repeat('a', 60)}`,
  '(a{1000}){1000}',
  repeat('(', 5_000),
  `%${repeat('a*', 900)}b%`,
  `{ ${repeat('(', 3_000)} $.a = 1`,
  `{ ${repeat('$.a = 1 && ', 3_000)} $.b = 2 }`,
  repeat('?a ', 10_000),
  repeat('"a" ', 10_000),
  `[${repeat('a, ', 10_000)}]`,
];

const nested = (depth: number, open: string, close: string): string => repeat(open, depth) + repeat(close, depth);
/** Odd values of members that hold JSON: policies, event patterns, payloads, filters, documents. */
export const DOCUMENTS: readonly string[] = [
  '{}',
  '[]',
  'null',
  '"x"',
  '{"__proto__":{"a":1}}',
  nested(900, '[', ']'),
  nested(50_000, '[', ']'),
  `${repeat('{"a":', 20_000)}1${repeat('}', 20_000)}`,
  JSON.stringify({ source: Array(3_000).fill('a') }),
  JSON.stringify({ source: [{ wildcard: repeat('*a', 400) }] }),
  JSON.stringify({ source: Array(200).fill({ wildcard: `${repeat('*a', 60)}*` }) }),
  JSON.stringify({ $or: Array(60).fill({ $or: Array(60).fill({ a: ['b'] }) }) }),
  JSON.stringify({
    detail: { a: [{ 'anything-but': Array(3_000).fill('x') }], b: [{ prefix: repeat('x', 9_000) }], c: [{ numeric: ['>', 1e308] }] },
  }),
  JSON.stringify({ detail: { ip: [{ cidr: '::/0' }, { cidr: '10.0.0.0/99' }], e: [{ exists: 1 }] } }),
  JSON.stringify({
    Version: '2012-10-17',
    Statement: Array(100).fill({
      Effect: 'Allow',
      Principal: '*',
      Action: repeat('*a', 60),
      Resource: repeat('*b', 60),
      Condition: { StringLike: { 'aws:PrincipalArn': repeat('*', 90) } },
    }),
  }),
  JSON.stringify({
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Principal: { AWS: Array(2_000).fill('*') }, NotAction: ['*'], Resource: '*' },
  }),
  JSON.stringify({ Statement: Array(3_000).fill({}) }),
  JSON.stringify({
    StartAt: 'A',
    States: { A: { Type: 'Choice', Choices: [{ Variable: '$.end', IsPresent: true, Next: 'B' }], Default: 'A' }, B: { Type: 'Succeed' } },
  }),
  JSON.stringify(Array(30_000).fill({})),
  JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, i]))),
  JSON.stringify({ source: ['aws.s3'], detail: { number: [{ numeric: ['=', '1'] }], [repeat('k', 5_000)]: ['v'] } }),
  `{"rules":[${repeat('{"rulePriority":1,"selection":{"tagStatus":"any","countType":"imageCountMoreThan","countNumber":1},"action":{"type":"expire"}},', 200)}{}]}`,
  JSON.stringify({ TypeName: 'AWS::SQS::Queue', QueueName: repeat('x', 9_000), Tags: Array(4_000).fill({ Key: 'a', Value: 'b' }) }),
];

export const NUMBERS: readonly number[] = [0, -1, 1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, -1e308, 0.5, 86_400, 1e15];

export const BLOBS: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from('{}'),
  Buffer.from([0xff, 0xfe, 0]),
  Buffer.alloc(300_000, 97),
  gzipSync(Buffer.alloc(20 * 2 ** 20)),
  ...hostileArchives().map(([, bytes]) => bytes),
];
