// Functions and conditions, evaluated.
import { describe, expect, it } from 'vitest';
import type { Json } from '#resources/json';
import { processorMs } from '../../../../../test/support/processor-time.ts';
import { cidrBlocks } from './cidr.ts';
import { brokenRules, evaluateConditions, truth } from './conditions.ts';
import { evaluate, KNOWN_AFTER_APPLY, type Scope } from './intrinsics.ts';
import { OutputBudget } from './output-budget.ts';

const refs: Record<string, Json> = { Name: 'n', List: ['a', 'b'], Empty: '', 'AWS::Region': 'us-east-1', Later: KNOWN_AFTER_APPLY };
const scope: Scope = {
  mappings: { Map: { one: { two: 'three', list: ['x'] } } },
  budget: new OutputBudget(),
  region: 'us-east-1',
  ref: (name) => refs[name],
  attribute: (id, name) => (id === 'Q' && name === 'Arn' ? 'arn:q' : undefined),
  condition: (name) => name === 'Yes',
  importValue: (name) => `imported ${name}`,
  zones: (region) => [`${region}a`],
};
const value = (expression: Json) => evaluate(expression, scope);

describe('functions', () => {
  it.each<[Json, Json]>([
    [{ Ref: 'Name' }, 'n'],
    [{ 'Fn::GetAtt': ['Q', 'Arn'] }, 'arn:q'],
    [{ 'Fn::GetAtt': 'Q.Arn' }, 'arn:q'],
    [{ 'Fn::Sub': `\${Name} \${!Name} \${Q.Arn} \${AWS::Region}` }, `n \${Name} arn:q us-east-1`],
    [{ 'Fn::Sub': [`\${X}\${Name}`, { X: { Ref: 'Name' } }] }, 'nn'],
    [{ 'Fn::Join': [',', ['a', { Ref: 'Name' }, 1]] }, 'a,n,1'],
    [{ 'Fn::Join': [',', { Ref: 'List' }] }, 'a,b'],
    [{ 'Fn::Join': ['', ['a', { Ref: 'AWS::NoValue' }, 'b']] }, 'ab'],
    [{ 'Fn::Select': ['1', { Ref: 'List' }] }, 'b'],
    [{ 'Fn::Split': ['|', 'a|b'] }, ['a', 'b']],
    [{ 'Fn::FindInMap': ['Map', 'one', 'two'] }, 'three'],
    [{ 'Fn::FindInMap': ['Map', 'one', 'x', { DefaultValue: 'd' }] }, 'd'],
    [{ 'Fn::If': ['Yes', 1, 2] }, 1],
    [{ a: { 'Fn::If': ['No', 1, { Ref: 'AWS::NoValue' }] }, b: [{ Ref: 'AWS::NoValue' }, 2] }, { b: [2] }],
    [{ 'Fn::Base64': 'x' }, 'eA=='],
    [{ 'Fn::GetAZs': '' }, ['us-east-1a']],
    [{ 'Fn::ImportValue': { 'Fn::Sub': `\${Name}:x` } }, 'imported n:x'],
    [{ 'Fn::ToJsonString': { a: { Ref: 'Name' } } }, '{"a":"n"}'],
    [{ 'Fn::Length': { Ref: 'List' } }, 2],
    [{ 'Fn::Cidr': ['10.0.0.0/16', 2, 8] }, ['10.0.0.0/24', '10.0.1.0/24']],
    [{ 'Fn::Join': ['', ['x', { Ref: 'Later' }]] }, KNOWN_AFTER_APPLY],
    [{ 'Fn::Sub': 'x${Later}' }, `x${KNOWN_AFTER_APPLY}`],
    [{ 'Fn::Select': [5, { 'Fn::Split': [':', { Ref: 'Later' }] }] }, KNOWN_AFTER_APPLY],
    [{ 'Fn::Select': [0, ['x', { Ref: 'Later' }]] }, 'x'],
    [{ 'Fn::Length': { Ref: 'Later' } }, KNOWN_AFTER_APPLY],
    [
      { Ref: 'Name', other: 1 },
      { Ref: 'Name', other: 1 },
    ],
  ])('%j is %j', (expression, expected) => expect(value(expression)).toEqual(expected));

  it.each<[Json, RegExp]>([
    [{ 'Fn::Join': 'x' }, /every Fn::Join object requires two parameters/],
    [{ 'Fn::Select': ['5', ['a']] }, /cannot select nonexistent value at index 5/],
    [{ 'Fn::FindInMap': ['Map', 'one', 'x'] }, /Unable to get mapping for Map::one::x/],
    [{ 'Fn::GetAtt': ['Q', 'Nope'] }, /resource Q does not support attribute type Nope/],
    [{ 'Fn::Nope': 1 }, /Fn::Nope is not known/],
    [{ 'Fn::Equals': [1, 1] }, /only be used in conditions/],
  ])('%j is refused', (expression, message) => expect(() => value(expression)).toThrow(message));

  it('make no text without end', () => {
    let bomb: Json = 'x'.repeat(1000);
    for (let level = 0; level < 40; level += 1) bomb = { 'Fn::Sub': [`\${X}\${X}`, { X: bomb }] };
    expect(() => value(bomb)).toThrow(/makes a text of/);
    let silent: Json = '';
    for (let level = 0; level < 60; level += 1) silent = { 'Fn::Sub': [`\${X}\${X}`, { X: silent }] };
    expect(value(silent)).toBe('');
  });

  it('cut blocks of addresses of both kinds', () => {
    expect(cidrBlocks('10.0.0.0/24', 6, 5)).toEqual([
      '10.0.0.0/27',
      '10.0.0.32/27',
      '10.0.0.64/27',
      '10.0.0.96/27',
      '10.0.0.128/27',
      '10.0.0.160/27',
    ]);
    expect(cidrBlocks('2001:db8::/56', 2, 64)).toEqual(['2001:db8::/64', '2001:db8:0:1::/64']);
    expect(() => cidrBlocks('10.0.0.0/24', 5, 7)).toThrow(/cannot make 5 blocks/);
  });
});

describe('conditions', () => {
  it('depend on each other in any order', () => {
    const found = evaluateConditions(
      {
        Both: { 'Fn::And': [{ Condition: 'A' }, { 'Fn::Not': [{ Condition: 'B' }] }] },
        A: { 'Fn::Equals': [{ Ref: 'Name' }, 'n'] },
        B: { 'Fn::Or': [{ 'Fn::Equals': [1, '2'] }, { 'Fn::Equals': ['', 'x'] }] },
      },
      scope,
    );
    expect(found).toEqual({ Both: true, A: true, B: false });
    expect(() => evaluateConditions({ A: { Condition: 'B' }, B: { Condition: 'A' } }, scope)).toThrow(
      /Circular dependency between conditions/,
    );
    expect(() => truth({ Ref: 'Name' }, scope)).toThrow(/Conditions can only be boolean operations/);
  });

  it('make rules', () => {
    const rule = (Assert: Json) => brokenRules({ R: { Assertions: [{ Assert, AssertDescription: 'says so' }] } }, scope);
    expect(rule({ 'Fn::Contains': [{ Ref: 'List' }, 'a'] })).toEqual([]);
    expect(rule({ 'Fn::EachMemberIn': [{ Ref: 'List' }, ['a']] })).toEqual(['says so']);
    expect(
      brokenRules({ R: { RuleCondition: { 'Fn::Equals': [1, 2] }, Assertions: [{ Assert: { 'Fn::Equals': [1, 2] } }] } }, scope),
    ).toEqual([]);
  });
});

describe('functions in functions', () => {
  const fresh = (): Scope => ({ ...scope, budget: new OutputBudget(), ref: (name) => (name === 'Long' ? 'x'.repeat(4_000) : refs[name]) });
  it('make no text of more than a megabyte', () => {
    expect(() => evaluate({ 'Fn::Sub': '${Long}'.repeat(300) }, fresh())).toThrow('a function makes a text of more than');
    expect(() => evaluate({ 'Fn::Join': ['x'.repeat(10_000), Array(200).fill('')] }, fresh())).toThrow('more than');
  });
  it('make no more than 8 MB together', () => {
    const items = Array.from({ length: 20 }, () => ({ 'Fn::Sub': '${Long}'.repeat(200) }));
    expect(() => evaluate(items, fresh())).toThrow('too much text');
    expect(() => evaluate(Array(3_000).fill({ 'Fn::Split': ['x', { Ref: 'Long' }] }), fresh())).toThrow('too much text');
  });
  it('read a text with forty thousand opening braces once', () => {
    expect(
      processorMs(() => {
        expect(evaluate({ 'Fn::Sub': '${'.repeat(20_000) }, fresh())).toBe('${'.repeat(20_000));
      }),
    ).toBeLessThan(250);
  });
});
