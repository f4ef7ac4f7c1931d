// Parameters, plans, policies, drift, graphs: the rest of what is decided without acting.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResourceType } from '#core/resources/resource-type';
import { checkProperties } from '#resources/check-properties';
import type { JsonObject } from '#resources/json';
import { typesOf } from '#resources/resource-data';
import { processorMs } from '../../../../../test/support/processor-time.ts';
import { driftOf } from './drift.ts';
import { dynamicReferences, parseSecretKey } from './dynamic-references.ts';
import { findCycle, inOrder, reversed } from './graph.ts';
import { parameterValues, referenceValue } from './parameters.ts';
import { compareResource } from './plan.ts';
import { deniedBy, parseStackPolicy } from './stack-policy.ts';

const types = typesOf({
  resources: {
    T: {
      properties: {
        Name: { type: 'string', replaces: 'yes', required: true },
        Size: { type: 'integer' },
        Mode: { type: { oneOf: ['a', 'b'] } },
        Inner: { type: { ref: 'T.Inner' } },
        List: { type: { list: { ref: 'T.Inner' } } },
      },
      attributes: [],
    },
  },
  definitions: { 'T.Inner': { Fixed: { type: 'string', replaces: 'yes' }, Loose: { type: 'boolean' } } },
});

describe('properties', () => {
  const check = (properties: JsonObject) => checkProperties(types, types.of('T')!, properties);
  it('are checked with their paths', () => {
    expect(check({ Size: 'x', Mode: 'c', Inner: { Nope: 1 }, List: { a: 1 }, Other: 1 })).toEqual([
      '#: required key [Name] not found',
      '#/Size: expected type: Integer, found: String',
      '#/Mode: c is not a valid enum value',
      '#/Inner: extraneous key [Nope] is not permitted',
      '#/List: expected type: JSONArray, found: JSONObject',
      '#: extraneous key [Other] is not permitted',
    ]);
    expect(
      check({ Name: { Ref: 'X' }, Size: '5', Inner: { Loose: 'true' }, List: [{ 'Fn::If': ['a', 1, 2] }], Mode: '{{resolve:ssm:x}}' }),
    ).toEqual([]);
  });
});

describe('a comparison', () => {
  const handler: ResourceType = { create: () => Promise.reject(), update: () => Promise.reject(), delete: () => Promise.reject() };
  const compare = (before: JsonObject, after: JsonObject) => {
    const planned = (properties: JsonObject) => ({ definition: { type: 'T', properties, dependsOn: [] }, properties });
    return compareResource('R', { ...planned(before), physicalId: 'p' }, planned(after), { types, handler, parameters: new Map() });
  };
  it('replaces only for what must', () => {
    expect(compare({ Name: 'a', Size: 1 }, { Name: 'a', Size: '1' })).toBeUndefined();
    expect(compare({ Name: 'a', Size: 1 }, { Name: 'a', Size: 2 })).toMatchObject({
      replacement: 'False',
      details: [{ path: '/Properties/Size', kind: 'Modify' }],
    });
    expect(compare({ Name: 'a' }, { Name: 'b' })).toMatchObject({ replacement: 'True' });
    expect(compare({ Name: 'a', Inner: { Fixed: 'x' } }, { Name: 'a', Inner: { Fixed: 'y' } })).toMatchObject({ replacement: 'True' });
    expect(compare({ Name: 'a', Inner: { Fixed: 'x' } }, { Name: 'a', Inner: { Fixed: 'x', Loose: true } })).toMatchObject({
      replacement: 'False',
    });
  });
});

describe('parameters', () => {
  const declarations = {
    S: { Type: 'String', AllowedPattern: '[a-z]+', Default: 'abc' },
    N: { Type: 'Number', MinValue: 1, MaxValue: 5 },
    L: { Type: 'CommaDelimitedList', Default: 'a, b' },
  };
  const given = (values: Record<string, string>) =>
    Object.entries(values).map(([ParameterKey, ParameterValue]) => ({ ParameterKey, ParameterValue }));
  it('take given, previous and default values', () => {
    const values = parameterValues(declarations, [...given({ N: '3' }), { ParameterKey: 'S', UsePreviousValue: true }], {
      S: { value: 'old' },
    });
    expect(values).toEqual({ S: { value: 'old' }, N: { value: '3' }, L: { value: 'a, b' } });
    expect(referenceValue(declarations.L, values.L!)).toEqual(['a', 'b']);
  });
  it.each([
    [{}, 'Parameters: [N] must have values'],
    [{ N: '1', X: 'y' }, 'Parameters: [X] do not exist in the template'],
    [{ N: '9' }, "Parameter 'N' must be a number not greater than 5"],
    [{ N: 'x' }, "Parameter 'N' must be a number."],
    [{ N: '1', S: 'A' }, "Parameter 'S' must match pattern [a-z]+"],
  ])('%j is refused', (values, message) =>
    expect(() => parameterValues(declarations, given(values as Record<string, string>), undefined)).toThrow(message),
  );
});

describe('graphs', () => {
  it('come out so that each follows what it needs', () => {
    const graph = fc
      .integer({ min: 1, max: 12 })
      .chain((size) =>
        fc
          .array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 30 })
          .map((edges) =>
            Object.fromEntries(
              Array.from({ length: size }, (_, id) => [`n${id}`, edges.filter(([a, b]) => a === id && b < id).map(([, b]) => `n${b}`)]),
            ),
          ),
      );
    fc.assert(
      fc.property(graph, (needs) => {
        expect(findCycle(needs)).toBeUndefined();
        const order = inOrder(needs);
        for (const [id, needed] of Object.entries(needs))
          for (const other of needed) expect(order.indexOf(other)).toBeLessThan(order.indexOf(id));
        expect(inOrder(reversed(needs))).toHaveLength(order.length);
      }),
    );
    expect(findCycle({ a: ['b'], b: ['c'], c: ['b'] })).toEqual(['b', 'c']);
  });
});

it('stack policies deny what nothing allows', () => {
  const policy = parseStackPolicy(
    JSON.stringify({
      Statement: [
        { Effect: 'Allow', Action: 'Update:*', Resource: '*' },
        {
          Effect: 'Deny',
          Action: ['Update:Replace', 'Update:Delete'],
          Resource: '*',
          Condition: { StringLike: { ResourceType: ['AWS::SQS::*'] } },
        },
      ],
    }),
  );
  expect(deniedBy(policy, 'Update:Modify', 'Q', 'AWS::SQS::Queue')).toBeUndefined();
  expect(deniedBy(policy, 'Update:Replace', 'Q', 'AWS::SQS::Queue')).toMatch(/Statement \[#2\]/);
  expect(deniedBy(parseStackPolicy('{"Statement":[]}'), 'Update:Modify', 'Q', 'T')).toMatch(/Action denied by stack policy/);
  expect(() => parseStackPolicy('nope')).toThrow(/Invalid stack policy/);
});

it('drift is told property by property', () => {
  expect(
    driftOf(
      {
        A: 1,
        B: { C: 'x' },
        Tags: [
          { Key: 'b', Value: '1' },
          { Key: 'a', Value: '2' },
        ],
        D: 'd',
        E: 'e',
      },
      {
        A: '1',
        B: { C: 'y', F: 1 },
        Tags: [
          { Key: 'a', Value: '2' },
          { Key: 'aws:x', Value: '3' },
          { Key: 'b', Value: '1' },
        ],
        D: null,
      },
    ),
  ).toEqual([
    { path: '/B/C', kind: 'NOT_EQUAL', expected: 'x', actual: 'y' },
    { path: '/B/F', kind: 'ADD', expected: 'null', actual: '1' },
    { path: '/D', kind: 'REMOVE', expected: 'd', actual: '' },
  ]);
});

it('dynamic references are found wherever they stand', () => {
  const found = dynamicReferences({ a: ['x{{resolve:ssm:/a/b:3}}y', '{{resolve:secretsmanager:arn:aws:s:SecretString:k}}'] });
  expect(found).toMatchObject([
    { service: 'ssm', key: '/a/b:3' },
    { service: 'secretsmanager', key: 'arn:aws:s:SecretString:k' },
  ]);
  expect(parseSecretKey('arn:aws:s:SecretString:k:AWSCURRENT:')).toEqual({
    id: 'arn:aws:s',
    jsonKey: 'k',
    stage: 'AWSCURRENT',
    version: undefined,
  });
});

describe('AllowedPattern', () => {
  const values = (AllowedPattern: string, value: string) =>
    parameterValues({ P: { Type: 'String', AllowedPattern } }, [{ ParameterKey: 'P', ParameterValue: value }], undefined);
  it('is decided in time, however it is written', () => {
    expect(
      processorMs(() => {
        expect(() => values('(a+)+$', `${'a'.repeat(4_000)}!`)).toThrow("Parameter 'P' must match pattern");
        expect(() => values('((a+)+)\\2b', 'a'.repeat(4_000))).toThrow('takes too long to match');
      }),
    ).toBeLessThan(500);
  });
  it('is written as Java writes it', () => {
    expect(values('(?=.*[A-Z])\\p{Alnum}{8,}+', 'Password1')).toEqual({ P: { value: 'Password1' } });
    expect(() => values('(', 'x')).toThrow('not a valid regular expression');
  });
});
