// Findings about expressions that the service itself answers. Sources, each a measurement in us-east-1 that its authors published:
// https://github.com/floci-io/floci/issues/2735 and /pull/2786 (August 2026), /issues/2968 (September 2026),
// the rules of https://github.com/badmintoncryer/cdk-preflight (September 2026), https://github.com/localstack/localstack/issues/12958 (August 2025).
import { expect, it } from 'vitest';
import { expressionEngine } from '#model/expression-engine';
import { Expressions } from '#services/states/language/expressions/expressions';
import { checkDefinition } from './check-definition.ts';

const expressions = new Expressions(expressionEngine);
const check = async (definition: object, isExpress = false) =>
  (await checkDefinition(JSON.stringify(definition), { isExpress, expressions })).diagnostics;
/** Code, message and place of each finding; the code of the schema is left out. */
const found = async (definition: object, isExpress = false): Promise<string[]> =>
  (await check(definition, isExpress)).map(({ code, message, location }) => {
    const place = location === undefined ? '' : ` at ${location}`;
    return code === 'SCHEMA_VALIDATION_FAILED' ? `${message}${place}` : `${code}: ${message}${place}`;
  });
const machine = (States: object, more: object = {}) => ({ StartAt: Object.keys(States)[0], States, ...more });
const JSONATA = { QueryLanguage: 'JSONata' };
const END = { Type: 'Pass', End: true };
const X = '/States/X';

const of = (expression: string, field = 'Output') => found(machine({ X: { ...END, [field]: `{% ${expression} %}` } }, JSONATA));
const noInput = (name: string): string =>
  `UNSUPPORTED_JSONATA_EXPRESSION: Reference to '${name}' at the top level is not supported. at ${X}/Output`;

it.each([
  ...['phone', 'phone[0].number', 'phone.number.street', '-phone', 'phone ? 1 : 2', '$states.input.a ? phone : 2', "phone & 'x'"],
  ...['phone in $states.input.b', '$sum(phone)', 'phone(1)', 'phone ~> $string()', '[1..phone]', '(phone)', '(phone).other'],
  ...['[phone].other', '[phone, 1]', '{phone: 1}', '($x := phone; $x)', '$map($states.input.a, function($y){ phone })'],
  ...['$count(phone[inner])', 'phone.**.deeper'],
])('refuses the name in %s, which has no input to stand in', async (expression) => {
  expect(await of(expression)).toEqual([noInput('phone')]);
});

it.each([
  ...[
    '$states.input.phone',
    '$states.input.items[phone > 3]',
    '$states.input.a^(phone)',
    "$states.input.a{'k': phone}",
    '$states.input.a.(phone)',
  ],
  ...['$states.input.a.$phone', '$phone', "$states.input ~> |phone|{'b': 1}|", '**.phone', "{'k': 1}.phone", '$states.input.a[0][phone]'],
  ...[
    '$states.input.a[$ > 1]',
    'function($x){ $x.phone }',
    '$map($states.input.a, function($x){ $x.phone })',
    "'phone'",
    '1 + 1',
    '$now()',
  ],
  ...['$states', '$states.error'],
])('accepts %s', async (expression) => {
  expect(await of(expression)).toEqual([]);
});

it.each(['$', '$.phone', '$[0]', '$string($)', '$map($states.input.a, function($x){ $ })'])(
  'refuses the input in %s',
  async (expression) => {
    expect(await of(expression)).toEqual([noInput('$')]);
  },
);

it('names each reference once, in their order', async () => {
  expect(await of('bbb + aaa + bbb')).toEqual([noInput('bbb'), noInput('aaa')]);
});

it.each<[string, string]>([
  ['$$.a', "UNSUPPORTED_JSONATA_EXPRESSION: Reference to '$$' is not supported."],
  ['$states.errorOutput', "UNSUPPORTED_JSONATA_EXPRESSION: Field '$states.errorOutput' does not exist."],
  ['$states.result', "UNSUPPORTED_JSONATA_EXPRESSION: Field '$states.result' does not exist."],
  ['[1, 2', 'INVALID_JSONATA_EXPRESSION: Expected "]" before end of expression'],
  ["'a", 'INVALID_JSONATA_EXPRESSION: String literal must be terminated by a matching quote'],
  ['}', 'INVALID_JSONATA_EXPRESSION: The symbol "}" cannot be used as a unary operator'],
  ['', 'INVALID_JSONATA_EXPRESSION: Unexpected end of expression'],
])('refuses %s', async (expression, problem) => {
  expect(await of(expression)).toEqual([`${problem} at ${X}/Output`]);
});

it('lets results and errors be read where there are some', async () => {
  const catcher = {
    ErrorEquals: ['States.ALL'],
    Next: 'Y',
    Output: '{% $states.errorOutput %}',
    Assign: { e: '{% $states.errorOutput %}' },
  };
  const task = { Type: 'Task', Resource: 'arn:x', Output: { r: '{% $states.result %}' }, Assign: { r: '{% $states.result %}' } };
  expect(await found(machine({ X: { ...task, Catch: [catcher], Next: 'Y' }, Y: END }, JSONATA))).toEqual([]);
  expect(await found(machine({ X: { ...task, Arguments: '{% $states.result %}', End: true } }, JSONATA))).toEqual([
    `UNSUPPORTED_JSONATA_EXPRESSION: Field '$states.result' does not exist. at ${X}/Arguments`,
  ]);
});

it('places expressions by the keys and positions around them', async () => {
  const Output = { a: { b: ['{% x %}'] } };
  expect(await found(machine({ X: { ...END, Output } }, JSONATA))).toEqual([`${noInput('x')}/a/b[0]`]);
});

it('reads no expressions in machines of paths, and none that is not closed', async () => {
  expect(await found(machine({ X: { ...END, Result: '{% x %}' } }))).toEqual([]);
  expect(await found(machine({ X: { ...END, Output: '{% 1' } }, JSONATA))).toEqual([
    `JSONata string must start with {% and end with %} at ${X}/Output`,
  ]);
});
