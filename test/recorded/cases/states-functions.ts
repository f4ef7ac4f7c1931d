// Recorded results of functions of texts, documents and numbers, as intrinsic functions and in JSONata.
import type { RecordedCase, RecordedCases } from '../case.ts';
import {
  createMachine,
  definitionOf,
  evaluated,
  evaluates,
  inJsonata,
  intrinsic,
  OBJECT,
  pair,
  run,
  SINGLES,
  TEXT,
} from '../states-steps.ts';

const formats: RecordedCase[] = [
  evaluated(
    'texts are encoded in base64',
    'test_encode_decode.py::TestEncodeDecode::test_base_64_encode',
    '2023-02',
    'States.Base64Encode($.FunctionInput)',
    [
      ['', ''],
      ['Data to encode', 'RGF0YSB0byBlbmNvZGU='],
    ],
  ),
  evaluated(
    'texts are decoded from base64',
    'test_encode_decode.py::TestEncodeDecode::test_base_64_decode',
    '2023-02',
    'States.Base64Decode($.FunctionInput)',
    [
      ['', ''],
      ['RGF0YSB0byBlbmNvZGU=', 'Data to encode'],
    ],
  ),
  evaluated(
    'a value of any type is put into a text',
    'test_generic.py::TestGeneric::test_format_1',
    '2023-02',
    "States.Format('Formatting argument {}.', $.FunctionInput)",
    SINGLES.map((value) => [value, `Formatting argument ${value}.`] as const),
  ),
  evaluated(
    'an object is put into a text as Java prints maps',
    'test_generic.py::TestGeneric::test_format_2',
    '2023-02',
    "States.Format('Formatting arguments fst={} and snd={}.', $.FunctionInput.fst, $.FunctionInput.snd)",
    [
      ...SINGLES.map((value) => [pair(value, value), `Formatting arguments fst=${value} and snd=${value}.`] as const),
      [pair(OBJECT, OBJECT), 'Formatting arguments fst={Arg1=1, Arg2=[]} and snd={Arg1=1, Arg2=[]}.'],
    ],
  ),
  evaluated(
    'the name of the machine is read from the context',
    'test_generic.py::TestGeneric::test_nested_calls_1',
    '2023-11',
    "States.ArrayGetItem(States.StringSplit($$.StateMachine.Name, '-'), 0)",
    [[null, 'case']],
  ),
  evaluated(
    'calls are nested in arguments',
    'test_generic.py::TestGeneric::test_nested_calls_2',
    '2023-11',
    "States.ArrayGetItem(States.StringSplit('a-b-c', '-'), States.MathAdd(States.ArrayLength(States.StringSplit('a-b-c', '-')), -1))",
    [[null, 'c']],
  ),
  evaluated(
    'a line feed in an argument is one',
    'test_generic.py::TestGeneric::test_escape_sequence',
    '2023-11',
    "States.StringSplit('Hello\nWorld', '\n')",
    [[null, ['Hello', 'World']]],
  ),
  evaluated(
    'hashes of a text, by their names',
    'test_hash_calculations.py::TestHashCalculations::test_hash',
    '2023-02',
    'States.Hash($.FunctionInput.fst, $.FunctionInput.snd)',
    [
      [pair('input data', 'MD5'), '812f45842bc6d66ee14572ce20db8e86'],
      [pair('input data', 'SHA-1'), 'aaff4a450a104cd177d28d18d74485e8cae074b7'],
      [pair('input data', 'SHA-256'), 'b4a697a057313163aee33cd8d40c66e9f0f177e00cac2de32475ffff6169c3e3'],
      [pair('input data', 'SHA-384'), 'd28a7d5cf25a74f11a50a18452b75e04bb3d70c9dd0510d6123aa008c756511b87525bdc835ebb27e1fb9e9374a15562'],
      [
        pair('input data', 'SHA-512'),
        '6ce4adb348546d4f449c4d25aad9a7c9cb711d9e91982d3f0b29ca2f3f47d4ce2deba23bf2954f0f1d593fc50283731a533d30d425402d4f91316d871303aac4',
      ],
    ],
  ),
  evaluated(
    'a text is split at any of the characters, and empty parts are left out',
    'test_string_operations.py::TestStringOperations::test_string_split',
    '2024-12',
    'States.StringSplit($.FunctionInput.fst, $.FunctionInput.snd)',
    [
      [pair(' ', ','), [' ']],
      [pair(' , ', ','), [' ', ' ']],
      [pair(', , ,', ','), [' ', ' ']],
      [pair(',,,,', ','), []],
      [pair('1,2,3,4,5', ','), ['1', '2', '3', '4', '5']],
      [pair('This.is+a,test=string', '.+,='), ['This', 'is', 'a', 'test', 'string']],
      [pair('split on T and \nnew line', 'T\n'), ['split on ', ' and ', 'new line']],
    ],
  ),
  {
    title: 'a text of the context is split, line feeds and all',
    source: intrinsic('test_string_operations.py::TestStringOperations::test_string_split_context_object'),
    recorded: '2023-11',
    steps: evaluates("States.StringSplit($$.Execution.Input[0], ',')", [
      [
        "Value1,Value2,Value3\nValue4,Value5,Value6\n,,,\ntrue,1,'HelloWorld'\nNull,None,\n   \n",
        ['Value1', 'Value2', 'Value3\nValue4', 'Value5', 'Value6\n', '\ntrue', '1', "'HelloWorld'\nNull", 'None', '\n   \n'],
      ],
    ]),
  },
];

const SCALARS = [
  ['null', null],
  ['-0', 0],
  ['1', 1],
  ['1.1', 1.1],
  ['true', true],
  ['"HelloWorld"', 'HelloWorld'],
  ['[1, 2, "HelloWorld"]', [1, 2, 'HelloWorld']],
  [TEXT, OBJECT],
] as const;

const documents: RecordedCase[] = [
  evaluated(
    'text becomes JSON, and an empty text null',
    'test_json_manipulation.py::TestJsonManipulation::test_string_to_json',
    '2023-02',
    'States.StringToJson($.FunctionInput)',
    [['', null], [' ', null], ...SCALARS],
  ),
  evaluated(
    'JSON becomes compact text',
    'test_json_manipulation.py::TestJsonManipulation::test_json_to_string',
    '2023-02',
    'States.JsonToString($.FunctionInput)',
    [null, 0, 1, 1.1, true, 'HelloWorld', [1, 2, 'HelloWorld'], OBJECT].map((value) => [value, JSON.stringify(value)] as const),
  ),
  evaluated(
    'objects are merged at their first level',
    'test_json_manipulation.py::TestJsonManipulation::test_json_merge',
    '2023-02',
    'States.JsonMerge($.FunctionInput.fst, $.FunctionInput.snd, false)',
    [[pair({ a: { a1: 1, a2: 2 }, b: 2, d: 3 }, { a: { a3: 1, a4: 2 }, c: 3, d: 4 }), { a: { a3: 1, a4: 2 }, b: 2, c: 3, d: 4 }]],
  ),
  evaluated(
    'double quotes and braces stand for themselves in an argument',
    'test_json_manipulation.py::TestJsonManipulation::test_json_merge_escaped_argument',
    '2024-07',
    `States.JsonMerge(States.StringToJson('{"constant_in_literal": "false"}'), $.FunctionInput, false)`,
    [[{ constant_input_field: 'constant_value' }, { constant_input_field: 'constant_value', constant_in_literal: 'false' }]],
  ),
  inJsonata(
    '$parse reads JSON',
    'test_json_manipulation_jsonata.py::TestJsonManipulationJSONata::test_parse',
    '$parse($states.input)',
    SCALARS.slice(1),
  ),
];

const numbers: RecordedCase[] = [
  evaluated(
    'numbers are rounded, halves upwards, before they are added',
    'test_math_operations.py::TestMathOperations::test_math_add',
    '2023-09',
    'States.MathAdd($.FunctionInput.fst, $.FunctionInput.snd)',
    [
      [pair(-9, 3), -6],
      [pair(1.49, 1.5), 3],
      [pair(1.5, 1.51), 4],
      [pair(-1.49, -1.5), -2],
      [pair(-1.5, -1.51), -3],
      [pair(1.49, 0), 1],
      [pair(1.49, -1.49), 0],
      [pair(1.5, 0), 2],
      [pair(1.51, 0), 2],
      [pair(-1.49, 0), -1],
      [pair(-1.5, 0), -1],
      [pair(-1.51, 0), -2],
      [pair(0.5, 0), 1],
      [pair(2.5, 0), 3],
      [pair(3.5, 0), 4],
      [pair(-0.5, 0.5), 1],
      [pair(-0.5, 0), 0],
      [pair(-2.5, 0), -2],
      [pair(-3.5, 0), -3],
    ],
  ),
  {
    title: 'a function of JSONata that there is not fails where it is called',
    source: intrinsic('test_math_operations_jsonata.py::TestMathOperationsJSONata::test_math_random_seeded'),
    recorded: '2024-11',
    steps: [
      createMachine(
        definitionOf(
          { State_0: { Type: 'Pass', Output: { FunctionResult: '{% $randomSeeded($states.input.FunctionInput.fst) %}' }, End: true } },
          { QueryLanguage: 'JSONata' },
        ),
      ),
      ...run(
        { FunctionInput: { fst: 0 } },
        {
          status: 'FAILED',
          error: 'States.QueryEvaluationError',
          cause:
            "An error occurred while executing the state 'State_0' (entered at the event id #2). The JSONata expression '$randomSeeded($states.input.FunctionInput.fst)' specified for the field 'Output/FunctionResult' threw an error during evaluation. T1006: Attempted to invoke a non-function",
        },
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'states', cases: [...formats, ...documents, ...numbers] };
