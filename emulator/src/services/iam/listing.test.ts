import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PageEnd, pageOfItems } from './listing.ts';

test('pages put together are the whole list, in order, each item once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.integer({ min: 1, max: 5 }), (names, MaxItems) => {
      const seen: string[] = [];
      let end: PageEnd = { IsTruncated: true };
      while (end.IsTruncated) {
        const page = pageOfItems(names, (name) => name, { Marker: end.Marker, MaxItems });
        expect(page.items.length).toBeLessThanOrEqual(MaxItems);
        seen.push(...page.items);
        end = page;
      }
      expect(seen).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
    }),
  );
});

test.each(['x', '', 'W10', 'e30', 'W3t9XQ'])('a marker that was not made here: %j', (Marker) => {
  expect(() => pageOfItems(['a'], (name) => name, { Marker })).toThrow('Invalid Marker.');
});
