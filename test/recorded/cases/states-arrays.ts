// Recorded results of functions of arrays, as intrinsic functions and in JSONata.
import type { RecordedCase, RecordedCases } from '../case.ts';
import { evaluated, inJsonata, OBJECT, pair, type Rows, SINGLES } from '../states-steps.ts';

const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Lists of up to four numbers in chunks of up to five. */
const chunks = (from: number): Rows =>
  Array.from({ length: 5 - from }, (_, length) => Array.from({ length: length + from }, (_each, at) => at)).flatMap((list) =>
    [1, 2, 3, 4, 5].map((size) => {
      const count = Math.ceil(list.length / size);
      return [pair(list, size), Array.from({ length: count }, (_, at) => list.slice(at * size, (at + 1) * size))] as const;
    }),
  );

const arrays: RecordedCase[] = [
  evaluated(
    'an item of an array is got by its index',
    'test_array.py::TestArray::test_array_get_item',
    '2023-02',
    'States.ArrayGetItem($.FunctionInput.fst, $.FunctionInput.snd)',
    [[pair(NINE, 5), 6]],
  ),
  evaluated('an array has a length', 'test_array.py::TestArray::test_array_length', '2023-02', 'States.ArrayLength($.FunctionInput)', [
    [NINE, 9],
  ]),
  evaluated('an array of nothing is empty', 'test_array.py::TestArray::test_array_0', '2023-02', 'States.Array()', [['HelloWorld', []]]),
  evaluated(
    'an array holds its arguments as they are',
    'test_array.py::TestArray::test_array_2',
    '2023-03',
    'States.Array($.FunctionInput.fst, $.FunctionInput.snd)',
    [...SINGLES, OBJECT].map((value) => [pair(value, value), [value, value]] as const),
  ),
  evaluated(
    'an array is cut into chunks',
    'test_array.py::TestArray::test_array_partition',
    '2023-02',
    'States.ArrayPartition($.FunctionInput.fst, $.FunctionInput.snd)',
    chunks(0),
  ),
  evaluated(
    'an array contains what is equal',
    'test_array.py::TestArray::test_array_contains',
    '2023-02',
    'States.ArrayContains($.FunctionInput.fst, $.FunctionInput.snd)',
    [
      [pair([], null), false],
      [pair([], []), false],
      [pair([], 1), false],
      [pair([[1, 2, 3], 2], null), false],
      [pair([[1, 2, 3], 2], [1, 2, 3]), true],
      [pair([{ 1: 2, 2: [] }], []), false],
      [pair([{ 1: 2, 2: [] }], { 1: 2, 2: [] }), true],
      [pair([true, false], true), true],
      [pair([true, false], false), true],
    ],
  ),
  evaluated(
    'a range includes its end where a step meets it',
    'test_array.py::TestArray::test_array_range',
    '2023-02',
    'States.ArrayRange($.FunctionInput.fst, $.FunctionInput.snd, $.FunctionInput.trd)',
    [
      [{ fst: 0, snd: 9, trd: 3 }, [0, 3, 6, 9]],
      [{ fst: 0, snd: 10, trd: 3 }, [0, 3, 6, 9]],
      [{ fst: 1, snd: 9, trd: 9 }, [1]],
      [{ fst: 1, snd: 9, trd: 2 }, [1, 3, 5, 7, 9]],
    ],
  ),
  inJsonata(
    '$partition cuts an array into chunks',
    'test_array_jsonata.py::TestArrayJSONata::test_array_partition',
    '$partition($states.input.fst, $states.input.snd)',
    chunks(1),
  ),
  inJsonata(
    '$range of one number is that number',
    'test_array_jsonata.py::TestArrayJSONata::test_array_range',
    '$range($states.input.fst, $states.input.snd, $states.input.trd)',
    [
      [{ fst: 0, snd: 9, trd: 3 }, [0, 3, 6, 9]],
      [{ fst: 0, snd: 10, trd: 3 }, [0, 3, 6, 9]],
      [{ fst: 1, snd: 9, trd: 9 }, 1],
      [{ fst: 1, snd: 9, trd: 2 }, [1, 3, 5, 7, 9]],
    ],
  ),
];

export const recorded: RecordedCases = { service: 'states', cases: arrays };
