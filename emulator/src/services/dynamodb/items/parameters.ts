// The common part of requests on items: parameters that go together, expressions, and conditions of writes.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { ExpectedAttributeValue } from '#model/dynamodb';
import { fault } from '#model/dynamodb';
import { type BoundExpression, ExpressionCache } from '#services/dynamodb/expressions/compiled';
import { type ItemTest, nodeTest } from '#services/dynamodb/expressions/item-test';
import type { Names } from '#services/dynamodb/expressions/names';
import { expectedTest } from '#services/dynamodb/expressions/older-conditions';
import { invalid, type Wording } from '#services/dynamodb/faults';
import { type ItemRead, sendText } from './item-text.ts';
import { passes } from './test-item.ts';

export const expressionsOf = (ctx: Ctx): ExpressionCache => ctx.own('dynamodb.expressions', () => new ExpressionCache());

type Members = Readonly<Record<string, unknown>>;
const present = (input: Members, names: readonly string[]): string[] => names.filter((name) => input[name] !== undefined);

/** Expressions and the parameters that came before them exclude each other. */
export function checkMixing(input: object, expressions: readonly string[], older: readonly string[]): void {
  const [newer, old] = [present(input as Members, expressions), present(input as Members, older)];
  if (newer.length > 0 && old.length > 0)
    throw invalid(
      `Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {${old.join(', ')}} Expression parameters: {${newer.join(', ')}}`,
    );
}

export const testBy = (bound: BoundExpression | undefined): ItemTest | undefined =>
  bound && nodeTest(bound.parsed.root!, bound.binding, bound.test, bound.parts);

export interface ConditionInput {
  readonly Expected?: Frozen<Readonly<Record<string, ExpectedAttributeValue>>> | undefined;
  readonly ConditionalOperator?: string | undefined;
  readonly ConditionExpression?: string | undefined;
  readonly ReturnValuesOnConditionCheckFailure?: string | undefined;
}

/** The condition of a write; undefined for an unconditional write. @throws Fault ValidationException */
export function conditionOf(input: ConditionInput, names: Names, wording: Wording, ctx: Ctx): ItemTest | undefined {
  const { Expected: expected, ConditionalOperator: operator } = input;
  if (expected) return expectedTest(expected, operator, wording);
  if (operator !== undefined) throw invalid('ConditionalOperator cannot be used without Filter or Expected');
  return testBy(expressionsOf(ctx).bind('Condition', input.ConditionExpression, names));
}

/** Yields only where the test takes longer than a turn. @throws Fault ConditionalCheckFailedException */
export function* assertHolds(
  test: ItemTest | undefined,
  { ReturnValuesOnConditionCheckFailure }: ConditionInput,
  before: ItemRead | undefined,
  ctx: Ctx,
): Generator<number, void> {
  if (!test || (yield* passes(test, before?.item ?? {}, before?.text.length ?? 0))) return;
  const text = 'The conditional request failed';
  if (ReturnValuesOnConditionCheckFailure !== 'ALL_OLD' || !before) throw fault('ConditionalCheckFailedException', text);
  // With the item, the text has another name (moto, test_condition_check_failure_exclude_old_with_return_values; localstack/localstack, 2025-10).
  throw new Fault('ConditionalCheckFailedException', text, {
    members: { Item: sendText(before.text, ctx) },
    messageMember: 'Message',
  });
}
