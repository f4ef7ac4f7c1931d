import { describe, expect, it } from 'vitest';
import { MAX_VALUES, MalformedMessage } from './field-types.ts';
import { LOGS_REQUEST, TRACE_REQUEST } from './messages.ts';
import { readJson } from './read-json.ts';
import { readProtobuf } from './read-protobuf.ts';
import { msOfNano, plainAttributes } from './values.ts';
import { writeFailure, writeSuccess } from './write-answer.ts';

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const nested = (field: number, inner: Uint8Array): Uint8Array => {
  const length: number[] = [];
  let rest = inner.length;
  for (; rest > 127; rest >>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...length, rest]), inner]);
};
const spanRequest = (span: Uint8Array): Uint8Array => nested(1, nested(2, nested(2, span)));
const firstSpan = (request: unknown): unknown =>
  (request as { resourceSpans: { scopeSpans: { spans: unknown[] }[] }[] }).resourceSpans[0]!.scopeSpans[0]!.spans[0];

describe('messages in bytes', () => {
  it('have the form of their JSON', () => {
    const span = Buffer.concat([
      nested(1, bytes('5759e988bd862e3fe1be46a994272793')),
      nested(5, Buffer.from('GET /ä')),
      bytes('30 02'),
      bytes('39 15cd5b0700000000'),
      nested(9, Buffer.concat([nested(1, Buffer.from('n')), nested(2, bytes('18 ffffffffffffffffff01'))])),
      nested(9, Buffer.concat([nested(1, Buffer.from('d')), nested(2, bytes('21 000000000000f83f'))])),
      // A field that is not known
      bytes('9a06 03 616263'),
    ]);
    expect(firstSpan(readProtobuf(spanRequest(span), TRACE_REQUEST))).toEqual({
      traceId: '5759e988bd862e3fe1be46a994272793',
      name: 'GET /ä',
      kind: 2,
      startTimeUnixNano: '123456789',
      attributes: [
        { key: 'n', value: { intValue: '-1' } },
        { key: 'd', value: { doubleValue: 1.5 } },
      ],
    });
  });

  it.each([
    ['end within a field', '0a 05 61'],
    ['have a field that is longer than its message', '0a 02 12 05'],
    ['have a field of another wire type', '08 01'],
    ['have a number without an end', '80 80 80 80 80 80 80 80 80 80 80'],
    ['begin a group', '0b'],
  ])('are refused where they %s', (_, hex) => {
    expect(() => readProtobuf(bytes(hex), TRACE_REQUEST)).toThrow(MalformedMessage);
  });

  it('are bounded in depth and in number', () => {
    let value: Uint8Array = nested(1, Buffer.from('x'));
    for (let depth = 0; depth < 110; depth++) value = nested(5, nested(1, value));
    expect(() => readProtobuf(spanRequest(nested(9, nested(2, value))), TRACE_REQUEST)).toThrow('nested deeper than 100');
    const spans = Buffer.alloc(2 * MAX_VALUES + 2);
    for (let at = 0; at < spans.length; at += 2) spans[at] = 0x12;
    expect(() => readProtobuf(nested(1, nested(2, spans)), TRACE_REQUEST)).toThrow('send smaller batches');
  });
});

describe('messages in JSON', () => {
  it('have numbers of 64 bits as texts or as numbers, and may have more members', () => {
    const record = {
      timeUnixNano: '1741900000000000000',
      observedTimeUnixNano: 12,
      body: { kvlistValue: { values: [] } },
      traceId: 'AB',
      more: 1,
      flags: null,
    };
    const request = readJson(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }), LOGS_REQUEST);
    expect(request).toEqual({
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                { timeUnixNano: '1741900000000000000', observedTimeUnixNano: '12', body: { kvlistValue: { values: [] } }, traceId: 'ab' },
              ],
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['{', 'it is no JSON'],
    ['[]', 'the request is no object'],
    ['{"resourceLogs":{}}', 'resourceLogs is no list'],
    ['{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"traceId":"xyz"}]}]}]}', 'traceId has no value of its type'],
    ['{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":1.5}]}]}]}', 'timeUnixNano has no value of its type'],
  ])('are refused: %s', (text, reason) => {
    expect(() => readJson(text, LOGS_REQUEST)).toThrow(reason);
  });
});

it('makes plain values of attributes', () => {
  const attributes = [
    { key: '__proto__', value: { stringValue: 'x' } },
    { key: 'big', value: { intValue: '9007199254740993' } },
    { key: 'list', value: { arrayValue: { values: [{ boolValue: true }, {}] } } },
    { key: 'map', value: { kvlistValue: { values: [{ key: 'a', value: { doubleValue: Number.NaN } }] } } },
  ];
  expect(Object.entries(plainAttributes(attributes))).toEqual([
    ['__proto__', 'x'],
    ['big', '9007199254740993'],
    ['list', [true, null]],
    ['map', { a: 'NaN' }],
  ]);
  expect(msOfNano('1741900000123456789')).toBe(1741900000123.456);
});

it('writes answers in both encodings', () => {
  const rejected = { name: 'rejectedSpans', count: 300, message: 'no' };
  expect(writeSuccess('json', undefined)).toBe('{}');
  expect(writeSuccess('json', rejected)).toBe('{"partialSuccess":{"rejectedSpans":300,"errorMessage":"no"}}');
  expect(writeSuccess('protobuf', undefined)).toHaveLength(0);
  expect(Buffer.from(writeSuccess('protobuf', rejected)).toString('hex')).toBe('0a0708ac0212026e6f');
  expect(Buffer.from(writeFailure('protobuf', 3, 'no')).toString('hex')).toBe('080312026e6f');
});
