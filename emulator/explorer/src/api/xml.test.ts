import { expect, it } from 'vitest';
import { childrenOf, parseXml, textOf } from './xml.ts';

it('reads elements, lists, empty elements and attributes', () => {
  const xml = parseXml('<?xml version="1.0"?><R xmlns="urn:x"><A>1</A><B/><C k="v"><D>x</D></C><C><D>y</D></C></R>');
  expect(textOf(xml, 'A')).toBe('1');
  expect(textOf(xml, 'B')).toBe('');
  expect(childrenOf(xml, 'C').map((one) => textOf(one, 'D'))).toEqual(['x', 'y']);
  expect(textOf(xml, 'absent')).toBe('');
});

it('reads escaped text as text', () => {
  expect(textOf(parseXml('<R><Key>a &lt;b&gt; &amp;amp; &#x41;&#66;</Key></R>'), 'Key')).toBe('a <b> &amp; AB');
});

it('answers nothing for text that is no XML', () => {
  expect(parseXml('')).toBe('');
  expect(parseXml('not xml')).toBe('');
});
