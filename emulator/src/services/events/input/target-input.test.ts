import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactJson } from '#lib/compact-json';
import { followPath, parseInputPath } from '#lib/input-path';
import { processorMs } from '../../../../../test/support/processor-time.ts';
import { inputMaker } from './target-input.ts';

const RULE = { name: 'orders', arn: 'arn:aws:events:us-east-1:000000000000:rule/orders' };
const text =
  '{"version":"0","detail-type":"made","source":"shop","detail": {"n": 12345678901234567890, "note":"say \\"hi\\"", "tags":["a","b"], "items":[{"id":1},{"id":2}], "empty":{}, "numbers":[1, 2], "twice":1,"twice":2 }}';
const event = { text, receivedMs: Date.UTC(2026, 0, 1, 12, 0, 0, 500) };
const path = (InputPath: string) => inputMaker({ InputPath }, RULE)(event);
const fill = (InputTemplate: string, InputPathsMap = {}) => inputMaker({ InputTransformer: { InputTemplate, InputPathsMap } }, RULE)(event);

it('an event comes without the blanks of its detail', () => {
  // localstack: test_events_targets, `test_put_events_with_target_sns`, recorded 2024-07
  const spaced = { text: '{"version":"0","detail":{"command": "update", "payload": {"id": "a b"}}}', receivedMs: 0 };
  expect(inputMaker({}, RULE)(spaced)).toBe('{"version":"0","detail":{"command":"update","payload":{"id":"a b"}}}');
});

describe('input paths', () => {
  it.each([
    ['$', compactJson(text)],
    ['$.detail.numbers', '[1,2]'],
    ['$.detail-type', '"made"'],
    ['$.detail.n', '12345678901234567890'],
    ['$.detail.tags', '["a","b"]'],
    ['$.detail.tags[1]', '"b"'],
    ['$.detail.items[0].id', '1'],
    ['$.detail.items[*].id', '[1,2]'],
    ['$.detail.empty', '{}'],
    ['$.detail.empty.*', '[]'],
    ['$.detail.twice', '2'],
    ['$.detail.missing', 'null'],
    ['$.detail.tags.a', 'null'],
  ])('%s', (given, expected) => expect(path(given)).toBe(expected));

  it.each(['detail', '$detail', "$.detail['n']", '$..n', '$.a.', '$.a[-1]', '$.a[1', ''])('refuses %s', (given) =>
    expect(parseInputPath(given)).toBeUndefined(),
  );

  it('finds in any JSON what a parser finds', () => {
    fc.assert(
      fc.property(fc.object({ key: fc.stringMatching(/^[a-z]{1,3}$/), maxDepth: 3 }), (value) => {
        const json = JSON.stringify(value, undefined, 1);
        const parsed = JSON.parse(json) as Record<string, unknown>;
        for (const key of Object.keys(parsed)) {
          const found = followPath(json, [{ kind: 'member', name: key }]);
          expect(JSON.parse(found!)).toEqual(parsed[key]);
        }
      }),
    );
  });
});

describe('input transformers', () => {
  const paths = {
    type: '$.detail-type',
    note: '$.detail.note',
    tags: '$.detail.tags',
    n: '$.detail.n',
    none: '$.detail.none',
    items: '$.detail.items',
    numbers: '$.detail.numbers',
  };
  it.each([
    ['"<type> in <tags>"', '"made in [a,b]"'],
    ['"gone: <none>"', '"gone: "'],
    ['{"type": <type>, "n": <n>, "tags": <tags>}', '{"type": "made", "n": 12345678901234567890, "tags": ["a","b"]}'],
    ['{"type": "<type>!", "none": <none>}', '{"type": "made!", "none": ""}'],
    ['{"said": "it \\"<type>\\" was"}', '{"said": "it \\"made\\" was"}'],
    ['"<aws.events.rule-name> <aws.events.rule-arn> <aws.events.event.ingestion-time>"', `"orders ${RULE.arn} 2026-01-01T12:00:00Z"`],
    ['{"rule": <aws.events.rule-name>}', '{"rule": "orders"}'],
    ['{"event": <aws.events.event>}', '{"event": {"version":"0","detailType":"made","source":"shop"}}'],
    ['{"event": <aws.events.event.json>}', `{"event": ${compactJson(text)}}`],
    ['"<items>"', '"[{id:1},{id:2}]"'],
    ['"one <type>"\n"two <tags>"', '"one made"\n"two [a,b]"'],
    ['{"numbers": "<numbers>"}', '{"numbers": "[1,2]"}'],
  ])('%s', (template, expected) => expect(fill(template, paths)).toBe(expected));

  it.each(['{"tags": "<tags>"}', '{"items": "users/<items>", "type": <type>}', '{"said": "<note>"}', '<tags> and more', '{"n": <n>'])(
    'deliver nothing where they make no JSON: %s',
    (template) => expect(fill(template, paths)).toBeUndefined(),
  );

  it('deliver nothing of more than any target takes, and look each variable up once', () => {
    const large = { text: JSON.stringify({ detail: 'x'.repeat(200_000) }), receivedMs: 0 };
    const filled = (times: number) =>
      inputMaker(
        { InputTransformer: { InputTemplate: `"${'<detail>'.repeat(times)}"`, InputPathsMap: { detail: '$.detail' } } },
        RULE,
      )(large);
    expect(
      processorMs(() => {
        expect([filled(5)?.length, filled(1_000)]).toEqual([1_000_002, undefined]);
      }),
    ).toBeLessThan(250);
  });

  it('take the blanks out of objects and lists in a text, but not those in strings', () => {
    const spaced = { text: '{"detail": { "a b" : [ "c d", 1 ],\n "e": "f" }}', receivedMs: 0 };
    const transformer = { InputTemplate: '"<detail>"', InputPathsMap: { detail: '$.detail' } };
    expect(inputMaker({ InputTransformer: transformer }, RULE)(spaced)).toBe('"{a b:[c d,1],e:f}"');
  });
});
