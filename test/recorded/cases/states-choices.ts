// Which way choices of state machines were recorded to go, operator by operator.
import { localstack, type RecordedCase, type RecordedCases } from '../case.ts';
import { type Comparison, chooses } from '../states-steps.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/choice_operators/${name}`);

/** Values of every type, among them texts that look like times. */
const VALUES = [
  null,
  0,
  1,
  1.1,
  '',
  ' ',
  'HelloWorld',
  '2012-10-09T19:00:55',
  '2012-10-09T19:00:55Z',
  '2012-10-09T19:00:55+01:00',
  '2023-02-24',
  [],
  [''],
  {},
  { A: 0 },
  true,
  false,
];
const isTruth = (value: unknown): boolean => typeof value === 'boolean';

/** A test for a type holds for these values alone, and its negation for all others. */
const typeTest = (operator: string, name: string, isHeld: (value: unknown) => boolean): RecordedCase => ({
  title: `${operator} knows values of every type`,
  source: test(`test_is_operators.py::TestIsOperators::${name}`),
  recorded: '2023-06',
  steps: chooses(
    operator,
    VALUES.flatMap((value): Comparison[] => [
      [value, true, isHeld(value)],
      [value, false, !isHeld(value)],
    ]),
  ),
});

interface Table {
  readonly source: string;
  readonly recorded: string;
  readonly operators: readonly string[];
  readonly rows: readonly Comparison[];
}

/** One case for each operator, and one for its twin that reads the value from a path. */
const compared = ({ source, recorded, operators, rows }: Table): RecordedCase[] =>
  operators.map((operator) => ({
    title: `${operator} compares values of ${rows.length > 10 ? 'every type' : 'its own type'}`,
    source: test(`${source}::test_${snake(operator)}`),
    recorded,
    steps: chooses(operator, rows),
  }));
const snake = (operator: string): string => operator.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

const NUMERIC = 'test_numeric.py::TestNumerics';
const order = (equal: boolean, less: boolean, greater: boolean): Comparison[] => [
  [0, 0, equal],
  [0, 1, less],
  [1, 1, equal],
  [1, 0, greater],
];
const numeric = (operator: string, ...holds: [boolean, boolean, boolean]): RecordedCase[] =>
  compared({ source: NUMERIC, recorded: '2023-03', operators: [operator, `${operator}Path`], rows: order(...holds) });

const TEXT = 'test_string_operators.py::TestStrings';
const text = (operator: string, rows: readonly Comparison[]): RecordedCase[] =>
  compared({ source: TEXT, recorded: '2023-06', operators: [operator, `${operator}Path`], rows });
const texts = (equal: boolean, less: boolean, greater: boolean): Comparison[] => [
  ['', '', equal],
  ['A', 'AB', less],
  ['AB', 'A', greater],
];

const TIMES = 'test_timestamp_operators.py::TestTimestamps';
const [EARLIER, LATER] = ['2012-10-09T19:00:55Z', '2012-10-09T19:00:56Z'];
const times = (operator: string, equal: boolean, less: boolean, greater: boolean): RecordedCase[] => {
  const rows: Comparison[] = [
    [EARLIER, EARLIER, equal],
    [EARLIER, LATER, less],
    [LATER, EARLIER, greater],
  ];
  return [
    ...compared({ source: TIMES, recorded: '2023-06', operators: [operator], rows }),
    // The other pairs have no recording
    ...compared({
      source: TIMES,
      recorded: '2023-06',
      operators: [`${operator}Path`],
      rows: rows.slice(1).filter(([, , holds]) => !holds),
    }),
  ];
};

const NUMBERS = [null, 0, 1, 1.1, '', ' ', [], [''], {}, { A: 0 }, false, true];

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    typeTest('IsBoolean', 'test_is_boolean', isTruth),
    typeTest('IsNull', 'test_is_null', (value) => value === null),
    typeTest('IsNumeric', 'test_is_numeric', (value) => typeof value === 'number'),
    typeTest('IsPresent', 'test_is_present', () => true),
    typeTest('IsString', 'test_is_string', (value) => typeof value === 'string'),
    ...compared({
      source: 'test_boolean_equals.py::TestBooleanEquals',
      recorded: '2023-06',
      operators: ['BooleanEquals', 'BooleanEqualsPath'],
      rows: VALUES.flatMap((value): Comparison[] => [
        [value, true, value === true],
        [value, false, value === false],
      ]),
    }),
    ...compared({
      source: NUMERIC,
      recorded: '2023-06',
      operators: ['NumericEquals', 'NumericEqualsPath'],
      rows: [
        ...NUMBERS.flatMap((value): Comparison[] => [
          [value, 0, value === 0],
          [value, 1, value === 1],
        ]),
        [2.22, 2.22, true],
      ],
    }),
    ...numeric('NumericGreaterThan', false, false, true),
    ...numeric('NumericGreaterThanEquals', true, false, true),
    ...numeric('NumericLessThan', false, true, false),
    ...numeric('NumericLessThanEquals', true, true, false),
    ...compared({
      source: TEXT,
      recorded: '2023-06',
      operators: ['StringEquals'],
      rows: [
        ...NUMBERS.map((value): Comparison => [value, 'HelloWorld', false]),
        [' ', '     ', false],
        ['\t\n', '\t\r\n', false],
        ['Hello', 'Hello', true],
      ],
    }),
    ...compared({
      source: TEXT,
      recorded: '2023-06',
      operators: ['StringEqualsPath'],
      rows: [
        [' ', '     ', false],
        ['\t\n', '\t\r\n', false],
        ['Hello', 'Hello', true],
      ],
    }),
    ...text('StringGreaterThan', [
      ['', '', false],
      ['A', 'A ', false],
      ['A', 'A\t\n\r', false],
      ['AB', 'ABC', false],
    ]),
    ...text('StringGreaterThanEquals', texts(true, false, true)),
    ...text('StringLessThan', texts(false, true, false)),
    ...text('StringLessThanEquals', texts(true, true, false)),
    ...compared({
      source: TIMES,
      recorded: '2023-06',
      operators: ['TimestampEquals'],
      rows: [
        ...NUMBERS.map((value): Comparison => [value, EARLIER, false]),
        [EARLIER, EARLIER, true],
        [EARLIER, LATER, false],
        [LATER, EARLIER, false],
      ],
    }),
    ...times('TimestampGreaterThan', false, false, true),
    ...times('TimestampGreaterThanEquals', true, false, true),
    ...times('TimestampLessThan', false, true, false),
    ...times('TimestampLessThanEquals', true, true, false),
  ],
};
