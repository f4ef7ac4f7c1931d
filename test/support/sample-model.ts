// A small model for unit tests, with one example of everything that codecs and validation distinguish.
import type { ServiceIR, Shape } from '#protocol/ir';

const SHAPES: Shape[] = [
  {
    kind: 'structure',
    name: 'PutThingRequest',
    members: [
      ['Name', 'string', { required: 1, constraint: { len: [1, 5], pattern: '[a-z]+' } }],
      ['Size', 'number', { constraint: { range: [1, 10] } }],
      ['Color', 'string', { constraint: { enum: 'Color' } }],
      ['Colors', 1, { constraint: { len: [null, 2], item: { enum: 'Color' } } }],
      ['Tags', 2, { constraint: { key: { len: [1, 3] }, value: { len: [0, 4] } } }],
      ['Secret', 'string', { sensitive: 1, constraint: { len: [8, null] } }],
      ['Parts', 3, { constraint: { len: [null, 1] } }],
      ['Data', 'blob'],
      ['When', 'timestamp'],
      ['Public', 'boolean'],
      ['Tree', 5],
    ],
  },
  { kind: 'list', name: 'Colors', item: 'string' },
  { kind: 'map', name: 'Tags', key: 'string', value: 'string' },
  { kind: 'list', name: 'Parts', item: 4 },
  { kind: 'structure', name: 'Part', members: [['Id', 'string', { required: 1 }]] },
  {
    kind: 'structure',
    name: 'Tree',
    members: [
      ['Left', 5],
      ['Leaf', 6],
    ],
  },
  {
    kind: 'union',
    name: 'Leaf',
    members: [
      ['Text', 'string'],
      ['Number', 'number'],
    ],
  },
  {
    kind: 'error',
    name: 'ThingGone',
    members: [
      ['Message', 'string'],
      ['Type', 'string'],
    ],
    error: { blame: 'client', status: 404, queryCode: 'Gone', queryStatus: 410 },
  },
];

export const SAMPLE: ServiceIR = {
  id: 'sample',
  from: 'nowhere',
  namespace: 'com.example.sample',
  version: '2020-01-01',
  xmlNamespace: 'http://example.com/doc/',
  target: 'Sample_20200101',
  signingName: 'sample',
  protocol: 'awsJson1_0',
  also: ['awsQuery', 'rpcv2Cbor'],
  profile: {
    validation: { style: 'coral', code: 'ValidationException', queryCode: 'ValidationError' },
    unknownOperation: { code: 'UnknownOperationException', status: 400 },
    messageMember: 'message',
  },
  shapes: SHAPES,
  operations: { PutThing: { input: 0, output: 0 } },
  errors: { ThingGone: 7 },
  enums: { Color: ['red', 'green'] },
};
