// Query.
import type { Ctx } from '#core/ctx';
import type { QueryInput } from '#model/dynamodb';
import { checkName, findTable, type LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { IndexSchema } from '#services/dynamodb/catalog/schema';
import { sortRange } from '#services/dynamodb/engine/conditions';
import { partitionText } from '#services/dynamodb/engine/key';
import type { Item } from '#services/dynamodb/engine/value';
import type { BoundExpression } from '#services/dynamodb/expressions/compiled';
import type { ItemTest } from '#services/dynamodb/expressions/item-test';
import { expressionConditions, type KeyConditions, olderConditions, planKey } from '#services/dynamodb/expressions/key-conditions';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { filterTest } from '#services/dynamodb/expressions/older-conditions';
import { headOf } from '#services/dynamodb/expressions/path';
import { inLayer, invalid, LAYERS } from '#services/dynamodb/faults';
import { countedOperation } from './counted.ts';
import { type Projection, projectionOf } from './get.ts';
import { checkMixing, expressionsOf, testBy } from './parameters.ts';
import { answer, checkSelect, checkStartKey, findIndex, readsWhole, startPlace } from './read-many.ts';
import { readPage, type Span } from './read-page.ts';

const { wording } = LAYERS.Query;
/** The only errors of a query with a prefix. */
const SELECT = { wording, enveloped: true };

interface QueryPlan {
  readonly conditions: KeyConditions;
  readonly filter: ItemTest | undefined;
  /** The attributes in the filter, and the parameter that named them. */
  readonly filtered: { readonly parameter: string; readonly names: readonly string[] };
  readonly project: Projection | undefined;
  readonly projected: readonly string[] | undefined;
}

function planQuery(input: QueryInput, ctx: Ctx): QueryPlan {
  const { KeyConditionExpression, FilterExpression, ProjectionExpression, QueryFilter, ConditionalOperator } = input;
  const older = ['AttributesToGet', 'QueryFilter', 'ConditionalOperator', 'KeyConditions'];
  checkMixing(input, ['ProjectionExpression', 'FilterExpression', 'KeyConditionExpression'], older);
  const names = openNames(input, [KeyConditionExpression, FilterExpression, ProjectionExpression], wording);
  checkStartKey(input, wording);
  const olderFilter = QueryFilter && filterTest(QueryFilter, ConditionalOperator, wording);
  const olderKeys = input.KeyConditions && olderConditions(input.KeyConditions);
  const keys = expressionsOf(ctx).bind('KeyCondition', KeyConditionExpression, names);
  const filter = expressionsOf(ctx).bind('Filter', FilterExpression, names);
  const project = projectionOf(input, names, ctx);
  if (!keys && !olderKeys) throw invalid('Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.');
  assertAllUsed(names);
  return {
    conditions: keys ? expressionConditions(keys) : olderKeys!,
    filter: testBy(filter) ?? olderFilter,
    filtered: filter
      ? { parameter: 'Filter Expression', names: headsOf(filter) }
      : { parameter: 'QueryFilter', names: Object.keys(QueryFilter ?? {}) },
    project,
    projected: input.AttributesToGet ?? projectedHeads(input, names, ctx),
  };
}

const headsOf = ({ binding }: BoundExpression): string[] => binding.paths.map(headOf);

/** The attributes that a projection expression names. */
export function projectedHeads(
  { ProjectionExpression: text }: { readonly ProjectionExpression?: string | undefined },
  names: Parameters<typeof projectionOf>[1],
  ctx: Ctx,
): string[] | undefined {
  const bound = expressionsOf(ctx).bind('Projection', text, names);
  return bound && headsOf(bound);
}

export const Query = countedOperation('Query', async (input, ctx) => {
  if (!input.TableName.startsWith('arn:')) checkName(input.TableName);
  if (input.Limit !== undefined && input.Limit < 1)
    throw invalid(
      "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
    );
  inLayer(SELECT, () => checkSelect(input));
  const plan = inLayer(LAYERS.Query, () => planQuery(input, ctx));
  const located = findTable(input.TableName, ctx);
  const index = findIndex(located, input, 'Query');
  const span = spanOf(input, plan, located, index);
  const rules = {
    span,
    limit: input.Limit ?? Number.POSITIVE_INFINITY,
    filter: plan.filter,
    project: plan.project,
    whole: readsWhole(input, index, plan.projected),
    countOnly: input.Select === 'COUNT',
  };
  return answer(input, located, index, await readPage(located, index, rules, ctx));
});

function spanOf(input: QueryInput, { conditions, filtered }: QueryPlan, located: LocatedTable, index: IndexSchema | undefined): Span {
  const key = index ?? located.schema;
  const plan = planKey(key, conditions, input.KeyConditions !== undefined);
  const own = filtered.names.find((name) => key.all.some((attribute) => attribute.name === name));
  if (own !== undefined) throw invalid(`${filtered.parameter} can only contain non-primary key attributes: Primary key attribute: ${own}`);
  const partition = partitionText(key.hash, plan.hash as Item)!;
  const { from, to } = sortRange(key.range, plan.range);
  const start = startPlace(located, index, input.ExclusiveStartKey);
  if (start && start.partition !== partition)
    throw invalid('The provided starting key is outside query boundaries based on provided conditions');
  if (start && (start.sort < from || (to !== undefined && start.sort >= to)))
    throw invalid('The provided starting key does not match the range key predicate');
  return { partition, from, to, reverse: input.ScanIndexForward === false, start };
}
