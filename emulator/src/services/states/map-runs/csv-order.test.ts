import { expect, it } from 'vitest';
import { orderedHeaders } from './csv-order.ts';

// localstack/localstack, tests/aws/services/stepfunctions/v2/scenarios/test_base_scenarios.py, test_map_item_reader_csv_…
it.each([
  { headers: ['H1', ''], ordered: ['', 'H1'] },
  { headers: ['0', 'True', '{}'], ordered: ['0', '{}', 'True'] },
  { headers: ['Col1', 'Col2', 'Col3'], ordered: ['Col1', 'Col2', 'Col3'] },
])('orders $headers', ({ headers, ordered }) => expect(orderedHeaders(headers).map(({ name }) => name)).toEqual(ordered));

it('keeps the columns, of many headers, too', () => {
  const headers = Array.from({ length: 40 }, (_, index) => `h${39 - index}`);
  const ordered = orderedHeaders(headers);
  expect(ordered).toHaveLength(40);
  for (const { name, column } of ordered) expect(headers[column]).toBe(name);
});
