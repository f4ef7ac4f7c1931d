import { expect, it } from 'vitest';
import { JsonText } from '#lib/json-text';
import { largeJson, listPieces } from './large-answer.ts';

it('a small answer is text', () => {
  expect(largeJson({ Items: [new JsonText('{"a":1}')], Count: 1 })).toBe('{"Items":[{"a":1}],"Count":1}');
});

it('a large answer comes in chunks, with the number of their bytes', async () => {
  const items = ['ä'.repeat(700_000), 'b'.repeat(2_500_000), 'c', 'd'.repeat(900_000)];
  const answer = largeJson({ Items: items.map((text) => new JsonText(JSON.stringify({ text }))) });
  if (typeof answer === 'string') throw new Error('is text');
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.chunks) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  expect(chunks.length).toBeGreaterThan(1);
  expect(answer.bytes).toBe(whole.length);
  expect(JSON.parse(whole.toString())).toEqual({ Items: items.map((text) => ({ text })) });
});

it('a document with long lists is the same JSON in pieces', () => {
  const list = (length: number) => Array.from({ length }, (_, n) => (n % 7 === 0 ? undefined : { n, text: `ä"${n}` }));
  const documents = [
    { Records: list(1000), MillisBehindLatest: 0, Absent: undefined },
    { Before: null, First: list(200), Between: { a: [] }, Second: list(201), Short: list(199) },
    { Absent: undefined, Only: list(251) },
  ];
  for (const document of documents) {
    const pieces = listPieces(document)!;
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces.join('')).toBe(JSON.stringify(document));
  }
  for (const document of [{ Records: list(199) }, {}, null, 'text']) expect(listPieces(document)).toBeUndefined();
});
