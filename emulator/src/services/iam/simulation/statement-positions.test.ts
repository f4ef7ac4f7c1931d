import { expect, test } from 'vitest';
import { statementPositions } from './statement-positions.ts';

test('finds one statement and many, over several lines', () => {
  expect(statementPositions('{"Statement":{"Effect":"Allow"},"Version":"2012-10-17"}')).toEqual([
    { StartPosition: { Line: 1, Column: 15 }, EndPosition: { Line: 1, Column: 32 } },
  ]);
  const text = '{\n "Id": "Statement",\n "Statement": [\n  {"Sid": "a}\\"", "Condition": {"Bool": {}}},\n  {"Sid": "b"}\n ]\n}';
  expect(statementPositions(text).map(({ StartPosition }) => StartPosition)).toEqual([
    { Line: 4, Column: 4 },
    { Line: 5, Column: 4 },
  ]);
});
