// Scan: partitions in the order of their hashes, of which each segment has an equal share.
import type { Ctx } from '#core/ctx';
import type { ScanInput } from '#model/dynamodb';
import { checkName, findTable } from '#services/dynamodb/catalog/find-table';
import { segmentStart } from '#services/dynamodb/engine/key';
import type { ItemTest } from '#services/dynamodb/expressions/item-test';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { filterTest } from '#services/dynamodb/expressions/older-conditions';
import { inLayer, invalid, LAYERS } from '#services/dynamodb/faults';
import { countedOperation } from './counted.ts';
import { type Projection, projectionOf } from './get.ts';
import { checkMixing, expressionsOf, testBy } from './parameters.ts';
import { projectedHeads } from './query.ts';
import { answer, checkSelect, checkStartKey, findIndex, readsWhole, startPlace } from './read-many.ts';
import { readPage, type Span } from './read-page.ts';

const { wording } = LAYERS.Scan;

function checkSegments({ Segment: segment, TotalSegments: total }: ScanInput): void {
  if (segment !== undefined && total === undefined)
    throw invalid('The TotalSegments parameter is required but was not present in the request when Segment parameter is present');
  if (total !== undefined && segment === undefined)
    throw invalid('The Segment parameter is required but was not present in the request when parameter TotalSegments is present');
  if (segment !== undefined && total !== undefined && segment >= total)
    throw invalid(
      `The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: ${segment} is not less than TotalSegments: ${total}`,
    );
}

interface ScanPlan {
  readonly filter: ItemTest | undefined;
  readonly project: Projection | undefined;
  readonly projected: readonly string[] | undefined;
}

function planScan(input: ScanInput, ctx: Ctx): ScanPlan {
  const { FilterExpression, ProjectionExpression, ScanFilter, ConditionalOperator } = input;
  checkMixing(input, ['ProjectionExpression', 'FilterExpression'], ['AttributesToGet', 'ScanFilter', 'ConditionalOperator']);
  const names = openNames(input, [FilterExpression, ProjectionExpression], wording);
  checkStartKey(input, wording);
  const older = ScanFilter && filterTest(ScanFilter, ConditionalOperator, wording);
  checkSegments(input);
  const filter = testBy(expressionsOf(ctx).bind('Filter', FilterExpression, names)) ?? older;
  const project = projectionOf(input, names, ctx);
  assertAllUsed(names);
  return { filter, project, projected: input.AttributesToGet ?? projectedHeads(input, names, ctx) };
}

export const Scan = countedOperation('Scan', async (input, ctx) => {
  if (!input.TableName.startsWith('arn:')) checkName(input.TableName);
  checkSelect(input);
  const { filter, project, projected } = inLayer(LAYERS.Scan, () => planScan(input, ctx));
  const located = findTable(input.TableName, ctx);
  const index = findIndex(located, input, 'Scan');
  const start = startPlace(located, index, input.ExclusiveStartKey);
  const rules = {
    span: spanOf(input, start),
    limit: input.Limit ?? Number.POSITIVE_INFINITY,
    filter,
    project,
    whole: readsWhole(input, index, projected),
    countOnly: input.Select === 'COUNT',
  };
  return answer(input, located, index, await readPage(located, index, rules, ctx));
});

function spanOf({ Segment: segment, TotalSegments: total }: ScanInput, start: Span['start']): Span {
  const all = { partition: undefined, from: '', to: undefined, reverse: false, start };
  if (segment === undefined || total === undefined) return all;
  const from = segmentStart(segment, total);
  const to = segment + 1 < total ? segmentStart(segment + 1, total) : undefined;
  if (start && (start.partition < from || (to !== undefined && start.partition >= to)))
    throw invalid(
      `The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: ${total} Segment: ${segment}`,
    );
  return { ...all, from, to };
}
