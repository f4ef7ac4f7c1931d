import { describe, expect, it } from 'vitest';
import { askedFor, attributesBytes, attributesMd5, hasForbiddenCharacters, readAttributes, readTraceHeader } from './message-attributes.ts';

describe('message attributes', () => {
  it('have the checksum that clients compute', () => {
    const attributes = readAttributes({
      data2: { DataType: 'Number', StringValue: '2' },
      data1: { DataType: 'Number', StringValue: '1' },
    });
    expect(attributesMd5(attributes)).toBe('b53b5acf24e7fd9567705bd8027b1c76');
    expect(attributesMd5([])).toBe('');
    expect(attributesMd5([readTraceHeader({ AWSTraceHeader: { DataType: 'String', StringValue: 'some-value' } })!])).toBe(
      'a3263a0cbc09023ccd431feb61438309',
    );
  });
  it('count with name, type and value', () => {
    expect(attributesBytes(readAttributes({ ab: { DataType: 'Binary', BinaryValue: new Uint8Array(5) } }))).toBe(2 + 6 + 5);
    expect(attributesBytes(readAttributes({ ab: { DataType: 'String', StringValue: 'ä' } }))).toBe(2 + 6 + 2);
  });
  it.each([
    [['All'], ['Hello', 'Help.Me', 'Other']],
    [['.*'], ['Hello', 'Help.Me', 'Other']],
    [['Hel.*'], ['Hello', 'Help.Me']],
    [
      ['Help.*', 'Other'],
      ['Help.Me', 'Other'],
    ],
    [['Missing'], []],
    [[], []],
  ])('asked for as %j', (names, expected) => {
    const attributes = ['Hello', 'Help.Me', 'Other'].map((name) => ({ name, type: 'String', value: 'x' }));
    expect(askedFor(attributes, names).map(({ name }) => name)).toEqual(expected);
  });
  it.each(['.a', 'a.', 'a..b', 'a b', 'aws.x', 'AMAZON.x', ''])('are not called %j', (name) => {
    expect(() => readAttributes({ [name]: { DataType: 'String', StringValue: 'x' } })).toThrow();
  });
});

it.each([
  ['\t\n\r ~', false],
  ['\u{1F600}\uE000\uFFFD', false],
  ['\u0000', true],
  ['\u001F', true],
  ['\uFFFE', true],
  ['\uD800', true],
])('forbidden characters in %j: %s', (text, forbidden) => {
  expect(hasForbiddenCharacters(text)).toBe(forbidden);
});
