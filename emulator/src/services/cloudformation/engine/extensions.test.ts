// The language extensions: what is a text after them, and what cannot be known before a deployment.
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '#resources/json';
import { applyExtensions } from './extensions.ts';

const VALUES: Readonly<Record<string, Json>> = { Stage: 'prod', Names: ['a', 'b'], 'AWS::Region': 'us-east-1' };
const Mappings = { Keep: { prod: { policy: 'Retain', topic: 'Alerts' } } };
const Conditions = { IsProd: { 'Fn::Equals': [{ Ref: 'Stage' }, 'prod'] } };
const apply = (root: object) => applyExtensions({ Mappings, Conditions, ...root } as JsonObject, (name) => VALUES[name], 'us-east-1');
const found = (name: string) => ({ 'Fn::FindInMap': ['Keep', { Ref: 'Stage' }, name] });
const sub = (text: string) => ({ 'Fn::Sub': text });
const property = (Value: Json): Json =>
  ((apply({ Resources: { P: { Type: 'T', Properties: { Value } } } }).Resources as never)['P'] as { Properties: { Value: Json } })
    .Properties.Value;

it('functions name what Ref and GetAtt ask for', () => {
  expect(property({ Ref: sub('Queue${Stage}') })).toEqual({ Ref: 'Queueprod' });
  expect(property({ Ref: found('topic') })).toEqual({ Ref: 'Alerts' });
  expect(property({ Ref: { 'Fn::If': ['IsProd', 'A', 'B'] } })).toEqual({ Ref: 'A' });
  expect(property([{ 'Fn::GetAtt': [{ 'Fn::Join': ['', ['Q', { Ref: 'Stage' }]] }, found('topic')] }])).toEqual([
    { 'Fn::GetAtt': ['Qprod', 'Alerts'] },
  ]);
  expect(property({ 'Fn::Length': { 'Fn::Split': [',', 'x,y,z'] } })).toBe(3);
});

it('policies and conditions of resources and outputs are functions, and loops are everywhere', () => {
  const name = '$' + '{N}';
  const loop = (fragment: object) => ({ 'Fn::ForEach::L': ['N', { Ref: 'Names' }, fragment] });
  const root = apply({
    Conditions: { ...Conditions, ...loop({ [`Is${name}`]: { 'Fn::Equals': [{ Ref: 'N' }, 'a'] } }) },
    Resources: {
      ...loop({ [`R${name}`]: { Type: 'T', Condition: sub(`Is${name}`), Properties: { Of: { Ref: sub(`Other${name}`) } } } }),
      Kept: { Type: 'T', DeletionPolicy: found('policy'), UpdateReplacePolicy: { 'Fn::If': ['IsProd', 'Retain', 'Delete'] } },
    },
    Outputs: loop({ [`O${name}`]: { Value: { Ref: sub(`R${name}`) }, Condition: sub(`Is${name}`) } }),
  });
  expect(root).toMatchObject({
    Conditions: { Isa: { 'Fn::Equals': ['a', 'a'] }, Isb: {} },
    Resources: {
      Ra: { Condition: 'Isa', Properties: { Of: { Ref: 'Othera' } } },
      Kept: { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' },
    },
    Outputs: { Oa: { Value: { Ref: 'Ra' }, Condition: 'Isa' }, Ob: { Value: { Ref: 'Rb' } } },
  });
});

it('what resources give is known too late', () => {
  const attribute = { 'Fn::GetAtt': ['Q', 'Arn'] };
  const failed = 'Transform AWS::LanguageExtensions failed with: ';
  expect(() => property({ Ref: attribute })).toThrow(`${failed}Ref layout is incorrect`);
  expect(() => property({ 'Fn::Length': attribute })).toThrow(`${failed}The Fn::Length value could not be resolved for properties`);
  expect(() => property({ 'Fn::Length': 'text' })).toThrow(`${failed}Fn::Length resolve value type mismatch`);
  const policy = (DeletionPolicy: object) => () => apply({ Resources: { R: { Type: 'T', DeletionPolicy } } });
  expect(policy(attribute)).toThrow(`${failed}Unsupported expression for DeletionPolicy in resource R`);
  expect(policy({ Ref: 'AWS::NoValue' })).toThrow(`${failed}AWS::NoValue is not supported for DeletionPolicy or UpdateReplacePolicy`);
});
