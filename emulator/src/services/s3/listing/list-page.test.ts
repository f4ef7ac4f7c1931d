import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodingFor, listPage, type Marker, pageSize, type Source } from './list-page.ts';

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** A source over sorted keys that counts the entries it returns. */
function sourceOf(keys: string[], prefix: string) {
  const sorted = [...new Set(keys)].filter((key) => key.startsWith(prefix)).sort(byBytes);
  const counted = { read: 0 };
  const source: Source<string> = (after, limit) => {
    const rest = after === undefined ? sorted : sorted.filter((key) => byBytes(key, after.key) > 0);
    const page = rest.slice(0, limit);
    counted.read += page.length;
    return page.map((key) => ({ key, item: key }));
  };
  return { source, counted };
}

/** The whole list, computed in the simplest way. */
function expected(keys: string[], prefix: string, delimiter: string | undefined) {
  const shown = new Map<string, 'item' | 'prefix'>();
  for (const key of [...new Set(keys)].filter((each) => each.startsWith(prefix)).sort(byBytes)) {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    if (end < 0) shown.set(key, 'item');
    else shown.set(key.slice(0, end + delimiter!.length), 'prefix');
  }
  return [...shown]
    .filter(([, kind]) => kind === 'item')
    .map(([key]) => key)
    .concat([...shown].filter(([, kind]) => kind === 'prefix').map(([key]) => key));
}

const keys = fc.array(fc.stringMatching(/^[ab/]{1,6}$/), { maxLength: 40 });

describe('pages', () => {
  it('show every key and prefix once, whatever the size of the page', () => {
    fc.assert(
      fc.property(
        keys,
        fc.constantFrom('', 'a', 'a/'),
        fc.constantFrom(undefined, '/', 'b'),
        fc.integer({ min: 1, max: 7 }),
        (all, prefix, delimiter, limit) => {
          const items: string[] = [];
          const prefixes: string[] = [];
          let marker: Marker | undefined;
          for (let page = 0; ; page++) {
            expect(page).toBeLessThan(100);
            const { source } = sourceOf(all, prefix);
            const got = listPage(source, { prefix, delimiter, limit, marker });
            expect(got.items.length + got.prefixes.length).toBeLessThanOrEqual(limit);
            items.push(...got.items);
            prefixes.push(...got.prefixes);
            if (!got.truncated) break;
            marker = got.last!.sub === undefined ? { key: got.last!.key } : got.last!;
          }
          expect([...items, ...prefixes]).toEqual(expected(all, prefix, delimiter));
        },
      ),
    );
  });

  it('jump over what shares a prefix', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => `folder-${i % 3}/${i}`);
    const { source, counted } = sourceOf(many, '');
    expect(listPage(source, { prefix: '', delimiter: '/', limit: 1000 }).prefixes).toEqual(['folder-0/', 'folder-1/', 'folder-2/']);
    expect(counted.read).toBeLessThan(200);
  });
});

it('encodes like a form', () => expect(encodingFor('url')('a b/ü+(1)')).toBe('a+b/%C3%BC%2B%281%29'));
it('knows no other encoding', () => expect(() => encodingFor('base64')).toThrow('Invalid Encoding Method'));
it('answers at most 1000', () =>
  expect([pageSize(undefined, 'max-keys'), pageSize(5000, 'max-keys'), pageSize(0, 'max-keys')]).toEqual([1000, 1000, 0]));
it('refuses negative sizes', () => expect(() => pageSize(-1, 'max-keys')).toThrow('Argument maxKeys must be an integer between 0'));
it('refuses sizes of more than 32 bits', () =>
  expect(() => pageSize(2 ** 31, 'max-parts')).toThrow('Provided max-parts not an integer or within integer range'));
