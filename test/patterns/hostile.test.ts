// Inputs made to break the engine: each gets a verdict or a typed error, and soon.
import { describe, expect, it } from 'vitest';
import { checkEvent } from '#lib/pattern/check-event';
import { compilePattern } from '#lib/pattern/compile';
import { explain } from '#lib/pattern/explain';
import { MalformedEvent } from '#lib/pattern/malformed-event';
import { createMatcher, matches } from '#lib/pattern/matcher';
import type { MatchValue } from '#lib/pattern/pattern';
import { PatternError } from '#lib/pattern/pattern-error';
import { processorMs } from '../support/processor-time.ts';

const SOON_MS = 2000;
const LEVELS = 100_000;

function soon<T>(run: () => T): T {
  let result!: T;
  let failure: { readonly error: unknown } | undefined;
  const work = (): void => {
    try {
      result = run();
    } catch (error) {
      failure = { error };
    }
  };
  expect(processorMs(work)).toBeLessThan(SOON_MS);
  if (failure) throw failure.error;
  return result;
}

const simple = compilePattern('{"a":[1],"b":{"c":[{"exists":false}]}}');

describe('deep nesting', () => {
  it.each(['{"a":', '[', '{"z":'])('of %s in a pattern', (open) => {
    expect(() => compilePattern(open.repeat(LEVELS))).toThrow(PatternError);
    expect(() => compilePattern(`{"a":${open.repeat(LEVELS)}`)).toThrow(PatternError);
  });

  it.each(['{"a":', '[', '{"z":', '[[{"a":'])('of %s in an event', (open) => {
    for (const start of ['{"a":', '{"b":', '{"z":']) {
      expect(() => soon(() => matches(simple, start + open.repeat(LEVELS)))).toThrow(MalformedEvent);
    }
  });

  it('of 1,000 levels is taken, of 1,001 refused, wherever it is', () => {
    const nested = (key: string, levels: number) => `{"a":1,"${key}":${'['.repeat(levels)}2${']'.repeat(levels)}}`;
    for (const key of ['a', 'z']) {
      expect(matches(simple, nested(key, 999))).toBe(true);
      expect(() => matches(simple, nested(key, 1000))).toThrow(MalformedEvent);
    }
    const path = '{"a":'.repeat(998);
    const close = '}'.repeat(998);
    expect(matches(compilePattern(`${path}{"a":[7]}${close}`), `${path}{"a":7}${close}`)).toBe(true);
    expect(() => compilePattern(`{"a":${path}{"a":[7]}${close}}`)).toThrow(/nesting depth \(1001\)/);
  });
});

describe('large inputs', () => {
  it('10,000 leaves on one path', () => {
    const items = Array.from({ length: 10_000 }, (_, i) => `{"k":"k${i}","v":${i}}`).join();
    const pattern = (k: number, v: number) => compilePattern(`{"i":{"k":["k${k}"],"v":[${v}]}}`);
    expect(soon(() => matches(pattern(9876, 9876), `{"i":[${items}]}`))).toBe(true);
    expect(soon(() => matches(pattern(9876, 9875), `{"i":[${items}]}`))).toBe(false);
  });

  it('many fields over many arrays whose elements contradict each other', () => {
    const names = Array.from({ length: 30 }, (_, i) => `f${String(i).padStart(2, '0')}`);
    const arrays = names.map((name) => `"${name}":[${'{"x":1},'.repeat(9)}{"x":1}]`).join();
    const event = `{${arrays},"z":[{"p":1},{"q":1}]}`;
    const fields = names.map((name) => `"${name}":{"x":[1]}`).join();
    expect(soon(() => matches(compilePattern(`{${fields},"z":{"p":[1],"q":[1]}}`), event))).toBe(false);
    expect(soon(() => matches(compilePattern(`{${fields},"z":{"p":[1],"q":[{"exists":false}]}}`), event))).toBe(true);
    expect(soon(() => matches(compilePattern(`{"y":[{"exists":false}],${fields},"z":{"p":[1],"q":[1]}}`), event))).toBe(false);
  });

  it('one field in many arrays, which only a search can decide', () => {
    const names = Array.from({ length: 12 }, (_, i) => `f${String(i).padStart(2, '0')}`);
    const item = `{${names.map((name) => `"${name}":1`).join()}}`;
    const rows = Array.from({ length: 12 }, () => `"r":[${item},${item}]`).join();
    const fields = names.map((name) => `"${name}":[1]`).join();
    expect(typeof soon(() => matches(compilePattern(`{"e":{"r":{${fields}},"z":[{"exists":false}]}}`), `{"e":[{${rows},"z":1}]}`))).toBe(
      'boolean',
    );
  });

  it('a name of thousands of dots', () => {
    const dots = '.'.repeat(4000);
    expect(soon(() => matches(compilePattern(`{"${dots}":[1]}`), `{"${dots}":1}`))).toBe(true);
    expect(soon(() => explain(compilePattern(`{"${dots}":[1]}`), '{"":{"a":1}}')).matched).toBe(false);
  });

  it('texts that make naive searches slow', () => {
    const text = 'a'.repeat(200_000);
    const values = [
      `{"wildcard":"*${'a'.repeat(1000)}b*"}`,
      `{"suffix":{"equals-ignore-case":"é${'a'.repeat(2000)}"}}`,
      `{"wildcard":"*b"}`,
    ];
    for (const value of values) {
      const pattern = compilePattern(`{"a":[${value}]}`, { maxWildcardComplexity: Number.POSITIVE_INFINITY });
      expect(soon(() => matches(pattern, `{"a":"${text}"}`))).toBe(false);
    }
  });

  it('numbers of any length', () => {
    const digits = '9'.repeat(200_000);
    const any = compilePattern('{"a":[{"numeric":[">",0]}]}');
    for (const number of [digits, `-${digits}`, `0.${digits}`, `1e${digits}`, `1e-${digits}`]) {
      expect(soon(() => matches(any, `{"a":${number}}`))).toBe(false);
      expect(soon(() => matches(compilePattern(`{"a":[${number}]}`), `{"a":${number}}`))).toBe(true);
    }
  });
});

describe('patterns that multiply', () => {
  it('$or has a limit of combinations', () => {
    const or = (count: number) => Array.from({ length: count }, (_, i) => `"$or":[{"a${i}":[1]},{"b${i}":[1]}]`).join();
    expect(compilePattern(`{${or(9)}}`).alternatives).toHaveLength(512);
    expect(() => soon(() => compilePattern(`{${or(40)}}`))).toThrow(
      /^Event pattern is not valid\. Reason: Rule is too complex - more than 1000/,
    );
  });

  it('wildcards have a limit of ambiguity, also where measuring it would take long', () => {
    const list = Array.from({ length: 9 }, (_, i) => `{"wildcard":"${'ab'.repeat(20 + i)}*${'ba'.repeat(20 + i)}*${i}*x"}`);
    try {
      soon(() => compilePattern(`{"a":[${list.join()}]}`));
    } catch (error) {
      expect((error as PatternError).reason).toMatch(/^Rule is too complex - try using fewer wildcard/);
    }
  });
});

it('explain stays quick and true over a large event', () => {
  const items = Array.from({ length: 5000 }, (_, i) => `{"k":"k${i}","v":${i}}`).join();
  const { alternatives } = soon(() => explain(compilePattern('{"i":{"k":["k5"],"v":[6]}}'), `{"i":[${items}]}`));
  expect(alternatives[0]?.conflict).toEqual({
    path: 'i',
    fields: [
      { field: 'i.k', indexes: [5] },
      { field: 'i.v', indexes: [6] },
    ],
  });
});

it('checkEvent wants the envelope', () => {
  const event = { id: '1', account: '2', source: '3', time: '4', region: '5', 'detail-type': '6' };
  expect(checkEvent(JSON.stringify(event))).toBeUndefined();
  for (const text of ['', '[]', 'null', '{', '{}', '['.repeat(LEVELS)]) expect(checkEvent(text)).toBe('Parameter Event is not valid.');
  for (const key of Object.keys(event))
    expect(checkEvent(JSON.stringify({ ...event, [key]: undefined }))).toBe('Parameter Event is not valid.');
});

it('memory of removed rules comes back', () => {
  const matcher = createMatcher<number>();
  for (let i = 0; i < 5000; i++) {
    matcher.add(i % 100, compilePattern(`{"a":["v${i}"],"b":[{"prefix":"p${i}"}]}`));
  }
  expect(matcher.size).toBe(100);
  expect(matcher.match('{"a":"v4999","b":"p4999"}')).toEqual([99]);
  expect(matcher.match('{"a":"v4899","b":"p4899"}')).toEqual([]);
});

it('values stay plain data', () => {
  const value: MatchValue | undefined = compilePattern('{"a":[{"numeric":[">",1]}]}').alternatives[0]?.get('a')?.[0];
  expect(value).toEqual({ kind: 'range', low: 1, high: Number.POSITIVE_INFINITY, lowOpen: true, highOpen: false });
});
