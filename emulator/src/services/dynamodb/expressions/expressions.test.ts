// Conditions and updates against an evaluator that was written apart from them, on plain values: strings, numbers, Sets, arrays and Maps.
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkItem, checkValue } from '#services/dynamodb/engine/check-value';
import type { Item, Value } from '#services/dynamodb/engine/value';
import { ExpressionCache } from './compiled.ts';
import { openNames } from './names.ts';
import { applyUpdate } from './update.ts';

/** Numbers are quarters, which `Number` holds exactly; each is written in one of several forms. */
const number = fc
  .tuple(fc.integer({ min: -40, max: 40 }), fc.constantFrom('plain', 'exponent', 'zeros'))
  .map(([quarters, form]) => (form === 'plain' ? `${quarters / 4}` : form === 'zeros' ? (quarters / 4).toFixed(3) : `${quarters * 25}e-2`));
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '\u{1f600}', '\uffee'), maxLength: 3 });
const bytes = fc.uint8Array({ maxLength: 3 }).map((list) => Buffer.from(list).toString('base64'));
const ordered: fc.Arbitrary<Value> = fc.oneof(
  text.map((S) => ({ S })),
  number.map((N) => ({ N })),
  bytes.map((B) => ({ B })),
);
const strings = fc.uniqueArray(fc.constantFrom('a', 'b', 'ab', 'ü'), { minLength: 1 });
const numbers = fc.uniqueArray(fc.constantFrom('1', '2', '0.25', '-3'), { minLength: 1 });
const flat: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: ordered },
  fc.boolean().map((BOOL) => ({ BOOL })),
  fc.constant({ NULL: true }),
  strings.map((SS) => ({ SS })),
  numbers.map((NS) => ({ NS })),
);
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 3, arbitrary: flat },
  fc.array(flat, { maxLength: 3 }).map((L) => ({ L })),
  fc.dictionary(fc.constantFrom('x', 'y'), flat).map((M) => ({ M })),
);
const item: fc.Arbitrary<Item> = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value);
const path = fc.constantFrom('a', 'b', 'c', 'd', 'a.x', 'b.y', 'c[0]', 'd[1]');

type Plain = string | number | boolean | null | Buffer | Set<string | number> | Plain[] | Map<string, Plain>;

function plain(given: Value): Plain {
  const [type, inner] = Object.entries(given)[0] as [string, never];
  if (type === 'N') return Number(inner);
  if (type === 'B') return Buffer.from(inner, 'base64');
  if (type === 'NULL') return null;
  if (type === 'SS') return new Set<string>(inner);
  if (type === 'NS') return new Set((inner as string[]).map(Number));
  if (type === 'L') return (inner as Value[]).map(plain);
  return type === 'M' ? plainItem(inner) : inner;
}
const plainItem = (given: Item): Map<string, Plain> => new Map(Object.entries(given).map(([name, each]) => [name, plain(each)]));

function read(of: Map<string, Plain>, at: string): Plain | undefined {
  const [head = '', member, index] = /^(\w)(?:\.(\w)|\[(\d)\])?$/.exec(at)!.slice(1);
  const found = of.get(head);
  if (member !== undefined) return found instanceof Map ? found.get(member) : undefined;
  if (index !== undefined) return Array.isArray(found) ? found[Number(index)] : undefined;
  return found;
}

const shown = (of: Plain): string => {
  if (of instanceof Set) return `set ${[...of].map((each) => JSON.stringify(each)).sort()}`;
  if (Buffer.isBuffer(of)) return `bytes ${of.toString('hex')}`;
  if (of instanceof Map) return `map ${[...of].map(([name, each]) => `${name}: ${shown(each)}`).sort()}`;
  return Array.isArray(of) ? `list ${of.map(shown).join(';')}` : `${typeof of} ${String(of)}`;
};
const same = (a: Plain, b: Plain): boolean => shown(a) === shown(b);

/** Undefined where two values have no order. */
function order(a: Plain, b: Plain): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Buffer.isBuffer(a) && Buffer.isBuffer(b) ? Buffer.compare(a, b) : undefined;
}

interface Condition {
  readonly text: string;
  readonly values: Record<string, Value>;
  holds(of: Map<string, Plain>): boolean;
}

const named = (given: Value): [string, Record<string, Value>] => {
  const name = `:v${hash('md5', JSON.stringify(given)).slice(0, 12)}`;
  return [name, { [name]: given }];
};
const TESTS: Record<string, (sign: number) => boolean> = { '<': (n) => n < 0, '<=': (n) => n <= 0, '>': (n) => n > 0, '>=': (n) => n >= 0 };

const equality = fc.tuple(path, fc.constantFrom('=', '<>'), value).map(([at, operator, given]): Condition => {
  const [name, values] = named(given);
  const holds = (of: Map<string, Plain>): boolean => {
    const found = read(of, at);
    return (found !== undefined && same(found, plain(given))) === (operator === '=');
  };
  return { text: `${at} ${operator} ${name}`, values, holds };
});
const ordering = fc.tuple(path, fc.constantFrom(...Object.keys(TESTS)), ordered).map(([at, operator, given]): Condition => {
  const [name, values] = named(given);
  const holds = (of: Map<string, Plain>): boolean => {
    const found = read(of, at);
    const sign = found === undefined ? undefined : order(found, plain(given));
    return sign !== undefined && TESTS[operator]!(sign);
  };
  return { text: `${at} ${operator} ${name}`, values, holds };
});
const between = fc.tuple(path, number, number).map(([at, one, other]): Condition => {
  const [low, high] = [one, other].sort((a, b) => Number(a) - Number(b)) as [string, string];
  const [[first, a], [second, b]] = [named({ N: low }), named({ N: high })];
  const holds = (of: Map<string, Plain>): boolean => {
    const found = read(of, at);
    return typeof found === 'number' && found >= Number(low) && found <= Number(high);
  };
  return { text: `${at} BETWEEN ${first} AND ${second}`, values: { ...a, ...b }, holds };
});
const oneOf = fc.tuple(path, fc.array(value, { minLength: 1, maxLength: 3 })).map(([at, list]): Condition => {
  const all = list.map(named);
  const holds = (of: Map<string, Plain>): boolean => {
    const found = read(of, at);
    return found !== undefined && list.some((each) => same(found, plain(each)));
  };
  return { text: `${at} IN (${all.map(([name]) => name).join(', ')})`, values: Object.assign({}, ...all.map(([, each]) => each)), holds };
});
const exists = fc.tuple(path, fc.boolean()).map(([at, wanted]): Condition => {
  const holds = (of: Map<string, Plain>): boolean => (read(of, at) !== undefined) === wanted;
  return { text: `${wanted ? 'attribute_exists' : 'attribute_not_exists'}(${at})`, values: {}, holds };
});
const starts = fc.tuple(path, text).map(([at, start]): Condition => {
  const [name, values] = named({ S: start });
  const holds = (of: Map<string, Plain>): boolean => {
    const found = read(of, at);
    return typeof found === 'string' && found.startsWith(start);
  };
  return { text: `begins_with(${at}, ${name})`, values, holds };
});
const contains = fc.tuple(path, ordered).map(([at, given]): Condition => {
  const [name, values] = named(given);
  const part = plain(given);
  const holds = (of: Map<string, Plain>): boolean => {
    const found = read(of, at);
    if (typeof found === 'string') return typeof part === 'string' && found.includes(part);
    if (Buffer.isBuffer(found)) return Buffer.isBuffer(part) && found.includes(part);
    if (found instanceof Set) return found.has(part as string);
    return Array.isArray(found) && found.some((each) => same(each, part));
  };
  return { text: `contains(${at}, ${name})`, values, holds };
});
const simple = fc.oneof(equality, ordering, between, oneOf, exists, starts, contains);
const condition: fc.Arbitrary<Condition> = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    simple,
    fc.tuple(tie('any'), fc.constantFrom('AND', 'OR'), tie('any')).map(
      ([a, operator, b]): Condition => ({
        text: `(${a.text}) ${operator} (${b.text})`,
        values: { ...a.values, ...b.values },
        holds: (of) => (operator === 'AND' ? a.holds(of) && b.holds(of) : a.holds(of) || b.holds(of)),
      }),
    ),
    tie('any').map((a): Condition => ({ text: `NOT (${a.text})`, values: a.values, holds: (of) => !a.holds(of) })),
  ),
})).any;

it('conditions hold where a plain reading of them does', () => {
  fc.assert(
    fc.property(item, condition, (given, { text: ConditionExpression, values, holds }) => {
      const expected = holds(plainItem(given));
      checkItem(given, 'current');
      const ExpressionAttributeValues = structuredClone(values);
      const input = Object.keys(values).length > 0 ? { ExpressionAttributeValues } : {};
      const bound = new ExpressionCache().bind('Condition', ConditionExpression, openNames(input, [ConditionExpression], 'current'))!;
      expect(bound.test!(given, bound.binding), ConditionExpression).toBe(expected);
    }),
    { numRuns: 600 },
  );
});

it('updates of sets, numbers and lists do what a plain reading of them does', () => {
  const UpdateExpression = 'SET l = list_append(if_not_exists(l, :none), :more), n = n + :n REMOVE gone ADD ss :add DELETE ns :less';
  fc.assert(
    fc.property(
      fc.array(flat, { maxLength: 3 }),
      fc.option(fc.array(flat, { maxLength: 3 })),
      number,
      number,
      strings,
      strings,
      numbers,
      numbers,
      (more, l, n, plus, ss, add, ns, less) => {
        const old: Item = { ...(l && { l: { L: l } }), n: { N: n }, gone: { S: 'x' }, ss: { SS: ss }, ns: { NS: ns } };
        const values = { ':none': { L: [] }, ':more': { L: more }, ':n': { N: plus }, ':add': { SS: add }, ':less': { NS: less } };
        const left = ns.filter((each) => !less.includes(each)).map(Number);
        const expected = new Map<string, Plain>([
          ['l', [...(l ?? []), ...more].map(plain)],
          ['n', Number(n) + Number(plus)],
          ['ss', new Set([...ss, ...add])],
          ...(left.length > 0 ? [['ns', new Set(left)] as [string, Plain]] : []),
        ]);
        checkItem(old, 'current');
        const bound = new ExpressionCache().bind(
          'Update',
          UpdateExpression,
          openNames({ ExpressionAttributeValues: values }, [UpdateExpression], 'current'),
        )!;
        const { item: next } = applyUpdate(bound.actions, bound.binding, old);
        expect(shown(plainItem(next))).toBe(shown(expected));
        for (const name in next) checkValue(next[name], 'current');
      },
    ),
  );
});
