// Items as people and their tools read them.
import { expect, it } from 'vitest';
import { plainJson } from './attribute-json.ts';

it('an item loses its types, and no digit', () => {
  const item = {
    pk: { S: 'a "b"' },
    n: { N: '12345678901234567890.12345678901234567891' },
    yes: { BOOL: true },
    none: { NULL: true },
    list: { L: [{ N: '1' }, { M: { deep: { S: 'x' } } }] },
    names: { SS: ['a', 'b'] },
    numbers: { NS: ['1', '2.5'] },
    bytes: { B: 'AQI=' },
    pieces: { BS: ['AQI='] },
  };
  expect(plainJson(item)).toBe(
    '{"pk":"a \\"b\\"","n":12345678901234567890.12345678901234567891,"yes":true,"none":null,"list":[1,{"deep":"x"}],"names":["a","b"],"numbers":[1,2.5],"bytes":"AQI=","pieces":["AQI="]}',
  );
});
