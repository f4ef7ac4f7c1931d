// Patterns of one field that an event does not match, each for another reason: tests of the report and of the explorer share them.

export interface FieldCase {
  readonly pattern: object;
  readonly event: object;
  readonly field: string;
  readonly wanted: string;
  readonly found: string | undefined;
  readonly why: string;
}

const detail = (pattern: unknown, event: unknown) => ({
  pattern: { detail: { a: pattern } },
  event: { detail: { a: event } },
  field: 'detail.a',
});
const text = (wanted: string, found: string, why: string): FieldCase => ({
  ...detail([wanted], found),
  ...{ wanted: JSON.stringify(wanted), found: JSON.stringify(found), why },
});
const absent = { wanted: '1', found: undefined };

export const FIELD_CASES: readonly FieldCase[] = [
  { pattern: { detail: { a: [1] } }, event: { detail: { b: 1 } }, field: 'detail.a', ...absent, why: 'the event has no such field' },
  {
    ...{ pattern: { detailType: [1] }, event: { 'detail-type': 1 }, field: 'detailType', ...absent },
    why: 'the event has no such field; it has "detail-type"',
  },
  { pattern: { detail: { a: [1] } }, event: { detail: '{"a":1}' }, field: 'detail.a', ...absent, why: 'detail is a text, no object' },
  { ...detail([1], { b: 1 }), wanted: '1', found: '{…}', why: 'an object is there: the pattern can test its members alone' },
  { ...detail([1], []), wanted: '1', found: '[]', why: 'the array is empty' },
  { ...detail([0], '0'), wanted: '0', found: '"0"', why: 'the event has a text, the pattern wants a number' },
  {
    ...detail([{ numeric: ['>', 1] }], '2'),
    wanted: '{"numeric":[">",1]}',
    found: '"2"',
    why: 'the event has a text, the pattern wants a number',
  },
  { ...detail(['true'], true), wanted: '"true"', found: 'true', why: 'the event has true, the pattern wants a text' },
  text('Placed', 'placed', 'upper and lower case differ'),
  text('placed', ' placed ', 'blanks around the text differ'),
  text('arn:aws:logs:eu-west-1:1:log-group/a', 'arn:aws:logs:eu-west-1:1:log-group:a', 'the separators in the ARN differ'),
  { ...detail([1], [2, 3]), wanted: '1', found: '2, 3', why: 'none of the 2 elements fits' },
  { ...detail([1, 2], 3), wanted: '1 or 2', found: '3', why: 'another value' },
  { ...detail([{ exists: false }], 1), wanted: '{"exists":false}', found: '1', why: 'the field should not be there' },
];
