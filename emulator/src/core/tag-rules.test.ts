// The tag operations that rules make.
import { describe, expect, it } from 'vitest';
import { Fault } from './fault.ts';
import { atMostTags, eachTag, noRepeatedKeys, noReservedKeys, tagRules } from './tag-rules.ts';
import { KEY_VALUE_TAGS, PLAIN_TAGS, TAG_MAP, type Tag } from './tags.ts';

const lower = (key: string) => key.toLowerCase();
const rules = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: PLAIN_TAGS,
  identity: lower,
  isSorted: true,
  checks: [
    noReservedKeys((key) => new Fault('Reserved', key)),
    noRepeatedKeys((key) => new Fault('Repeated', key), lower),
    eachTag(({ key, value }) => (value === '' ? new Fault('Empty', key) : undefined)),
    atMostTags(2, (max, resource) => new Fault('TooMany', `${resource}: ${max}`)),
  ],
});

/** A request that no service makes in a client's name. */
const CLIENT = {};

function resource(tags: readonly Tag[]) {
  const tagged = { tags, keep: (after: readonly Tag[]) => void (tagged.tags = after) };
  return tagged;
}
const sent = (tags: Readonly<Record<string, string>>) => KEY_VALUE_TAGS.write(TAG_MAP.read(tags));

describe('tags are added', () => {
  it('in the form of records, and listed in that of answers, by their keys', () => {
    const tagged = resource(rules.ofNew(sent({ team: 'shop' }), CLIENT));
    rules.add(tagged, sent({ owner: 'ann', TEAM: 'bikes' }), CLIENT);
    expect(tagged.tags).toEqual([
      { key: 'TEAM', value: 'bikes' },
      { key: 'owner', value: 'ann' },
    ]);
    expect(rules.list(tagged)).toEqual(sent({ TEAM: 'bikes', owner: 'ann' }));
    expect(rules.ofNew(undefined, CLIENT)).toEqual([]);
  });

  it.each([
    ['a reserved key', [{ Key: 'aws:x', Value: 'a' }], 'Reserved', 'aws:x'],
    ['a key that is there twice', [...sent({ a: '1' }), ...sent({ A: '2' })], 'Repeated', 'a'],
    ['a tag with a refusal', sent({ a: '' }), 'Empty', 'a'],
    ['a value that is not given', [{ Key: 'a' }], 'Empty', 'a'],
    ['too many with those before', sent({ a: '1', b: '2' }), 'TooMany', 'orders: 2'],
  ])('unless there is %s', (_, tags, code, message) => {
    const tagged = resource([{ key: 'team', value: 'shop' }]);
    expect(() => rules.add(tagged, tags, CLIENT, 'orders')).toThrow(expect.objectContaining({ code, message }));
    expect(tagged.tags).toEqual([{ key: 'team', value: 'shop' }]);
  });

  it('if checks refuse those before, which are not sent again', () => {
    const tagged = resource([{ key: 'aws:x', value: '' }]);
    rules.add(tagged, sent({ team: 'shop' }), CLIENT);
    expect(tagged.tags).toHaveLength(2);
  });
});

it('a service that calls in the name of a client gives tags of its own, which do not count', () => {
  const stack = { calledVia: 'cloudformation.amazonaws.com' };
  const given = [...sent({ a: '1', b: '2' }), { Key: 'aws:cloudformation:stack-name', Value: 'shop' }];
  expect(rules.ofNew(given, stack)).toHaveLength(3);
  expect(() => rules.ofNew(given, CLIENT)).toThrow(expect.objectContaining({ code: 'Reserved' }));
  expect(() => rules.ofNew(given, { calledVia: 'servicecatalog.amazonaws.com' })).toThrow(expect.objectContaining({ code: 'Reserved' }));
});

it('tags are removed by their keys, of a resource that has too many, too', () => {
  const tagged = resource(TAG_MAP.read({ Team: 'shop', a: '1', b: '2', c: '3' }));
  rules.remove(tagged, ['TEAM', 'other']);
  expect(Object.keys(TAG_MAP.write(tagged.tags))).toEqual(['a', 'b', 'c']);
});
