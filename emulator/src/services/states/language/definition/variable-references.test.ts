// Cases of `test_sfn_api_variable_references.py` of localstack/localstack (December 2024), and of our own.
import { expect, it } from 'vitest';
import { expressionEngine } from '#model/expression-engine';
import { Expressions } from '#services/states/language/expressions/expressions';
import type { Machine } from '#services/states/language/machine';
import { variableReferences } from './variable-references.ts';

const expressions = new Expressions(expressionEngine);
const of = (States: object, QueryLanguage = 'JSONPath') =>
  variableReferences({ StartAt: 'A', QueryLanguage, States } as Machine, expressions);

it('finds paths, intrinsic functions, rules and times', () => {
  const states = {
    A: { Type: 'Pass', Assign: { 'a.$': "States.Format('{} {}', $name, States.JsonToString($value))", b: '$no' }, Next: 'B' },
    B: { Type: 'Choice', Choices: [{ And: [{ Variable: '$guess', NumericEqualsPath: '$answer' }], Next: 'C' }] },
    C: { Type: 'Wait', SecondsPath: '$waitTime', Next: 'D' },
    D: { Type: 'Pass', Result: { 'x.$': '$constant' }, End: true },
  };
  expect(of(states)).toEqual({ A: ['name', 'value'], B: ['answer', 'guess'], C: ['waitTime'] });
});

it('keys states within a Map state by their own names', () => {
  const inner = { StartAt: 'P', States: { P: { Type: 'Pass', InputPath: '$theAnswer', End: true } } };
  expect(of({ A: { Type: 'Map', ItemsPath: '$list', ItemProcessor: inner, End: true } })).toEqual({ A: ['list'], P: ['theAnswer'] });
});

it('finds variables of expressions, and neither functions nor their own', () => {
  const states = {
    A: { Type: 'Pass', Assign: { x: 1, y: '{% $sum([1]) %}' }, Next: 'B' },
    B: { Type: 'Pass', Output: { a: ['{% ($z := $y; $map([1], function($v){ $v + $x + $z })) %}'] }, End: true },
  };
  expect(of(states, 'JSONata')).toEqual({ B: ['x', 'y'] });
});

it('answers nothing where no state reads a variable', () => {
  expect(of({ A: { Type: 'Succeed' } })).toBeUndefined();
});
